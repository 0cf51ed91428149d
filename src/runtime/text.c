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

void text_complain(const char *what, const char *where, int error)
{
    char line[512];
    line[0] = 0;
    text_add(line, sizeof line, "gptui-rt: ");
    text_add(line, sizeof line - 1, what);
    text_add(line, sizeof line - 1, " ");
    text_add(line, sizeof line - 32, where);
    if (error > 0) {
        text_add(line, sizeof line - 1, ": error ");
        text_add_number(line, sizeof line - 1, (uint64_t)error);
    }
    text_add(line, sizeof line, "\n");
    sys_write_all(2, line, text_length(line));
}
