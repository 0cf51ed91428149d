/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Command lines taken apart: messages, order, permutation, abbreviations. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "core/cli/command.h"
#include "core/cli/usage.h"

#define ARGS_MOST 12

static void parse(struct command *c, const char *const *args, struct command_rules rules)
{
    char *argv[ARGS_MOST + 2] = {(char *)"gprof"};
    int argc = 1;
    while (args[argc - 1]) {
        argv[argc] = (char *)args[argc - 1];
        argc++;
    }
    rules.program = "gprof";
    command_parse(c, argc, argv, &rules);
}

#define PARSE(c, ...) parse(c, (const char *const[]){__VA_ARGS__, NULL}, (struct command_rules){0})

static void check_bad(const char *arg, const char *second, bool usage, const char *want)
{
    struct command c;
    PARSE(&c, arg, second);
    assert_int_equal(c.verdict, COMMAND_BAD);
    assert_int_equal(c.usage, usage);
    assert_string_equal(text_z(&c.message), want);
    command_release(&c);
}

static void messages(void **state)
{
    (void)state;
    check_bad("--bogus", NULL, true, "gprof: unrecognized option '--bogus'\n");
    check_bad("--bogus=1", NULL, true, "gprof: unrecognized option '--bogus=1'\n");
    check_bad("-g", NULL, true, "gprof: invalid option -- 'g'\n");
    check_bad("-bg", NULL, true, "gprof: invalid option -- 'g'\n");
    check_bad("-b-", NULL, true, "gprof: invalid option -- '-'\n");
    check_bad("-e", NULL, true, "gprof: option requires an argument -- 'e'\n");
    check_bad("--no-t", NULL, true, "gprof: option '--no-time' requires an argument\n");
    check_bad("--bri=", NULL, true, "gprof: option '--brief' doesn't allow an argument\n");
    check_bad("--f", NULL, true,
              "gprof: option '--f' is ambiguous; possibilities: '--flat-profile' "
              "'--function-ordering' '--file-ordering' '--file-info' '--file-format'\n");
    check_bad("--de=3", NULL, true,
              "gprof: option '--de=3' is ambiguous; possibilities: '--demangle' '--debug'\n");
    check_bad("--demangle=x", NULL, false, "gprof: unknown demangling style `x'\n");
    check_bad("-O", "x", false, "x: unknown file format gprof\n");
    check_bad("--x\033[2J", NULL, true, "gprof: unrecognized option '--x\\x1b[2J'\n");
}

static void first_error_wins(void **state)
{
    (void)state;
    struct command c;
    PARSE(&c, "-g", "-h");
    assert_int_equal(c.verdict, COMMAND_BAD);
    command_release(&c);
    PARSE(&c, "-h", "-g", "-v");
    assert_int_equal(c.verdict, COMMAND_HELP);
    command_release(&c);
    PARSE(&c, "-bv", "-h");
    assert_int_equal(c.verdict, COMMAND_VERSION);
    command_release(&c);
    PARSE(&c, "--", "-h");
    assert_int_equal(c.verdict, COMMAND_RUN);
    command_release(&c);
}

static void check_item(const struct command *c, size_t i, int letter, const char *arg)
{
    assert_true(i < c->items.n);
    assert_int_equal(option_get(c->items.items[i].id)->letter, letter);
    assert_true(c->items.items[i].on);
    if (arg)
        assert_string_equal(c->items.items[i].arg, arg);
    else
        assert_null(c->items.items[i].arg);
}

static void options_and_operands_mix(void **state)
{
    (void)state;
    struct command c;
    PARSE(&c, "img", "-bpmain", "one", "--graph=a/b", "-e", "x", "-k", "--", "-", "--", "-z");
    assert_int_equal(c.verdict, COMMAND_RUN);
    assert_int_equal(c.items.n, 5);
    check_item(&c, 0, 'b', NULL);
    check_item(&c, 1, 'p', "main");
    check_item(&c, 2, 'q', "a/b");
    check_item(&c, 3, 'e', "x");
    check_item(&c, 4, 'k', "--");
    assert_string_equal(c.image, "img");
    assert_int_equal(c.n_files, 3);
    assert_string_equal(c.files[0], "one");
    assert_string_equal(c.files[1], "-");
    assert_string_equal(c.files[2], "-z");
    command_release(&c);
}

static void optional_arguments_are_attached(void **state)
{
    (void)state;
    struct command c;
    PARSE(&c, "-p", "f1", "--flat-profile=", "--=foo", "-pq");
    check_item(&c, 0, 'p', NULL);
    check_item(&c, 1, 'p', "");
    check_item(&c, 2, 'e', "foo");
    check_item(&c, 3, 'p', "q");
    assert_string_equal(c.image, "f1");
    assert_int_equal(c.n_files, 1);
    assert_string_equal(c.files[0], "gmon.out");
    command_release(&c);
}

static void nothing_means_defaults(void **state)
{
    (void)state;
    struct command c;
    PARSE(&c, "-d", "-d5", "--debug=7");
    assert_int_equal(c.verdict, COMMAND_RUN);
    assert_int_equal(c.items.n, 0);
    assert_string_equal(c.image, "a.out");
    assert_string_equal(c.files[0], "gmon.out");
    assert_false(c.batch);
    assert_null(c.script);
    command_release(&c);
}

static void first_operand_ends_by_posix(void **state)
{
    (void)state;
    struct command c;
    static const char *const args[] = {"-b", "img", "-z", "--", NULL};
    parse(&c, args, (struct command_rules){.operand_ends = true});
    assert_int_equal(c.items.n, 1);
    assert_string_equal(c.image, "img");
    assert_int_equal(c.n_files, 2);
    assert_string_equal(c.files[0], "-z");
    assert_string_equal(c.files[1], "--");
    command_release(&c);
}

static void ours_are_spelled_in_full(void **state)
{
    (void)state;
    struct command c;
    PARSE(&c, "--batch", "--strict", "--script", "keys");
    assert_int_equal(c.verdict, COMMAND_RUN);
    assert_true(c.batch);
    assert_string_equal(c.script, "keys");
    assert_int_equal(c.items.n, 1);
    assert_int_equal(c.items.items[0].id, option_by_name("strict"));
    command_release(&c);
    PARSE(&c, "--b", "--stat");
    assert_int_equal(c.verdict, COMMAND_RUN);
    assert_int_equal(c.items.n, 2);
    check_item(&c, 1, 'c', NULL);
    command_release(&c);
    PARSE(&c, "--callers", "assumed");
    assert_int_equal(c.verdict, COMMAND_RUN);
    assert_int_equal(c.items.items[0].id, option_by_name("callers"));
    command_release(&c);
    check_bad("--batc", NULL, true, "gprof: unrecognized option '--batc'\n");
    check_bad("--scrip", "x", true, "gprof: unrecognized option '--scrip'\n");
    check_bad("--script", NULL, true, "gprof: option '--script' requires an argument\n");
}

static void under_the_name_gprof(void **state)
{
    (void)state;
    struct command c;
    static const char *const args[] = {"--batch", NULL}, *const none[] = {NULL};
    parse(&c, args, (struct command_rules){.gnu_only = true});
    assert_int_equal(c.verdict, COMMAND_BAD);
    assert_string_equal(text_z(&c.message), "gprof: unrecognized option '--batch'\n");
    command_release(&c);
    parse(&c, none, (struct command_rules){.gnu_only = true});
    assert_int_equal(c.items.n, 1);
    assert_int_equal(c.items.items[0].id, option_by_name("strict"));
    command_release(&c);
    assert_true(command_is_gprof("gprof"));
    assert_true(command_is_gprof("/usr/bin/gprof"));
    assert_true(command_is_gprof("./x86_64-linux-gnu-gprof"));
    assert_false(command_is_gprof("gptui"));
    assert_false(command_is_gprof("mygprof"));
    assert_false(command_is_gprof("gprof/gptui"));
    assert_false(command_is_gprof(""));
}

static void only_batch_can(void **state)
{
    (void)state;
    struct command c;
    PARSE(&c, "-r");
    assert_true(c.batch);
    command_release(&c);
    PARSE(&c, "-pqCi");
    assert_false(c.batch);
    command_release(&c);
}

/* ---- help ---- */

static void help_lists_all(void **state)
{
    (void)state;
    struct text t = {0};
    usage_text("gptui", false, &t);
    for (option_id id = 0; (size_t)id < option_count(); id++) {
        struct text o = {0};
        const struct option_def *d = option_get(id);
        text_str(&o, "\n  ");
        usage_option(d, &o);
        if (!strstr(text_z(&t), text_z(&o)))
            fail_msg("%s is not listed", text_z(&o));
        text_release(&o);
    }
    assert_non_null(strstr(text_z(&t), "--script"));
    text_clear(&t);
    usage_text("gprof", true, &t);
    assert_null(strstr(text_z(&t), "--script"));
    text_release(&t);
}

static void help_fits_80_columns(void **state)
{
    (void)state;
    struct text t = {0};
    usage_text("gptui", false, &t);
    for (const char *line = text_z(&t); *line; line++) {
        size_t n = strcspn(line, "\n");
        if (n > 80)
            fail_msg("%.*s", (int)n, line);
        line += n;
    }
    text_release(&t);
}

static void option_forms(void **state)
{
    (void)state;
    static const struct {
        int letter;
        const char *want;
    } cases[] = {
        {'b', "-b, --brief"},
        {'p', "-p, --flat-profile[=SYMSPEC]"},
        {'w', "-w, --width=COLUMNS"},
        {'e', "-e SYMSPEC"},
        {'B', "-B"},
    };
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        struct text t = {0};
        usage_option(option_get(option_by_letter(cases[i].letter)), &t);
        assert_string_equal(text_z(&t), cases[i].want);
        text_release(&t);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(messages),
        cmocka_unit_test(first_error_wins),
        cmocka_unit_test(options_and_operands_mix),
        cmocka_unit_test(optional_arguments_are_attached),
        cmocka_unit_test(nothing_means_defaults),
        cmocka_unit_test(first_operand_ends_by_posix),
        cmocka_unit_test(ours_are_spelled_in_full),
        cmocka_unit_test(under_the_name_gprof),
        cmocka_unit_test(only_batch_can),
        cmocka_unit_test(help_lists_all),
        cmocka_unit_test(help_fits_80_columns),
        cmocka_unit_test(option_forms),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
