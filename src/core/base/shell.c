/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/shell.h"

#include <string.h>

#include "core/base/char.h"
#include "core/base/utf8.h"

#define NEWLINE "\"${gptui_newline%.}\""

/* Characters that some shell interprets even between single quotes. */
static bool is_special(char c)
{
    return c == '\'' || c == '\\' || c == '!';
}

/* Bytes at the beginning of s that printf has to write: all that cannot be seen, and one
 * character more if that ends in a line end. Line ends at the end of the word stay. */
static size_t coded_bytes(const char *s, size_t n)
{
    size_t at = 0;
    while (n && s[n - 1] == '\n')
        n--;
    while (at < n) {
        unsigned marks = UTF8_NO_CELL;
        int32_t c;
        size_t len = utf8_decode(s + at, n - at, &c);
        if (utf8_next_visible(c, &marks) && !(at && s[at - 1] == '\n'))
            break;
        at += len;
    }
    return at;
}

/* What stands at the beginning of s, in one of the forms; the number of bytes used. */
static size_t add_part(struct text *out, const char *s, size_t n)
{
    /* Bytes at the beginning of s that stand between single quotes. */
    size_t some = 0;
    unsigned marks = UTF8_NO_CELL;
    while (some < n && !is_special(s[some])) {
        int32_t c;
        size_t len = utf8_decode(s + some, n - some, &c);
        if (!utf8_next_visible(c, &marks))
            break;
        some += len;
    }

    if (some) {
        text_char(out, '\'');
        text_add(out, s, some);
        text_char(out, '\'');
        return some;
    }
    if (is_special(*s)) {
        text_str(out, *s == '\'' ? "\"'\"" : *s == '!' ? "\\!" : "\\\\");
        return 1;
    }
    some = coded_bytes(s, n);
    if (some) {
        text_str(out, "\"$(printf '");
        for (size_t i = 0; i < some; i++)
            text_printf(out, "\\%03o", (unsigned)(unsigned char)s[i]);
        text_str(out, "')\"");
        return some;
    }
    text_str(out, NEWLINE);
    return 1;
}

void text_shell(struct text *out, const char *word)
{
    size_t n = strlen(word), plain = 0;
    /* A word may hold = but not begin with it: zsh replaces =NAME by the path of a command. */
    while (char_is_letter(word[plain]) || char_is_digit(word[plain]) ||
           (word[plain] && strchr("_-+./:,@", word[plain])) || (plain && word[plain] == '='))
        plain++;
    if (n && plain == n) {
        text_add(out, word, n);
        return;
    }
    if (!n)
        text_str(out, "''");
    for (size_t at = 0; at < n;)
        at += add_part(out, word + at, n - at);
}

void text_shell_operand(struct text *out, const char *path)
{
    /* Options, files with arguments, and the subcommand; "-" is standard input also here. */
    if ((*path && path[1] && strchr("-+@", *path)) || strcmp(path, "record") == 0)
        text_str(out, "./");
    text_shell(out, path);
}

void text_shell_command(struct text *out, struct text *words)
{
    if (strstr(text_z(words), NEWLINE))
        text_str(out, "gptui_newline=$(printf '\\012.'); ");
    text_add(out, words->p, words->n);
}

void text_operand(struct text *out, const char *path)
{
    if (path[0] != '/' && strncmp(path, "./", 2) != 0 && strncmp(path, "../", 3) != 0)
        text_str(out, "./");
    text_str(out, path);
}
