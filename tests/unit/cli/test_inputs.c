/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cli/inputs: which files a pattern and the folder of a run name, and in which order. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <cmocka.h>

#include "core/base/text.h"
#include "core/cli/inputs.h"
#include "core/cli/runtime_files.h"
#include "tests/support/run_maker.h"
#include "tests/support/scratch_folder.h"

static void touch(const char *path)
{
    int fd = open(path, O_WRONLY | O_CREAT | O_EXCL, 0600);
    assert_true(fd >= 0);
    close(fd);
}

static void make_dir(const char *path)
{
    assert_int_equal(mkdir(path, 0700), 0);
}

/* A folder of its own to be in, with some files. */
static int in_folder(void **state)
{
    assert_int_equal(scratch_enter(state), 0);
    make_dir("d");
    make_dir("d/10");
    make_dir("d/9");
    make_dir("d/9/x.gmon");
    make_dir("d/empty");
    touch("d/gmon.out");
    touch("d/gmon.sum");
    touch("d/gmon.output");
    touch("d/.gmon");
    touch("d/10/gmon.out.77");
    touch("d/9/gmon.out.5");
    touch("d/9/a.gmon");
    touch("d/9/x.gmon/b.gmon");
    assert_int_equal(symlink("../9", "d/10/nine"), 0);
    assert_int_equal(symlink("..", "d/10/up.gmon"), 0);
    assert_int_equal(symlink("self.gmon", "d/10/self.gmon"), 0);
    assert_int_equal(symlink("../gmon.sum", "d/10/link.gmon"), 0);
    assert_int_equal(mkfifo("d/10/pipe.gmon", 0600), 0);
    touch("[a].gmon");
    touch("b 1");
    touch("b 2");
    return 0;
}

/* The words joined with '|'; releases in. */
static void expect(struct inputs *in, const char *joined)
{
    struct text t = {0};
    for (size_t i = 0; i < in->files.n; i++) {
        text_str(&t, i ? "|" : "");
        text_str(&t, in->files.p[i]);
    }
    assert_string_equal(text_z(&t), joined);
    text_release(&t);
    inputs_release(in);
}

static void patterns(void **state)
{
    (void)state;
    static const struct {
        const char *word, *files;
    } cases[] = {
        {"b*", "b 1|b 2"},
        {"b [2-9]", "b 2"},
        {"[a].gmon", "[a].gmon"}, /* a name, whatever it would match */
        {"none*", "none*"},
        {"-", "-"},
        {"b", "b"},
        {"*/*.out", "d/gmon.out"},
        {"", ""},
        {"d/9/?.gmon", "d/9/a.gmon"}, /* the other one is a folder */
        {"d/10/*.gmon", "d/10/link.gmon"},
    };
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        struct inputs in = {.program = "p"};
        struct err e = ERR_INIT;
        assert_true(inputs_add_word(&in, cases[i].word, &e));
        expect(&in, cases[i].files);
    }
}

static void write_text(const char *path, const char *text)
{
    FILE *f = fopen(path, "wx");
    assert_non_null(f);
    assert_true(fputs(text, f) >= 0);
    assert_int_equal(fclose(f), 0);
}

/* A profile with a run beside it. */
static void touch_pair(const char *path, const char *program)
{
    char text[256];
    touch(path);
    snprintf(text, sizeof text, "image 0 path %s\n", program);
    run_make(text, path);
}

/* What the runtime wrote beside a program's profile is no profile of its own. */
static void companions(void **state)
{
    (void)state;
    struct inputs in = {.program = "p"};
    struct err e = ERR_INIT;
    make_dir("run");
    touch_pair("run/gmon.out", "/p");
    touch_pair("run/gmon.out.12", "/p");
    touch("run/gmon.out.13");
    write_text("run/gmon.out.13.run", "of another kind");
    assert_true(inputs_add_word(&in, "run/*", &e));
    assert_true(inputs_settle(&in, &e));
    expect(&in, "run/gmon.out|run/gmon.out.12|run/gmon.out.13|run/gmon.out.13.run");
    assert_true(inputs_add_word(&in, "run/gmon.out.run", &e)); /* it is enough */
    assert_true(inputs_settle(&in, &e));
    expect(&in, "run/gmon.out.run");
    assert_true(inputs_add_word(&in, "run/*2.run", &e));
    assert_true(inputs_add_word(&in, "run/gmon.out", &e));
    assert_true(inputs_settle(&in, &e));
    expect(&in, "run/gmon.out.12.run|run/gmon.out");
}

/* M6: what a shell makes of gmon.out.*, in whatever order, and what it makes of gmon.out* */
static void companions_as_words(void **state)
{
    (void)state;
    static const char *const words[] = {"run/gmon.out.12.run", "run/gmon.out.12",
                                        "run/gmon.out.run", "run/gmon.out.12"};
    struct inputs in = {.program = "p"};
    struct err e;
    err_clear(&e);
    for (size_t i = 0; i < ARRAY_LEN(words); i++)
        assert_true(inputs_add_word(&in, words[i], &e));
    assert_true(inputs_settle(&in, &e));
    expect(&in, "run/gmon.out.12|run/gmon.out.run|run/gmon.out.12");
}

static void run_folders(void **state)
{
    (void)state;
    struct inputs in = {.program = "p", .image = "/none/prog"};
    struct err e;
    err_clear(&e);
    make_dir("r");
    make_dir("r/gmon.out.d");
    make_dir("r/other.d");
    touch("r/other");
    touch_pair("r/gmon.out", "/none/prog");
    touch_pair("r/gmon.out.d/1.h.9", "/gone/prog");
    touch_pair("r/gmon.out.d/1.h.8", "/none/sh");
    touch_pair("r/gmon.out.d/1.h.7", "/none/prog");
    write_text("r/gmon.out.d/gptui-run", "gptui-run 1\n");
    assert_true(inputs_add_word(&in, "r/gmon.out.d/", &e));
    assert_true(inputs_settle(&in, &e));
    assert_string_equal(text_z(&in.warnings), "p: warning: r/gmon.out.d/: 1 profile of another "
                                              "program is left out\n");
    expect(&in, "r/gmon.out|r/gmon.out.d//1.h.7|r/gmon.out.d//1.h.9");
    assert_true(inputs_add_word(&in, "r/gmon.out.d", &e)); /* of a profile that is given, too */
    assert_true(inputs_add_word(&in, "r/gmon.out", &e));
    assert_true(inputs_add_word(&in, "r/other.d", &e)); /* not ours */
    assert_true(inputs_add_word(&in, "r/other", &e));
    assert_true(inputs_settle(&in, &e));
    expect(&in, "r/gmon.out|r/other.d|r/other");
    assert_string_equal(run_folder_program(&in.files, "r/gmon.out.d", &e), "/none/prog");
    assert_int_equal(unlink("r/gmon.out"), 0);
    in.image = "/none/cat";
    assert_true(inputs_add_word(&in, "r/gmon.out.d", &e));
    assert_false(inputs_settle(&in, &e));
    assert_int_equal(e.code, ERR_SPEC);
    inputs_release(&in);
}

static void failures(void **state)
{
    (void)state;
    struct inputs in = {.program = "p"};
    struct err e = ERR_INIT;
    assert_false(inputs_add_word(&in, "d/10/p*.gmon", &e));
    assert_int_equal(e.code, ERR_SPEC);
    assert_int_equal(in.files.n, 0);
    inputs_release(&in);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(patterns),
        cmocka_unit_test(companions),
        cmocka_unit_test(companions_as_words),
        cmocka_unit_test(run_folders),
        cmocka_unit_test(failures),
    };
    return cmocka_run_group_tests(tests, in_folder, scratch_leave);
}
