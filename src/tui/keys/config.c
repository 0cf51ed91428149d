/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/keys/config.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/utf8.h"
#include "core/load/file/image_file.h"
#include "core/view/message.h"
#include "tui/keys/keyname.h"

enum { WORDS_MAX = 4, COMPLAINTS_MAX = 12, KEYS_BYTES = 64 };

struct config_word {
    const char *p;
    size_t n;
};

static bool blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

/* Up to WORDS_MAX words; more are counted. */
static size_t split(const char *p, size_t n, struct config_word *w)
{
    size_t found = 0;
    for (size_t i = 0; i < n;) {
        while (i < n && blank(p[i]))
            i++;
        size_t lo = i;
        while (i < n && !blank(p[i]))
            i++;
        if (i == lo)
            break;
        if (found < WORDS_MAX)
            w[found] = (struct config_word){p + lo, i - lo};
        found++;
    }
    return found;
}

static bool complain(struct text *why, const char *what, struct config_word w)
{
    text_str(why, what);
    text_str(why, " \"");
    text_shown(why, w.p, w.n > 60 ? 60 : w.n, false);
    text_char(why, '"');
    return false;
}

static bool do_bind(struct config *c, const struct config_word *w, size_t n, struct text *why)
{
    enum mode m;
    char buf[KEYS_BYTES];
    uint32_t keys[KEYS_MAX];
    if (n != 4) {
        text_str(why, "bind takes MODE KEYS ACTION");
        return false;
    }
    if (!mode_by_name(w[1].p, w[1].n, &m))
        return complain(why, "no such mode:", w[1]);
    if (w[2].n >= sizeof buf)
        return complain(why, "no key sequence:", w[2]);
    memcpy(buf, w[2].p, w[2].n);
    buf[w[2].n] = 0;
    size_t n_keys = strlen(buf) == w[2].n ? keyname_parse_all(buf, keys, KEYS_MAX) : 0;
    if (!n_keys)
        return complain(why, "no key sequence:", w[2]);
    enum action a = action_by_name(w[3].p, w[3].n);
    if (!a && !text_is(w[3].p, w[3].n, "none"))
        return complain(why, "no such action:", w[3]);
    keymap_bind(c->keys, m, keys, n_keys, a);
    return true;
}

bool config_line(struct config *c, const char *line, size_t n, struct text *why)
{
    struct config_word w[WORDS_MAX];
    size_t words = split(line, n, w);
    if (!words || *w[0].p == '#')
        return true;
    if (text_is(w[0].p, w[0].n, "bind"))
        return do_bind(c, w, words, why);
    if (text_is(w[0].p, w[0].n, "set")) {
        enum pref p;
        if (words != 3) {
            text_str(why, "set takes NAME VALUE");
            return false;
        }
        if (!pref_by_name(w[1].p, w[1].n, &p))
            return complain(why, "no such setting:", w[1]);
        int v = pref_value(p, w[2].p, w[2].n);
        if (v < 0)
            return complain(why, "no such value:", w[2]);
        c->prefs->v[p] = v;
        return true;
    }
    return complain(why, "no such command:", w[0]);
}

size_t config_apply(struct config *c, const char *name, const char *p, size_t n, struct text *why)
{
    size_t bad = 0;
    unsigned number = 0;
    for (size_t i = 0; i < n;) {
        const char *end = memchr(p + i, '\n', n - i);
        size_t len = end ? (size_t)(end - (p + i)) : n - i;
        struct text reason = {0};
        number++;
        if (!config_line(c, p + i, len, &reason) && ++bad <= COMPLAINTS_MAX) {
            text_str(why, name);
            text_printf(why, ":%u: ", number);
            text_add(why, reason.p, reason.n);
            text_char(why, '\n');
        }
        text_release(&reason);
        i += len + 1;
    }
    return bad;
}

bool config_path(struct text *out)
{
    const char *dir = getenv("XDG_CONFIG_HOME"), *home = getenv("HOME");
    const bool given = dir && *dir == '/';
    if (!given && (!home || !*home))
        return false;
    text_str(out, given ? dir : home);
    text_str(out, given ? "/gptui/config" : "/.config/gptui/config");
    return true;
}

/* Settings of others are not taken, nor is a file that no hand can have written. */
bool config_read(const char *path, struct bytes *b, struct err *e)
{
    struct source s;
    if (!source_open(&s, path, e))
        return false;
    bool ok = source_trusted(&s, SOURCE_NO_OWNER, e);
    if (ok && s.n_bytes > CONFIG_BYTES_MOST) {
        ok = err_what(e, ERR_LIMIT, path, "bytes", NULL);
        e->n = CONFIG_BYTES_MOST;
    }
    ok = ok && source_append(&s, b, s.n_bytes, e);
    source_close(&s);
    return ok;
}

void config_load(struct config *c, struct text *why)
{
    struct text path = {0};
    struct bytes b = {0};
    struct err e = ERR_INIT;
    if (config_path(&path)) {
        if (config_read(text_z(&path), &b, &e))
            config_apply(c, "config", (const char *)b.p, b.n, why);
        else if (e.sys != ENOENT && e.sys != ENOTDIR)
            message_text(&e, "config", why);
    }
    bytes_release(&b);
    text_release(&path);
}
