/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Command lines: bytes between zeros are words; parsed, folded, and written back as a command that
 * must mean the same. */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"
#include "core/cli/command.h"
#include "core/cli/usage.h"
#include "core/query/option.h"
#include "core/query/settings.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define WORDS_MOST 64

/* Words that name files are not opened here. */
static int split(char *text, size_t n, char **argv)
{
    int argc = 0;
    argv[argc++] = (char *)"gptui";
    for (size_t at = 0; at < n && argc < WORDS_MOST; at += strlen(text + at) + 1)
        argv[argc++] = text[at] == '@' ? text + at + 1 : text + at;
    return argc;
}

static void check_fold(const struct option_list *l)
{
    struct settings s;
    struct settings_memory own;
    struct err e;
    err_clear(&e);
    if (settings_fold(&s, &own, l, &e) && settings_styles(&s, true, true) & STYLE_INFO && !s.width)
        abort();
    settings_release(&own);
}

static void check_list(const struct option_list *l)
{
    struct option_list copy;
    struct text a = {0}, b = {0};
    if (!option_list_copy(&copy, l))
        return;
    if (!option_list_equal(&copy, l))
        abort();
    option_list_command(l, &a);
    option_list_command(&copy, &b);
    if (strcmp(text_z(&a), text_z(&b)) != 0)
        abort();
    text_release(&a);
    text_release(&b);
    option_list_release(&copy);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *argv[WORDS_MOST];
    char *text = size ? mem_text((const char *)data + 1, size - 1) : NULL;
    if (!text)
        return 0;
    int argc = split(text, size - 1, argv);
    const struct command_rules rules = {
        .program = "gptui", .gnu_only = data[0] & 1, .operand_ends = data[0] & 2};
    struct command c;
    struct err e;
    err_clear(&e);
    if (command_parse(&c, argc, argv, &rules, &e)) {
        if (c.verdict == COMMAND_BAD && c.message.n == 0)
            abort();
        check_fold(&c.items);
        check_list(&c.items);
    }
    command_release(&c);
    free(text);
    return 0;
}
