/* SPDX-License-Identifier: GPL-3.0-or-later */
/* view/message: errors as sentences, in GNU gprof's words where it has a message for the case. */
#ifndef GPTUI_VIEW_MESSAGE_H
#define GPTUI_VIEW_MESSAGE_H

#include "core/base/err.h"
#include "core/base/text.h"
#include "core/model/profile.h"
#include "core/model/runs.h"

/* Append the message for e, an error or a warning, as a line for standard error with its newline
 * (one of gprof's messages has none, and so it comes out here). `program` is argv[0]. */
void message_text(const struct err *e, const char *program, struct text *out);

/* The line for an option's value that cannot be, whole where struct err would cut it. `code` is
 * ERR_FILE_FORMAT or ERR_DEMANGLE_STYLE. */
void message_value(enum err_code code, const char *value, const char *program, struct text *out);

/* How much time is in shared libraries, which the report leaves out: nothing where it is none. */
void message_no_libraries(const struct profile *p, const char *program, struct text *out);

/* The command that records im's program again, with these options, each followed by a blank; false:
 * this machine or file does not do it. */
bool message_record(struct text *out, const struct image *im, const char *options);

/* Why there is no tree of call paths: they are not read, or p has none; and how to get some. */
void message_unmeasured(struct text *out, const struct profile *p, bool strict);

/* Add to its message, a line in *out, what to do about e; nothing where nothing is known. GNU gprof
 * has no such words. */
void message_remedy(const struct err *e, struct text *out);

/* What may be meant by an option and a word after it that names no file: "-P" and "SPEC". */
void message_spec_apart(const char *option, const char *word, const char *program,
                        struct text *out);

/* "PROGRAM: warning: FOLDER: 3 profiles of other programs are left out" */
void message_left_out_processes(const char *folder, size_t n, const char *program,
                                struct text *out);

/* What a folder has of other runs: "3 profiles of earlier or later runs are left out" */
void message_left_out_other_runs(const char *folder, size_t n, const char *program,
                                 struct text *out);

/* What is kept of processes that have not ended, or cannot be finished: "2 processes go on" */
struct kept_left;
void message_kept_left(const char *folder, const struct kept_left *left, const char *program,
                       struct text *out);

/* Why a file is no part of a set of runs, as half a sentence: "it ends too early". */
const char *message_run_reason(const struct run_left_out *l);

/* "PROGRAM: warning: FILE is left out: it ends too early", for each such file of r; of many, their
 * number after the first ones. */
void message_left_out_runs(const struct profile_runs *r, const char *program, struct text *out);

/* Append "250 samples a second", with ": this kernel's tick" where tick_hz, the most that it allows
 * (0: it sets no limit), says that no more could be had. */
void message_rate(uint64_t hz, uint64_t tick_hz, struct text *out);

/* Add "N samples are profiling itself, left out", without the end of a line: those in the library
 * of our runtime, n >= 1. */
void message_own_samples(uint64_t n, struct text *out);

/* Why a library is not joined; "" for one that is. */
const char *message_left_out(enum library_finding finding);

/* Why the run beside a profile is left out, as a sentence about it; NULL: it is not, or there is
 * none. */
const char *message_run_left_out(enum run_finding finding);

/* What makes its name of the profile's. */
const char *message_run_text(const struct profile_file *f);

/* A line for each run beside a profile that is no good. */
void message_runs(const struct profile *p, const char *program, struct text *out);

/* What --images leaves out: a line for each library that is no good, or one if there is nothing to
 * join. */
void message_libraries(const struct profile *p, const char *program, struct text *out);

/* How far a program was moved, in bytes modulo 2^64: "0x1000", "-0x1000". */
void message_distance(uint64_t distance, struct text *out);

/* What speaks against im having written f, without a newline: nothing unless fit_is_bad. */
void message_misfit(const struct profile_file *f, const struct image *im, struct text *out);

/* What to do about it: a sentence. */
const char *message_misfit_remedy(const struct profile_file *f);

/* How far a phase of the work is, without a newline: a percentage, or only its name if total is 0.
 */
void message_progress(const char *program, const char *phase, uint64_t done, uint64_t total,
                      struct text *out);

/* What is waited for, without a newline; see struct progress. */
void message_waiting(const char *program, const char *what, const char *whom, struct text *out);

/* Append n bytes of s, made safe as text_visible does. */
void message_add(struct text *out, const char *s, size_t n);

#endif
