/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Words for shells: what they look like, and that every shell at hand gets any bytes back. */
#include <locale.h>

#include "core/base/shell.h"
#include "core/base/utf8.h"
#include "tests/support/scratch_folder.h"
#include "tests/support/unit.h"

TEST(words)
{
    static const char *const cases[][2] = {
        {"main", "main"},
        {"a.c:12", "a.c:12"},
        {"image=libc.so", "image=libc.so"},
        {"=ls", "'=ls'"},
        {"", "''"},
        {"a b", "'a b'"},
        {"$x", "'$x'"},
        {"'", "\"'\""},
        {"~root", "'~root'"},
        {"/x*/", "'/x*/'"},
        {"f(int)", "'f(int)'"},
        {"it's!\\", "'it'\"'\"'s'\\!\\\\"},
        {"caf\xc3\xa9", "'caf\xc3\xa9'"},
        {"caf\xe9", "'caf'\"$(printf '\\351')\""},
        {"x\x15touch y\x1b[", "'x'\"$(printf '\\025')\"'touch y'\"$(printf '\\033')\"'['"},
        {"a\nbc", "'a'\"$(printf '\\012\\142')\"'c'"},
        {"a\n\n'", "'a'\"$(printf '\\012\\012\\047')\""},
        {"a\n\xc3\xa9", "'a'\"$(printf '\\012\\303\\251')\""},
        {"a\n", "'a'\"${gptui_newline%.}\""},
        {"\r\n\n", "\"$(printf '\\015')\"\"${gptui_newline%.}\"\"${gptui_newline%.}\""},
        {"f\xe2\x80\xae", "'f'\"$(printf '\\342\\200\\256')\""},
        {"\xcc\x81", "\"$(printf '\\314\\201')\""}, /* it would stand on the quote */
    };
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        struct text t = {0};
        text_shell(&t, cases[i][0]);
        assert_taken(&t, cases[i][1]);
    }
}

TEST(operands)
{
    static const char *const cases[][3] = {
        /* a path, for gptui as typed, for any program */
        {"prog", "prog", "./prog"},
        {"dir/x", "dir/x", "./dir/x"},
        {"/a/b c", "'/a/b c'", "/a/b c"},
        {"./x", "./x", "./x"},
        {"../x", "../x", "../x"},
        {"-", "-", "./-"},
        {"-x", "./-x", "./-x"},
        {"@x y", "./'@x y'", "./@x y"},
        {"+!sh", "./'+'\\!'sh'", "./+!sh"},
        {"record", "./record", "./record"},
    };
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        struct text t = {0};
        text_shell_operand(&t, cases[i][0]);
        assert_string_equal(text_z(&t), cases[i][1]);
        text_clear(&t);
        text_operand(&t, cases[i][0]);
        assert_taken(&t, cases[i][2]);
    }
}

/* ---- through shells ---- */

enum { N_WORDS = 150, WORD_MOST = 24 };

/* Bytes of which quoting makes much, and any others. */
static char random_byte(uint32_t *seed)
{
    static const char hard[] = "\n\n'\\!\"$`%*~= \t\r\x15\x1b\x7f\xc3\xa9\xe2\x80\xae\xcc\x81";
    *seed = *seed * 1664525 + 1013904223;
    uint32_t r = *seed >> 8;
    if (r % 4)
        return hard[r / 4 % (sizeof hard - 1)];
    return (char)(r / 4 % 255 + 1);
}

/* A command that prints `n` random words, each with a zero byte after it, and what it must print.
 */
static void make_command(struct text *command, struct text *want)
{
    uint32_t seed = 1;
    struct text line = {0};
    text_str(&line, "printf '%s\\000'");
    for (size_t i = 0; i < N_WORDS; i++) {
        char word[WORD_MOST + 1];
        size_t n = i % WORD_MOST;
        for (size_t k = 0; k < n; k++)
            word[k] = random_byte(&seed);
        word[n] = '\0';
        text_char(&line, ' ');
        text_shell(&line, word);
        text_add(want, word, n + 1);
    }
    text_shell_command(command, &line);
    text_char(command, '\n');
    assert_false(line.failed || command->failed || want->failed);
    text_release(&line);
}

/* Pasted, such a line is nothing but characters that can be seen: no key does anything. */
static void check_visible(const struct text *command)
{
    size_t n = command->n - 1; /* the line end is ours */
    struct text t = {0};
    text_shown(&t, command->p, n, false);
    assert_int_equal(t.n, n);
    assert_memory_equal(t.p, command->p, n);
    text_release(&t);
}

static void read_output(const char *command, struct text *out)
{
    char buffer[4096];
    FILE *f = popen(command, "r");
    assert_non_null(f);
    for (size_t n; (n = fread(buffer, 1, sizeof buffer, f)) > 0;)
        text_add(out, buffer, n);
    assert_int_equal(pclose(f), 0);
}

static void check_shell(const char *shell, const char *before, const struct text *command,
                        const struct text *want)
{
    FILE *f = fopen("script", "w");
    struct text run = {0}, got = {0};
    assert_non_null(f);
    fputs(before, f);
    assert_int_equal(fwrite(command->p, 1, command->n, f), command->n);
    assert_int_equal(fclose(f), 0);
    text_printf(&run, "%s script", shell);
    read_output(text_z(&run), &got);
    assert_int_equal(got.n, want->n);
    assert_memory_equal(got.p, want->p, want->n);
    text_release(&run);
    text_release(&got);
}

static bool is_there(const char *shell)
{
    char look[200];
    snprintf(look, sizeof look, "command -v %.*s >/dev/null", (int)strcspn(shell, " "), shell);
    return system(look) == 0;
}

TEST(any_bytes)
{
    static const struct {
        const char *shell, *before;
    } shells[] = {
        {"sh", ""},
        {"dash", ""},
        {"bash", "set -o history\nset -o histexpand\n: before\n"}, /* as one that is typed into */
        {"bash --posix", ""},
        {"busybox sh", ""},
        {"mksh", ""},
        {"ksh", ""},
        {"zsh -f", ""},
        {"zsh --emulate sh", ""},
    };
    static const char *const locales[] = {"C", "C.UTF-8"};
    for (size_t l = 0; l < ARRAY_LEN(locales); l++) {
        struct text command = {0}, want = {0};
        assert_non_null(setlocale(LC_CTYPE, "C.UTF-8"));
        make_command(&command, &want);
        check_visible(&command);
        setenv("LC_ALL", locales[l], 1);
        for (size_t i = 0; i < ARRAY_LEN(shells); i++)
            if (is_there(shells[i].shell))
                check_shell(shells[i].shell, shells[i].before, &command, &want);
            else if (!l)
                print_message("# not here: %s\n", shells[i].shell);
        text_release(&command);
        text_release(&want);
    }
}

ALL_TESTS(use_utf8, NULL);
EACH_TEST(scratch_enter, scratch_leave);
