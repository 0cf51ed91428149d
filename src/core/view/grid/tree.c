/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Measured call paths as a tree: a row is a function by way of the rows above it. */
#include "core/view/grid/tree.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"
#include "core/base/utf8.h"
#include "core/view/grid/diff.h"
#include "core/view/grid/sheet.h"

enum tree_column {
    TREE_OLD,
    TREE_NEW,
    TREE_DELTA,
    TREE_DELTA_ERROR,
    TREE_REAL,
    TREE_DELTA_PCT,
    TREE_PERCENT,
    TREE_TOTAL,
    TREE_HERE_PCT,
    TREE_HERE,
    TREE_ERROR,
    TREE_SELF,
    TREE_WAIT,
    TREE_SAMPLES,
    TREE_CALLS,
    TREE_NAME,
    N_TREE_COLUMNS,
};

static const struct grid_column columns[] = {
    [TREE_OLD] = {"old-total", "old", "old time by way of the rows above", .seconds = true,
                  DIFF_SHOWS(TOTAL, OLD), .turn = 5, .from = 60, .needs = NEEDS_BOTH_SIDES},
    [TREE_NEW] = {"new-total", "new", "new time by way of the rows above", .seconds = true,
                  DIFF_SHOWS(TOTAL, NEW), .turn = 6, .from = 60, .needs = NEEDS_BOTH_SIDES},
    [TREE_DELTA] = {"delta", "delta", "new less old time by way of the rows above", .seconds = true,
                    DIFF_SHOWS(TOTAL, DELTA), .turn = 1, .needs = NEEDS_BOTH_SIDES},
    [TREE_DELTA_ERROR] = {"delta-err", "+/-", "standard error of delta", DIFF_SHOWS(TOTAL, ERROR),
                          .turn = 3, .from = 40, .needs = NEEDS_BOTH_SIDES},
    [TREE_REAL] = {"real", "!", "? beyond sampling, . not, blank: few samples",
                   DIFF_SHOWS(TOTAL, VERDICT), .turn = 2, .needs = NEEDS_BOTH_SIDES},
    [TREE_DELTA_PCT] = {"delta%", "delta%", "delta in percent of the old time",
                        DIFF_SHOWS(TOTAL, PCT), .turn = 4, .from = 50, .needs = NEEDS_BOTH_SIDES},
    [TREE_PERCENT] = {"total%", "total%", "share of all samples and waits", .digits = 1, .turn = 1,
                      .value = VALUE_TOTAL_PCT, .needs = NEEDS_SHARES},
    [TREE_TOTAL] = {"total", "total", "time by way of the rows above", .seconds = true, .digits = 2,
                    .turn = 2, .from = 40, .value = VALUE_TOTAL, .needs = NEEDS_SHARES},
    [TREE_HERE_PCT] = {"here%", "here%", "here as a share of all samples and waits", .digits = 1,
                       .turn = 1, .value = VALUE_TOTAL_PCT, .needs = NEEDS_ARCS},
    [TREE_HERE] = {"here", "here", "time of the row and those below it", .seconds = true,
                   .digits = 2, .turn = 2, .from = 40, .value = VALUE_TOTAL, .needs = NEEDS_ARCS},
    [TREE_ERROR] = {"err", "+/-", "sampling error of total, or of here", .digits = 2, .turn = 5,
                    .from = 60, .value = VALUE_TOTAL_ERROR, .needs = NEEDS_SAMPLES},
    [TREE_SELF] = {"self", "self", "time in the function itself, so called", .seconds = true,
                   .digits = 2, .turn = 3, .from = 40, .value = VALUE_SELF, .needs = NEEDS_TOTALS},
    [TREE_WAIT] = {"wait", "wait", "time that threads waited, so called", .seconds = true,
                   .digits = 2, .turn = 4, .from = 40, .value = VALUE_WAIT, .needs = NEEDS_WAITS},
    [TREE_SAMPLES] = {"samples", "samples", "samples of which total is made", .turn = 7,
                      .from = 100, .needs = NEEDS_SAMPLES},
    [TREE_CALLS] = {"calls", "calls", "calls, where there is no other way", .turn = 6, .from = 80,
                    .needs = NEEDS_CALLS},
    [TREE_NAME] = {"name", "name", "the function, below its caller", .words = true},
};
const struct grid_columns tree_columns = {columns, ARRAY_LEN(columns)};

/* ---- what is open ---- */

bool open_paths_has(const struct open_paths *s, uint64_t path)
{
    const uint32_t number = intern_find(&s->numbers, path);
    return number && s->is_open[number];
}

void open_paths_set(struct open_paths *s, uint64_t path, bool open)
{
    bool is_new;
    const uint32_t number = intern_number(&s->numbers, path, &is_new);
    mem_grow(&s->is_open, &s->cap, number + 1, sizeof *s->is_open);
    s->is_open[number] = open;
}

void open_paths_release(struct open_paths *s)
{
    intern_numbers_release(&s->numbers);
    free(s->is_open);
}

uint32_t tree_find(struct call_tree *t, const struct open_paths *open, uint64_t path)
{
    for (uint32_t i = 0; path && i < t->n; i++) {
        if (t->nodes[i].path == path)
            return i;
        if (!t->down || open_paths_has(open, t->nodes[i].path))
            tree_open(t, i);
    }
    return 0;
}

/* ---- rows ---- */

struct tree_grid {
    struct sheet t;          /* first */
    struct tree_look look;   /* `open` is not read any more */
    const struct diff *diff; /* of a comparison, rows of nodes; else NULL */
    uint32_t top; /* the node that is the whole: the root, which has no row, or the first */
    struct tree_row *rows; /* by id */
    size_t n;
    double most[N_TREE_COLUMNS];
};

static const struct tree_grid *tree_of(const struct sheet *t)
{
    return (const struct tree_grid *)t;
}

static const struct tree_node *node_of(const struct sheet *t, uint32_t id)
{
    return &tree_of(t)->look.tree->nodes[tree_of(t)->rows[id].node];
}

/* As far as names keep their room. */
static size_t indent_of(const struct sheet *t, const struct tree_row *r)
{
    enum { NAME_LEAST = 26 }; /* the sign before it, too */
    const size_t room = sheet_name_room(t);
    const size_t deepest = room > NAME_LEAST ? (room - NAME_LEAST) / 2 : 0;
    return 2 * (r->level < deepest ? r->level : deepest);
}

/* In a comparison the differences of a node; else NULL. */
static const struct diff_row *row_of(const struct sheet *t, uint32_t id)
{
    return tree_of(t)->diff ? &tree_of(t)->diff->rows[tree_of(t)->rows[id].node] : NULL;
}

sym_id tree_function(const struct call_tree *t, const struct tree_node *x,
                     const struct view_diff *diff, const struct view_context **v)
{
    if (!t->diff || x->symbol == NO_ID)
        return x->symbol;
    *v = diff->side[diff_row_side(&t->diff->rows[x->symbol])];
    return diff_row_symbol(&t->diff->rows[x->symbol]);
}

static struct sheet_name subject(const struct sheet *t, uint32_t id)
{
    struct sheet_name of = {.v = &t->v, .beside = indent_of(t, &tree_of(t)->rows[id]) + 2};
    const struct tree_look *look = &tree_of(t)->look;
    of.node = tree_function(look->tree, node_of(t, id), look->diff, &of.v);
    return of;
}

/* ---- numbers ---- */

static struct amounts amounts_of(const struct sheet *t, uint32_t id)
{
    return tree_amounts(tree_of(t)->look.tree, tree_of(t)->top, tree_of(t)->rows[id].node);
}

static double number(const struct sheet *t, uint32_t id, unsigned column)
{
    const struct amounts x = amounts_of(t, id);
    const struct tree_grid *g = tree_of(t);
    if (column <= TREE_DELTA_PCT)
        return g->diff ? diff_cell_number(g->diff, row_of(t, id), columns[column].value) : NAN;
    if (column == TREE_SAMPLES)
        return x.self + x.child;
    if (column == TREE_CALLS)
        return x.calls ? (double)x.calls : CELL_BLANK;
    return known_value(&x, (enum row_value)columns[column].value, 1);
}

static void text(const struct sheet *t, uint32_t id, unsigned column, struct text *out)
{
    const struct diff *d = tree_of(t)->diff;
    if (d)
        diff_cell_text(d, row_of(t, id), columns[column].value, out);
    else
        text_char(out, '-');
}

static double asked(const struct sheet *t, uint32_t id, unsigned value)
{
    const struct amounts x = amounts_of(t, id);
    if (value > VALUE_TOTAL_WALL || (value >= VALUE_CALLS && value < VALUE_WAIT))
        return NAN;
    return known_value(&x, (enum row_value)(value == VALUE_SHARE_PCT ? VALUE_TOTAL_PCT : value), 1);
}

static enum role role(const struct sheet *t, uint32_t id, unsigned column)
{
    const struct amounts x = amounts_of(t, id);
    if (tree_of(t)->diff && column >= TREE_DELTA && column <= TREE_DELTA_PCT)
        return diff_cell_role(row_of(t, id), columns[column].value, ROLE_HOT);
    const double ticks = column == TREE_SELF ? x.self : x.self + x.child;
    const bool is_share = column == TREE_PERCENT || column == TREE_HERE_PCT;
    const bool by_waits = (is_share || column == TREE_WAIT) && x.wait > 0;
    if (tree_of(t)->rows[id].is_beside || (is_uncertain(ticks) && !by_waits))
        return ROLE_DIM;
    return is_share ? heat_role(value_of(&x, VALUE_TOTAL_PCT, 1)) : ROLE_NUMBER;
}

/* ---- names ---- */

static void name(const struct sheet *t, uint32_t id, struct text *out)
{
    const struct sheet_name x = subject(t, id);
    if (x.node == NO_ID)
        text_str(out, tree_kinds[node_of(t, id)->kind].name);
    else
        text_name(out, x.v, x.node, sheet_name_style(t));
}

static void put_name(const struct sheet *t, uint32_t i, struct line *out)
{
    const struct tree_grid *g = tree_of(t);
    const uint32_t id = sheet_id(t, i);
    const struct tree_row *r = &g->rows[id];
    const struct tree_node *x = node_of(t, id);
    const struct diff_row *of = row_of(t, id);
    const bool dim = r->is_beside || is_uncertain(x->all + x->beside_all);
    const size_t indent = indent_of(t, r);
    size_t at = out->text.n;
    if (indent < 2 * (size_t)r->level) /* its level is said instead */
        text_printf(&out->text, "%*u ", indent ? (int)indent - 1 : 0, (unsigned)r->level);
    else
        text_fill(&out->text, ' ', indent);
    /* Below a closed row is what a filter hides, where it has been asked about all of them. */
    const bool is_end = !x->n_children || (!r->is_open && t->grid.n_hidden && !g->look.tree->down);
    text_str(&out->text, is_end ? "  " : r->is_open || g->look.bars ? "- " : "+ ");
    line_mark(out, at, ROLE_DIM, TREE_NAME);
    if (x->symbol != NO_ID)
        sheet_put_name(t, i, dim ? ROLE_DIM : ROLE_NAME, out);
    at = out->text.n;
    if (x->symbol == NO_ID)
        text_str(&out->text, tree_kinds[x->kind].name);
    if (x->depth > 1)
        text_printf(&out->text, " (%u deep)", (unsigned)x->depth);
    if (r->is_again)
        text_str(&out->text, " again");
    const bool is_top = g->look.tree->forest && x->parent == 0 && x->symbol != NO_ID;
    const uint32_t n_callers = is_top ? tree_n_callers(g->look.tree, x->symbol) : 0;
    if (n_callers > 1)
        text_printf(&out->text, " from %u callers", (unsigned)n_callers);
    if (of && *diff_row_state(of))
        text_printf(&out->text, " (%s)", diff_row_state(of));
    line_mark(out, at, ROLE_CYCLE, TREE_NAME);
}

static void row(const struct sheet *t, uint32_t id, struct grid_row *out)
{
    const struct tree_node *x = node_of(t, id);
    const struct diff_row *r = row_of(t, id);
    out->kind = x->symbol == NO_ID ? ROW_TEXT : ROW_FUNCTION;
    out->subject.node = r ? r->symbol[DIFF_NEW] : x->symbol;
    out->path = x->path;
}

/* ---- bars ---- */

/* "|name-----": where it begins and ends is to be seen without colours. */
void tree_grid_bar_line(const struct grid *g, uint32_t row, bool small, struct line *out)
{
    enum { NAME_COLS_LEAST = 3 };
    const struct sheet *t = sheet_of(g);
    const uint32_t id = sheet_id(t, row);
    const struct tree_row *bar = &tree_of(t)->rows[id];
    const struct sheet_name of = subject(t, id);
    const size_t cols = small ? bar->small_hi - bar->small_lo : bar->hi - bar->lo;
    const bool ascii = t->style.ascii;
    struct text name = {0};
    if (small)
        text_printf(&name, "%u smaller", (unsigned)bar->n_small);
    else if (of.node != NO_ID && cols > NAME_COLS_LEAST)
        text_function_within(&name, of.v, of.node, sheet_name_style(t), cols - 1);
    else if (of.node == NO_ID)
        text_str(&name, tree_kinds[node_of(t, id)->kind].name);
    text_str(&out->text, small ? "+" : ascii ? "|" : "\xe2\x94\x82");
    size_t used = utf8_cols(text_z(&name), name.n);
    used = used < cols ? used : 0;
    text_add(&out->text, text_z(&name), used ? name.n : 0);
    for (size_t i = used + 1; i < cols; i++)
        text_str(&out->text, small ? " " : ascii ? "-" : "\xe2\x94\x80");
    line_mark(out, 0, small ? ROLE_DIM : role(t, id, TREE_PERCENT), COLUMN_NONE);
    text_release(&name);
}

/* ---- the detail line ---- */

/* "66 of 205 samples (+/-12.3%), 0 its own"; in a comparison the difference. */
static void add_samples(const struct sheet *t, uint32_t id, struct text *out)
{
    const struct tree_node *x = node_of(t, id);
    if (tree_of(t)->diff) {
        text_diff_total(out, tree_of(t)->diff, row_of(t, id));
        return;
    }
    text_printf(out, "%s of ", decimal_of(x->all, 0, true).s);
    text_printf(out, "%s", nouns_of((uint64_t)amounts_of(t, id).all, "sample", true).s);
    if (x->all > 0)
        text_printf(out, " (+/-%.1f%%)", percent(sampling_error(x->all), x->all));
    if (x->symbol != NO_ID && x->n_children && !tree_of(t)->look.tree->down)
        text_printf(out, ", %s its own", decimal_of(x->self, 0, true).s);
}

static void detail(const struct sheet *t, uint32_t id, struct line *out)
{
    const struct tree_node *x = node_of(t, id);
    const struct sheet_name of = subject(t, id);
    const struct tree_grid *g = tree_of(t);
    const bool bar = g->look.bars && !g->diff;
    const bool narrow = t->style.cols < 110;
    const char *gap = narrow ? "  " : "   ";
    struct text facts = {0}, kind = {0};
    if (bar) {
        text_tree_bar(&facts, g->look.tree, g->top, &g->rows[id]);
        text_str(&facts, narrow ? "" : gap);
    }
    if (of.node != NO_ID && !(bar && narrow)) {
        text_image(&facts, of.v, of.node, gap);
        text_place(&facts, of.v, of.node, gap);
    }
    if (!bar)
        add_samples(t, id, &facts);
    if (of.node != NO_ID) {
        line_detail(out, &t->style, of.v, of.node, false, &facts);
        return;
    }
    text_printf(&facts, "%s%s", bar && narrow ? gap : " ", tree_kinds[x->kind].help);
    text_str(&kind, tree_kinds[x->kind].name);
    line_detail_of(out, &t->style, &kind, &facts);
}

void tree_grid_explain(const struct grid *g, uint32_t row, struct text *out)
{
    const struct sheet *t = sheet_of(g);
    const struct call_tree *tree = tree_of(t)->look.tree;
    text_str(out, "this row: ");
    add_samples(t, sheet_id(t, row), out);
    text_printf(out, "\n  %s. What follows is the function as a whole.\n",
                tree->forest ? "With the rows below it: no time is shared out"
                : tree->down ? "In the function of the first row, as called by way of these"
                             : "By way of the rows above it alone");
}

/* ---- measuring ---- */

/* Rows of all nodes, or of those that are not below closed ones. */
static void add_rows(struct tree_grid *g, bool all)
{
    struct call_tree *tree = g->look.tree;
    uint32_t level = g->top ? 0 : UINT32_MAX; /* the root has no row */
    for (uint32_t i = g->top; i != NO_ID;) {
        const bool is_open = i == g->top || open_paths_has(g->look.open, tree->nodes[i].path);
        const struct tree_row r = {.node = i, .level = level, .is_open = is_open};
        if (i)
            mem_append(&g->rows, &g->n, &r, sizeof r);
        i = tree_next(tree, g->top, i, all || is_open, &level);
    }
}

/* Mutual recursion: rows below one of their function. `at` is the last row of each level, `outer`
 * the last of each function that is below no other one. */
static void find_again(struct tree_grid *g)
{
    const struct call_tree *t = g->look.tree;
    const size_t n = t->diff ? t->diff->n_rows : t->analysis->table->n_symbols;
    uint32_t *at = arena_array(&g->t.memory, g->n, sizeof *at);
    uint32_t *outer = arena_array(&g->t.memory, n, sizeof *outer);
    for (uint32_t i = 0; i < g->n; i++) {
        struct tree_row *r = &g->rows[i];
        const sym_id s = t->nodes[r->node].symbol;
        at[r->level] = i;
        if (s == NO_ID)
            continue;
        const struct tree_row *up = &g->rows[outer[s]];
        r->is_again =
            up->level < r->level && at[up->level] == outer[s] && t->nodes[up->node].symbol == s;
        outer[s] = r->is_again ? outer[s] : i;
    }
}

/* What leads to the rows that a filter keeps is shown, too. */
static void keep_above(struct tree_grid *g)
{
    struct sheet *t = &g->t;
    uint32_t *first = (uint32_t *)arena_alloc(&t->memory, g->n, sizeof *first) + g->n;
    uint32_t n_kept = t->grid.n_rows, level = 0; /* of the row that follows */
    t->grid.n_rows = 0;
    for (size_t id = g->n; id-- > 0;) {
        struct tree_row *r = &g->rows[id];
        const bool is_kept = n_kept && t->id[n_kept - 1] == id;
        n_kept -= is_kept;
        r->is_open = r->level < level;
        r->is_beside = r->is_open && !is_kept;
        if (!is_kept && !r->is_open)
            continue;
        level = r->level;
        *--first = (uint32_t)id;
        t->grid.n_rows++;
    }
    t->id = first;
    t->grid.n_hidden = g->look.tree->n_hidden + (uint32_t)g->n - t->grid.n_rows;
}

/* Widths do not change while rows are opened. */
static void find_most(struct tree_grid *g)
{
    const struct graph *all = g->t.v.analysis->all_arcs;
    struct amounts x = tree_amounts(g->look.tree, g->top, g->top);
    x.self += x.child;
    x.child = 0;
    for (unsigned c = TREE_PERCENT; c <= TREE_WAIT; c++)
        g->most[c] = known_value(&x, (enum row_value)columns[c].value, 1);
    g->most[TREE_SAMPLES] = x.self;
    for (uint32_t i = 0; !g->look.tree->down && !g->diff && i < all->n_arcs; i++)
        g->most[TREE_CALLS] = fmax(g->most[TREE_CALLS], (double)all->calls[all->arcs[i].to]);
    g->t.most = g->most;
    g->t.has = (g->most[TREE_CALLS] > 0 ? NEEDS_CALLS : 0) | (x.wait > 0 ? NEEDS_WAITS : 0) |
               (g->diff                ? NEEDS_BOTH_SIDES
                : g->look.tree->forest ? NEEDS_SAMPLES | NEEDS_ARCS
                                       : NEEDS_SAMPLES | NEEDS_SHARES) |
               (g->look.tree->down || g->diff ? 0 : NEEDS_TOTALS);
}

static void release(struct sheet *t)
{
    free(tree_of(t)->rows);
}

static const struct sheet_ops ops = {
    .columns = &tree_columns,
    .wide = 110,
    .kind = ROW_FUNCTION,
    .subject = subject,
    .number = number,
    .text = text,
    .asked = asked,
    .role = role,
    .put_name = put_name,
    .detail = detail,
    .row = row,
    .name = name,
    .release = release,
};

/* Functions, which a filter asks. */
struct asked {
    struct sheet t; /* first */
    uint32_t *key;  /* of frames, by id */
};

static struct sheet_name key_subject(const struct sheet *t, uint32_t id)
{
    const uint32_t key = ((const struct asked *)t)->key[id];
    return (struct sheet_name){.v = &t->v, .node = tree_is_kind(key) ? NO_ID : key};
}

/* Keep of a tree that goes down what a filter that reads no numbers keeps: each function is asked
 * once. */
static void keep_functions(const struct tree_grid *g, const struct rowfilter *filter)
{
    static const struct sheet_ops ops_asked = {.columns = &tree_columns, .subject = key_subject};
    struct asked *x = sheet_new(sizeof *x, &ops_asked, &g->t.v, &g->t.style, NULL);
    const size_t n_keys = N_TREE_KINDS + g->t.v.analysis->table->n_symbols;
    bool *keeps = arena_array(&x->t.memory, n_keys, sizeof *keeps);
    uint32_t n = 0;
    x->key = arena_alloc(&x->t.memory, n_keys, sizeof *x->key);
    for (uint32_t i = 1; i < g->look.tree->n_frames; i++) {
        const uint32_t key = g->look.tree->frames[i].key;
        if (!keeps[(uint32_t)(key + N_TREE_KINDS)])
            x->key[n++] = key;
        keeps[(uint32_t)(key + N_TREE_KINDS)] = true;
    }
    memset(keeps, false, n_keys);
    sheet_list(&x->t, n, 0, filter);
    for (uint32_t i = 0; i < x->t.grid.n_rows; i++)
        keeps[(uint32_t)(x->key[x->t.id[i]] + N_TREE_KINDS)] = true;
    tree_keep(g->look.tree, keeps);
    grid_free(&x->t.grid);
}

struct grid *tree_grid(const struct view_context *v, const struct tree_look *look,
                       const struct grid_style *style, const struct rowfilter *filter)
{
    struct tree_grid *g = sheet_new(sizeof *g, &ops, v, style, NULL);
    g->look = *look;
    if (filter && !look->diff && !look->tree->down &&
        !rowfilter_compares(filter, ROWFILTER_ANY_NUMBER))
        keep_functions(g, filter);
    else
        tree_keep(look->tree, NULL);
    g->top = tree_find(look->tree, look->open, look->root);
    const bool is_there = g->top || !look->root || !look->tree->marks;
    if (is_there && look->bars)
        g->rows = icicle_bars(look->tree, g->top, style->cols ? style->cols : 1, &g->n);
    else if (is_there)
        add_rows(g, filter && !look->tree->down);
    find_again(g);
    g->diff = look->diff ? tree_differences(look->tree) : NULL;
    find_most(g);
    sheet_list(&g->t, (uint32_t)g->n, 0, filter);
    if (filter)
        keep_above(g);
    return sheet_measure(&g->t);
}

const struct tree_row *tree_grid_row(const struct grid *g, uint32_t row)
{
    return &tree_of(sheet_of(g))->rows[sheet_id(sheet_of(g), row)];
}
