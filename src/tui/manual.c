/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The manual's tables of keys, commands, settings and columns, from the tables of the program. */
#include "tui/manual.h"

#include <string.h>

#include "core/base/text.h"
#include "core/view/grid/diff.h"
#include "core/view/grid/entry.h"
#include "core/view/grid/flat.h"
#include "core/view/grid/modules.h"
#include "core/view/grid/runs.h"
#include "core/view/grid/source.h"
#include "tui/act/command.h"
#include "tui/keys/action.h"
#include "tui/keys/keymap.h"
#include "tui/keys/prefs.h"

/* A dash or backslash means something to roff. */
static void roff(struct text *out, const char *p, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (p[i] == '-')
            text_str(out, "\\-");
        else if (p[i] == '\\')
            text_str(out, "\\e");
        else if ((p[i] == '\'' || p[i] == '.') && !i)
            text_printf(out, "\\&%c", p[i]);
        else
            text_char(out, p[i]);
    }
}

static void roff_str(struct text *out, const char *s)
{
    size_t n = 0;
    while (s[n])
        n++;
    roff(out, s, n);
}

/* Default keys of an action in every mode, by commas. */
static bool keys_of(const struct keymap *k, enum action action, struct text *out)
{
    struct text one = {0};
    bool any = false;
    for (size_t i = 0; i < k->n; i++) {
        const struct binding *b = &k->b[i];
        bool again = false;
        for (size_t j = 0; j < i && !again; j++) {
            again = k->b[j].action == action && k->b[j].n_keys == b->n_keys;
            for (unsigned x = 0; again && x < b->n_keys; x++)
                again = k->b[j].keys[x] == b->keys[x];
        }
        if (b->action != action || again)
            continue;
        text_clear(&one);
        binding_label(b, &one);
        text_str(out, any ? ", \\fB" : "\\fB");
        roff(out, one.p, one.n);
        text_str(out, "\\fR");
        any = true;
    }
    text_release(&one);
    return any;
}

static void manual_options(struct text *out)
{
    option_id id;
    for (unsigned place = 1; (id = option_key_at(place)) != OPTION_NONE; place++) {
        text_printf(out, ".TP\n\\fB\\-%c\\fR\n", option_get(id)->letter);
        roff_str(out, option_use(id)->on_key);
        text_char(out, '\n');
    }
}

static void manual_group(const struct keymap *k, enum action_group g, struct text *out)
{
    struct text keys = {0};
    text_str(out, ".SS Keys: ");
    text_str(out, action_group_name(g));
    text_char(out, '\n');
    for (int i = ACTION_NONE + 1; i < N_ACTIONS; i++) {
        struct action_def d = action_get((enum action)i);
        text_clear(&keys);
        if (d.group != g || !keys_of(k, (enum action)i, &keys))
            continue;
        if (i == ACTION_OPTION)
            manual_options(out);
        text_str(out, ".TP\n");
        text_add(out, keys.p, keys.n);
        text_char(out, '\n');
        roff_str(out, d.help);
        text_str(out, " (\\fI");
        roff_str(out, d.name);
        text_str(out, "\\fR)\n");
    }
    text_release(&keys);
}

static void manual_commands(struct text *out)
{
    text_str(out, ".SS Commands\n");
    for (size_t i = 0; command_name(i); i++) {
        text_str(out, ".TP\n\\fB:");
        roff_str(out, command_name(i));
        text_str(out, *command_synopsis(i) ? "\\fR " : "\\fR");
        roff_str(out, command_synopsis(i));
        text_char(out, '\n');
        roff_str(out, command_help(i));
        text_char(out, '\n');
    }
}

static void manual_modes(struct text *out)
{
    text_str(out, ".SS Modes\n");
    for (int m = 0; m < N_MODES; m++) {
        enum mode parent;
        text_printf(out, ".TP\n\\fB%s\\fR\n", mode_name((enum mode)m));
        if (mode_parent((enum mode)m, &parent))
            text_printf(out, "belongs to \\fI%s\\fR\n", mode_name(parent));
        else
            text_str(out, "always\n");
    }
}

static void manual_settings(struct text *out)
{
    text_str(out, ".SS Settings\n");
    for (int i = 0; i < N_PREFS; i++) {
        const struct pref_def *d = pref_get((enum pref)i);
        text_printf(out, ".TP\n\\fB%s\\fR ", d->name);
        for (int v = 0; d->values[v]; v++)
            text_printf(out, v ? "|%s" : "%s", d->values[v]);
        text_char(out, '\n');
        roff_str(out, d->help);
        text_char(out, '\n');
    }
}

/* Columns by the names that :sort takes, with their headings where these differ. */
static void manual_columns(struct text *out)
{
    const struct {
        const char *view;
        const struct grid_column *columns;
        unsigned n;
    } views[] = {
        {"Flat", flat_columns, n_flat_columns},
        {"Graph", entry_columns, n_entry_columns},
        {"Modules", modules_columns, n_modules_columns},
        {"Source", source_columns, n_source_columns},
        {"Runs", runs_columns, n_runs_columns},
        {"Diff", diff_columns, n_diff_columns},
    };
    for (size_t i = 0; i < ARRAY_LEN(views); i++) {
        text_printf(out, ".SS Columns: %s\n", views[i].view);
        for (unsigned c = 0; c < views[i].n; c++) {
            const struct grid_column *column = &views[i].columns[c];
            text_str(out, ".TP\n\\fB");
            roff_str(out, column->id);
            text_str(out, "\\fR");
            if (strcmp(column->id, column->head) != 0) {
                text_str(out, " (");
                roff_str(out, column->head);
                text_char(out, ')');
            }
            text_char(out, '\n');
            roff_str(out, column->help);
            text_char(out, '\n');
        }
    }
}

static void manual_row_filters(struct text *out)
{
    text_str(out, ".SS Numbers that row filters compare\n");
    for (size_t i = 0; grid_rowfilter_field(i); i++) {
        text_str(out, i ? ",\n\\fB" : "\\fB");
        roff_str(out, grid_rowfilter_field(i));
        text_str(out, "\\fR");
    }
    text_char(out, '\n');
}

void manual_keys(struct text *out)
{
    struct keymap k;
    if (!keymap_init(&k)) {
        out->failed = true;
        return;
    }
    for (int g = 0; g < N_ABOUTS; g++)
        manual_group(&k, (enum action_group)g, out);
    manual_commands(out);
    manual_modes(out);
    manual_settings(out);
    manual_columns(out);
    manual_row_filters(out);
    keymap_release(&k);
}
