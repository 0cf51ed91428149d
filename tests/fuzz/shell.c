/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "shell.h"

#include <stdbool.h>
#include <string.h>

#include "core/base/char.h"
#include "parts.h"
#include "tests/support/require.h"

struct reader {
    const char *p;
    char *to;
};

/* \NNN, in octal digits, or what %% and \\ stand for. */
static char take_format(struct reader *r)
{
    char c = *r->p++;
    unsigned value = 0;
    if (c == '%')
        require(*r->p++ == '%');
    if (c != '\\')
        return c;
    if (*r->p == '\\')
        return *r->p++;
    require(*r->p >= '0' && *r->p <= '7');
    for (int i = 0; i < 3 && *r->p >= '0' && *r->p <= '7'; i++)
        value = value * 8 + (unsigned)(*r->p++ - '0');
    require(value > 0 && value < 256);
    return (char)value;
}

static bool take(struct reader *r, const char *what)
{
    size_t n = strlen(what);
    bool is_there = strncmp(r->p, what, n) == 0;
    r->p += is_there ? n : 0;
    return is_there;
}

/* After `$`: all that a line may have substituted. Newlines at the end of what printf writes are
 * lost; a variable of ours holds one and a dot. */
static void take_substitute(struct reader *r)
{
    char *start = r->to;
    if (take(r, "{gptui_newline%.}")) {
        *r->to++ = '\n';
        return;
    }
    require(take(r, "(printf '"));
    while (*r->p != '\'') {
        require(*r->p != '\0');
        *r->to++ = take_format(r);
    }
    require(take(r, "')"));
    while (r->to > start && r->to[-1] == '\n')
        r->to--;
}

static void take_single(struct reader *r)
{
    const char *end = strchr(r->p, '\'');
    require(end != NULL);
    for (const char *p = r->p; p < end; p++) /* control characters act when they are pasted */
        require((unsigned char)*p >= ' ' && *p != 0x7f);
    memmove(r->to, r->p, (size_t)(end - r->p));
    r->to += end - r->p;
    r->p = end + 1;
}

static void take_double(struct reader *r)
{
    while (*r->p != '"') {
        char c = *r->p++;
        require(c != '\0' && c != '`');
        if (c == '$')
            take_substitute(r);
        else if (c == '\\' && *r->p && strchr("$`\"\\", *r->p))
            *r->to++ = *r->p++;
        else
            *r->to++ = c;
    }
    r->p++;
}

/* Outside of quotes a byte stands for itself, or it must not be there. */
static void take_plain(struct reader *r, bool first)
{
    char c = *r->p++;
    require(!strchr("$`*?[!{}&|;<>()\n\t", c) && !(first && (c == '~' || c == '#')));
    require((unsigned char)c < 0x80 && c > ' ');
    *r->to++ = c;
}

size_t shell_words(char *line)
{
    struct reader r = {line, line};
    bool first = true;
    while (*r.p) {
        if (*r.p == '\'' && r.p++)
            take_single(&r);
        else if (*r.p == '"' && r.p++)
            take_double(&r);
        else if (*r.p == '\\' && r.p[1] && r.p++)
            *r.to++ = *r.p++;
        else if (*r.p != ' ')
            take_plain(&r, first);
        first = *r.p == ' ';
        if (first && r.p++)
            *r.to++ = '\0';
    }
    *r.to++ = '\0';
    return (size_t)(r.to - line);
}
