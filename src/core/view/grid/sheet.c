/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/view/grid/sheet.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"
#include "core/base/search.h"
#include "core/base/sort.h"
#include "core/base/utf8.h"
#include "core/select/scope.h"
#include "core/view/number.h"
#include "core/view/names/form.h"
#include "core/view/rows/row_order.h"

static unsigned name_column(const struct sheet *t)
{
    return t->ops->name_first ? 0 : t->grid.n_columns - 1;
}

static bool is_run_column(const struct sheet *t, unsigned column)
{
    return t->ops->runs && column - t->ops->runs < N_RUN_COLUMNS;
}

struct name_style sheet_name_style(const struct sheet *t)
{
    return (struct name_style){t->style.names, t->style.ascii, t->ops->indexed};
}

/* ---- rows ---- */

static double column_number(const struct sheet *t, uint32_t id, unsigned column)
{
    const enum run_column of_runs = column - t->ops->runs;
    struct run_spread spread;
    if (!is_run_column(t, column))
        return t->ops->number(t, id, column);
    return t->runs && t->ops->spread(t, id, of_runs, &spread)
               ? run_value(t->v.analysis, &spread, of_runs)
               : NAN;
}

static double sorted_number(const void *ctx, uint32_t id)
{
    const struct sheet *t = ctx;
    return column_number(t, id, t->grid.ordered_by);
}

static const char *sorted_word(const void *ctx, uint32_t id)
{
    const struct sheet *t = ctx;
    return t->ops->word(t, id, t->grid.ordered_by);
}

/* A row that a filter asks. */
struct asking {
    const struct sheet *t;
    const uint8_t *column; /* of the fields: COLUMN_NONE: none of them shows it */
    uint32_t id;
    struct sheet_name subject;
    struct scope scope;
    const struct image *scope_of; /* whose names it reads */
};

static bool asked_number(void *ctx, unsigned field, double *out)
{
    const struct asking *x = ctx;
    unsigned column = x->column[field];
    *out = column == COLUMN_NONE ? CELL_BLANK : column_number(x->t, x->id, column);
    if (*out == CELL_BLANK)
        *out = x->t->ops->asked ? x->t->ops->asked(x->t, x->id, grid_field_value(field)) : NAN;
    return !isnan(*out);
}

static const char *asked_file(void *ctx)
{
    const struct asking *x = ctx;
    return function_file(x->subject.v, x->subject.node);
}

static const char *asked_image(void *ctx)
{
    const struct asking *x = ctx;
    return function_image(x->subject.v, x->subject.node);
}

static const char *asked_scope(void *ctx)
{
    struct asking *x = ctx;
    struct scope *s = &x->scope;
    const struct analysis *a = x->subject.v->analysis;
    if (x->scope_of != a->profile->image)
        s->ada = scope_reader(a->profile->image).ada;
    x->scope_of = a->profile->image;
    scope_read(s, table_plain_name(a->table, x->subject.node), SCOPE_DEPTH);
    return s->n ? text_z(&s->text) : NULL;
}

/* Set keeps[id] of the n ids in `order`. */
static void ask(const struct sheet *t, const struct rowfilter *filter, const uint32_t *order,
                uint32_t n, bool *keeps)
{
    uint8_t column[GRID_FIELDS_MOST];
    struct asking x = {.t = t, .column = column};
    const bool needs_name = rowfilter_needs_name(filter);
    const bool by_subject = t->ops->subject && !rowfilter_compares(filter, ROWFILTER_ANY_NUMBER);
    bool is_kept = false;
    struct text name = {0}, full = {0};
    /* Which columns show what filters can name. */
    struct grid_fields f;
    grid_fields(&f);
    for (unsigned i = 0; i < f.n; i++) {
        column[i] = COLUMN_NONE;
        for (unsigned c = t->grid.n_columns; c-- > 0;)
            if (!t->grid.columns[c].words && (strcmp(t->grid.columns[c].id, f.name[i]) == 0 ||
                                              strcmp(t->grid.columns[c].head, f.name[i]) == 0))
                column[i] = (uint8_t)c;
    }
    for (uint32_t i = 0; i < n; i++) {
        struct row_facts facts = {.name = "", .ctx = &x, .number = asked_number};
        const struct sheet_name before = x.subject;
        x.id = order[i];
        x.subject =
            t->ops->subject ? t->ops->subject(t, x.id) : (struct sheet_name){&t->v, NO_ID, 0};
        keeps[x.id] = t->ops->stays && t->ops->stays(t, x.id);
        if (i && by_subject && x.subject.node == before.node && x.subject.v == before.v) {
            keeps[x.id] |= is_kept; /* those of one function stand together */
            continue;
        }
        bool function =
            x.subject.node != NO_ID && !node_is_cycle(x.subject.v->analysis, x.subject.node);
        if (function) {
            facts.file = asked_file;
            facts.image = asked_image;
            facts.scope = asked_scope;
        }
        text_clear(&name);
        text_clear(&full);
        if (needs_name && x.subject.node != NO_ID)
            text_name(&name, x.subject.v, x.subject.node, sheet_name_style(t));
        else if (needs_name && !t->ops->subject)
            (t->ops->asked_name ? t->ops->asked_name : t->ops->name)(t, x.id, &name);
        if (needs_name && function) {
            text_match_name(&full, x.subject.v, x.subject.node);
            facts.full = text_z(&full);
            facts.n_full = full.n;
        }
        facts.name = text_z(&name);
        facts.n_name = name.n;
        is_kept = rowfilter_keeps(filter, &facts);
        keeps[x.id] |= is_kept;
    }
    text_release(&name);
    text_release(&full);
    scope_release(&x.scope);
}

/* Rows that stood in an order before stand in it again, all others after them; rows of one kind
 * that are together stay so. Most follow the row that they followed then: others are looked up. */
static void keep_order(struct sheet *t)
{
    const uint32_t n_kept = t->style.kept->n, n = t->grid.n_rows;
    uint64_t *kept = mem_array_raw(n_kept, sizeof *kept), *keys = mem_array_raw(n, sizeof *keys);
    uint32_t *place = mem_array_raw(n_kept, sizeof *place), next = 0;
    enum row_kind kind = ROW_TEXT;
    bool is_sorted = false;
    for (uint32_t i = 0; i < n_kept; i++) {
        kept[i] = t->style.kept->key[i];
        place[i] = i;
    }
    for (uint64_t i = 0, block = 0; i < n; i++) {
        const struct grid_row r = grid_row_at(&t->grid, (uint32_t)i);
        block += r.kind != kind;
        kind = r.kind;
        const uint64_t key = grid_row_key(&r, t->v.analysis);
        if (next >= n_kept || t->style.kept->key[next] != key) {
            if (!is_sorted)
                sort_radix(kept, place, n_kept);
            is_sorted = true;
            const size_t at = search_below(kept, n_kept, SEARCH_PLAIN(uint64_t), key);
            next = at < n_kept && kept[at] == key ? place[at] : UINT32_MAX;
        }
        keys[i] = block << 32 | (next < n_kept ? next++ : next);
    }
    sort_radix(keys, t->id, n);
    free(place);
    free(kept);
    free(keys);
}

void sheet_list(struct sheet *t, uint32_t n, uint32_t n_ordered, const struct rowfilter *filter)
{
    const unsigned column = t->grid.ordered_by;
    const bool sorts = column < t->grid.n_columns;
    uint32_t *order = filter || sorts ? mem_array_raw(n, sizeof *order) : NULL, n_sorted = 0;
    uint64_t *keys = order ? mem_array_raw(n, sizeof *keys) : NULL;
    for (uint32_t i = 0; order && i < n; i++) {
        order[i] = i;
        keys[i] = t->ops->subject ? t->ops->subject(t, i).node : i;
    }
    if (order) /* the order in which memory has what they are about */
        sort_radix(keys, order, n);
    free(keys);
    bool *keeps = mem_array_raw(n, sizeof *keeps);
    memset(keeps, true, n);
    if (filter)
        ask(t, filter, order, n, keeps);
    t->id = arena_alloc(&t->memory, n, sizeof *t->id);
    for (uint32_t i = 0; i < n; i++)
        if (keeps[i])
            t->id[t->grid.n_rows++] = i;
    t->grid.n_hidden = n - t->grid.n_rows;
    for (uint32_t i = 0; sorts && i < n; i++)
        if (keeps[order[i]] && order[i] < n_ordered)
            order[n_sorted++] = order[i];
    if (sorts)
        row_order_sort(
            t->id, n_sorted,
            &(struct row_order){.ascending = t->grid.sort_ascending,
                                .number = sorted_number,
                                .word = t->grid.columns[column].words ? sorted_word : NULL,
                                .asked = order,
                                .ctx = t});
    free(keeps);
    free(order);
    if (t->style.kept)
        keep_order(t);
}

/* ---- measuring ---- */

/* Bits of the columns that lack some of what is there. */
static uint32_t lacking(const struct sheet *t, unsigned there)
{
    uint32_t bits = 0;
    for (unsigned c = 0; c < t->grid.n_columns; c++)
        if (t->grid.columns[c].needs & ~there)
            bits |= UINT32_C(1) << c;
    return bits;
}

double sheet_most(const struct sheet *t, unsigned column)
{
    double most = 0;
    for (uint32_t i = 0; i < t->grid.n_rows; i++) {
        double v = t->ops->number(t, sheet_id(t, i), column);
        most = isfinite(v) && v > most ? v : most;
    }
    return most;
}

static void add_head(struct text *t, const struct sheet *x, unsigned column, bool ascii)
{
    static const char *const arrows[2][2] = {{"\xe2\x86\x93", "\xe2\x86\x91"}, {"v", "^"}};
    const struct grid_column *c = &x->grid.columns[column];
    struct unit_name unit = unit_of(x->v.analysis->profile);
    text_str(t, c->head);
    if (c->seconds && unit.s[0]) {
        text_char(t, ' ');
        text_str(t, unit.s);
    }
    if (column == x->grid.ordered_by)
        text_str(t, arrows[ascii][x->grid.sort_ascending]);
}

enum { WORDS_BYTES = 1024 }; /* the most that a cell holds */

/* What the cells of the rows take, as the table of columns says. */
static int cells_cols(const struct sheet *t, unsigned column)
{
    const struct grid_column *c = &t->grid.columns[column];
    size_t most = 0;
    if (c->cols)
        return c->cols;
    if (c->cell == CELL_TEXT)
        for (uint32_t i = 0; i < t->grid.n_rows; i++) {
            char room[WORDS_BYTES];
            struct text text = text_in(room, sizeof room);
            t->ops->text(t, sheet_id(t, i), column, &text);
            most = text.n > most ? text.n : most;
        }
    else
        most = (size_t)decimal_cols(t->most ? t->most[column] : sheet_most(t, column), c->digits,
                                    true);
    return (int)(most > c->least ? most : c->least);
}

/* With its heading; 0: there is no such column. */
static int column_cols(const struct sheet *t, unsigned column)
{
    char room[80];
    struct text head = text_in(room, sizeof room);
    int cols = -1;
    if (is_run_column(t, column))
        cols = t->runs ? decimal_cols(t->most_run, 2, true) : 0;
    else if (t->ops->cols)
        cols = t->ops->cols(t, column);
    if (cols < 0)
        cols = cells_cols(t, column);
    if (t->marked && t->grid.columns[column].cell == CELL_MARKED)
        cols += SIGNED_COLS;
    add_head(&head, t, column, true);
    return cols && (int)head.n > cols ? (int)head.n : cols;
}

/* ---- names ---- */

static void named_row(const void *ctx, uint32_t i, struct named_row *out)
{
    const struct sheet *t = ctx;
    const struct sheet_name x = t->ops->subject(t, sheet_id(t, i));
    size_t room = sheet_name_room(t), used = x.beside;
    *out = (struct named_row){NULL, NO_ID, 0};
    if (x.node == NO_ID || node_is_cycle(x.v->analysis, x.node))
        return;
    used += t->ops->alone ? 0 : label_marks_cols(x.v, x.node, sheet_name_style(t));
    out->names = x.v->names;
    out->raw = x.v->analysis->table->symbols[x.node].raw;
    out->cols = (unsigned)(room > used + SHEET_NAME_LEAST ? room - used : SHEET_NAME_LEAST);
}

/* What tells functions of one name apart. */
static bool place(const void *ctx, uint32_t i, unsigned which, struct text *out)
{
    const struct sheet *t = ctx;
    const struct sheet_name x = t->ops->subject(t, sheet_id(t, i));
    struct line_pos pos;
    if (which == 0 && (x.v->settings->by_line || !label_place(x.v, x.node, &pos)))
        return false;
    text_str(out, which == 0 ? label_file(x.v, pos.file) : label_image(x.v, x.node));
    return true;
}

void sheet_put_name(const struct sheet *t, uint32_t row, enum role role, struct line *out)
{
    const struct sheet_name x = t->ops->subject(t, sheet_id(t, row));
    const char *shown = row_names_get(t->names[t->grid.uncut], row);
    if (x.node == NO_ID)
        return;
    line_name(out, x.v, x.node, sheet_name_style(t), (struct cell){role, name_column(t), 0},
              shown ? shown : "");
}

void sheet_function_name(const struct sheet *t, uint32_t row, struct text *out)
{
    const char *shown = row_names_get(t->names[t->grid.uncut], row);
    out->failed |= !shown;
    for (; shown && *shown; shown++)
        if (*shown != QUIET_BEGIN && *shown != QUIET_END)
            text_char(out, *shown);
}

/* Columns in which nine of ten of the first names stand uncut, whatever the rows are sorted by. */
static size_t names_like(const struct sheet *t)
{
    enum { LOOKED = 64, CUT = 10 };
    size_t cols[LOOKED] = {0}, like = t->name_cols;
    uint32_t n = 0, longer;
    for (; t->ops->subject && n < LOOKED && n < t->grid.n_rows; n++) {
        const struct sheet_name x = t->ops->subject(t, n);
        struct text name = {0};
        if (x.node != NO_ID)
            text_name(&name, x.v, x.node, sheet_name_style(t));
        cols[n] = x.beside + (name.n ? utf8_cols(name.p, name.n) : 0);
        text_release(&name);
    }
    do {
        longer = 0;
        for (uint32_t i = 0; i < n; i++)
            longer += cols[i] > like;
        like += longer > n / CUT;
    } while (longer > n / CUT && like < t->style.cols);
    return like;
}

struct grid *sheet_measure(struct sheet *t)
{
    const struct analysis *a = t->v.analysis;
    if (t->runs && !are_repeats(a) && a->samples->total > 0)
        t->has |= NEEDS_RUNS | (runs_know_totals(a) ? NEEDS_RUN_TOTALS : 0);
    t->grid.absent =
        lacking(t, ~(unsigned)((a->samples->wait ? 0 : NEEDS_WAITS) | (t->runs ? 0 : NEEDS_RUNS) |
                               (t->v.rates ? 0 : NEEDS_RATES) |
                               (t->runs && runs_know_totals(a) ? 0 : NEEDS_RUN_TOTALS) |
                               (t->has & NEEDS_BOTH_SIDES ? 0 : NEEDS_BOTH_SIDES) |
                               (knows_both_ways(&t->v) ? 0 : NEEDS_BOTH_WAYS)));
    t->gap = t->ops->tight ? 0 : t->style.cols >= t->ops->wide ? 2 : 1;
    /* Grant columns their room in turn, those that the style asks for first. */
    const struct grid_style *style = &t->style;
    const uint32_t dead = lacking(t, t->has);
    size_t used = t->ops->tight ? 0 : GRID_GUTTER;
    const size_t like = names_like(t);
    for (int asked = 1; asked >= 0; asked--)
        for (unsigned k = 0; k < t->grid.n_columns * t->grid.n_columns; k++) {
            const unsigned c = k % t->grid.n_columns, turn = k / t->grid.n_columns + 1;
            const uint32_t bit = UINT32_C(1) << c;
            if (t->grid.columns[c].turn != turn || style->without & bit ||
                asked != !!(style->with & bit) ||
                (!asked && (style->cols < t->grid.columns[c].from || dead & bit)))
                continue;
            int cols = column_cols(t, c);
            size_t name_cols = asked && t->name_cols > NAME_COLS     ? NAME_COLS
                               : !asked && t->grid.columns[c].yields ? like
                                                                     : t->name_cols;
            if (!cols || used + (size_t)cols + t->gap + name_cols > style->cols)
                continue;
            t->width[c] = cols;
            if (t->grid.columns[c].cell == CELL_MARK ||
                (t->grid.columns[c].cell == CELL_MARKED && t->marked))
                ranges_ask(t->v.ranges);
            used += (size_t)cols + t->gap;
        }
    for (int uncut = 0; uncut < 2 && t->ops->subject; uncut++) /* found when somebody asks */
        t->names[uncut] = row_names_new(&(struct row_names_source){.level = t->style.names,
                                                                   .uncut = uncut,
                                                                   .ascii = t->style.ascii,
                                                                   .n_rows = t->grid.n_rows,
                                                                   .row = named_row,
                                                                   .place = place,
                                                                   .ctx = t});
    return &t->grid;
}

/* The blanks before a cell: one of them is the gutter's in the first column. */
static size_t gap_at(const struct sheet *t, size_t n)
{
    return n > GRID_GUTTER || !t->gap ? t->gap : t->gap - 1;
}

static void begin_line(const struct sheet *t, struct line *out)
{
    text_fill(&out->text, ' ', t->ops->tight || t->bare ? 0 : GRID_GUTTER);
}

size_t sheet_name_room(const struct sheet *t)
{
    size_t used = t->ops->tight ? 0 : GRID_GUTTER;
    for (unsigned c = 0; c < t->grid.n_columns; c++)
        used += t->width[c] ? gap_at(t, used) + (size_t)t->width[c] : 0;
    used += gap_at(t, used);
    return t->style.cols > used ? t->style.cols - used : 0;
}

/* ---- lines ---- */

static void put_cell(const struct sheet *t, uint32_t id, struct cell c, struct line *out)
{
    const struct grid_column *column = &t->grid.columns[c.column];
    char room[WORDS_BYTES];
    struct text text = text_in(room, sizeof room);
    if (t->ops->cell && t->ops->cell(t, id, c, out))
        return;
    if (is_run_column(t, c.column)) {
        /* Hot by what part of a run's time balance would shorten it. */
        const struct analysis *a = t->v.analysis;
        const enum run_column of_runs = c.column - t->ops->runs;
        const bool worst = of_runs == RUN_WORST || of_runs == RUN_TOTAL_WORST;
        const double v = column_number(t, id, c.column);
        struct run_spread s;
        if (!t->ops->spread(t, id, of_runs, &s) || (worst && isnan(v))) {
            cell_text(out, c, "");
            return;
        }
        c.role = worst ? heat_role(percent(spread_cost(&s), runs_mean(a))) : ROLE_NUMBER;
        cell_decimal(out, c, v, 2);
        return;
    }
    const bool words =
        column->cell == CELL_CUT || column->cell == CELL_MARK || column->cell == CELL_TEXT;
    const double v = words ? NAN : t->ops->number(t, id, c.column);
    if (column->cell == CELL_CUT)
        cell_cut(out, c, t->ops->word(t, id, c.column), t->style.ascii);
    else if (column->cell == CELL_MARK)
        cell_mark(out, c, t->ops->mark(t, id));
    else if (column->cell == CELL_TEXT) {
        t->ops->text(t, id, c.column, &text);
        (column->left ? cell_left : cell_text)(out, c, text.failed ? "-" : text_z(&text));
    } else if (v == CELL_BLANK)
        cell_text(out, c, "");
    else if (column->cell == CELL_BAR)
        cell_bar(out, c, v, t->style.ascii);
    else if (column->cell == CELL_MARKED && t->marked)
        cell_marked(out, c, v, t->ops->mark(t, id));
    else
        cell_decimal(out, c, v, column->digits);
}

void grid_format(const struct grid *g, uint32_t i, struct line *out)
{
    const struct sheet *t = sheet_of(g);
    uint32_t id = sheet_id(t, i);
    line_clear(out);
    if (t->ops->put_line && t->ops->put_line(t, id, out))
        return;
    begin_line(t, out);
    for (unsigned c = 0; c < g->n_columns; c++) {
        if (!t->width[c] && c != name_column(t))
            continue;
        text_fill(&out->text, ' ', gap_at(t, out->text.n));
        if (c != name_column(t)) {
            enum role role = t->ops->role ? t->ops->role(t, id, c) : ROLE_NUMBER;
            put_cell(t, id, (struct cell){role, c, t->width[c]}, out);
            continue;
        }
        out->pinned = out->text.n;
        if (t->ops->put_name)
            t->ops->put_name(t, i, out);
        else
            sheet_put_name(t, i, ROLE_NAME, out);
    }
}

void grid_heading(const struct grid *g, struct line *out)
{
    const struct sheet *t = sheet_of(g);
    line_clear(out);
    begin_line(t, out);
    for (unsigned c = 0; !t->bare && c < g->n_columns; c++) {
        char room[80];
        struct text head = text_in(room, sizeof room);
        size_t width = t->ops->name_first && !c ? sheet_name_room(t) : (size_t)t->width[c];
        if (!width && c != name_column(t))
            continue;
        text_fill(&out->text, ' ', gap_at(t, out->text.n));
        out->pinned = out->text.n;
        add_head(&head, t, c, t->style.ascii);
        size_t cols = utf8_cols(head.p, head.n), at = out->text.n;
        size_t blanks = width > cols ? width - cols : 0;
        text_fill(&out->text, ' ', g->columns[c].left ? 0 : blanks);
        text_add(&out->text, head.p, head.n);
        text_fill(&out->text, ' ', g->columns[c].left ? blanks : 0);
        line_mark(out, at, g->sort_column == c ? ROLE_STRONG : ROLE_HEAD, c);
    }
}

struct grid_row grid_row_at(const struct grid *g, uint32_t i)
{
    const struct sheet *t = sheet_of(g);
    uint32_t id = sheet_id(t, i);
    struct grid_row row = {t->ops->kind, {NO_ID, NO_ID}, 0, 0};
    if (t->ops->row)
        t->ops->row(t, id, &row);
    else
        row.subject.node = t->ops->subject(t, id).node;
    return row;
}

void grid_detail(const struct grid *g, uint32_t i, struct line *out)
{
    const struct sheet *t = sheet_of(g);
    line_clear(out);
    t->ops->detail(t, sheet_id(t, i), out);
}

void grid_name(const struct grid *g, uint32_t i, struct text *out)
{
    const struct sheet *t = sheet_of(g);
    uint32_t id = sheet_id(t, i);
    if (t->ops->name) {
        t->ops->name(t, id, out);
        return;
    }
    struct sheet_name x = t->ops->subject(t, id);
    if (x.node != NO_ID)
        text_name(out, x.v, x.node, sheet_name_style(t));
}

void text_slowest(struct text *t, const struct sheet *sheet, const struct run_spread *s,
                  const char *gap)
{
    const struct analysis *a = sheet->v.analysis;
    if (s->worst == NO_RUN || s->n < 2 || is_chance(a, s))
        return;
    if (are_repeats(a)) {
        /* What samples alone make runs differ by, the square root of a mean count, is taken off. */
        double beyond = s->sd * s->sd - s->mean;
        if (beyond > 0)
            text_printf(t, "differs from run to run by %.0f%%%s", percent(sqrt(beyond), s->mean),
                        gap);
        return;
    }
    text_str(t, "slowest ");
    text_run(t, a->profile->runs, s->worst, sheet->style.ascii);
    text_printf(t, ": %s %s, mean %s%s", decimal_of(run_value(a, s, RUN_WORST), 2, true).s,
                unit_of(a->profile).s, decimal_of(run_value(a, s, RUN_MEAN), 2, true).s, gap);
}

/* ---- finding rows ---- */

static bool matches(const struct regex *r, struct text *t)
{
    return t->n > 0 && regex_find(r, text_z(t), t->n, 0, NULL, NULL);
}

bool grid_matches(const struct grid *g, const struct view_context *v, uint32_t i,
                  const struct regex *r, struct text *work)
{
    text_clear(work);
    grid_name(g, i, work);
    if (matches(r, work))
        return true;
    node_id n = grid_row_at(g, i).subject.node;
    if (n == NO_ID || node_is_cycle(v->analysis, n))
        return false;
    text_clear(work);
    text_match_name(work, v, n);
    if (!matches(r, work))
        return false;
    struct line l = {0}; /* is a match of the whole name among what the row shows of it? */
    grid_format(g, i, &l);
    bool shown = l.text.n > l.pinned && regex_find(r, l.text.p, l.text.n, l.pinned, NULL, NULL);
    line_release(&l);
    return shown;
}

uint32_t grid_section(const struct grid *g, uint32_t i)
{
    for (uint32_t k = i + 1; k-- > 0;)
        if (grid_row_at(g, k).kind == ROW_SECTION)
            return k;
    return NO_ID;
}

uint32_t grid_find(const struct grid *g, struct subject s)
{
    for (uint32_t i = 0; i < g->n_rows && s.node != NO_ID; i++) {
        const struct grid_row r = grid_row_at(g, i);
        if (r.subject.node == s.node && (s.arc == NO_ID || r.subject.arc == s.arc))
            return i;
    }
    return NO_ID;
}

/* ---- life ---- */

void grid_free(struct grid *g)
{
    struct sheet *t = (struct sheet *)g;
    if (!t)
        return;
    if (t->ops->release)
        t->ops->release(t);
    row_names_free(t->names[0]);
    row_names_free(t->names[1]);
    arena_release(&t->memory);
    free(t);
}

void *sheet_new(size_t size, const struct sheet_ops *ops, const struct view_context *v,
                const struct grid_style *style, const struct grid_sort *sort)
{
    struct sheet *t = mem_array(1, size);
    t->ops = ops;
    t->v = *v;
    t->style = *style;
    t->name_cols = NAME_COLS;
    t->grid = (struct grid){.columns = ops->columns->v,
                            .n_columns = ops->columns->n,
                            .sort_column = sort ? sort->column : COLUMN_NONE,
                            .ordered_by = sort ? sort->column : COLUMN_NONE,
                            .sort_ascending = sort && sort->ascending};
    return t;
}
