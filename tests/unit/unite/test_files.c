/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A message as files: their names, the text about the run, and what is too large. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "unite/build.h"
#include "unite/files.h"

#define TEXT(s) ((struct unite_text){(s), sizeof(s) - 1})

static void *resize(void *ctx, void *p, size_t old_bytes, size_t new_bytes)
{
    (void)ctx;
    (void)old_bytes;
    if (new_bytes)
        return realloc(p, new_bytes);
    free(p);
    return NULL;
}

static const struct unite_memory memory = {resize, NULL};

/* What was written: the names of files, and the text. */
struct out {
    struct unite_sink sink;
    char names[400], text[2000];
    size_t n;
    bool is_text, is_full; /* is_full: no file can be written */
};

static void put(struct unite_sink *sink, const void *p, size_t n)
{
    struct out *o = (struct out *)sink;
    if (!o->is_text)
        return;
    assert_true(p && o->n + n < sizeof o->text);
    memcpy(o->text + o->n, p, n);
    o->n += n;
}

static struct unite_sink *open_file(void *ctx, const char *name)
{
    struct out *o = ctx;
    strcat(strcat(o->names, *name ? name : "program"), " ");
    o->is_text = strcmp(name, ".info") == 0;
    return &o->sink;
}

static bool close_file(void *ctx)
{
    return !((struct out *)ctx)->is_full;
}

static void put_head(void *ctx, struct unite_sink *s)
{
    (void)ctx;
    unite_put(s, "head\n");
}

/* Two libraries of one name, of which each calls the other; and one without samples. */
static void make(struct unite_message *m, uint64_t calls)
{
    struct unite_build b;
    *m = (struct unite_message){.memory = &memory};
    unite_build_init(&b, &memory);
    unite_build_image(&b, &(struct unite_image){.path = TEXT("/bin/p q"), .ticks = 7});
    unite_build_image(&b, &(struct unite_image){.path = TEXT("/a/l.so"), .id = TEXT("\xab\x01")});
    unite_build_image(&b, &(struct unite_image){.path = TEXT("/b/l.so"), .entry = 16});
    unite_build_image(&b, &(struct unite_image){.path = TEXT("/c/l.so")});
    for (unsigned i = 2; i <= 3; i++)
        unite_build_range(&b, &(struct unite_range){.image = i, .hi = 64, .n_bins = 16});
    unite_build_range(&b, &(struct unite_range){UNITE_WAITS, 3, 100, 0, 64, 16});
    unite_build_bin(&b, 2, 70000);
    unite_build_arc(&b, &(struct unite_arc){2, 8, 3, 32, calls});
    unite_build_arc(&b, &(struct unite_arc){3, 8, 2, 32, 1});
    unite_build_fact(&b, &(struct unite_fact){UNITE_SUM, TEXT("wall"), 1234});
    unite_build_fact(&b, &(struct unite_fact){UNITE_SUM, TEXT("calls"), 0});
    unite_build_fact(&b, &(struct unite_fact){UNITE_SUM, TEXT("wait-file"), 0});
    assert_int_equal(unite_build_end(&b, &(struct unite_run){.rank = 1}, UNITE_WITH_ALL, m),
                     UNITE_OK);
    unite_build_release(&b);
}

static enum unite_result write_all(const struct unite_message *m, uint64_t arc_records,
                                   struct out *o)
{
    static const struct unite_files_ops ops = {open_file, close_file, put_head};
    struct unite_files f = {.message = m,
                            .ops = &ops,
                            .ctx = o,
                            .stem = "stem",
                            .gmon = {.word_bytes = 8},
                            .unit = {{"seconds", 7}, 's', 100},
                            .arc_records = arc_records};
    enum unite_result result = unite_files_begin(&f);
    if (result == UNITE_OK)
        result = unite_files_program(&f);
    if (result == UNITE_OK)
        result = unite_files_rest(&f);
    if (result == UNITE_OK)
        result = unite_files_runs(&f);
    unite_files_end(&f);
    return result;
}

static void names_and_text(void **state)
{
    struct unite_message m;
    struct out o = {.sink = {put}};
    (void)state;
    make(&m, 5);
    assert_int_equal(write_all(&m, 0, &o), UNITE_OK);
    assert_string_equal(o.names, "program .l.so .l.so.2 .l.so.2.wait .info runs ");
    assert_string_equal(
        o.text, "head\nruns 1\nwall 1.234\ncalls 0\n"
                "image 0 base 0x0 ticks 7 build-id - file stem path /bin/p\\040q\n"
                "image 1 base 0x0 ticks 0 build-id ab01 file stem.l.so path /a/l.so\n"
                "image 2 base 0x0 ticks 0 build-id - waits 70000 entry 0x10 file stem.l.so.2"
                " path /b/l.so\n"
                "image 3 base 0x0 ticks 0 build-id - path /c/l.so\n"
                "arc 1:0x8 2:0x20 5\narc 2:0x8 1:0x20 1\n");
    unite_message_release(&m);
}

static void failures(void **state)
{
    struct unite_message m;
    struct out o = {.sink = {put}}, full = {.sink = {put}, .is_full = true};
    (void)state;
    make(&m, UINT64_C(1) << 40);
    assert_int_equal(write_all(&m, 100, &o), UNITE_TOO_LARGE);
    assert_int_equal(write_all(&m, 1000, &o), UNITE_OK);
    assert_int_equal(write_all(&m, 0, &full), UNITE_NOT_WRITTEN);
    assert_string_equal(full.names, "program ");
    m.n /= 2;
    assert_int_equal(write_all(&m, 0, &o), UNITE_DAMAGED);
    unite_message_release(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_and_text),
        cmocka_unit_test(failures),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
