/* SPDX-License-Identifier: GPL-3.0-or-later */
/* keymap: which keys ask for which action, by mode.
 *
 * 1. Modes form a tree; a key is looked up in the mode, then in its parent, up to MODE_ALL.
 * 2. A sequence fires as soon as it is complete; a sequence that begins another one is never
 *    waited for, so no default sequence begins another (a test checks it).
 * 3. <Any> as the last key of a sequence takes every character that has no binding of its own. */
#ifndef GPTUI_TUI_KEYS_KEYMAP_H
#define GPTUI_TUI_KEYS_KEYMAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/text.h"
#include "tui/keys/action.h"

enum mode {
    MODE_ALL,    /* always */
    MODE_LIST,   /* rows with a cursor */
    MODE_NORMAL, /* the views, no pop-up open */
    MODE_LIVE,   /* likewise, of a process that was running when they were opened */
#define V(X, ID, ...) MODE_##ID,
    VIEWS(V, ) INNER_VIEWS(V, )
#undef V
        MODE_ICICLE, /* the tree as bars */
    MODE_SIDE_PANE,  /* the lists beside a view */
    MODE_OPTION_PANEL,
    MODE_MENU,
    MODE_EXPLANATION,
    MODE_HELP,
    MODE_PROMPT,
    MODE_FINDER,
    N_MODES,
};

#define KEYS_MAX 4

struct binding {
    uint8_t mode; /* enum mode */
    uint8_t n_keys;
    uint16_t action; /* enum action; ACTION_NONE hides a binding of a parent mode */
    uint32_t keys[KEYS_MAX];
    const char *label; /* for the key line, static; NULL: not there. "!" first: never left out */
};

struct keymap {
    struct binding *b;
    size_t n, cap;
    bool live; /* MODE_LIVE counts */
};

const char *mode_name(enum mode m);
bool mode_by_name(const char *name, size_t n, enum mode *m);
bool mode_parent(enum mode m, enum mode *parent); /* false for MODE_ALL */

/* The default bindings. */
void keymap_init(struct keymap *k);
void keymap_release(struct keymap *k);

/* Add or replace a binding. */
void keymap_bind(struct keymap *k, enum mode m, const uint32_t *keys, size_t n_keys, enum action a);

/* The binding of a sequence in a mode, or NULL; *more says whether a longer one begins with it. */
const struct binding *keymap_find(const struct keymap *k, enum mode m, const uint32_t *keys,
                                  size_t n_keys, bool *more);

/* Append the keys of a binding as people read them ("Ctrl-D", "42G" style without brackets). */
void binding_label(const struct binding *b, struct text *out);

/* Append the keys of a binding as the config file takes them. */
void binding_keys(const struct binding *b, struct text *out);

#endif
