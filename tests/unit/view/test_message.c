/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Errors as sentences, byte for byte; others are held against gprof's own by diff/run_cases. */
#include <errno.h>

#include "core/view/message.h"
#include "core/view/writer.h"

#include "tests/support/unit.h"

static bool count_write(void *ctx, const char *p, size_t n, struct err *e)
{
    ++*(unsigned *)ctx;
    return true;
}

/* Many rows are one call of the system, and those that are held have an end. */
TEST(rows_go_out_a_buffer_at_a_time)
{
    unsigned n_writes = 0, n = 0;
    const struct emitter to = {.write = count_write, .ctx = &n_writes};
    struct gnu_out o, held = {0};
    for (gnu_begin(&o, NULL, &to, no_err()); n < 10000 && gnu_row(&o); n++)
        text_str(&o.t, "twenty bytes of text");
    assert_true(gnu_end(&o));
    assert_int_equal(n_writes, 4);
    for (n = 0; n < 1000000 && gnu_row(&held); n++)
        text_str(&held.t, "twenty bytes of text");
    assert_in_range(n, 10000, 999999);
    text_release(&held.t);
}

struct sample {
    enum err_code code;
    int sys;
    uint64_t offset;
    int64_t n, m;
    const char *file, *what, *other;
    const char *want;
};

#define NO ERR_NO_OFFSET

static const struct sample samples[] = {
    {ERR_MEMORY, 0, NO, 4096, 0, "", "", "", "gprof: out of memory (4096 bytes wanted)\n"},
    {ERR_MEMORY, 0, NO, 0, 0, "", "", "", "gprof: out of memory\n"},
    {ERR_LIMIT, 0, NO, 9, 0, "F", "arcs", "",
     "gprof: F: too many arcs: at most 9 can be handled\n"},
    {ERR_LIMIT, 0, NO, 9, 0, "", "arcs", "", "gprof: too many arcs: at most 9 can be handled\n"},
    {ERR_CANCELLED, 0, NO, 0, 0, "", "", "", "gprof: stopped\n"},
    {ERR_READ, EIO, 20, 0, 0, "F", "", "",
     "gprof: F: cannot be read after byte 20: Input/output error\n"},
    {ERR_IMAGE_DAMAGED, 0, 64, 0, 0, "F", "section headers", "",
     "gprof: F: damaged executable at byte 64: section headers\n"},
    {ERR_GMON_EOF_BB, 0, NO, 0, 0, "F", "", "", "F: Success\n"},
    {ERR_GMON_EOF_BSD, 0, 33, -1, 8, "F", "", "",
     "gprof: unexpected EOF after reading -1/8 bins\n"},
    {ERR_RUN_DAMAGED, 0, NO, 0, 0, "F", "", "", "gprof: F: damaged run\n"},
    {ERR_COMPARED, 0, NO, 0, 0, "F", "it ends too early", "", "gprof: F: it ends too early\n"},
    {ERR_GMON_RATE, 0, 20, 0, 0, "F", "", "",
     "gprof: F: the histogram at byte 20 has a rate of 0 samples per second: no time can be "
     "computed from it\n"},
    {ERR_GMON_DIMENSION, 0, NO, 0, 0, "F", "seconds", "i-cache misses",
     "gprof: dimension unit changed between histogram records\n"
     "gprof: from 'seconds'\n"
     "gprof: to 'i-cache misses'\n"},
    {ERR_GMON_ABBREV, 0, NO, 0, 0, "F", "s", "t",
     "gprof: dimension abbreviation changed between histogram records\n"
     "gprof: from 's'\n"
     "gprof: to 't'\n"},
    {ERR_GMON_SCALE, 0, NO, 0, 0, "F", "", "", "gprof: different scales in histogram records"},
    {ERR_GMON_BSD_SHAPE, 0, NO, 0, 0, "F", "", "", "F: incompatible with first gmon file\n"},
    {ERR_GMON_BSD_RATE, 0, NO, 0, 0, "F", "", "",
     "F: profiling rate incompatible with first gmon file\n"},
    {ERR_GMON_LINE, 0, NO, 7, 0, "F", "why", "", "gprof: F:7: why\n"},
    {ERR_GMON_PROF, 0, NO, 0, 0, "F", "", "",
     "gprof: sorry, file format `prof' is not yet supported\n"},
    {ERR_REGEX, 0, 2, 0, 0, "", "missing )", "(a", "gprof: regex '(a': missing ) (after byte 2)\n"},
    {ERR_TERMINAL, 0, NO, 0, 0, "", "the terminal is dumb", "", "gprof: the terminal is dumb\n"},
    {ERR_OUTPUT, 0, NO, 0, 0, "", "xml", "",
     "gprof: unknown output format `xml'; there are json, csv, dot, callgrind, folded, pprof\n"},
    {ERR_OUTPUT_STYLE, 0, NO, 0, 0, "", "dot", "-r",
     "gprof: option -r does not go with --format=dot\n"},
    {ERR_OUTPUT_LIMIT, 0, NO, 1024, 0, "", "folded", "",
     "gprof: --format=folded: more than 1024 bytes, and not complete; --max-output=SIZE allows "
     "more\n"},
    {ERR_OUTPUT_BINARY, 0, NO, 0, 0, "", "pprof", "",
     "gprof: --format=pprof is binary and not for a terminal; send it to a file\n"},
};

TEST(sentences)
{
    for (size_t i = 0; i < ARRAY_LEN(samples); i++) {
        const struct sample *s = &samples[i];
        struct err e = {.code = s->code, .sys = s->sys, .offset = s->offset, .n = s->n, .m = s->m};
        struct text t = {0};
        strcpy(e.file, s->file);
        strcpy(e.what, s->what);
        strcpy(e.other, s->other);
        message_text(&e, "gprof", &t);
        assert_taken(&t, s->want);
    }
}

/* Whatever the code and whatever is known: some line comes out. */
TEST(every_code_has_one)
{
    for (int code = ERR_NONE; code <= ERR_OUTPUT_LIMIT + 1; code++) {
        struct err e = {.code = (enum err_code)code, .offset = ERR_NO_OFFSET};
        struct text t = {0};
        message_text(&e, "gprof", &t);
        assert_true(t.n > 0);
        if (code != ERR_NONE && code <= ERR_OUTPUT_LIMIT)
            assert_null(strstr(text_z(&t), "not recorded"));
        text_release(&t);
    }
}

TEST(values_of_any_length)
{
    char name[1001];
    struct text t = {0};
    memset(name, 'y', 1000);
    name[1000] = '\0';
    message_value(ERR_DEMANGLE_STYLE, name, "gprof", &t);
    assert_int_equal(t.n, strlen("gprof: unknown demangling style `'\n") + 1000);
    text_clear(&t);
    message_value(ERR_FILE_FORMAT, "q", "p", &t);
    assert_string_equal(text_z(&t), "q: unknown file format p\n");
    text_release(&t);
}

/* Code that the kernel lends is in no file: a word only if much of the time was spent there. */
TEST(much_time_in_no_file)
{
    struct library libraries[] = {{.path = (char *)"libm.so.6", .ticks = 900},
                                  {.path = (char *)"linux-vdso.so.1"},
                                  {.path = (char *)"libgptui-rt.so", .finding = LIBRARY_RUNTIME}};
    const struct profile p = {.libraries = libraries, .n_libraries = 3, .n_joined = 1};
    struct text t = {0};
    libraries[1].finding = LIBRARY_NO_FILE;
    libraries[1].ticks = 18;
    libraries[2].ticks = 500;
    message_libraries(&p, "p", &t);
    assert_int_equal(t.n, 0);
    libraries[1].ticks = 100;
    message_libraries(&p, "p", &t);
    assert_string_equal(text_z(&t), "p: warning: linux-vdso.so.1 is left out: it is not a file; "
                                    "100 of 1000 samples hit it\n");
    text_release(&t);
}
