/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/help.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"
#include "core/base/utf8.h"
#include "tui/app_state.h"
#include "tui/command.h"

enum { KEYS_COLS = 24 };

static void add(struct help *h, struct text *t)
{
    char *copy = mem_text(t->p ? t->p : "", t->n);
    text_clear(t);
    if (!copy || !mem_grow(&h->line, &h->cap, h->n + 1, sizeof *h->line)) {
        free(copy);
        return;
    }
    h->line[h->n++] = copy;
}

static void add_str(struct help *h, const char *s)
{
    struct text t = {0};
    text_str(&t, s);
    add(h, &t);
    text_release(&t);
}

/* Whether a binding of mode m is in force in the mode `about`: no nearer mode has the same keys. */
static bool in_force(const struct keymap *k, const struct binding *b, enum mode about)
{
    bool more;
    const struct binding *found = keymap_find(k, about, b->keys, b->n_keys, &more);
    return found == b;
}

static bool is_ancestor(enum mode m, enum mode about)
{
    do
        if (m == about)
            return true;
    while (mode_parent(about, &about));
    return false;
}

/* All keys of an action, separated by blanks. */
static size_t action_keys(const struct keymap *k, enum action action, enum mode about,
                          struct text *out)
{
    size_t found = 0;
    for (size_t i = 0; i < k->n; i++) {
        const struct binding *b = &k->b[i];
        if (b->action != action || !is_ancestor((enum mode)b->mode, about) ||
            !in_force(k, b, about))
            continue;
        bool seen = false;
        for (size_t j = 0; j < i && !seen; j++)
            seen = k->b[j].action == action && k->b[j].n_keys == b->n_keys &&
                   is_ancestor((enum mode)k->b[j].mode, about) &&
                   !memcmp(k->b[j].keys, b->keys, b->n_keys * sizeof *b->keys);
        if (seen)
            continue;
        if (found++)
            text_char(out, ' ');
        binding_label(b, out);
    }
    return found;
}

/* "  keys   what it does", over two lines if there are many keys. */
static void add_action(struct help *h, const struct keymap *k, enum action action, enum mode about)
{
    struct text keys = {0}, line = {0};
    if (action_keys(k, action, about, &keys)) {
        text_str(&line, "  ");
        text_add(&line, keys.p, keys.n);
        size_t cols = utf8_cols(line.p, line.n);
        if (cols + 1 > KEYS_COLS) {
            add(h, &line);
            cols = 0;
        }
        text_fill(&line, ' ', KEYS_COLS - cols);
        text_str(&line, action_get(action)->help);
        add(h, &line);
    }
    text_release(&keys);
    text_release(&line);
}

static void add_group(struct help *h, const struct keymap *k, enum action_group g, enum mode about)
{
    size_t before = h->n;
    add_str(h, action_group_name(g));
    for (int i = ACTION_NONE + 1; i < N_ACTIONS; i++)
        if (action_get((enum action)i)->group == g)
            add_action(h, k, (enum action)i, about);
    if (h->n == before + 1) {
        free(h->line[--h->n]);
        return;
    }
    add_str(h, "");
}

static const char *const GLOSSARY[] = {
    "Words",
    "  self                  time in the function's own code",
    "  children, total       with the time of what it calls, as calls divide it",
    "  called                calls; a/b: a of b calls; a+b: b calls of itself",
    "  +/-                   sampling error: the square root of the ticks",
    "  cycle                 functions that call each other, one unit for time",
    "  ~1.23                 time of what a line calls, divided by numbers of calls",
    "  #####                 a line that ran less often than -m asks for",
    "  <spontaneous>         the caller is not known",
    "",
    "Digits open a view and are also collected: 42G opens the entry of index [42].",
    ":map lists all bindings and commands; ~/.config/gptui/config changes them.",
};

static void open_for(struct app *a, enum mode about)
{
    help_close(a);
    a->help.open = true;
    a->help.about = about;
    for (int g = 0; g < N_ABOUTS; g++)
        add_group(&a->help, &a->keys, (enum action_group)g, about);
    for (size_t i = 0; i < ARRAY_LEN(GLOSSARY); i++)
        add_str(&a->help, GLOSSARY[i]);
    a->help.list = (struct list){0};
}

void help_open(struct app *a)
{
    open_for(a, app_mode(a));
}

static void add_commands(struct help *h)
{
    struct text t = {0};
    add_str(h, "Commands (behind a colon; every action's name is one, too)");
    for (size_t i = 0; command_name(i); i++) {
        text_printf(&t, "  %s %s", command_name(i), command_synopsis(i));
        size_t n = t.n < KEYS_COLS ? KEYS_COLS - t.n : 1;
        text_fill(&t, ' ', n);
        text_str(&t, command_help(i));
        add(h, &t);
    }
    text_release(&t);
}

void help_open_all(struct app *a)
{
    struct text t = {0};
    help_close(a);
    a->help.open = true;
    a->help.about = N_MODES;
    for (int m = 0; m < N_MODES; m++)
        for (size_t i = 0; i < a->keys.n; i++) {
            const struct binding *b = &a->keys.b[i];
            if (b->mode != m || !b->action)
                continue;
            text_printf(&t, "%-7s ", mode_name((enum mode)m));
            size_t lo = t.n;
            binding_keys(b, &t);
            if (t.n < lo + 12)
                text_fill(&t, ' ', lo + 12 - t.n);
            text_char(&t, ' ');
            text_str(&t, action_get((enum action)b->action)->name);
            add(&a->help, &t);
        }
    add_str(&a->help, "");
    add_commands(&a->help);
    a->help.list = (struct list){0};
    text_release(&t);
}

void help_close(struct app *a)
{
    struct help *h = &a->help;
    for (size_t i = 0; i < h->n; i++)
        free(h->line[i]);
    free(h->line);
    *h = (struct help){0};
}

void act_help(struct app *a, const struct call *c)
{
    (void)c;
    help_open(a);
}
