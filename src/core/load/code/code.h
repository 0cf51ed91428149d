/* SPDX-License-Identifier: GPL-3.0-or-later */
/* load/code: the calls in the machine code of an image.
 *
 * Nothing is read before it is asked for. The object caches; like struct lines it is not part of
 * the frozen profile and must not be shared between threads. What cannot be read or decoded has no
 * calls: code_ready says why. */
#ifndef GPTUI_LOAD_CODE_CODE_H
#define GPTUI_LOAD_CODE_CODE_H

#include "arch/calls.h"
#include "core/base/err.h"

struct code;
struct profile;

/* For the image file at `path`. */
struct code *code_new(const char *path);
void code_free(struct code *c);

/* Once: also find calls in the libraries that are joined in p, which is borrowed. What cannot be
 * read there has no calls; code_ready speaks of the program. */
void code_join(struct code *c, const struct profile *p);

/* Whether calls can be found. */
enum code_finding {
    CODE_READY,
    CODE_NO_SCANNER, /* this machine's code is not known */
    CODE_NO_SECTION, /* no code in the file, or not at its final address */
    CODE_FAILED,     /* the file could not be read, or memory ran out */
};

/* Read what is needed to find calls in that way. Fills e, as load/image/image.h does, for
 * CODE_FAILED. */
enum code_finding code_ready(struct code *c, enum call_way way, struct err *e);

/* Where the section ends that has code at addr; addr itself if there is none. `c` is ready for
 * CALLS_DECODED. */
uint64_t code_end(struct code *c, uint64_t addr);

/* The bytes of code from addr on, at most n; their number. `c` is ready for any way. */
size_t code_bytes(struct code *c, uint64_t addr, uint8_t *to, size_t n);

/* Call on_call for every direct transfer by instructions in [lo, hi), ascending; of the image that
 * lo belongs to. What lies outside
 * of code sections is skipped; decoding starts at lo, and again in each further section. `c` is
 * ready for that way. */
struct code_range {
    uint64_t lo, hi;
    enum call_way way;
};
typedef void code_on_call(void *ctx, const struct code_call *call);
void code_calls(struct code *c, const struct code_range *r, code_on_call *on_call, void *ctx);

/* May code there go on at an address that a register or memory holds? True where that is not known;
 * false for certain only on x86 and AArch64. The range is that of one function. */
bool code_jumps_by_address(struct code *c, const struct code_range *r);

#endif
