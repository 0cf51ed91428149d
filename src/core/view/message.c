/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/view/message.h"

#include <errno.h>
#include <string.h>

#include "core/base/file/path.h"
#include "core/base/shell.h"
#include "core/base/utf8.h"
#include "core/load/run/kept.h"
#include "core/view/number.h"
#include "core/view/values.h"

/* One template per error:
 *     %p program   %f file   %w what   %o other   %n %m numbers   %x offset   %s text of errno
 * A part in braces is left out unless the value that its first % names is known. */
static const char *const templates[] = {
    [ERR_NONE] = "%p: failed for a reason that was not recorded\n",
    [ERR_MEMORY] = "%p: out of memory{ (%n bytes wanted)}\n",
    [ERR_LIMIT] = "%p: {%f: }too many %w{: at most %n can be handled}\n",
    [ERR_CANCELLED] = "%p: {%f: }stopped\n",
    [ERR_OPEN] = "{%f: }%s\n",
    [ERR_NOT_REGULAR] = "{%f: }not a regular file\n",
    [ERR_OWNER] = "{%f: }belongs to another user\n",
    [ERR_READ] = "%p: {%f: }cannot be read{ after byte %x}: %s\n",
    [ERR_WRITE] = "{%f: }%s\n",

    [ERR_IMAGE_FORMAT] = "%p: %f: not in executable format\n",
    [ERR_IMAGE_DAMAGED] = "%p: %f: damaged executable{ at byte %x}{: %w}\n",
    [ERR_IMAGE_NO_TEXT] = "%p: can't find .text section in %f\n",
    [ERR_IMAGE_NO_SYMBOLS] = "%p: file `%f' has no symbols\n",

    [ERR_LIST_OPEN] = "%p: could not open %f.\n",
    [ERR_MAP] = "%p: unable to parse mapping file %f.\n",
    [ERR_LIST_SEEK] = "%f: Illegal seek\n",

    [ERR_GMON_SHORT] = "%f: file too short to be a gmon file\n",
    [ERR_GMON_MAGIC] = "%p: file `%f' has bad magic cookie\n",
    [ERR_GMON_VERSION] = "%p: file `%f' has unsupported version %n\n",
    [ERR_GMON_TAG] = "%p: %f: found bad tag %n (file corrupted?)\n",
    [ERR_GMON_EOF] = "%p: %f: unexpected end of file\n",
    [ERR_GMON_EOF_BINS] = "%p: %f: unexpected EOF after reading %n of %m samples\n",
    [ERR_GMON_EOF_BB] = "{%f: }%s\n",
    [ERR_GMON_EOF_BSD] = "%p: unexpected EOF after reading %n/%m bins\n",
    [ERR_GMON_FOREIGN] = "%p: file '%f' does not appear to be in gmon.out format\n",
    [ERR_GMON_RATE] = "%p: %f: the histogram{ at byte %x} has a rate of 0 samples per second:"
                      " no time can be computed from it\n",
    [ERR_GMON_DIMENSION] = "%p: dimension unit changed between histogram records\n"
                           "%p: from '%w'\n"
                           "%p: to '%o'\n",
    [ERR_GMON_ABBREV] = "%p: dimension abbreviation changed between histogram records\n"
                        "%p: from '%w'\n"
                        "%p: to '%o'\n",
    /* QUIRK(gnu): no newline here; pinned by tests/unit/view/test_message.c */
    [ERR_GMON_SCALE] = "%p: different scales in histogram records",
    [ERR_GMON_OVERLAP] = "%p: overlapping histogram records\n",
    [ERR_GMON_BSD_SHAPE] = "%f: incompatible with first gmon file\n",
    [ERR_GMON_BSD_RATE] = "%f: profiling rate incompatible with first gmon file\n",
    [ERR_GMON_POINTER] = "%p: %f: the profile of a program of %n bits; %w has %m bits\n",
    [ERR_GMON_LINE] = "%p: %f:%n: %w\n",
    [ERR_RUN_RATE] = "%p: %f: %n samples per second, where the other runs have %m\n",
    [ERR_RUN_PROGRAM] = "%p: %f: another program wrote it than %w\n",
    [ERR_RUN_VERSION] = "%p: %f: another version of gptui wrote it: record or sum again, or remove "
                        "it, and the profile is all there is\n",
    [ERR_RUN_DAMAGED] = "%p: %f: damaged run\n",
    [ERR_RUN_BUILD] = "%p: %f: another build of %w wrote it\n",
    [ERR_COMPARED] = "%p: %f: %w\n",
    [ERR_GMON_PROF] = "%p: sorry, file format `prof' is not yet supported\n",

    /* QUIRK(gnu): these say gmon.out whatever the file's name; pinned by
     * tests/unit/view/test_message.c */
    [ERR_NO_HISTOGRAM] = "%p: gmon.out file is missing histogram\n",
    [ERR_NO_ARCS] = "%p: gmon.out file is missing call-graph data\n",
    [ERR_REGEX] = "%p: regex '%o': %w{ (after byte %x)}\n",
    [ERR_SPEC] = "%p: {%o: }%w\n",
    [ERR_TERMINAL] = "%p: %w{: %o}\n",
    [ERR_SCRIPT] = "%p: %f:%n: %w{: %o}\n",
    [ERR_SOURCE] = "%p: could not locate `%f'\n",
    [ERR_ORDER_FORMAT] = "%p: unknown order format `%w'; there are gold, lld, gcc\n",
    [ERR_ORDER_STYLE] =
        "%p: --order-format=%w: that linker takes an order of functions, but not of "
        "object files\n",
    [ERR_ORDERS] = "%p: Only one of --function-ordering and --file-ordering may be specified.\n",
    [ERR_ARGUMENTS] = "%p: error: %w\n",
    /* QUIRK(gnu): value and program have changed places; pinned by
     * tests/unit/view/test_message.c */
    [ERR_FILE_FORMAT] = "%w: unknown file format %p\n",
    [ERR_DEMANGLE_STYLE] = "%p: unknown demangling style `%w'\n",
    [ERR_OUTPUT] = "%p: unknown output format `%w'; there are json, csv, dot, callgrind, folded, "
                   "pprof\n",
    [ERR_OUTPUT_STYLE] = "%p: option %o does not go with --format=%w\n",
    [ERR_OUTPUT_BINARY] = "%p: --format=%w is binary and not for a terminal; send it to a file\n",
    [ERR_OUTPUT_LIMIT] = "%p: --format=%w: more than %n bytes, and not complete; "
                         "--max-output=SIZE allows more\n",

    [WARN_BLOCKS] = "%p: warning: ignoring basic-block exec counts (use -l or --line)\n",
    /* The names of machines are those of libbfd, which knows only that of the system. */
    [WARN_NO_SCANNER] = "%p: -c not supported on architecture unknown\n",
    [WARN_NO_CODE] = "%p: -c: no code at its final address in this file\n",
    [WARN_NO_HIGH_ENDS] = "%p: no inclusive_high_seconds and inclusive_callback_seconds: "
                          "more than 1,000 functions\n",
    [WARN_BAD_LINES] = "%p: warning: %f:%m: skipped, as its address is not a hexadecimal number"
                       "{ (%n such lines)}\n",
    [WARN_STRIPPED] = "%p: warning: %f was stripped of its symbols: only functions that it "
                      "exports, or that its debug information has, are known by name\n",
    [WARN_SUM] = "%p: warning: %f: %n of %m ticks are left out, which are in shared libraries\n",
};

void message_add(struct text *out, const char *s, size_t n)
{
    text_visible(out, s, n);
}

static void add_str(struct text *out, const char *s)
{
    message_add(out, s, strlen(s));
}

/* What a template is filled with. */
struct facts {
    const char *program, *file, *what, *other;
    int64_t n, m;
    uint64_t offset;
    int sys;
};

/* What a field is in words; NULL: it is a number. */
static const char *words_of(const struct facts *f, char field)
{
    return field == 'p'   ? f->program
           : field == 'f' ? f->file
           : field == 'w' ? f->what
           : field == 'o' ? f->other
                          : NULL;
}

static bool known(const struct facts *f, char field)
{
    const char *words = words_of(f, field);
    return words ? words[0] : field == 'n' ? f->n != 0 : field != 'x' || f->offset != ERR_NO_OFFSET;
}

static void add_template(struct text *out, const char *t, const struct facts *f)
{
    for (; *t; t++)
        if (*t == '{' && !known(f, strchr(t, '%')[1]))
            t = strchr(t, '}');
        else if (*t == '%') {
            if (words_of(f, *++t))
                add_str(out, words_of(f, *t));
            else if (*t == 'n' || *t == 'm')
                text_int(out, *t == 'n' ? f->n : f->m);
            else if (*t == 'x')
                text_uint(out, f->offset, 0);
            else if (*t == 's')
                text_str(out, strerror(f->sys));
        } else if (*t != '{' && *t != '}')
            text_char(out, *t);
}

/* A line about a file: %p, %f and %w as above. */
static void add_line(struct text *out, const char *t, const char *program, const char *file,
                     const char *what)
{
    add_template(out, t, &(struct facts){.program = program, .file = file, .what = what});
}

/* A line about n things of a folder or a file. */
static void add_count(struct text *out, const char *one, const char *many, const char *program,
                      const char *file, size_t n)
{
    add_template(out, n == 1 ? one : many,
                 &(struct facts){.program = program, .file = file, .n = (int64_t)n});
}

void message_text(const struct err *e, const char *program, struct text *out)
{
    const struct facts f = {program, e->file, e->what, e->other, e->n, e->m, e->offset, e->sys};
    size_t code = (size_t)e->code;
    bool worded = code < ARRAY_LEN(templates) && templates[code];
    add_template(out, templates[worded ? code : ERR_NONE], &f);
}

void message_value(enum err_code code, const char *value, const char *program, struct text *out)
{
    add_line(out, templates[code], program, NULL, value);
}

void message_no_libraries(const struct profile *p, const char *program, struct text *out)
{
    double ticks = 0;
    for (uint32_t i = 0; i < p->n_files; i++)
        ticks += (double)p->files[i].library_ticks;
    if (ticks <= 0 || p->rate_hz == 0)
        return;
    double all = ticks + (double)profile_ticks(p);
    add_str(out, program);
    text_printf(out, ": %.2f s (%.1f%%) in shared libraries left out; --images adds them\n",
                time_of(ticks, p->rate_hz, 1), percent(ticks, all));
}

const char *message_left_out(enum library_finding finding)
{
    static const char *const reasons[] = {
        [LIBRARY_JOINED] = "",
        [LIBRARY_RUNTIME] = "profiling itself",
        [LIBRARY_NO_FILE] = "it is not a file",
        [LIBRARY_NO_IMAGE] = "its file is not there, or cannot be read",
        [LIBRARY_OTHER_BUILD] = "the file there has another build id",
        [LIBRARY_NO_SYMBOLS] = "it has no symbols",
        [LIBRARY_NO_PROFILE] = "its profile is not there, or cannot be read",
        [LIBRARY_OTHER_UNIT] = "its samples are of another rate or unit",
        [LIBRARY_NO_ROOM] = "its addresses are impossible",
    };
    return reasons[finding];
}

void message_rate(uint64_t hz, uint64_t tick_hz, struct text *out)
{
    text_printf(out, "%llu sample%s a second", (unsigned long long)hz, plural(hz));
    if (hz == tick_hz)
        text_str(out, ": this kernel's tick");
}

void message_own_samples(uint64_t n, struct text *out)
{
    text_printf(out,
                n == 1 ? "%llu sample is profiling itself, left out"
                       : "%llu samples are profiling itself, left out",
                (unsigned long long)n);
}

const char *message_run_left_out(enum run_finding finding)
{
    static const char *const reasons[] = {
        [RUN_UNKNOWN] = NULL,
        [RUN_KNOWN] = NULL,
        [RUN_OTHER_PROFILE] = "it goes with another profile",
        [RUN_OTHER_OWNER] = "it belongs to another user",
        [RUN_NO_FILE] = "it is not a regular file",
        [RUN_OTHER_VERSION] = "another version of gptui wrote it",
        [RUN_OLDER] = "an older runtime wrote it",
        [RUN_UNREADABLE] = "it cannot be read",
    };
    return reasons[finding];
}

const char *message_run_text(const struct profile_file *f)
{
    return f->run_finding == RUN_OLDER ? ".d/profile.info" : ".run";
}

/* What nearly every run has is worth no word: its own cost, and code that the kernel lends
 * (clocks), unless that was much. */
static bool is_usual(const struct profile *p, const struct library *l)
{
    enum { MUCH_TICKS = 20, MUCH_PERCENT = 2 };
    double all = (double)profile_ticks(p) + (double)l->ticks;
    return l->finding == LIBRARY_RUNTIME ||
           (l->finding == LIBRARY_NO_FILE &&
            (l->ticks < MUCH_TICKS || percent((double)l->ticks, all) < MUCH_PERCENT));
}

void message_runs(const struct profile *p, const char *program, struct text *out)
{
    for (uint32_t i = 0; i < p->n_files; i++) {
        const char *reason = message_run_left_out(p->files[i].run_finding);
        if (!reason)
            continue;
        add_line(out, "%p: warning: %f%w is left out: ", program, p->files[i].path,
                 message_run_text(&p->files[i]));
        text_printf(out, "%s\n", reason);
    }
}

void message_libraries(const struct profile *p, const char *program, struct text *out)
{
    for (size_t i = p->n_joined; i < p->n_libraries; i++)
        if (!is_usual(p, &p->libraries[i])) {
            const struct library *l = &p->libraries[i];
            add_line(out, "%p: warning: %f is left out: %w", program, l->path,
                     message_left_out(l->finding));
            if (l->finding == LIBRARY_NO_FILE)
                text_printf(out, "; %llu of %llu samples hit it", (unsigned long long)l->ticks,
                            (unsigned long long)(profile_ticks(p) + l->ticks));
            text_char(out, '\n');
        }
    if (p->n_joined == 0 && out->n == 0)
        add_line(out, "%p: warning: --images: no profiles of shared libraries belong to %f\n",
                 program, p->files[0].path, NULL);
}

void message_spec_apart(const char *option, const char *word, const char *program, struct text *out)
{
    add_line(out,
             option[1] == '-' ? "%p: there is no file %f; did you mean %w=%f?\n"
                              : "%p: there is no file %f; did you mean %w%f?\n",
             program, word, option);
}

void message_left_out_processes(const char *folder, size_t n, const char *program, struct text *out)
{
    add_count(out, "%p: warning: %f: %n profile of another program is left out\n",
              "%p: warning: %f: %n profiles of other programs are left out\n", program, folder, n);
}

void message_left_out_other_runs(const char *folder, size_t n, const char *program,
                                 struct text *out)
{
    add_count(out, "%p: warning: %f: %n profile of an earlier or later run is left out\n",
              "%p: warning: %f: %n profiles of earlier or later runs are left out\n", program,
              folder, n);
}

void message_kept_left(const char *folder, const struct kept_left *left, const char *program,
                       struct text *out)
{
    if (left->n_alive > 0)
        add_line(out,
                 "%p: warning: %f: the program, or what it started, has not ended; what it counts "
                 "is left out\n",
                 program, folder, NULL);
    for (size_t i = 0; i < left->n_failed; i++)
        message_text(&left->why[i], program, out);
}

const char *message_run_reason(const struct run_left_out *l)
{
    switch (l->code) {
    case ERR_OPEN:
    case ERR_READ:
    case ERR_NOT_REGULAR:
        return "it cannot be read";
    case ERR_OWNER:
        return "it belongs to another user";
    case ERR_GMON_SHORT:
    case ERR_GMON_FOREIGN:
    case ERR_GMON_MAGIC:
    case ERR_GMON_VERSION:
        return l->code == ERR_GMON_SHORT ? "it is too short for a profile" : "it is no profile";
    case ERR_GMON_EOF:
    case ERR_GMON_EOF_BINS:
    case ERR_GMON_EOF_BB:
        return "it ends too early";
    case ERR_GMON_EOF_BSD: /* that layout has no mark of its own */
        return "it is no profile, or ends too early";
    case ERR_GMON_POINTER:
    case ERR_RUN_PROGRAM:
        return "another program wrote it";
    case ERR_RUN_BUILD:
        return "another build of the program wrote it";
    case ERR_RUN_RATE:
        return "its samples were taken at another rate";
    case ERR_GMON_DIMENSION:
    case ERR_GMON_ABBREV:
    case ERR_GMON_SCALE:
    case ERR_GMON_OVERLAP:
    case ERR_GMON_BSD_SHAPE:
    case ERR_GMON_BSD_RATE:
        return "its histogram does not go with the others";
    default:
        return "it is damaged";
    }
}

void message_left_out_runs(const struct profile_runs *r, const char *program, struct text *out)
{
    enum { MOST = 10 };
    for (size_t i = 0; i < r->n_left_out && i < MOST; i++)
        add_line(out, "%p: warning: %f is left out: %w\n", program, r->left_out[i].path,
                 message_run_reason(&r->left_out[i]));
    if (r->n_left_out > MOST)
        add_count(out, "%p: warning: %n more file is left out\n",
                  "%p: warning: %n more files are left out\n", program, NULL, r->n_left_out - MOST);
}

void message_remedy(const struct err *e, struct text *out)
{
    const char *missing = e->code == ERR_OPEN && e->sys == ENOENT ? path_base(e->file) : "";
    const char *remedy = NULL;
    if (e->code == ERR_IMAGE_NO_SYMBOLS)
        remedy = "link the program without -s, and do not strip it";
    else if (e->code == ERR_NO_ARCS)
        remedy = "calls are counted if the program is compiled with -pg: gptui record --compile";
    else if (e->code == ERR_NO_HISTOGRAM)
        remedy = "samples are taken if the program is linked with -pg, too: gptui record --compile";
    else if (strcmp(missing, "gmon.out") == 0)
        remedy = "a profile is made by running the program: gptui record PROGRAM";
    else if (strcmp(missing, "a.out") == 0)
        remedy = "gptui PROGRAM gmon.out opens a profile, gptui record PROGRAM makes one";
    if (!remedy || !out->n)
        return;
    out->n--; /* the line's end */
    text_printf(out, "; %s\n", remedy);
}

void message_waiting(const char *program, const char *what, const char *whom, struct text *out)
{
    add_line(out, "%p: waiting for %f: %w", program, whom, what);
}

void message_distance(uint64_t distance, struct text *out)
{
    bool down = distance >> 63;
    text_str(out, down ? "-0x" : "0x");
    text_hex(out, down ? -distance : distance);
}

void message_misfit(const struct profile_file *f, const struct image *im, struct text *out)
{
    bool is_build = f->fit.verdict == FIT_OTHER_BUILD && !f->writer;
    if (!fit_is_bad(&f->fit))
        return;
    add_str(out, f->path);
    if (f->fit.distance) { /* of a bad one it is what --base says */
        add_line(out, " does not fit %f with --base=", NULL, im->path, NULL);
        message_distance(f->fit.distance, out);
        return;
    }
    text_str(out, is_build ? " was written by another build of " : " was not written by ");
    add_str(out, im->path);
    if (f->writer)
        add_line(out, "; %f wrote it", NULL, f->writer, NULL);
    else if (f->fit.verdict == FIT_NOT_PROFILED)
        text_str(out, ", built without -pg");
    else if (f->fit.n_in_place == f->fit.n_looked_at)
        text_str(out, ": it covers another range of addresses");
    else if (is_build)
        text_printf(out, ": %u of %u functions are in place", f->fit.n_in_place,
                    f->fit.n_looked_at);
    else if (f->fit.verdict == FIT_OTHER_PROGRAM)
        text_str(out, "; another program or build did");
}

const char *message_misfit_remedy(const struct profile_file *f)
{
    if (f->writer)
        return "Open it with that one.";
    if (f->fit.distance)
        return "Without --base the distance is found.";
    return f->fit.verdict == FIT_NOT_PROFILED ? "Name the one that did." : "Run it again.";
}

bool message_record(struct text *out, const struct image *im, const char *options)
{
    struct text path = {0};
    if (!im->can_record)
        return false;
    text_str(out, "gptui record ");
    text_str(out, options);
    text_operand(&path, im->path);
    text_shell(out, text_z(&path));
    text_release(&path);
    return true;
}

void message_unmeasured(struct text *out, const struct profile *p, bool strict)
{
    struct text how = {0};
    text_str(out, strict ? "call paths are not read with --strict" : "callers were not measured");
    if (!strict && message_record(&how, p->image, profile_ticks(p) > 0 ? "" : "--repeat=auto "))
        text_printf(out, ": %s", text_z(&how));
    text_release(&how);
}

void message_progress(const char *program, const char *phase, uint64_t done, uint64_t total,
                      struct text *out)
{
    add_str(out, program);
    text_printf(out, ": %s", phase);
    if (total)
        text_printf(out, " %u%%", (unsigned)(percent((double)done, (double)total)));
}
