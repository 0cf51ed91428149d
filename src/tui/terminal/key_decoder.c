/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/terminal/key_decoder.h"

#include <string.h>
#include <wchar.h>

/* What one look at the buffer found: `used` bytes make an event (or nothing, if its kind is
 * EVENT_NONE); used = 0: more bytes are needed. */
struct found_key {
    size_t used;
    struct event event;
};

enum { ESC = 0x1b };

static struct found_key need_more(void)
{
    return (struct found_key){0};
}

static struct found_key swallow(size_t n)
{
    return (struct found_key){.used = n};
}

static struct found_key key(size_t used, uint32_t code)
{
    return (struct found_key){.used = used, .event = {.kind = EVENT_KEY, .key = code}};
}

/* ---- sequences ---- */

enum { CSI_MAX_PARAMS = 4 };

struct csi {
    size_t used; /* bytes, 0 if incomplete */
    char lead;   /* '<', '?' ... or 0 */
    char final;
    bool odd; /* has intermediate bytes */
    unsigned n_params, param[CSI_MAX_PARAMS];
};

/* p starts with ESC [. */
static struct csi parse_csi(const unsigned char *p, size_t n)
{
    struct csi c = {0};
    for (size_t i = 2; i < n; i++) {
        if (p[i] >= 0x40 && p[i] <= 0x7e) {
            c.final = (char)p[i];
            c.used = i + 1;
            return c;
        }
        if (p[i] < 0x20 || p[i] > 0x3f) { /* not finished: drop it and keep this byte */
            c.odd = true;
            c.used = i;
            return c;
        }
        if (p[i] >= '0' && p[i] <= '9') {
            if (c.n_params == 0)
                c.n_params = 1;
            if (c.n_params <= CSI_MAX_PARAMS && c.param[c.n_params - 1] < 100000)
                c.param[c.n_params - 1] = c.param[c.n_params - 1] * 10 + (p[i] - '0');
        } else if (p[i] == ';')
            c.n_params += c.n_params ? 1 : 2;
        else if (p[i] >= 0x3c && p[i] <= 0x3f)
            c.lead = (char)p[i];
        else
            c.odd = true;
    }
    return c;
}

static uint32_t letter_key(char c)
{
    static const uint32_t keys['Z' - 'A' + 1] = {KEYS_UP,
                                                 KEYS_DOWN,
                                                 KEYS_RIGHT,
                                                 KEYS_LEFT,
                                                 0,
                                                 KEYS_END,
                                                 0,
                                                 KEYS_HOME,
                                                 ['M' - 'A'] = KEYS_ENTER,
                                                 ['P' - 'A'] = KEYS_F1,
                                                 KEYS_F1 + 1,
                                                 KEYS_F1 + 2,
                                                 KEYS_F1 + 3,
                                                 ['Z' - 'A'] = KEYS_BACK_TAB};
    return c >= 'A' && c <= 'Z' ? keys[c - 'A'] : 0;
}

static uint32_t number_key(unsigned n)
{
    static const uint32_t low[] = {0,        KEYS_HOME,    KEYS_INSERT,    KEYS_DELETE,
                                   KEYS_END, KEYS_PAGE_UP, KEYS_PAGE_DOWN, KEYS_HOME,
                                   KEYS_END};
    if (n < sizeof low / sizeof *low)
        return low[n];
    if (n >= 11 && n <= 15)
        return KEYS_F1 + n - 11;
    if (n >= 17 && n <= 21)
        return KEYS_F1 + 5 + n - 17;
    if (n == 23 || n == 24)
        return KEYS_F1 + 10 + n - 23;
    return 0;
}

static struct found_key mouse(size_t used, unsigned button, int row, int col)
{
    struct found_key f = swallow(used);
    static const enum mouse_button plain[] = {MOUSE_LEFT, MOUSE_MIDDLE, MOUSE_RIGHT, MOUSE_NONE};
    enum mouse_button b = MOUSE_NONE;
    if (button & (32 | 128)) /* moved with a button down; buttons 8 to 11 */
        return f;
    if ((button & 64) && (button & 3) < 2)
        b = (button & 1) ? MOUSE_WHEEL_DOWN : MOUSE_WHEEL_UP;
    else if (!(button & 64))
        b = plain[button & 3];
    if (b == MOUSE_NONE || row < 0 || col < 0)
        return f;
    f.event = (struct event){.kind = EVENT_MOUSE, .button = b, .row = row, .col = col};
    return f;
}

static struct found_key csi_sequence(const unsigned char *p, size_t n)
{
    if (n >= 3 && p[2] == 'M') {
        /* The mouse, in bytes. */
        if (n < 6)
            return need_more();
        if (p[3] < 32 || p[4] < 33 || p[5] < 33)
            return swallow(6);
        return mouse(6, p[3] - 32u, p[5] - 33, p[4] - 33);
    }
    struct csi c = parse_csi(p, n);
    if (c.used == 0)
        return need_more();
    if (c.lead == '<') {
        /* The mouse, in numbers. */
        if (c.final != 'M' || c.n_params != 3) /* 'm': a release */
            return swallow(c.used);
        return mouse(c.used, c.param[0], (int)c.param[2] - 1, (int)c.param[1] - 1);
    }
    uint32_t code = 0;
    if (!c.lead && !c.odd)
        code = c.final == '~' ? number_key(c.param[0]) : letter_key(c.final);
    if (!code)
        return swallow(c.used);
    bool alt = c.n_params >= 2 && c.param[1] && (c.param[1] - 1) & 2;
    return key(c.used, alt ? code | KEY_ALT : code);
}

/* ---- single keys ---- */

static uint32_t control_key(unsigned char b)
{
    return b == '\b' || b == 0x7f   ? KEYS_BACKSPACE
           : b == '\r' || b == '\n' ? KEYS_ENTER
           : b == '\t'              ? KEYS_TAB
                                    : b;
}

static struct found_key character(const unsigned char *p, size_t n, bool flush)
{
    if (p[0] < 0x20 || p[0] == 0x7f)
        return key(1, control_key(p[0]));
    if (p[0] < 0x80)
        return key(1, p[0]);
    mbstate_t state = {0};
    wchar_t c;
    size_t used = mbrtowc(&c, (const char *)p, n, &state);
    if (used == (size_t)-2 && !flush)
        return need_more();
    if (used == (size_t)-1 || used == (size_t)-2 || used == 0)
        return swallow(1);
    return key(used, (uint32_t)c);
}

/* The terminal's own string at p. Sets *maybe if p could still become one. */
static struct found_key own_string(const struct key_decoder *d, const unsigned char *p, size_t n,
                                   bool *maybe)
{
    struct found_key best = need_more();
    for (size_t i = 0; i < d->n_strings; i++) {
        size_t len = strlen(d->strings[i].text);
        if (len <= n && len > best.used && memcmp(p, d->strings[i].text, len) == 0)
            best = key(len, d->strings[i].key);
        else if (len > n && memcmp(p, d->strings[i].text, n) == 0)
            *maybe = true;
    }
    return best;
}

static struct found_key look(const struct key_decoder *d, const unsigned char *p, size_t n,
                             bool flush, int depth);

/* ESC and something that is no sequence: Alt, or a lone Escape. */
static struct found_key after_escape(const struct key_decoder *d, const unsigned char *p, size_t n,
                                     bool flush, int depth)
{
    if (n == 1)
        return flush ? key(1, KEYS_ESCAPE) : need_more();
    if (depth > 0)
        return key(1, KEYS_ESCAPE);
    struct found_key f = look(d, p + 1, n - 1, flush, depth + 1);
    if (f.used == 0)
        return f;
    if (f.event.kind == EVENT_KEY && f.event.key != KEYS_ESCAPE) {
        f.event.key |= KEY_ALT;
        f.used++;
        return f;
    }
    return key(1, KEYS_ESCAPE);
}

static struct found_key look(const struct key_decoder *d, const unsigned char *p, size_t n,
                             bool flush, int depth)
{
    if (p[0] != ESC)
        return character(p, n, flush);
    bool maybe = false;
    struct found_key f = own_string(d, p, n, &maybe);
    if (f.used == 0 && n >= 2 && p[1] == '[')
        f = csi_sequence(p, n);
    else if (f.used == 0 && n >= 2 && p[1] == 'O')
        f = n < 3                    ? need_more()
            : letter_key((char)p[2]) ? key(3, letter_key((char)p[2]))
                                     : swallow(3);
    else if (f.used == 0 && !maybe)
        return after_escape(d, p, n, flush, depth);
    if (f.used && (!maybe || flush))
        return f;
    if (!flush)
        return need_more();
    /* Nothing more comes: Alt with '[' or 'O', or a sequence that was cut off. */
    if (n == 2 || p[1] == ESC)
        return after_escape(d, p, n, true, depth);
    return n == 1 ? key(1, KEYS_ESCAPE) : swallow(n);
}

/* ---- the decoder ---- */

void keys_define(struct key_decoder *d, const char *text, uint32_t code)
{
    size_t n = strlen(text);
    if (n < 2 || n >= sizeof d->strings[0].text || text[0] != ESC ||
        d->n_strings == KEYS_MAX_STRINGS)
        return;
    struct key_string *k = &d->strings[d->n_strings++];
    memcpy(k->text, text, n + 1);
    k->key = code;
}

size_t keys_feed(struct key_decoder *d, const void *p, size_t n)
{
    if (n > sizeof d->buf - d->n)
        n = sizeof d->buf - d->n;
    memcpy(d->buf + d->n, p, n);
    d->n += n;
    return n;
}

struct event keys_next(struct key_decoder *d, bool flush, int64_t now_ms)
{
    while (d->n) {
        struct found_key f = look(d, d->buf, d->n, flush || d->n == sizeof d->buf, 0);
        if (f.used == 0)
            break;
        d->n -= f.used;
        memmove(d->buf, d->buf + f.used, d->n);
        if (f.event.kind == EVENT_MOUSE) {
            struct event *e = &f.event;
            bool wheel = e->button >= MOUSE_WHEEL_UP;
            e->double_click = !wheel && d->click.button == e->button && d->click.row == e->row &&
                              d->click.col == e->col &&
                              now_ms - d->click_ms <= KEYS_DOUBLE_CLICK_MS;
            d->click = *e;
            d->click_ms = now_ms;
            if (e->double_click || wheel)
                d->click.button = MOUSE_NONE; /* a third press starts anew */
        }
        if (f.event.kind != EVENT_NONE)
            return f.event;
    }
    return (struct event){.kind = EVENT_NONE};
}
