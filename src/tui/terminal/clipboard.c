/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/terminal/clipboard.h"

#include <stdint.h>

enum { SCREEN_CHUNK = 700 }; /* screen cuts device control strings at 768 bytes */

enum clipboard_wrap clipboard_wrap(const char *tmux, const char *sty)
{
    if (tmux && *tmux)
        return CLIPBOARD_TMUX;
    return sty && *sty ? CLIPBOARD_SCREEN : CLIPBOARD_PLAIN;
}

static void add_base64(struct text *out, const char *p, size_t n)
{
    static const char digit[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (size_t i = 0; i < n; i += 3) {
        uint32_t v = (uint32_t)(unsigned char)p[i] << 16;
        if (i + 1 < n)
            v |= (uint32_t)(unsigned char)p[i + 1] << 8;
        if (i + 2 < n)
            v |= (unsigned char)p[i + 2];
        text_char(out, digit[v >> 18]);
        text_char(out, digit[v >> 12 & 63]);
        text_char(out, i + 1 < n ? digit[v >> 6 & 63] : '=');
        text_char(out, i + 2 < n ? digit[v & 63] : '=');
    }
}

bool clipboard_sequence(struct text *out, const char *p, size_t n, enum clipboard_wrap wrap)
{
    if (n > CLIPBOARD_MAX_BYTES)
        return false;
    struct text seq = {0};
    text_str(&seq, "\033]52;c;");
    add_base64(&seq, p, n);
    text_char(&seq, '\a');
    if (wrap != CLIPBOARD_SCREEN)
        text_add(out, seq.p, seq.n);
    if (wrap == CLIPBOARD_TMUX) {
        text_str(out, "\033Ptmux;");
        for (size_t i = 0; i < seq.n; i++) {
            if (seq.p[i] == '\033')
                text_char(out, '\033');
            text_char(out, seq.p[i]);
        }
        text_str(out, "\033\\");
    }
    for (size_t i = 0; wrap == CLIPBOARD_SCREEN && i < seq.n; i += SCREEN_CHUNK) {
        text_str(out, "\033P");
        text_add(out, seq.p + i, seq.n - i < SCREEN_CHUNK ? seq.n - i : SCREEN_CHUNK);
        text_str(out, "\033\\");
    }
    text_release(&seq);
    return true;
}
