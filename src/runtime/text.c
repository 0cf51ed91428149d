/* SPDX-License-Identifier: MIT */
#include "runtime/text.h"

#include "runtime/sys.h"

size_t text_length(const char *s)
{
    size_t n = 0;
    while (s[n])
        n++;
    return n;
}

void text_add(char *to, size_t room, const char *s)
{
    size_t n = text_length(to);
    while (*s && n + 1 < room)
        to[n++] = *s++;
    to[n] = 0;
}

void text_add_number(char *to, size_t room, uint64_t number)
{
    char digits[21], *at = digits + sizeof digits - 1;
    *at = 0;
    do
        *--at = (char)('0' + number % 10);
    while (number /= 10);
    text_add(to, room, at);
}

bool text_equal(const char *a, const char *b)
{
    for (; *a && *a == *b; a++)
        b++;
    return *a == *b;
}

bool text_to_number(const char *s, unsigned least, unsigned most, unsigned *number)
{
    uint64_t n = 0;
    if (!*s)
        return false;
    for (; *s; s++) {
        if (*s < '0' || *s > '9')
            return false;
        n = n * 10 + (uint64_t)(*s - '0');
        if (n > most)
            return false;
    }
    if (n < least)
        return false;
    *number = (unsigned)n;
    return true;
}

const char *text_base(const char *path)
{
    const char *base = path;
    for (; *path; path++)
        if (*path == '/')
            base = path + 1;
    return base;
}

void text_complain(const char *what, const char *where, const char *why, int error)
{
    const char *const part[] = {"gptui-rt: ", what, " ", where, " ", why};
    char line[512];
    line[0] = 0;
    for (size_t i = 0; i < sizeof part / sizeof part[0] - (*why ? 0 : 2); i++)
        text_add(line, sizeof line - 32, part[i]);
    if (error > 0) {
        text_add(line, sizeof line, ": error ");
        text_add_number(line, sizeof line, (uint64_t)error);
    }
    text_add(line, sizeof line, "\n");
    sys_write_all(2, line, text_length(line));
}
