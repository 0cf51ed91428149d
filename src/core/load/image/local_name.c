/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/load/image/local_name.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/char.h"
#include "core/base/mem.h"

enum { WORK_PER_BYTE = 4 }; /* looks at each byte; after more, judge all positions at once */

/* What step returns for a name that is not taken. */
#define NOT_TAKEN ((size_t)-1)
#define TAKEN     ((size_t)-2)

void local_names_init(struct local_names *l, const char *names, size_t n, char leading)
{
    *l = (struct local_names){.names = names, .n = n, .leading = leading};
}

void local_names_release(struct local_names *l)
{
    free(l->verdict);
    l->verdict = NULL;
}

/* Go on from the byte at `at`, which a scan in normal state looks at.
 * QUIRK(gnu): digits at the end of a name lead past its zero byte, into the next string of the
 * table; pinned by tests/unit/load/test_image.c. Past the table's end nothing speaks against a
 * name. */
static size_t name_step(const struct local_names *l, size_t at)
{
    const char *s = l->names;
    if (s[at] == '\0')
        return TAKEN;
    if (s[at] == '$')
        return NOT_TAKEN;
    if (s[at] != '.')
        return at + 1;
    /* After one of these words follows a clone's number. */
    static const char *const words[] = {".clone.", ".constprop."};
    size_t first = at + 1;
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (strncmp(s + at, words[i], strlen(words[i])) == 0 && s[at + strlen(words[i])])
            first = at + strlen(words[i]);
    size_t end = first;
    while (char_is_digit(s[end]))
        end++;
    if (s[end] == '.')
        return end > first ? end : NOT_TAKEN;
    if (s[end] != '\0')
        return NOT_TAKEN;
    return end + 1 < l->n ? end + 1 : TAKEN;
}

static bool bit(const uint64_t *set, size_t i)
{
    return set[i / 64] >> i % 64 & 1;
}

static bool scan_name(struct local_names *l, size_t at)
{
    size_t next = at, from = at;
    while (next < l->n) {
        const char *s = l->names + next;
        while (*s && *s != '.' && *s != '$')
            s++;
        from = (size_t)(s - l->names);
        next = name_step(l, from);
    }
    l->work += from - at;
    return next == TAKEN;
}

bool local_name_taken(struct local_names *l, size_t at)
{
    const char *s = l->names + at;
    if (l->leading && *s != l->leading)
        return false;
    if (!*s || strncmp(s, "__gnu_compiled", 14) == 0 || strncmp(s, "___gnu_compiled", 15) == 0)
        return false;
    if (!l->verdict && l->work / WORK_PER_BYTE > l->n + 4096) {
        /* A step leads forward only, so one pass from the end knows all verdicts. */
        l->verdict = mem_array(l->n / 64 + 1, sizeof *l->verdict);
        for (size_t i = l->n; i-- > 0;) {
            size_t next = name_step(l, i);
            if (next == TAKEN || (next != NOT_TAKEN && bit(l->verdict, next)))
                l->verdict[i / 64] |= (uint64_t)1 << i % 64;
        }
    }
    return l->verdict ? bit(l->verdict, at) : scan_name(l, at);
}

bool local_name_is_clone(const struct local_names *l, size_t at)
{
    const char *s = l->names + at;
    if ((l->leading && *s != l->leading) || *s == '.' || !*s || strchr(s, '$'))
        return false;
    return strchr(s, '.') && strncmp(s, "__gnu_compiled", 14) != 0 &&
           strncmp(s, "___gnu_compiled", 15) != 0;
}
