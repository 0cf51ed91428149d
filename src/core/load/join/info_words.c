/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/load/join/info_words.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/char.h"

char *info_word(char **at, char end)
{
    char *word = *at, *stop = strchr(word, end);
    *at = stop ? stop + 1 : word + strlen(word);
    if (stop)
        *stop = '\0';
    return word;
}

static bool is_octal(const char *p)
{
    return p[0] >= '0' && p[0] <= '3' && p[1] >= '0' && p[1] <= '7' && p[2] >= '0' && p[2] <= '7';
}

void info_decode(char *word)
{
    char *to = word;
    for (const char *p = word; *p; p++) {
        if (p[0] == '\\' && is_octal(p + 1)) {
            *to++ = (char)((p[1] - '0') << 6 | (p[2] - '0') << 3 | (p[3] - '0'));
            p += 3;
        } else {
            *to++ = *p;
        }
    }
    *to = '\0';
}

bool info_number(const char *word, int base, uint64_t *value)
{
    char *end;
    if (!char_is_digit(*word))
        return false;
    uint64_t number = strtoull(word, &end, base);
    if (*end)
        return false;
    *value = number;
    return true;
}
