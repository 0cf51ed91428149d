/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/keys/keyname.h"

#include <string.h>
#include <strings.h>

#include "core/base/attr.h"
#include "core/base/utf8.h"
#include "tui/terminal/event.h"

/* The first name of a key is the one that is printed. */
static const struct {
    const char *name;
    uint32_t key;
} NAMES[] = {
    {"Up", KEYS_UP},
    {"Down", KEYS_DOWN},
    {"Left", KEYS_LEFT},
    {"Right", KEYS_RIGHT},
    {"Home", KEYS_HOME},
    {"End", KEYS_END},
    {"PageUp", KEYS_PAGE_UP},
    {"PageDown", KEYS_PAGE_DOWN},
    {"PgUp", KEYS_PAGE_UP},
    {"PgDn", KEYS_PAGE_DOWN},
    {"Insert", KEYS_INSERT},
    {"Delete", KEYS_DELETE},
    {"Del", KEYS_DELETE},
    {"Backspace", KEYS_BACKSPACE},
    {"BS", KEYS_BACKSPACE},
    {"Enter", KEYS_ENTER},
    {"CR", KEYS_ENTER},
    {"Return", KEYS_ENTER},
    {"Tab", KEYS_TAB},
    {"S-Tab", KEYS_BACK_TAB},
    {"Esc", KEYS_ESCAPE},
    {"Space", ' '},
    {"lt", '<'},
    {"Any", KEY_ANY},
};

static bool named(const char *s, size_t n, uint32_t *key)
{
    for (size_t i = 0; i < ARRAY_LEN(NAMES); i++)
        if (strlen(NAMES[i].name) == n && !strncasecmp(NAMES[i].name, s, n)) {
            *key = NAMES[i].key;
            return true;
        }
    if (n < 2 || n > 3 || (s[0] != 'F' && s[0] != 'f') || s[1] < '1' || s[1] > '9')
        return false;
    if (n == 3 && (s[2] < '0' || s[2] > '9'))
        return false;
    unsigned f = n == 2 ? (unsigned)(s[1] - '0') : (unsigned)((s[1] - '0') * 10 + s[2] - '0');
    *key = KEYS_F1 + f - 1;
    return f >= 1 && f <= 12;
}

/* Ctrl with a character, as terminals send it. */
static bool control(uint32_t plain, uint32_t *key)
{
    if (plain >= 'a' && plain <= 'z')
        plain -= 'a' - 'A';
    if (plain < '@' || plain > '_')
        return false;
    static const uint32_t named_keys[32] = {['\b'] = KEYS_BACKSPACE,
                                            ['\t'] = KEYS_TAB,
                                            ['\n'] = KEYS_ENTER,
                                            ['\r'] = KEYS_ENTER,
                                            [27] = KEYS_ESCAPE};
    *key = plain - '@';
    if (named_keys[*key])
        *key = named_keys[*key];
    return true;
}

/* What stands between < and >. */
static bool bracketed(const char *s, size_t n, uint32_t *key)
{
    if (named(s, n, key))
        return true;
    bool prefixed = n >= 3 && s[1] == '-';
    if (prefixed && (s[0] == 'M' || s[0] == 'm' || s[0] == 'A' || s[0] == 'a')) {
        if (!bracketed(s + 2, n - 2, key) || *key == KEY_ANY)
            return false;
        *key |= KEY_ALT;
        return true;
    }
    if (prefixed && (s[0] == 'C' || s[0] == 'c'))
        return n == 3 && control((unsigned char)s[2], key);
    int32_t c;
    size_t used = n ? utf8_decode(s, n, &c) : 0;
    if (!used || used != n || c <= ' ')
        return false;
    *key = (uint32_t)c;
    return true;
}

bool keyname_parse(const char **p, uint32_t *key)
{
    const char *s = *p, *end;
    if (!*s)
        return false;
    if (*s == '<' && s[1] && (end = strchr(s + 2, '>'))) {
        if (!bracketed(s + 1, (size_t)(end - s - 1), key))
            return false;
        *p = end + 1;
        return true;
    }
    int32_t c;
    size_t used = utf8_decode(s, strlen(s), &c);
    if (c < ' ')
        return false;
    *key = (uint32_t)c;
    *p = s + used;
    return true;
}

size_t keyname_parse_all(const char *s, uint32_t *keys, size_t max)
{
    size_t n = 0;
    while (*s) {
        if (n == max || !keyname_parse(&s, &keys[n]))
            return 0;
        n++;
    }
    return n;
}

bool key_is_text(uint32_t key)
{
    return key >= ' ' && key != 0x7f && key < 0x110000;
}

/* The name inside the brackets, without modifiers; false if the key is written as itself. */
static bool plain_name(uint32_t key, struct text *out)
{
    for (size_t i = 0; i < ARRAY_LEN(NAMES); i++)
        if (NAMES[i].key == key) {
            text_str(out, NAMES[i].name);
            return true;
        }
    if (key >= KEYS_F1 && key <= KEYS_F12) {
        text_printf(out, "F%u", (unsigned)(key - KEYS_F1 + 1));
        return true;
    }
    if (key < ' ') {
        text_str(out, "C-");
        text_char(out, (char)(key == 0 ? '@' : key <= 26 ? key + 'a' - 1 : key + '@'));
        return true;
    }
    return false;
}

void keyname_text(uint32_t key, struct text *out)
{
    size_t start = out->n;
    text_char(out, '<');
    if (key & KEY_ALT)
        text_str(out, "M-");
    bool bracket = plain_name(key & ~(uint32_t)KEY_ALT, out);
    if (!bracket)
        text_character(out, key & ~(uint32_t)KEY_ALT);
    if (bracket || key & KEY_ALT) {
        text_char(out, '>');
        return;
    }
    memmove(out->p + start, out->p + start + 1, out->n - start - 1);
    out->n--;
}
