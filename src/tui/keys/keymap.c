/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/keys/keymap.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"
#include "core/base/utf8.h"
#include "tui/keys/keyname.h"
#include "tui/terminal/event.h"

static const struct {
    const char *name;
    int parent;
} MODES[N_MODES] = {
    [MODE_ALL] = {"all", -1},
    [MODE_LIST] = {"list", MODE_ALL},
    [MODE_NORMAL] = {"normal", MODE_LIST},
    [MODE_LIVE] = {"live", MODE_NORMAL},
#define V(X, ID, name, title, key, noun, help) [MODE_##ID] = {#name, MODE_LIVE},
    VIEWS(V, )
#undef V
#define V(X, ID, name, OUTER, title, key, noun) [MODE_##ID] = {#name, MODE_##OUTER},
        INNER_VIEWS(V, )
#undef V
            [MODE_ICICLE] = {"icicle", MODE_LIVE},
    [MODE_SIDE_PANE] = {"pane", MODE_LIVE},
    [MODE_OPTION_PANEL] = {"panel", MODE_LIST},
    [MODE_MENU] = {"menu", MODE_LIST},
    [MODE_EXPLANATION] = {"explanation", MODE_LIST},
    [MODE_HELP] = {"help", MODE_LIST},
    [MODE_PROMPT] = {"prompt", MODE_ALL},
    [MODE_FINDER] = {"finder", MODE_PROMPT},
};

/* Rows of one mode stand in the order of the help; labels in that of the key line. Of two rows with
 * the mode and the keys in common the first counts. */
static const struct default_keys {
    uint8_t mode;
    const char *keys; /* alternatives, with blanks between them */
    uint16_t action;
    const char *label; /* of the first of them */
} DEFAULTS[] = {
    {MODE_LIST, "j <Down>", ACTION_ROW_DOWN, NULL},
    {MODE_LIST, "k <Up>", ACTION_ROW_UP, NULL},
    {MODE_LIST, "<PageDown>", ACTION_PAGE_DOWN, NULL},
    {MODE_LIST, "<PageUp>", ACTION_PAGE_UP, NULL},
    {MODE_LIST, "g <Home>", ACTION_FIRST, NULL},
    {MODE_LIST, "G <End>", ACTION_LAST, NULL},

    {MODE_NORMAL, "<Left>", ACTION_LEFT, NULL},
    {MODE_NORMAL, "<Right>", ACTION_RIGHT, NULL},
    {MODE_NORMAL, "0", ACTION_LINE_START, NULL},
    {MODE_ICICLE, "h", ACTION_LEFT, NULL},
    {MODE_ICICLE, "l", ACTION_RIGHT, NULL},
    {MODE_RUNS, "<Space>", ACTION_RUN_MARK, "mark"},
    {MODE_TREE, "<Space> z", ACTION_FOLD, "unfold"},
    {MODE_TREE, "+", ACTION_TREE_MORE, "more"},
    {MODE_NORMAL, "<Space>", ACTION_PAGE_DOWN, NULL},

    {MODE_FLAT, "<Enter>", ACTION_OPEN, "open"},
    {MODE_GRAPH, "<Enter>", ACTION_OPEN, "open"},
    {MODE_GRAPH, "u", ACTION_CALLER, "up"},
    {MODE_TREE, "<Enter>", ACTION_OPEN, "entry"},
    {MODE_TREE, "}", ACTION_HEAVIEST_CALLEE, "hot"},
    {MODE_TREE, "i .", ACTION_GROUP_NEXT, "invert"},
    {MODE_TREE, "r", ACTION_TREE_ROOT, "root"},
    {MODE_TREE, "b", ACTION_TREE_BARS, "bars"},
    {MODE_TREE, "{", ACTION_HEAVIEST_CALLER, NULL},
    {MODE_ICICLE, "<Enter> r", ACTION_TREE_ROOT, "root"},
    {MODE_ICICLE, "b", ACTION_TREE_BARS, "!rows"},
    {MODE_ICICLE, "}", ACTION_HEAVIEST_CALLEE, "hot"},
    {MODE_ICICLE, "i .", ACTION_GROUP_NEXT, "invert"},
    {MODE_MODULES, "<Enter>", ACTION_OPEN, "functions"},
    {MODE_MODULES, ". i", ACTION_GROUP_NEXT, "group"},
    {MODE_DIFF, "<Enter>", ACTION_OPEN, "open"},
    {MODE_DIFF, "b", ACTION_DIFF_BASE, "base"},
    {MODE_BASE, "<Enter>", ACTION_OPEN, "open"},
    {MODE_BASE, "u", ACTION_CALLER, "up"},
    {MODE_BASE, "b", ACTION_DIFF_BASE, "new"},
    {MODE_SOURCE, "<Enter>", ACTION_OPEN, "call"},
    {MODE_SOURCE, "v", ACTION_EDIT, "edit"},
    {MODE_SOURCE, "H", ACTION_HOTTEST, "hot"},
    {MODE_SOURCE, "}", ACTION_HEAVIEST_CALLEE, "next"},
    {MODE_SOURCE, "{", ACTION_HEAVIEST_CALLER, NULL},
    {MODE_RUNS, "<Enter>", ACTION_OPEN, "only these"},
    {MODE_RUNS, "M", ACTION_RUN_MARK_ALL, "all"},
    {MODE_RUNS, "b", ACTION_DIFF_BASE, "base"},
    {MODE_RUNS, "B", ACTION_RUN_NEW, "new"},
    {MODE_NORMAL, "<Enter>", ACTION_OPEN, NULL},
    {MODE_NORMAL, "#", ACTION_ENTRY, NULL},
    {MODE_NORMAL, "u", ACTION_CALLER, "up"},
    {MODE_GRAPH, "{", ACTION_HEAVIEST_CALLER, NULL},
    {MODE_GRAPH, "}", ACTION_HEAVIEST_CALLEE, NULL},
    {MODE_GRAPH, "b", ACTION_DIFF_BASE, NULL},
    {MODE_BASE, "{", ACTION_HEAVIEST_CALLER, NULL},
    {MODE_BASE, "}", ACTION_HEAVIEST_CALLEE, NULL},
    {MODE_NORMAL, "[ <Backspace>", ACTION_BACK, "back"},
    {MODE_NORMAL, "]", ACTION_FORWARD, "forward"},
    {MODE_NORMAL, "H", ACTION_HOTTEST, NULL},
    {MODE_NORMAL, "v", ACTION_EDIT, NULL},
    {MODE_GRAPH, "z", ACTION_FOLD, "cycle"},
    {MODE_NORMAL, "z", ACTION_FOLD, NULL},
    {MODE_NORMAL, "C", ACTION_CYCLES, NULL},
    {MODE_NORMAL, "=", ACTION_EXPLAIN, NULL},

    {MODE_NORMAL, "/", ACTION_SEARCH, "find"},
    {MODE_NORMAL, "n", ACTION_SEARCH_NEXT, NULL},
    {MODE_NORMAL, "N", ACTION_SEARCH_PREVIOUS, NULL},
    {MODE_NORMAL, "&", ACTION_FILTER_ROWS, "rows"},

#define V(X, ID, name, title, key, noun, help) {MODE_NORMAL, key, ACTION_VIEW_##ID, title},
    VIEWS(V, )
#undef V
        {MODE_NORMAL, "D", ACTION_NAMES, NULL},
    {MODE_NORMAL, "a", ACTION_CALLERS_WAY, NULL},
    {MODE_NORMAL, "p", ACTION_SIDE_PANE, NULL},
    {MODE_NORMAL, "<Tab>", ACTION_SIDE_PANE_NEXT, NULL},
    {MODE_NORMAL, "c", ACTION_COLUMNS, NULL},
    {MODE_NORMAL, "s", ACTION_SORT_MENU, "sort"},

    {MODE_NORMAL, "X", ACTION_TAKE_OUT, "out"},
    {MODE_NORMAL, "--", ACTION_OPTION_PANEL, "filters"},
    {MODE_NORMAL, "-<Any>", ACTION_OPTION, NULL},
    {MODE_NORMAL, "U", ACTION_UNDO, "undo"},
    {MODE_NORMAL, "<C-r>", ACTION_REDO, NULL},

    {MODE_NORMAL, "w", ACTION_WRITE, "save"},
    {MODE_NORMAL, "f", ACTION_FIND, "goto"},
    {MODE_NORMAL, "t", ACTION_ROW_MENU, "menu"},
    {MODE_NORMAL, "y", ACTION_YANK_ROW, NULL},
    {MODE_NORMAL, "Y", ACTION_YANK_COMMAND, NULL},

    {MODE_NORMAL, ":", ACTION_COMMAND, NULL},
    {MODE_NORMAL, "R", ACTION_RELOAD, NULL},
    {MODE_LIVE, "< >", ACTION_INTERVAL, NULL},
    {MODE_LIVE, "<Space>", ACTION_FREEZE, NULL},
    {MODE_LIVE, "z Z", ACTION_ZERO, NULL},
    {MODE_LIVE, "S", ACTION_WRITE_PROFILE, NULL},
    {MODE_NORMAL, "? <F1>", ACTION_HELP, "!help"},
    {MODE_NORMAL, "<Esc>", ACTION_CANCEL, NULL},
    {MODE_NORMAL, "q", ACTION_LEAVE, "!quit"},
    {MODE_ALL, "<F10>", ACTION_QUIT, NULL},
    {MODE_ALL, "<C-l>", ACTION_REDRAW, NULL},
    {MODE_ALL, "<C-z>", ACTION_SUSPEND, NULL},
    {MODE_ALL, "<C-c>", ACTION_INTERRUPT, NULL},

    {MODE_SIDE_PANE, "<Enter>", ACTION_OPEN, "open"},
    {MODE_SIDE_PANE, "<Tab>", ACTION_SIDE_PANE_NEXT, "next"},
    {MODE_SIDE_PANE, "<Esc>", ACTION_CANCEL, "!view"},

    {MODE_OPTION_PANEL, "<Space>", ACTION_OPTION_PANEL_TOGGLE, "toggle"},
    {MODE_OPTION_PANEL, "<Enter>", ACTION_OPTION_PANEL_EDIT, "edit"},
    {MODE_OPTION_PANEL, "a", ACTION_OPTION_PANEL_ADD, "add"},
    {MODE_OPTION_PANEL, "d <Delete>", ACTION_OPTION_PANEL_DELETE, "delete"},
    {MODE_OPTION_PANEL, "J", ACTION_OPTION_PANEL_DOWN, "down"},
    {MODE_OPTION_PANEL, "K", ACTION_OPTION_PANEL_UP, "up"},
    {MODE_OPTION_PANEL, "U", ACTION_UNDO, "undo"},
    {MODE_OPTION_PANEL, "<C-r>", ACTION_REDO, NULL},
    {MODE_OPTION_PANEL, "S<Any>", ACTION_OPTION_PANEL_SAVE, NULL},
    {MODE_OPTION_PANEL, "1 2 3 4 5 6 7 8 9", ACTION_OPTION_PANEL_LOAD, NULL},
    {MODE_OPTION_PANEL, "Y", ACTION_YANK_COMMAND, "copy"},
    {MODE_OPTION_PANEL, "? <F1>", ACTION_HELP, "!help"},
    {MODE_OPTION_PANEL, "<Esc> q --", ACTION_CANCEL, "!close"},

    {MODE_MENU, "<Enter> <Space>", ACTION_OPEN, "choose"},
    {MODE_MENU, "? <F1>", ACTION_HELP, "!help"},
    {MODE_MENU, "<Esc> q", ACTION_CANCEL, "!close"},

    {MODE_EXPLANATION, "<Space>", ACTION_PAGE_DOWN, "page"},
    {MODE_EXPLANATION, "? <F1>", ACTION_HELP, "!help"},
    {MODE_EXPLANATION, "<Esc> = q", ACTION_CANCEL, "!close"},

    {MODE_HELP, "/", ACTION_SEARCH, "search"},
    {MODE_HELP, "n", ACTION_SEARCH_NEXT, "next"},
    {MODE_HELP, "N", ACTION_SEARCH_PREVIOUS, NULL},
    {MODE_HELP, "<Space>", ACTION_PAGE_DOWN, "page"},
    {MODE_HELP, "<Esc> ? <F1>", ACTION_CANCEL, NULL},
    {MODE_HELP, "q", ACTION_CANCEL, "!close"},

    {MODE_PROMPT, "<Enter>", ACTION_PROMPT_ACCEPT, "accept"},
    {MODE_PROMPT, "<Esc> <C-g>", ACTION_PROMPT_CANCEL, "!cancel"},
    {MODE_PROMPT, "<Left>", ACTION_PROMPT_LEFT, NULL},
    {MODE_PROMPT, "<Right>", ACTION_PROMPT_RIGHT, NULL},
    {MODE_PROMPT, "<Home> <C-a>", ACTION_PROMPT_HOME, NULL},
    {MODE_PROMPT, "<End> <C-e>", ACTION_PROMPT_END, NULL},
    {MODE_PROMPT, "<Backspace>", ACTION_PROMPT_ERASE, NULL},
    {MODE_PROMPT, "<Delete> <C-d>", ACTION_PROMPT_DELETE, NULL},
    {MODE_PROMPT, "<C-w>", ACTION_PROMPT_ERASE_WORD, NULL},
    {MODE_PROMPT, "<C-u>", ACTION_PROMPT_ERASE_LINE, NULL},
    {MODE_PROMPT, "<Up> <C-p>", ACTION_PROMPT_OLDER, "older"},
    {MODE_PROMPT, "<Down> <C-n>", ACTION_PROMPT_NEWER, NULL},
    {MODE_PROMPT, "<Tab>", ACTION_PROMPT_COMPLETE, "complete"},
    {MODE_PROMPT, "<S-Tab>", ACTION_PROMPT_COMPLETE_BACK, NULL},

    {MODE_FINDER, "<Down> <C-n>", ACTION_ROW_DOWN, "next"},
    {MODE_FINDER, "<Up> <C-p>", ACTION_ROW_UP, "previous"},
    {MODE_FINDER, "<PageDown>", ACTION_PAGE_DOWN, NULL},
    {MODE_FINDER, "<PageUp>", ACTION_PAGE_UP, NULL},
    {MODE_FINDER, "<Enter>", ACTION_PROMPT_ACCEPT, "go"},
    {MODE_FINDER, "<Tab>", ACTION_FINDER_SOURCE, "source"},
    {MODE_FINDER, "<C-e>", ACTION_FINDER_EXCLUDE, "-E"},
    {MODE_FINDER, "<M-/>", ACTION_FINDER_REGEX, "expression"},
    {MODE_FINDER, "<Esc>", ACTION_PROMPT_CANCEL, "!cancel"},
};

const char *mode_name(enum mode m)
{
    return MODES[m].name;
}

bool mode_by_name(const char *name, size_t n, enum mode *m)
{
    for (int i = 0; i < N_MODES; i++)
        if (text_is(name, n, MODES[i].name)) {
            *m = (enum mode)i;
            return true;
        }
    return false;
}

bool mode_parent(enum mode m, enum mode *parent)
{
    if (MODES[m].parent < 0)
        return false;
    *parent = (enum mode)MODES[m].parent;
    return true;
}

static struct binding *find_same(const struct keymap *k, enum mode m, const uint32_t *keys,
                                 size_t n)
{
    for (size_t i = 0; i < k->n; i++)
        if (k->b[i].mode == m && k->b[i].n_keys == n &&
            !memcmp(k->b[i].keys, keys, n * sizeof *keys))
            return &k->b[i];
    return NULL;
}

void keymap_bind(struct keymap *k, enum mode m, const uint32_t *keys, size_t n_keys, enum action a)
{
    struct binding *b = find_same(k, m, keys, n_keys);
    if (!b) {
        mem_grow(&k->b, &k->cap, k->n + 1, sizeof *k->b);
        b = &k->b[k->n++];
    }
    *b = (struct binding){.mode = (uint8_t)m, .n_keys = (uint8_t)n_keys, .action = (uint16_t)a};
    memcpy(b->keys, keys, n_keys * sizeof *keys);
}

void keymap_init(struct keymap *k)
{
    *k = (struct keymap){0};
    for (const struct default_keys *d = DEFAULTS; d < DEFAULTS + ARRAY_LEN(DEFAULTS); d++)
        for (const char *p = d->keys; *p; p += strspn(p, " ")) {
            char one[32];
            uint32_t keys[KEYS_MAX];
            size_t bytes = strcspn(p, " ");
            snprintf(one, sizeof one, "%.*s", (int)bytes, p);
            size_t n = keyname_parse_all(one, keys, KEYS_MAX);
            /* A default gives way to one of the same mode and keys before it. */
            if (!find_same(k, (enum mode)d->mode, keys, n)) {
                keymap_bind(k, (enum mode)d->mode, keys, n, (enum action)d->action);
                k->b[k->n - 1].label = p == d->keys ? d->label : NULL;
            }
            p += bytes;
        }
}

void keymap_release(struct keymap *k)
{
    free(k->b);
    *k = (struct keymap){0};
}

/* Looks through one mode. */
static const struct binding *find_in(const struct keymap *k, enum mode m, const uint32_t *keys,
                                     size_t n, bool *more)
{
    const struct binding *wild = NULL;
    for (size_t i = 0; i < k->n; i++) {
        const struct binding *b = &k->b[i];
        bool any = false;
        bool fits = b->mode == m && b->n_keys >= n && (m != MODE_LIVE || k->live);
        for (size_t j = 0; fits && j < n; j++)
            if (b->keys[j] != keys[j]) {
                any = b->keys[j] == KEY_ANY && key_is_text(keys[j]);
                fits = any;
            }
        if (!fits)
            continue;
        if (b->n_keys > n)
            *more = true;
        else if (!any)
            return b;
        else
            wild = b;
    }
    return wild;
}

const struct binding *keymap_find(const struct keymap *k, enum mode m, const uint32_t *keys,
                                  size_t n_keys, bool *more)
{
    *more = false;
    const struct binding *wild = NULL;
    do {
        const struct binding *b = find_in(k, m, keys, n_keys, more);
        if (b && b->keys[n_keys - 1] != KEY_ANY)
            return b;
        wild = wild ? wild : b;
    } while (mode_parent(m, &m));
    return wild;
}

/* "<C-d>" as "Ctrl-D". */
void binding_label(const struct binding *b, struct text *out)
{
    for (size_t i = 0; i < b->n_keys; i++) {
        uint32_t key = b->keys[i];
        if (key & KEY_ALT) {
            text_str(out, "Alt-");
            key &= ~(uint32_t)KEY_ALT;
        }
        if (key < ' ') {
            text_str(out, "Ctrl-");
            text_char(out, (char)(key + '@'));
        } else if (key == KEY_ANY) {
            text_str(out, "<Any>");
        } else if (key == KEYS_PAGE_UP || key == KEYS_PAGE_DOWN) {
            text_str(out, key == KEYS_PAGE_UP ? "PgUp" : "PgDn");
        } else if (key == ' ' || (key >= KEY_BASE_ && key < KEY_ALT)) {
            struct text name = {0};
            keyname_text(key, &name);
            if (name.n > 2)
                text_add(out, name.p + 1, name.n - 2);
            text_release(&name);
        } else {
            text_character(out, key);
        }
    }
}

void binding_keys(const struct binding *b, struct text *out)
{
    for (size_t i = 0; i < b->n_keys; i++)
        keyname_text(b->keys[i], out);
}
