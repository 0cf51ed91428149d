/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/select/row_filter.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/char.h"
#include "core/base/mem.h"
#include "core/base/file/path.h"
#include "core/select/regex.h"

/* In the order in which terms are asked: the cheapest first. */
enum item_kind { ITEM_NUMBER, ITEM_REGEX, ITEM_IMAGE, ITEM_SCOPE, ITEM_FOLDER, ITEM_FILE };
enum item_op { OP_MORE, OP_MORE_EQUAL, OP_LESS, OP_LESS_EQUAL, OP_EQUAL, OP_NOT_EQUAL };

struct filter_item {
    enum item_kind kind;
    bool negated;
    struct regex *regex; /* all but ITEM_NUMBER */
    bool whole;          /* of a path: the whole of it, not only the base name */
    unsigned value;      /* ITEM_NUMBER */
    enum item_op op;
    double number;
};

struct rowfilter {
    struct filter_item *items;
    size_t n;
};

/* Bytes of the filter's text. */
struct filter_word {
    const char *p;
    size_t n;
};

struct filter_parser {
    struct rowfilter *f;
    const struct row_field *fields;
    size_t n_fields;
    struct filter_word chunk; /* of a regex that is not finished; n 0: none */
    struct err *e;
};

static bool refuse(struct filter_parser *ps, const char *reason, struct filter_word w)
{
    char shown[120];
    size_t n = w.n < sizeof shown - 1 ? w.n : sizeof shown - 1;
    memcpy(shown, w.p, n);
    shown[n] = '\0';
    return err_what(ps->e, ERR_SPEC, NULL, reason, shown);
}

static struct filter_item *add_item(struct filter_parser *ps, enum item_kind kind, bool negated)
{
    const struct filter_item item = {.kind = kind, .negated = negated};
    return mem_append(&ps->f->items, &ps->f->n, &item, sizeof item);
}

/* ---- numbers ---- */

static const struct suffix {
    const char *text;
    double factor;
} suffixes[] = {
    {"", 1},    {"%", 1}, {"k", 1e3},   {"K", 1e3},   {"M", 1e6},
    {"G", 1e9}, {"s", 1}, {"ms", 1e-3}, {"us", 1e-6}, {"ns", 1e-9},
};

/* How many bytes at the start of w are digits with at most one point among them, after a minus if
 * there is one. */
static size_t decimal_bytes(struct filter_word w)
{
    size_t n = w.n && *w.p == '-', points = 0, digits = 0;
    for (; n < w.n; n++) {
        bool digit = char_is_digit(w.p[n]);
        if (!digit && (w.p[n] != '.' || points++ > 0))
            break;
        digits += digit;
    }
    return digits ? n : 0;
}

static bool parse_number(struct filter_word w, double *out)
{
    char digits[64];
    size_t n = decimal_bytes(w);
    if (n == 0 || n >= sizeof digits)
        return false;
    memcpy(digits, w.p, n);
    digits[n] = '\0';
    for (size_t i = 0; i < ARRAY_LEN(suffixes); i++) {
        const char *s = suffixes[i].text;
        if (strlen(s) == w.n - n && memcmp(s, w.p + n, w.n - n) == 0) {
            *out = strtod(digits, NULL) * suffixes[i].factor;
            return true;
        }
    }
    return false;
}

/* ---- terms ---- */

/* How many bytes the operator at p[0, n) has; 0: there is none. */
static size_t parse_op(const char *p, size_t n, enum item_op *op)
{
    static const struct {
        const char *text;
        enum item_op op;
    } ops[] = {{">=", OP_MORE_EQUAL}, {"<=", OP_LESS_EQUAL}, {"==", OP_EQUAL}, {"!=", OP_NOT_EQUAL},
               {">", OP_MORE},        {"<", OP_LESS},        {"=", OP_EQUAL}};
    for (size_t i = 0; i < ARRAY_LEN(ops); i++) {
        size_t len = strlen(ops[i].text);
        if (len <= n && memcmp(p, ops[i].text, len) == 0) {
            *op = ops[i].op;
            return len;
        }
    }
    return 0;
}

static const struct row_field *find_field(const struct filter_parser *ps, struct filter_word w)
{
    for (size_t i = 0; i < ps->n_fields; i++)
        if (strlen(ps->fields[i].name) == w.n && memcmp(ps->fields[i].name, w.p, w.n) == 0)
            return &ps->fields[i];
    return NULL;
}

/* A word as FIELD OP VALUE; false if there is no operator with something on its left. */
struct comparison {
    struct filter_word field, value;
    enum item_op op;
};

static bool split_comparison(struct filter_word w, struct comparison *c)
{
    for (size_t i = 1; i < w.n; i++) {
        size_t len = parse_op(w.p + i, w.n - i, &c->op);
        if (len > 0) {
            c->field = (struct filter_word){w.p, i};
            c->value = (struct filter_word){w.p + i + len, w.n - i - len};
            return w.p[i - 1] != '\\';
        }
    }
    return false;
}

enum parsed { PARSED_TERM, PARSED_NO_TERM, PARSED_WRONG };

static enum parsed parse_comparison(struct filter_parser *ps, struct filter_word w, bool negated)
{
    struct comparison c;
    double number = 0;
    if (!split_comparison(w, &c))
        return PARSED_NO_TERM;
    const struct row_field *field = find_field(ps, c.field);
    bool is_number = parse_number(c.value, &number);

    if (!field && !is_number)
        return PARSED_NO_TERM; /* vector<int> */
    if (!field || !is_number) {
        refuse(ps, field ? "not a number" : "no such column", field ? c.value : c.field);
        return PARSED_WRONG;
    }
    struct filter_item *it = add_item(ps, ITEM_NUMBER, negated);
    it->value = field->value;
    it->op = c.op;
    it->number = number;
    return PARSED_TERM;
}

/* Terms that are about where a function is. */
static const struct place_term {
    const char *head, *missing;
    enum item_kind kind;
} place_terms[] = {{"file:", "no file name", ITEM_FILE},
                   {"image:", "no image name", ITEM_IMAGE},
                   {"dir:", "no folder", ITEM_FOLDER},
                   {"ns:", "no namespace", ITEM_SCOPE}};

static enum parsed parse_place(struct filter_parser *ps, struct filter_word w, bool negated,
                               const struct place_term *t)
{
    const size_t len = strlen(t->head);
    if (w.n < len || memcmp(w.p, t->head, len) != 0)
        return PARSED_NO_TERM;
    if (w.n == len) {
        refuse(ps, t->missing, w);
        return PARSED_WRONG;
    }
    if (w.p[len] == ':')
        return PARSED_NO_TERM; /* a namespace of that name */
    struct filter_item *it = add_item(ps, t->kind, negated);
    it->whole = memchr(w.p + len, '/', w.n - len) != NULL;
    it->regex = regex_new(w.p + len, w.n - len, REGEX_SMART, ps->e);
    return it->regex ? PARSED_TERM : PARSED_WRONG;
}

/* ---- items ---- */

static bool finish_regex(struct filter_parser *ps)
{
    struct filter_word w = ps->chunk;
    bool negated = w.n > 0 && w.p[0] == '!';
    size_t from = negated;
    ps->chunk.n = 0;
    if (w.n == 0)
        return true;
    while (negated && from < w.n && w.p[from] == ' ')
        from++;
    if (from == w.n)
        return refuse(ps, "nothing to leave out", w);
    struct filter_item *it = add_item(ps, ITEM_REGEX, negated);
    it->regex = regex_new(w.p + from, w.n - from, REGEX_SMART, ps->e);
    return it->regex;
}

static bool parse_word(struct filter_parser *ps, struct filter_word w)
{
    bool negated = w.p[0] == '!' && w.n > 1;
    const struct filter_word term = {w.p + negated, w.n - negated};
    enum parsed got = PARSED_NO_TERM;
    if (ps->chunk.n > 0 && w.p[0] == '!' && !finish_regex(ps))
        return false;
    for (size_t i = 0; got == PARSED_NO_TERM && i < ARRAY_LEN(place_terms); i++)
        got = parse_place(ps, term, negated, &place_terms[i]);
    if (got == PARSED_NO_TERM)
        got = parse_comparison(ps, term, negated);
    if (got == PARSED_WRONG)
        return false;
    if (got == PARSED_TERM)
        return finish_regex(ps);
    if (ps->chunk.n == 0)
        ps->chunk.p = w.p;
    ps->chunk.n = (size_t)(w.p + w.n - ps->chunk.p);
    return true;
}

static bool parse(struct filter_parser *ps, const char *text, size_t n)
{
    for (size_t i = 0, end; i < n; i = end) {
        end = i + 1;
        if (text[i] == ' ')
            continue;
        while (end < n && text[end] != ' ')
            end++;
        if (!parse_word(ps, (struct filter_word){text + i, end - i}))
            return false;
    }
    return finish_regex(ps);
}

struct rowfilter *rowfilter_new(const char *text, size_t n, const struct row_field *fields,
                                size_t n_fields, struct err *e)
{
    struct rowfilter *f = mem_array(1, sizeof *f);
    struct filter_parser ps = {.f = f, .fields = fields, .n_fields = n_fields, .e = e};
    if (parse(&ps, text, n))
        return f;
    rowfilter_free(f);
    return NULL;
}

void rowfilter_free(struct rowfilter *f)
{
    if (!f)
        return;
    for (size_t i = 0; i < f->n; i++)
        regex_free(f->items[i].regex);
    free(f->items);
    free(f);
}

/* ---- rows ---- */

static bool compare(double a, enum item_op op, double b)
{
    const bool holds[] = {
        [OP_MORE] = a > b,        [OP_MORE_EQUAL] = a >= b, [OP_LESS] = a < b,
        [OP_LESS_EQUAL] = a <= b, [OP_EQUAL] = a == b,      [OP_NOT_EQUAL] = a != b};
    return holds[op];
}

static bool text_holds(const struct filter_item *it, const char *text)
{
    return text && regex_find(it->regex, text, strlen(text), 0, NULL, NULL);
}

static bool path_holds(const struct filter_item *it, const char *path)
{
    return text_holds(it, path && !it->whole ? path_base(path) : path);
}

/* The folder of a path; "." if it has none. */
static bool folder_holds(const struct filter_item *it, const char *path)
{
    size_t n = path ? (size_t)(path_base(path) - path) : 0;
    if (!path)
        return false;
    if (n == 0)
        return text_holds(it, ".");
    return regex_find(it->regex, path, n > 1 ? n - 1 : n, 0, NULL, NULL);
}

static bool item_holds(const struct filter_item *it, const struct row_facts *row)
{
    double v;
    switch (it->kind) {
    case ITEM_REGEX:
        return regex_find(it->regex, row->name, row->n_name, 0, NULL, NULL) ||
               (row->full && regex_find(it->regex, row->full, row->n_full, 0, NULL, NULL));
    case ITEM_IMAGE:
        return path_holds(it, row->image ? row->image(row->ctx) : NULL);
    case ITEM_SCOPE:
        return text_holds(it, row->scope ? row->scope(row->ctx) : NULL);
    case ITEM_FOLDER:
        return folder_holds(it, row->file ? row->file(row->ctx) : NULL);
    case ITEM_FILE:
        return path_holds(it, row->file ? row->file(row->ctx) : NULL);
    case ITEM_NUMBER:
        return row->number && row->number(row->ctx, it->value, &v) &&
               compare(v, it->op, it->number);
    }
    return false;
}

static bool kind_keeps(const struct rowfilter *f, enum item_kind kind, const struct row_facts *row)
{
    for (size_t i = 0; i < f->n; i++) {
        const struct filter_item *it = &f->items[i];
        if (it->kind == kind && item_holds(it, row) == it->negated)
            return false;
    }
    return true;
}

bool rowfilter_keeps(const struct rowfilter *f, const struct row_facts *row)
{
    for (int kind = ITEM_NUMBER; f && kind <= ITEM_FILE; kind++)
        if (!kind_keeps(f, (enum item_kind)kind, row))
            return false;
    return true;
}

static bool any(const struct rowfilter *f, enum item_kind kind, unsigned value)
{
    for (size_t i = 0; f && i < f->n; i++)
        if (f->items[i].kind == kind &&
            (value == ROWFILTER_ANY_NUMBER || f->items[i].value == value))
            return true;
    return false;
}

bool rowfilter_needs_name(const struct rowfilter *f)
{
    return any(f, ITEM_REGEX, ROWFILTER_ANY_NUMBER);
}

bool rowfilter_compares(const struct rowfilter *f, unsigned value)
{
    return any(f, ITEM_NUMBER, value);
}
