/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is copied: bytes between zeros are words of a command, which a shell must take for the same
 * words; and the sequences that take any bytes to a terminal's clipboard, which must be those bytes
 * there, and nothing else to the terminal. */
#include "fuzz.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"
#include "core/options/option.h"
#include "core/options/option_list.h"
#include "parts.h"
#include "shell.h"
#include "tests/support/require.h"
#include "tui/terminal/clipboard.h"

/* ---- a command ---- */

/* "-E WORD -E WORD ...", or "-E@WORD": what begins so must not stand alone. */
static void make_line(const char *words, size_t n, struct text *line)
{
    struct option_list list = {0};
    option_id id = option_by_letter('E');
    for (size_t at = 0; at <= n; at += strlen(words + at) + 1)
        option_list_add(&list, id, words + at);
    option_list_command(&list, line);
    option_list_release(&list);
}

static void check_command(struct part input)
{
    char *words = part_text(input);
    struct text line = {0};
    make_line(words, input.n, &line);
    char *copy = mem_text(text_z(&line), line.n);
    const char *got = copy, *end = copy + shell_words(copy);
    for (size_t at = 0; at <= input.n; at += strlen(words + at) + 1) {
        require(strncmp(got, "-E", 2) == 0);
        got += words[at] == '@' ? 2 : 3;
        require(got < end && strcmp(got, words + at) == 0);
        got += strlen(got) + 1;
    }
    require(got == end);
    free(copy);
    free(words);
    text_release(&line);
}

/* ---- a sequence ---- */

static int digit(char c)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const char *at = c ? strchr(digits, c) : NULL;
    return at ? (int)(at - digits) : -1;
}

/* The n characters of base 64 at p are those bytes. */
static void check_encoded(const char *p, size_t n, struct part want)
{
    unsigned bits = 0, held = 0;
    size_t at = 0;
    require(n % 4 == 0 && n / 4 == (want.n + 2) / 3);
    for (; n && digit(*p) >= 0; n--, p++) {
        bits = bits << 6 | (unsigned)digit(*p);
        held += 6;
        if (held < 8)
            continue;
        held -= 8;
        require(at < want.n && want.p[at] == (bits >> held & 255));
        at++;
    }
    require(at == want.n && n <= 2 && (n < 2 || p[1] == '=') && (n < 1 || p[0] == '='));
}

/* One sequence, and nothing after it. */
static void check_plain(const char *p, size_t n, struct part want)
{
    static const char begin[] = "\033]52;c;";
    const size_t head = sizeof begin - 1;
    require(n > head && memcmp(p, begin, head) == 0 && p[n - 1] == '\a');
    check_encoded(p + head, n - head - 1, want);
}

/* Take the wrapping off: device control strings that begin so, `doubled`: in which each escape
 * stands twice. */
static void unwrap(const char *p, size_t n, const char *begin, bool doubled, struct text *out)
{
    const size_t head = strlen(begin);
    while (n) {
        const size_t before = n;
        require(n > head && memcmp(p, begin, head) == 0);
        for (p += head, n -= head; n >= 2 && !(p[0] == '\033' && p[1] == '\\'); p++, n--) {
            if (doubled && p[0] == '\033') {
                require(p[1] == '\033');
                p++, n--;
            }
            text_char(out, *p);
        }
        require(n >= 2 && (doubled || before - n < 768)); /* more is lost by screen */
        p += 2, n -= 2;
    }
}

static void check_sequences(struct part input)
{
    struct text plain = {0}, wrapped = {0}, inner = {0};
    const char *p = (const char *)input.p;
    require(clipboard_sequence(&plain, p, input.n, CLIPBOARD_PLAIN));
    check_plain(plain.p, plain.n, input);

    require(clipboard_sequence(&wrapped, p, input.n, CLIPBOARD_SCREEN));
    unwrap(wrapped.p, wrapped.n, "\033P", false, &inner);
    require(inner.n == plain.n && memcmp(inner.p, plain.p, plain.n) == 0);

    text_clear(&wrapped);
    text_clear(&inner);
    require(clipboard_sequence(&wrapped, p, input.n, CLIPBOARD_TMUX));
    require(wrapped.n > plain.n && memcmp(wrapped.p, plain.p, plain.n) == 0);
    unwrap(wrapped.p + plain.n, wrapped.n - plain.n, "\033Ptmux;", true, &inner);
    require(inner.n == plain.n && memcmp(inner.p, plain.p, plain.n) == 0);

    text_release(&plain);
    text_release(&wrapped);
    text_release(&inner);
}

int LLVMFuzzerTestOneInput(const uint8_t *p, size_t n)
{
    const struct part input = {p, n};
    check_command(input);
    if (n <= CLIPBOARD_MAX_BYTES)
        check_sequences(input);
    return 0;
}
