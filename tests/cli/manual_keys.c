/* SPDX-License-Identifier: GPL-3.0-or-later */
/* manual_keys PART: one of the manual's tables, of keys, commands, settings, modes, columns or
 * numbers of row filters, from the tables of the program, for tbl. Fails if an action has no key
 * and so would stand nowhere. */
#include <stdio.h>
#include <string.h>

#include "core/base/attr.h"
#include "core/base/text.h"
#include "core/view/grid/sheet.h"
#include "tui/act/command.h"
#include "tui/keys/action.h"
#include "tui/keys/keymap.h"
#include "tui/keys/prefs.h"

/* What a table takes on a terminal of 80 columns. */
enum { TABLE_COLS = 71, TABLE_GAP = 2 };

/* A dash or backslash means something to roff, a dot or quote at the start as well, and "=" alone
 * to tbl. */
static void roff(const char *p, size_t n)
{
    if (n && strchr(".'=_", *p))
        printf("\\&");
    for (size_t i = 0; i < n; i++)
        if (p[i] == '-')
            printf("\\-");
        else if (p[i] == '\\')
            printf("\\e");
        else
            putchar(p[i]);
}

static void roff_str(const char *s)
{
    roff(s, strlen(s));
}

/* The bytes of as many words as fit into `cols`, at least one. */
static size_t fitting(const char *s, size_t cols)
{
    size_t n = strcspn(s, " ");
    for (size_t next; s[n] && (next = n + 1 + strcspn(s + n + 1, " ")) <= cols;)
        n = next;
    return n;
}

/* A text in the last column, which begins at `at`, after `n_before` others; what does not fit has
 * rows of its own. */
static void last_column(const char *what, size_t at, int n_before)
{
    for (;;) {
        size_t n = fitting(what, TABLE_COLS - at);
        roff(what, n);
        putchar('\n');
        what += n + strspn(what + n, " ");
        if (!*what)
            return;
        for (int i = 0; i < n_before; i++)
            putchar('\t');
    }
}

static void cell(const char *s)
{
    roff_str(s);
    putchar('\t');
}

/* The rows that follow are about this. */
static void heading(const char *s, bool first)
{
    printf(first ? "\\fI%s\\fR\n" : "\\&\n\\fI%s\\fR\n", s);
}

/* ---- keys ---- */

/* Those of prompts have the longest names: their table has other columns. */
enum { KEYS_COLS = 13, ACTION_COLS = 15, PROMPT_ACTION_COLS = 20 };

static bool same_keys(const struct binding *a, const struct binding *b)
{
    return a->n_keys == b->n_keys && !memcmp(a->keys, b->keys, a->n_keys * sizeof *a->keys);
}

/* The default keys of an action, by blanks, without those of the bars or the finder alone. */
static void keys_of(const struct keymap *k, enum action action, struct text *out)
{
    text_clear(out);
    for (size_t i = 0; i < k->n; i++) {
        const struct binding *b = &k->b[i];
        bool again = b->action != action || b->mode == MODE_ICICLE ||
                     (b->mode == MODE_FINDER && action_get(action).group != ABOUT_PROMPT);
        for (size_t j = 0; j < i && !again; j++)
            again = k->b[j].action == action && same_keys(b, &k->b[j]);
        if (again)
            continue;
        text_str(out, out->n ? " " : "");
        binding_label(b, out);
    }
}

/* Keys, which may need several rows as well, the action's name, and what it does. */
static void key_row(const char *keys, const char *action, size_t action_cols, const char *what)
{
    const size_t at = KEYS_COLS + action_cols + 2 * TABLE_GAP;
    while (*keys || *what) {
        size_t n = fitting(keys, KEYS_COLS), m = fitting(what, TABLE_COLS - at);
        roff(keys, n);
        putchar('\t');
        cell(action);
        roff(what, m);
        putchar('\n');
        keys += n + strspn(keys + n, " ");
        what += m + strspn(what + m, " ");
        action = "";
    }
}

static void option_rows(size_t action_cols)
{
    option_id id;
    for (unsigned place = 1; (id = option_key_at(place)) != OPTION_NONE; place++) {
        const char keys[] = {'-', (char)option_get(id)->letter, '\0'};
        key_row(keys, "", action_cols, option_use(id)->on_key);
    }
}

static bool group_rows(const struct keymap *k, enum action_group g)
{
    const size_t action_cols = g == ABOUT_PROMPT ? PROMPT_ACTION_COLS : ACTION_COLS;
    struct text keys = {0};
    bool ok = true;
    heading(action_group_name(g), !g || g == ABOUT_PROMPT);
    for (int i = ACTION_NONE + 1; i < N_ACTIONS; i++) {
        struct action_def d = action_get((enum action)i);
        if (d.group != g)
            continue;
        keys_of(k, (enum action)i, &keys);
        if (i == ACTION_OPTION)
            option_rows(action_cols);
        ok &= keys.n != 0;
        key_row(text_z(&keys), d.name, action_cols, d.help);
    }
    ok &= !keys.failed;
    text_release(&keys);
    return ok;
}

static void keys_begin(void)
{
    printf(".TS\nlB%d l%d l.\n", TABLE_GAP, TABLE_GAP);
}

static bool keys(void)
{
    struct keymap k;
    keymap_init(&k);
    bool ok = true;
    keys_begin();
    for (int g = 0; g < N_ABOUTS; g++) {
        if (g == ABOUT_PROMPT) {
            printf(".TE\n.PP\n");
            keys_begin();
        }
        ok &= group_rows(&k, (enum action_group)g);
    }
    printf(".TE\n");
    keymap_release(&k);
    return ok;
}

/* ---- what is typed after a colon ---- */

enum { COMMAND_COLS = 28, SETTING_COLS = 22 };

static bool commands(void)
{
    printf(".TS\nl%d l.\n", TABLE_GAP);
    for (size_t i = 0; command_get(i); i++) {
        printf("\\fB:");
        roff_str(command_get(i)->name);
        printf(*command_get(i)->args ? "\\fR " : "\\fR");
        cell(command_get(i)->args);
        last_column(command_get(i)->help, COMMAND_COLS + TABLE_GAP, 1);
    }
    printf(".TE\n");
    return true;
}

static bool settings(void)
{
    printf(".TS\nl%d l.\n", TABLE_GAP);
    for (int i = 0; i < N_PREFS; i++) {
        const struct pref_def *d = pref_get((enum pref)i);
        printf("\\fB%s\\fR ", d->name);
        for (int v = 0; d->values[v]; v++)
            printf(v ? "|%s" : "%s", d->values[v]);
        putchar('\t');
        last_column(d->help, SETTING_COLS + TABLE_GAP, 1);
    }
    printf(".TE\n");
    return true;
}

static bool modes(void)
{
    printf(".TS\nlB%d l.\n", TABLE_GAP);
    for (int m = 0; m < N_MODES; m++) {
        bool any = false;
        enum mode parent;
        for (int inner = 0; inner < N_MODES; inner++)
            if (mode_parent((enum mode)inner, &parent) && (int)parent == m) {
                if (!any)
                    cell(mode_name((enum mode)m));
                printf(any ? ", %s" : "%s", mode_name((enum mode)inner));
                any = true;
            }
        printf(any ? "\n" : "");
    }
    printf(".TE\n");
    return true;
}

/* ---- columns ---- */

enum { ID_COLS = 12, HEAD_COLS = 10, MEANING_AT = ID_COLS + HEAD_COLS + 2 * TABLE_GAP };

/* By the names that :sort takes, with their headings where these differ; those of two sides (of
 * Tree) stand with Diff alone. */
static bool columns(void)
{
    const struct {
        const char *view;
        const struct grid_columns *columns;
    } views[] = {
        {"Flat", &flat_columns},       {"Graph", &entry_columns},   {"Tree", &tree_columns},
        {"Modules", &modules_columns}, {"Source", &source_columns}, {"Runs", &runs_columns},
        {"Diff", &diff_columns},
    };
    printf(".TS\nlB%d l%d l.\n", TABLE_GAP, TABLE_GAP);
    for (size_t i = 0; i < ARRAY_LEN(views); i++) {
        heading(views[i].view, !i);
        for (unsigned c = 0; c < views[i].columns->n; c++) {
            const struct grid_column *column = &views[i].columns->v[c];
            if (views[i].columns == &tree_columns && (column->needs & NEEDS_BOTH_SIDES))
                continue;
            cell(column->id);
            cell(strcmp(column->id, column->head) != 0 ? column->head : "");
            last_column(column->help, MEANING_AT, 2);
        }
    }
    printf(".TE\n");
    return true;
}

static bool filters(void)
{
    struct grid_fields f;
    grid_fields(&f);
    for (unsigned i = 0; i < f.n_beside; i++) {
        printf(i ? ", " : "");
        roff_str(f.name[i]);
    }
    printf("\n");
    return true;
}

int main(int argc, char **argv)
{
    const struct {
        const char *name;
        bool (*print)(void);
    } parts[] = {
        {"keys", keys},   {"commands", commands}, {"settings", settings},
        {"modes", modes}, {"columns", columns},   {"filters", filters},
    };
    for (size_t i = 0; argc == 2 && i < ARRAY_LEN(parts); i++)
        if (!strcmp(argv[1], parts[i].name))
            return !parts[i].print();
    return 1;
}
