/* SPDX-License-Identifier: MIT */
#include "runtime/words.h"

#include "runtime/output.h"
#include "runtime/text.h"

void put(struct writer *w, const char *s)
{
    writer_put(w, s, text_length(s));
}

void put_number(struct writer *w, uint64_t number)
{
    char digits[24];
    digits[0] = 0;
    text_add_number(digits, sizeof digits, number);
    put(w, digits);
}

void put_hex(struct writer *w, uint64_t number)
{
    char digits[19], *at = digits + sizeof digits - 1;
    *at = 0;
    do
        *--at = "0123456789abcdef"[number % 16];
    while (number /= 16);
    put(w, "0x");
    put(w, at);
}

/* Spaces, backslashes and control bytes as \ooo, so that every value is one word on one line. */
void put_word(struct writer *w, const char *s, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        unsigned char c = (unsigned char)s[i];
        if (c > ' ' && c != '\\' && c != 0x7f)
            writer_put(w, &c, 1);
        else
            put(w, (const char[5]){'\\', (char)('0' + c / 64), (char)('0' + c / 8 % 8),
                                   (char)('0' + c % 8), 0});
    }
}

void put_line(struct writer *w, const char *name, uint64_t number)
{
    put(w, name);
    put(w, " ");
    put_number(w, number);
    put(w, "\n");
}

void put_build_id(struct writer *w, const uint8_t *bytes, size_t n)
{
    for (size_t i = 0; i < n; i++)
        put(w, (const char[3]){"0123456789abcdef"[bytes[i] / 16], "0123456789abcdef"[bytes[i] % 16],
                               0});
    put(w, n ? "" : "-");
}

/* Milliseconds are as exact as CPU clocks are. */
void put_seconds(struct writer *w, uint64_t ns)
{
    uint64_t ms = ns / 1000000;
    put_number(w, ms / 1000);
    put(w, (const char[5]){'.', (char)('0' + ms / 100 % 10), (char)('0' + ms / 10 % 10),
                           (char)('0' + ms % 10), 0});
}
