/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/popup/help.h"

#include <string.h>

#include "core/base/utf8.h"
#include "core/view/grid/grid.h"
#include "tui/act/command.h"
#include "tui/app/screen.h"
#include "tui/app/search.h"
#include "tui/app/window.h"
#include "tui/terminal/surface_draw.h"

/* The column where the meaning of a key begins; in a narrow window it stands below the key. */
enum { HELP_COLS = 96, KEYS_COLS = 24, NARROW_COLS = 50, NARROW_INDENT = 6, WISH_COLS = 10 };

/* A line; those that do not begin with a blank are heads. Empties t. */
static void add(struct ui *ui, struct text *t)
{
    bool head = t->n && *t->p != ' ' && ui->help->about < N_MODES;
    popup_add(&ui->popups[POPUP_HELP], head ? ROLE_STRONG : ROLE_PLAIN, t->p ? t->p : "", t->n);
    text_clear(t);
}

static void add_str(struct ui *ui, const char *s)
{
    struct text t = {0};
    text_str(&t, s);
    add(ui, &t);
    text_release(&t);
}

static size_t cols_of(const struct ui *ui)
{
    return (size_t)ui->popups[POPUP_HELP].cols;
}

static bool is_ancestor(enum mode m, enum mode about)
{
    do
        if (m == about)
            return true;
    while (mode_parent(about, &about));
    return false;
}

/* All keys of an action, separated by blanks; not those that a nearer mode binds. */
static size_t action_keys(const struct keymap *k, enum action action, enum mode about,
                          struct text *out)
{
    size_t found = 0;
    bool more;
    for (size_t i = 0; i < k->n; i++) {
        const struct binding *b = &k->b[i];
        if (b->action != action || !is_ancestor((enum mode)b->mode, about) ||
            keymap_find(k, about, b->keys, b->n_keys, &more) != b)
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

/* "  keys   what it does": the keys on a line of their own if they are many or the window is
 * narrow, what it does on as many lines as it needs. Empties `line`, which holds the keys. */
static void add_entry_at(struct ui *ui, size_t indent, struct text *line, const char *what)
{
    size_t cols = utf8_cols(line->p, line->n);
    if (cols && cols + 1 > indent) {
        add(ui, line);
        cols = 0;
    }
    while (*what) {
        size_t n =
            window_words(what, strlen(what), cols_of(ui) > indent ? cols_of(ui) - indent : 1);
        text_fill(line, ' ', indent - cols);
        text_add(line, what, n);
        add(ui, line);
        cols = 0;
        what += n + strspn(what + n, " ");
    }
}

static void add_entry(struct ui *ui, struct text *line, const char *what)
{
    add_entry_at(ui, cols_of(ui) < NARROW_COLS ? NARROW_INDENT : KEYS_COLS, line, what);
}

static void add_group(struct ui *ui, enum action_group g)
{
    struct popup_state *s = &ui->popups[POPUP_HELP];
    size_t before = s->n;
    option_id id;
    add_str(ui, action_group_name(g));
    for (enum action a = ACTION_NONE + 1; a < N_ACTIONS; a++) {
        struct text line = {0};
        text_str(&line, "  ");
        if (action_get(a).group == g && action_keys(ui->keys, a, ui->help->about, &line)) {
            struct text one = {0};
            /* Before the key of any option, those with a letter that people need. */
            for (unsigned place = 1;
                 a == ACTION_OPTION && (id = option_key_at(place)) != OPTION_NONE; place++) {
                text_printf(&one, "  -%c", option_get(id)->letter);
                add_entry(ui, &one, option_use(id)->on_key);
            }
            add_entry(ui, &line, action_get(a).help);
            text_release(&one);
        }
        text_release(&line);
    }
    if (s->n == before + 1)
        s->n = before;
    else
        add_str(ui, "");
}

/* What people want to do in a view, the most usual first, and the action that does it. Ten for
 * each: they are the first page of a small screen. */
enum { WISHES = 10 };

struct help_wish {
    enum action action;
    const char *what;
};

static const struct help_wish WISHES_FLAT[WISHES] = {
    {ACTION_OPEN, "see who calls this function, and what it calls"},
    {ACTION_VIEW_SOURCE, "see its source, with the time of each line"},
    {ACTION_TAKE_OUT, "take it out, to see what remains; again: put it back"},
    {ACTION_UNDO, "undo that"},
    {ACTION_VIEW_MODULES, "see whose code takes the time: mine, or which library"},
    {ACTION_FIND, "find a function by some letters of its name"},
    {ACTION_FILTER_ROWS, "keep only rows that match"},
    {ACTION_SORT_MENU, "see them in another order, such as time with callees"},
    {ACTION_VIEW_INFO, "know whether these numbers can be believed"},
    {ACTION_WRITE, "write this to a file"},
};

static const struct help_wish WISHES_GRAPH[WISHES] = {
    {ACTION_OPEN, "go to the caller or callee under the cursor"},
    {ACTION_CALLER, "go to the caller that it spends most time for"},
    {ACTION_BACK, "go back to where I came from"},
    {ACTION_HEAVIEST_CALLEE, "see where its own callees spend most time"},
    {ACTION_VIEW_SOURCE, "see its source, with the time of each line"},
    {ACTION_TAKE_OUT, "take a function out, to see what remains; again: put it back"},
    {ACTION_UNDO, "undo that"},
    {ACTION_EXPLAIN, "know where these numbers come from"},
    {ACTION_VIEW_MODULES, "see whose code takes the time: mine, or which library"},
    {ACTION_WRITE, "write this entry to a file"},
};

static const struct help_wish WISHES_TREE[WISHES] = {
    {ACTION_FOLD, "open or close the row under the cursor"},
    {ACTION_TREE_MORE, "open a level more below it"},
    {ACTION_HEAVIEST_CALLEE, "open where most of its time goes"},
    {ACTION_GROUP_NEXT, "see from below who makes a function hot"},
    {ACTION_TREE_ROOT, "see this row as the whole"},
    {ACTION_TREE_BARS, "see all of it as bars, as wide as their time"},
    {ACTION_OPEN, "see all callers and callees of its function"},
    {ACTION_BACK, "come back to this row"},
    {ACTION_TAKE_OUT, "take a function out, to see what remains; again: put it back"},
    {ACTION_WRITE, "write what is open to a file"},
};

static const struct help_wish WISHES_ICICLE[WISHES] = {
    {ACTION_ROW_DOWN, "go down to what it spends most time for"},
    {ACTION_ROW_UP, "go up to what called it"},
    {ACTION_RIGHT, "go to the next bar of its level"},
    {ACTION_TREE_ROOT, "see this bar as the whole"},
    {ACTION_BACK, "see again what was the whole before"},
    {ACTION_HEAVIEST_CALLEE, "go to where most of its time goes"},
    {ACTION_GROUP_NEXT, "see from below who makes a function hot"},
    {ACTION_TREE_BARS, "see rows again, with all numbers"},
    {ACTION_TAKE_OUT, "take a function out, to see what remains; again: put it back"},
    {ACTION_WRITE, "write it to a file: svg is a picture that zooms"},
};

static const struct help_wish WISHES_MODULES[WISHES] = {
    {ACTION_OPEN, "see the functions of a module"},
    {ACTION_ROW_DOWN, "go to the next one"},
    {ACTION_GROUP_NEXT, "see images, folders, files or namespaces"},
    {ACTION_TAKE_OUT, "take a library out, to see what remains; again: put it back"},
    {ACTION_UNDO, "undo that"},
    {ACTION_SORT_MENU, "see them in another order"},
    {ACTION_FILTER_ROWS, "keep only rows that match"},
    {ACTION_VIEW_FLAT, "see functions again"},
    {ACTION_BACK, "go back to where I came from"},
    {ACTION_WRITE, "write this to a file"},
};

static const struct help_wish WISHES_SOURCE[WISHES] = {
    {ACTION_HOTTEST, "go to the line with most time of the program"},
    {ACTION_HEAVIEST_CALLEE, "go to the line that takes most time after this one"},
    {ACTION_OPEN, "go to the function that this line calls"},
    {ACTION_CALLER, "go to the call of this function"},
    {ACTION_BACK, "go back to where I came from"},
    {ACTION_EDIT, "open this line in my editor"},
    {ACTION_SIDE_PANE, "see callers and callees beside it"},
    {ACTION_SEARCH, "search this file"},
    {ACTION_FILTER_ROWS, "keep only lines that match, such as self>0.1"},
    {ACTION_WRITE, "write this to a file"},
};

static const struct help_wish WISHES_DIFF[WISHES] = {
    {ACTION_OPEN, "see who calls this function and what it calls now"},
    {ACTION_DIFF_BASE, "see the same in the base"},
    {ACTION_HOTTEST, "go to the function that differs most"},
    {ACTION_FIND, "find a function by some letters of its name"},
    {ACTION_SORT_MENU, "see them in another order, such as by real"},
    {ACTION_COLUMNS, "see other columns, such as old and new calls"},
    {ACTION_FILTER_ROWS, "keep only rows that match, such as delta>0.1"},
    {ACTION_VIEW_SOURCE, "see the source of a function"},
    {ACTION_BACK, "go back to where I came from"},
    {ACTION_WRITE, "write this to a file"},
};

static const struct help_wish WISHES_BASE[WISHES] = {
    {ACTION_DIFF_BASE, "see the entry of the new side"},
    {ACTION_OPEN, "go to the caller or callee under the cursor, in the base"},
    {ACTION_CALLER, "go to the heaviest caller in the base"},
    {ACTION_HEAVIEST_CALLER, "go to the line of the heaviest caller"},
    {ACTION_HEAVIEST_CALLEE, "go to the line of the heaviest callee"},
    {ACTION_VIEW_DIFF, "see the list of functions again"},
    {ACTION_BACK, "go back to where I came from"},
    {ACTION_FIND, "find a function by some letters of its name"},
    {ACTION_FILTER_ROWS, "keep only callers and callees that match"},
    {ACTION_WRITE, "write this to a file"},
};

static const struct help_wish WISHES_INFO[WISHES] = {
    {ACTION_ROW_DOWN, "read on: what looks wrong comes with advice"},
    {ACTION_VIEW_FLAT, "see which functions take the time"},
    {ACTION_VIEW_GRAPH, "see who calls whom"},
    {ACTION_VIEW_SOURCE, "see the source, with the time of each line"},
    {ACTION_OPTION_PANEL, "see which options are on, and their effect"},
    {ACTION_RELOAD, "read the files again"},
    {ACTION_SEARCH, "search this text"},
    {ACTION_YANK_COMMAND, "copy the command that prints this"},
    {ACTION_BACK, "go back to where I came from"},
    {ACTION_WRITE, "write this to a file"},
};

static const struct help_wish WISHES_RUNS[WISHES] = {
    {ACTION_SORT_MENU, "find the slow run: sort by time"},
    {ACTION_OPEN, "see this run alone, or those marked"},
    {ACTION_UNDO, "see all runs again"},
    {ACTION_RUN_MARK, "mark runs, to see them alone or to compare them"},
    {ACTION_DIFF_BASE, "compare the marked runs with all others"},
    {ACTION_RUN_NEW, "or with those that I mark next"},
    {ACTION_FILTER_ROWS, "keep only the runs of a host"},
    {ACTION_RUN_MARK_ALL, "mark all of these"},
    {ACTION_VIEW_FLAT, "see which functions are uneven: mean, worst run"},
    {ACTION_WRITE, "write this to a file"},
};

/* NULL: the mode is not that of a view. */
static const struct help_wish *wishes_of(enum mode m)
{
    static const struct help_wish *const table[N_MODES] = {
        [MODE_FLAT] = WISHES_FLAT,     [MODE_GRAPH] = WISHES_GRAPH, [MODE_MODULES] = WISHES_MODULES,
        [MODE_SOURCE] = WISHES_SOURCE, [MODE_INFO] = WISHES_INFO,   [MODE_RUNS] = WISHES_RUNS,
        [MODE_DIFF] = WISHES_DIFF,     [MODE_BASE] = WISHES_BASE,   [MODE_TREE] = WISHES_TREE,
        [MODE_ICICLE] = WISHES_ICICLE,
    };
    return table[m];
}

static void add_wishes(struct ui *ui)
{
    const enum mode about = ui->help->about;
    const struct help_wish *w = wishes_of(about);
    struct text line = {0};
    add_str(ui, "I want to ...");
    for (int i = 0; i < WISHES; i++) {
        /* The key that people are shown: the first that the nearest mode has. */
        const struct binding *key = NULL;
        enum mode m = about;
        do
            for (size_t k = 0; !key && k < ui->keys->n; k++)
                if (ui->keys->b[k].action == w[i].action && ui->keys->b[k].mode == m)
                    key = &ui->keys->b[k];
        while (!key && mode_parent(m, &m));
        text_str(&line, "  ");
        if (key)
            binding_label(key, &line);
        else /* somebody took its keys away */
            text_str(&line, action_get(w[i].action).name);
        add_entry_at(ui, WISH_COLS, &line, w[i].what);
    }
    add_str(ui, "");
    text_release(&line);
}

static const struct {
    const char *word, *meaning;
} GLOSSARY[] = {
    {"?  !", "the time with children may be off by more than a quarter; cannot be right"},
    {"cycle", "functions that call each other, one unit for time"},
    {"#####", "a line that ran less often than -m asks for"},
    {"<spontaneous>", "the caller is not known"},
};

static const char *const REMARKS[] = {
    ":42 opens the entry of index [42].",
    ":map lists all bindings and commands; ~/.config/gptui/config changes them.",
};

static void add_remark(struct ui *ui, const char *s)
{
    struct text t = {0};
    add_entry_at(ui, 0, &t, s);
    text_release(&t);
}

/* What the columns of the view mean that this profile can fill, then signs. */
static void add_meanings(struct ui *ui)
{
    enum { MEANING_COLS = 16 };
    const struct grid *g = screen_here(ui)->grid;
    struct text t = {0};
    add_str(ui, "Columns and signs");
    for (unsigned i = 0; g && i < g->n_columns; i++)
        if (grid_offers(g, i) && g->columns[i].help) {
            text_printf(&t, "  %s", g->columns[i].head);
            add_entry_at(ui, MEANING_COLS, &t, g->columns[i].help);
        }
    for (size_t i = 0; i < ARRAY_LEN(GLOSSARY); i++) {
        text_printf(&t, "  %s", GLOSSARY[i].word);
        add_entry_at(ui, MEANING_COLS, &t, GLOSSARY[i].meaning);
    }
    add_str(ui, "");
    text_release(&t);
}

static void add_all_bindings(struct ui *ui)
{
    struct text t = {0};
    size_t n_commands = 0;
    for (int m = 0; m < N_MODES; m++)
        for (size_t i = 0; i < ui->keys->n; i++) {
            const struct binding *b = &ui->keys->b[i];
            if (b->mode != m || !b->action)
                continue;
            text_printf(&t, "%-7s ", mode_name((enum mode)m));
            size_t lo = t.n;
            binding_keys(b, &t);
            if (t.n < lo + 12)
                text_fill(&t, ' ', lo + 12 - t.n);
            text_char(&t, ' ');
            text_str(&t, action_get((enum action)b->action).name);
            add(ui, &t);
        }
    add_str(ui, "");
    add_remark(ui, "Commands (after a colon; every action's name is one, too)");
    for (const struct command_def *c; (c = command_get(n_commands)) != NULL; n_commands++) {
        text_printf(&t, "  %s %s", c->name, c->args);
        add_entry(ui, &t, c->help);
    }
    text_release(&t);
}

static void lay_out(struct ui *ui, int cols)
{
    enum mode about = ui->help->about;
    text_clear(&ui->popups[POPUP_HELP].title);
    text_printf(&ui->popups[POPUP_HELP].title, " help: %s ",
                about < N_MODES ? mode_name(about) : "all bindings");
    if (about == N_MODES) {
        add_all_bindings(ui);
        return;
    }
    if (wishes_of(about)) {
        add_wishes(ui);
        add_meanings(ui);
    }
    for (int g = 0; g < N_ABOUTS; g++)
        add_group(ui, (enum action_group)g);
    for (size_t i = 0; i < ARRAY_LEN(REMARKS); i++)
        add_remark(ui, REMARKS[i]);
}

/* ---- the pop-up ---- */

/* What a search found in the lines that are seen, marked. */
static void draw(const struct ui *ui, struct surface *s, const struct window *w)
{
    const struct popup_state *state = &ui->popups[POPUP_HELP];
    const struct list *l = &state->list;
    const struct regex *r = ui->line_search->regex;
    popup_draw_lines(ui, s, w);
    for (int y = 0; r && y < window_height(w) && list_row_at(l, y) != LIST_NONE; y++) {
        const struct popup_line *from = &state->line[list_row_at(l, y)];
        const int row = window_top(w) + y, col = w->area.col + 1, cols = w->area.cols - 2;
        struct line line = {0};
        text_str(&line.text, from->text);
        line_mark(&line, 0, from->role, COLUMN_NONE);
        if (list_row_at(l, y) == l->cursor &&
            regex_find(r, text_z(&line.text), line.text.n, 0, NULL, NULL)) {
            surface_line(s, row, col, cols, &line, 0, LOOK_REVERSE);
            surface_cursor(s, row, col, true);
        }
        search_mark(s, row, col, cols, &line, 0, r);
        line_release(&line);
    }
}

/* Help on a mode; N_MODES: on all of them. */
static void open_about(struct ui *ui, enum mode about)
{
    popup_open(ui, &popup_help);
    ui->help->about = about;
}

static void open_all(struct ui *ui)
{
    open_about(ui, N_MODES);
}

const struct popup_ops popup_help = {
    .id = POPUP_HELP,
    .mode = MODE_HELP,
    .above = true,
    .cols = HELP_COLS,
    .scrolls = true,
    .searched = true,
    .lay_out = lay_out,
    .draw = draw,
    .open = open_all,
};

void act_help(struct ui *ui, const struct call *c)
{
    open_about(ui, ui_mode(ui));
}
