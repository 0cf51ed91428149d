/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Command lines: bytes between zeros are words; parsed, folded, and written as a shell command that
 * must mean the same. */
#include "fuzz.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"
#include "core/cli/command.h"
#include "core/options/option_list.h"
#include "core/options/settings.h"
#include "shell.h"
#include "tests/support/require.h"

/* Zero-terminated words one after the other; none names a file to read. The caller frees it. */
static char **split(char *text, size_t n, int *words)
{
    char **argv = mem_array(n + 2, sizeof *argv);
    int argc = 0;
    argv[argc++] = (char *)"gptui";
    for (size_t at = 0; at < n; at += strlen(text + at) + 1)
        argv[argc++] = text[at] == '@' ? text + at + 1 : text + at;
    *words = argc;
    return argv;
}

/* The list as typed, read again. */
static void check_command(const struct option_list *l)
{
    struct text t = {0};
    struct command c;
    const struct command_rules rules = {.program = "gptui"};
    option_list_command(l, &t);
    char *text = mem_text(text_z(&t), t.n);
    int argc;
    char **argv = split(text, l->n ? shell_words(text) : 0, &argc);
    command_parse(&c, argc, argv, &rules);
    require(c.verdict == COMMAND_RUN && option_list_equal(&c.items, l));
    command_release(&c);
    text_release(&t);
    free(argv);
    free(text);
}

static void check_fold(const struct option_list *l)
{
    struct settings s;
    struct settings_memory own;
    struct err e = ERR_INIT;
    const bool ok = settings_fold(&s, &own, l, &e);
    require(ok == (e.code == ERR_NONE));
    require(s.width >= 1 && s.n_filters <= l->n);
    require(!(settings_styles(&s, true, true) & ~(s.styles | STYLE_FLAT | STYLE_GRAPH)));
    settings_release(&own);
}

static void check_copy(const struct option_list *l)
{
    struct option_list copy;
    option_list_copy(&copy, l);
    require(option_list_equal(&copy, l));
    for (size_t i = 0; i < copy.n; i++)
        option_list_move(&copy, i, copy.n - 1 - i);
    while (copy.n)
        option_list_remove(&copy, copy.n / 2);
    option_list_release(&copy);
}

int LLVMFuzzerTestOneInput(const uint8_t *p, size_t n)
{
    char *text = n ? mem_text((const char *)p + 1, n - 1) : NULL;
    if (!text)
        return 0;
    int argc;
    char **argv = split(text, n - 1, &argc);
    const struct command_rules rules = {
        .program = "gptui", .gnu_only = p[0] & 1, .operand_ends = p[0] & 2};
    struct command c;
    command_parse(&c, argc, argv, &rules);
    require((c.verdict == COMMAND_BAD) == (c.message.n > 0));
    check_fold(&c.items);
    check_copy(&c.items);
    check_command(&c.items);
    command_release(&c);
    free(argv);
    free(text);
    return 0;
}
