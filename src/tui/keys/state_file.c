/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/keys/state_file.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/base/file/file.h"
#include "tui/keys/config.h"

static const char first_line[] = "gptui-state 1";

struct state_value {
    const char *key, *value; /* in the state's arena */
};

struct state_section {
    const char *name;
    struct state_value *values; /* n */
    size_t n;
};

void state_release(struct state *s)
{
    for (size_t i = 0; i < s->n; i++)
        free(s->sections[i].values);
    free(s->sections);
    arena_release(&s->memory);
    *s = (struct state){0};
}

/* The section's number; s->n: there is none. */
static size_t find(const struct state *s, const char *name)
{
    size_t i = 0;
    while (i < s->n && strcmp(s->sections[i].name, name) != 0)
        i++;
    return i;
}

const char *state_next(const struct state *s, const char *name, const char *key, size_t *at)
{
    size_t i = find(s, name);
    if (i == s->n)
        return NULL;
    const struct state_section *in = &s->sections[i];
    for (; *at < in->n; ++*at)
        if (strcmp(in->values[*at].key, key) == 0)
            return in->values[(*at)++].value;
    return NULL;
}

/* ---- changes ---- */

static const char *keep_text(struct state *s, const char *text)
{
    return arena_text(&s->memory, text, strlen(text));
}

/* A new section, before all others or after them. */
static struct state_section *add_section(struct state *s, const char *name, bool first)
{
    mem_grow(&s->sections, &s->cap, s->n + 1, sizeof *s->sections);
    size_t at = first ? 0 : s->n;
    memmove(&s->sections[at + 1], &s->sections[at], (s->n - at) * sizeof *s->sections);
    s->sections[at] = (struct state_section){.name = keep_text(s, name)};
    s->n++;
    return &s->sections[at];
}

static void add_value(struct state *s, struct state_section *in, const char *key, const char *value)
{
    const struct state_value one = {keep_text(s, key), keep_text(s, value)};
    mem_append(&in->values, &in->n, &one, sizeof one);
}

void state_add(struct state *s, const char *name, const char *key, const char *value)
{
    size_t at = find(s, name);
    if (at == s->n) {
        add_section(s, name, true);
        at = 0;
        if (s->n > STATE_SECTIONS_MOST)
            free(s->sections[--s->n].values);
    }
    add_value(s, &s->sections[at], key, value);
}

void state_touch(struct state *s, const char *name)
{
    size_t at = find(s, name);
    if (at == s->n)
        return;
    struct state_section touched = s->sections[at];
    memmove(&s->sections[1], &s->sections[0], at * sizeof *s->sections);
    s->sections[0] = touched;
}

void state_forget(struct state *s, const char *name, const char *key)
{
    size_t at = find(s, name), kept = 0;
    if (at == s->n)
        return;
    struct state_section *in = &s->sections[at];
    for (size_t i = 0; i < in->n; i++)
        if (strcmp(in->values[i].key, key) != 0)
            in->values[kept++] = in->values[i];
    in->n = kept;
}

/* ---- the file ---- */

static bool is_own(const char *folder)
{
    struct stat st;
    return stat(folder, &st) == 0 && S_ISDIR(st.st_mode) && st.st_uid == geteuid();
}

bool state_path(struct text *out)
{
    const char *dir = getenv("XDG_STATE_HOME"), *home = getenv("HOME");
    if (!home || *home != '/' || !is_own(home))
        return false;
    bool given = dir && *dir == '/';
    if (given && access(dir, F_OK) == 0 && !is_own(dir))
        return false;
    text_str(out, given ? dir : home);
    text_str(out, given ? "/gptui/state" : "/.local/state/gptui/state");
    return true;
}

static int hex_digit(char c)
{
    static const char digits[] = "0123456789abcdef";
    const char *p = c ? strchr(digits, c) : NULL;
    return p ? (int)(p - digits) : -1;
}

/* Undo the writing of names and values, in place. False: it was never written so. */
static bool decode(char *p)
{
    char *to = p;
    for (; *p; p++)
        if (*p == '\\') {
            int hi = p[1] == 'x' ? hex_digit(p[2]) : -1, lo = hi < 0 ? -1 : hex_digit(p[3]);
            if (lo < 0 || hi + lo == 0)
                return false;
            *to++ = (char)(hi * 16 + lo);
            p += 3;
        } else {
            *to++ = *p;
        }
    *to = '\0';
    return true;
}

static void encode(struct text *t, const char *p)
{
    for (; *p; p++) {
        unsigned char c = (unsigned char)*p;
        if (c < 0x20 || c == 0x7f || c == '\\')
            text_printf(t, "\\x%02x", c);
        else
            text_char(t, *p);
    }
}

/* One line, without its end: a section begins, or has a value more. */
static void take_line(struct state *s, struct state_section **in, char *line)
{
    size_t n = strlen(line);
    if (line[0] == '[' && line[n - 1] == ']') {
        line[n - 1] = '\0';
        bool good = decode(line + 1) && s->n < STATE_SECTIONS_MOST && find(s, line + 1) == s->n;
        *in = good ? add_section(s, line + 1, false) : NULL;
        return;
    }
    char *value = strchr(line, ' ');
    if (!*in || !value || value == line)
        return;
    *value++ = '\0';
    if (decode(value))
        add_value(s, *in, line, value);
}

bool state_read(struct state *s, const char *path, struct err *e)
{
    struct bytes b = {0};
    struct err why = ERR_INIT;
    bool ok = config_read(path, &b, &why);
    if (ok) {
        struct state_section *in = NULL;
        char *text = mem_text((const char *)b.p, b.n), *p = text, *end = strchr(p, '\n');
        if (end && (size_t)(end - p) == strlen(first_line) &&
            !strncmp(p, first_line, strlen(first_line)))
            for (p = end + 1; (end = strchr(p, '\n')) != NULL; p = end + 1) {
                *end = '\0';
                take_line(s, &in, p);
            }
        free(text);
    } else {
        ok = why.sys == ENOENT || why.sys == ENOTDIR;
        if (!ok)
            *e = why;
    }
    bytes_release(&b);
    return ok;
}

/* Make the folders that lead to the file; what fails here fails again when the file is made. */
static void make_folders(const char *path)
{
    char *copy = mem_text(path, strlen(path));
    for (char *p = copy + 1; (p = strchr(p, '/')) != NULL; p++) {
        *p = '\0';
        (void)mkdir(copy, 0700);
        *p = '/';
    }
    free(copy);
}

bool state_write(const struct state *s, const char *path, struct err *e)
{
    struct text t = {0};
    text_str(&t, first_line);
    text_char(&t, '\n');
    for (size_t i = 0; i < s->n; i++) {
        const struct state_section *in = &s->sections[i];
        const size_t start = t.n;
        text_char(&t, '[');
        encode(&t, in->name);
        text_str(&t, "]\n");
        for (size_t k = 0; k < in->n; k++) {
            text_str(&t, in->values[k].key);
            text_char(&t, ' ');
            encode(&t, in->values[k].value);
            text_char(&t, '\n');
        }
        t.n = t.n > CONFIG_BYTES_MOST ? start : t.n;
    }
    make_folders(path);
    bool ok = file_put(path, t.p, t.n, e);
    text_release(&t);
    return ok;
}

bool state_update(const char *path, state_change *change, void *ctx, struct err *e)
{
    struct state s = {0};
    struct text name = {0};
    make_folders(path);
    text_printf(&name, "%s.lock", path);
    int fd = file_lock(text_z(&name)); /* where there are no locks, go without */
    bool ok = !change || state_read(&s, path, e);
    if (ok && change)
        change(ctx, &s);
    ok = ok && state_write(&s, path, e);
    if (fd >= 0)
        close(fd);
    text_release(&name);
    state_release(&s);
    return ok;
}
