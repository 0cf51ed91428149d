/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/script.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/char.h"
#include "core/base/file/file.h"
#include "tui/keys/keyname.h"

enum { MAX_SIDE = 1000 };

struct script_parser {
    struct script *s;
    const char *name;
    size_t line;
    bool versioned;
    struct err *e;
};

static bool fail(struct script_parser *p, const char *why, const char *word)
{
    err_what(p->e, ERR_SCRIPT, p->name, why, word);
    p->e->n = (int64_t)p->line;
    return false;
}

static void add_step(struct script_parser *p, struct script_step step)
{
    step.line = p->line;
    mem_append(&p->s->steps, &p->s->n_steps, &step, sizeof step);
}

static bool add_text(struct script_parser *p, enum step_kind kind, const char *text)
{
    if (!*text)
        return fail(p, kind == STEP_DUMP ? "no file name" : "no command", "");
    add_step(p, (struct script_step){.kind = kind, .text = text});
    return true;
}

static const char *skip_blanks(const char *t)
{
    return t + strspn(t, " \t");
}

/* A whole number within [lo, hi] at *t, which is moved after it and the blanks that follow. */
static bool parse_number(struct script_parser *p, const char **t, int lo, int hi, int *out)
{
    const char *start = *t;
    int v = 0;
    while (char_is_digit(**t) && v <= hi)
        v = v * 10 + (*(*t)++ - '0');
    if (*t == start || v < lo || v > hi || (**t && **t != ' ' && **t != '\t'))
        return fail(p, "not a number that fits", start);
    *t = skip_blanks(*t);
    *out = v;
    return true;
}

static bool parse_end(struct script_parser *p, const char *t)
{
    return *t ? fail(p, "more than was expected", t) : true;
}

/* If *t begins with this word, move *t after it and the blanks that follow. */
static bool take_word(const char **t, const char *word)
{
    size_t n = strlen(word);
    if (strncmp(*t, word, n) != 0 || ((*t)[n] && (*t)[n] != ' ' && (*t)[n] != '\t'))
        return false;
    *t = skip_blanks(*t + n);
    return true;
}

static bool parse_mouse(struct script_parser *p, const char *t)
{
    static const struct {
        const char *name;
        enum mouse_button button;
    } buttons[] = {{"left", MOUSE_LEFT},
                   {"middle", MOUSE_MIDDLE},
                   {"right", MOUSE_RIGHT},
                   {"wheel-up", MOUSE_WHEEL_UP},
                   {"wheel-down", MOUSE_WHEEL_DOWN}};
    struct event e = {.kind = EVENT_MOUSE};
    for (size_t i = 0; i < ARRAY_LEN(buttons) && e.button == MOUSE_NONE; i++)
        if (take_word(&t, buttons[i].name))
            e.button = buttons[i].button;
    if (e.button == MOUSE_NONE)
        return fail(p, "not a mouse button", t);
    if (!parse_number(p, &t, 0, MAX_SIDE - 1, &e.row) ||
        !parse_number(p, &t, 0, MAX_SIDE - 1, &e.col))
        return false;
    e.double_click = take_word(&t, "double");
    if (!parse_end(p, t))
        return false;
    add_step(p, (struct script_step){.kind = STEP_EVENT, .event = e});
    return true;
}

static bool parse_line(struct script_parser *p, const char *t)
{
    t = skip_blanks(t);
    if (!*t || *t == '#')
        return true;
    if (!p->versioned) {
        int version;
        if (!take_word(&t, "gptui-script"))
            return fail(p, "the first line must be \"gptui-script 1\"", t);
        p->versioned = true;
        return parse_number(p, &t, 1, 1, &version) && parse_end(p, t);
    }
    if (*t == ':')
        return add_text(p, STEP_COMMAND, skip_blanks(t + 1));
    if (take_word(&t, "keys")) {
        for (t = skip_blanks(t); *t; t = skip_blanks(t)) {
            struct event e = {.kind = EVENT_KEY};
            if (!keyname_parse(&t, &e.key) || e.key == KEY_ANY)
                return fail(p, "not a key", t);
            add_step(p, (struct script_step){.kind = STEP_EVENT, .event = e});
        }
        return true;
    }
    if (take_word(&t, "mouse"))
        return parse_mouse(p, t);
    if (take_word(&t, "resize")) {
        struct script_step step = {.kind = STEP_RESIZE, .event = {.kind = EVENT_RESIZE}};
        if (!(parse_number(p, &t, 1, MAX_SIDE, &step.rows) &&
              parse_number(p, &t, 1, MAX_SIDE, &step.cols) && parse_end(p, t)))
            return false;
        add_step(p, step);
        return true;
    }
    if (take_word(&t, "dump"))
        return add_text(p, STEP_DUMP, t);
    return fail(p, "unknown word", t);
}

bool script_parse(struct script *s, const char *name, const char *t, size_t n, struct err *e)
{
    struct script_parser p = {.s = s, .name = name, .e = e};
    const char *end = t + n;
    bool ok = true;
    while (ok && t < end) {
        const char *eol = memchr(t, '\n', (size_t)(end - t));
        size_t len = (size_t)((eol ? eol : end) - t);
        const char *next = t + len + (eol ? 1 : 0);
        p.line++;
        ok = !memchr(t, 0, len) || fail(&p, "a zero byte", "");
        while (len && (t[len - 1] == '\r' || t[len - 1] == ' ' || t[len - 1] == '\t'))
            len--;
        ok = ok && parse_line(&p, arena_text(&s->lines, t, len));
        t = next;
    }
    if (ok && !p.versioned)
        ok = fail(&p, "the first line must be \"gptui-script 1\"", "");
    if (!ok)
        script_release(s);
    return ok;
}

bool script_read(struct script *s, const char *path, struct err *e)
{
    struct bytes b = {0};
    if (!file_read(path, &b, e))
        return false;
    bool ok = script_parse(s, path, (const char *)b.p, b.n, e);
    bytes_release(&b);
    return ok;
}

struct script_step script_next(struct script *s)
{
    if (s->next >= s->n_steps)
        return (struct script_step){.kind = STEP_END};
    return s->steps[s->next++];
}

void script_release(struct script *s)
{
    arena_release(&s->lines);
    free(s->steps);
    *s = (struct script){0};
}
