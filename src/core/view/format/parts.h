/* SPDX-License-Identifier: GPL-3.0-or-later */
/* parts: what the formats have in common: rows with named values, names, places. Private to
 * view/format*. */
#ifndef GPTUI_VIEW_FORMAT_PARTS_H
#define GPTUI_VIEW_FORMAT_PARTS_H

#include "core/base/intern.h"
#include "core/base/text.h"
#include "core/view/format/format.h"
#include "core/view/rows/count_rows.h"
#include "core/view/rows/entry_rows.h"
#include "core/view/rows/flat_rows.h"
#include "core/view/writer.h"

/* ---- rows ---- */

/* The values of rows, in the order of CSV. */
enum format_column {
    FORMAT_SECTION, /* CSV only, as JSON has it from where a row stands */
    FORMAT_ENTRY,   /* CSV only: the index of the entry in which a row of the graph stands */
    FORMAT_INDEX,
    FORMAT_NAME,
    FORMAT_CYCLE,
    FORMAT_PERCENT,
    FORMAT_CUMULATIVE,
    FORMAT_SELF,
    FORMAT_WAIT, /* this and the next only with --waits */
    FORMAT_WALL,
    FORMAT_CHILDREN,
    FORMAT_CALLS,
    FORMAT_OF,
    FORMAT_RECURSION,
    FORMAT_SELF_CALL,
    FORMAT_TOTAL_CALL,
    FORMAT_SELF_TICKS,
    FORMAT_CHILDREN_TICKS,
    FORMAT_EXECUTIONS,
    FORMAT_RAW,
    FORMAT_ADDRESS,
    FORMAT_FILE,
    FORMAT_LINE,
    FORMAT_LOW,
    FORMAT_HIGH,
    FORMAT_CALLBACK,
    FORMAT_MARK,
    FORMAT_IMAGE, /* only where several images are shown together */
    FORMAT_RUNS,  /* this and the next only with --statistics, and of the times of functions */
    FORMAT_MEAN,
    FORMAT_MAX,
    FORMAT_WORST_RUN,
    FORMAT_TOTAL_MEAN, /* this and the next only where call paths tell totals, too */
    FORMAT_TOTAL_MAX,
    FORMAT_TOTAL_WORST_RUN,
    N_FORMAT_COLUMNS,
};

enum format_kind { FORMAT_TEXT, FORMAT_NUMBER, FORMAT_COUNT, FORMAT_HEX };

extern const struct format_column_def {
    const char *name;
    enum format_kind kind;
} format_columns[N_FORMAT_COLUMNS];

struct format_row {
    node_id node;
    uint64_t has; /* bit per column */
    union {
        double number;
        uint64_t count;
        const char *text; /* any bytes but zero; FORMAT_NAME of a cycle: NULL */
    } v[N_FORMAT_COLUMNS];
};

static inline bool format_row_has(const struct format_row *r, enum format_column c)
{
    return r->has >> c & 1;
}

/* A row of the entry of `entry`. */
void format_row_entry(struct format_row *r, const struct view_context *v, node_id entry,
                      const struct entry_row *row);

/* A row of the execution counts. */
void format_row_count(struct format_row *r, const struct view_context *v,
                      const struct count_row *row);

/* Is there such a column in CSV? */
bool format_has_column(const struct view_context *v, enum format_column c);

/* A row that only names a node: name, raw name, address, file, line and image. */
void format_row_node(struct format_row *r, const struct view_context *v, node_id n);

/* Whether the text report has this row of an entry, too: not the rules, not the arcs of cycles. */
bool format_prints(const struct analysis *a, node_id entry, const struct entry_row *row);

/* The node of the next entry that the graph prints, from rank *rank on, which moves after it.
 * False at the end. */
bool format_next_entry(const struct view_context *v, uint32_t *rank, node_id *entry);

/* Hand all rows of the flat profile to `put`. */
void format_each_flat(struct gnu_out *o, void (*put)(void *ctx, const struct format_row *r),
                      void *ctx);

/* ---- the graph as nodes and arcs ---- */

/* Where times are from: the graph if it is among the styles, else the flat profile. All of it in
 * ticks. */
struct format_graph {
    const struct view_context *v;
    const struct analysis *a;
    bool arcs;      /* the graph is there */
    uint8_t *shown; /* per symbol: FORMAT_OWN, FORMAT_NAMED */
};
enum {
    FORMAT_OWN = 1,   /* it has a row of its own, with its times, or is a line with time (-l) */
    FORMAT_NAMED = 2, /* it is on a row of somebody's entry */
};

/* As long as o. */
struct format_graph format_graph_of(struct gnu_out *o, uint32_t styles);

/* The time of s itself; 0 without FORMAT_OWN. */
double format_self(const struct format_graph *g, sym_id s);

/* Whether the report has a row for an arc. */
bool format_has_arc(const struct format_graph *g, arc_id arc);

/* The number, from 1, of the image that holds an address; the program is the first. */
uint64_t format_image(const struct analysis *a, uint64_t addr);

/* Ticks in `unit`s of a second (1e6: microseconds), rounded; 0 for what is not finite or negative.
 */
uint64_t format_units(const struct analysis *a, double ticks, double unit);

/* ---- texts ---- */

/* Append a number with up to nine digits after the point, no zeros at its end. Finite. */
void format_number(struct text *t, double v);

/* Append a value that is no text. */
void format_value(struct text *t, const struct format_row *r, enum format_column c);

/* Append a node's name as printed, bytes as they are. */
void format_name(struct gnu_out *o, struct text *t, node_id n);

/* Append a node's name, with -l followed by " (FILE:LINE)". */
void format_label(struct gnu_out *o, struct text *t, node_id n);

/* s as format_words makes it, in o->clean until its next use. */
const struct text *format_clean(struct gnu_out *o, const char *s, bool plain);

/* What `name` (format_name, format_label) calls a node, cleaned as by format_clean. */
typedef void format_namer(struct gnu_out *o, struct text *t, node_id n);
const struct text *format_clean_node(struct gnu_out *o, format_namer *name, node_id n, bool plain);

/* ---- words as JSON and CSV write them ---- */

/* An object of JSON (RFC 8259) being written to `out`. Its own members stand on lines of their own,
 * and so do rows: objects in an array. */
struct json {
    struct gnu_out *out;
    bool goes_on;   /* something stands already in the object or array that was opened last */
    unsigned depth; /* of what is open */
};

void json_key(struct json *j, const char *key);
void json_open(struct json *j, const char *key, const char *bracket);
void json_open_row(struct json *j);
void json_close(struct json *j, const char *bracket);

/* Members. A number that is not finite comes out as null; words as format_clean makes them. */
void json_uint(struct json *j, const char *key, uint64_t v);
void json_number(struct json *j, const char *key, double v);
void json_words(struct json *j, const char *key, const char *s);

/* Words that format_clean made already. */
void json_clean(struct json *j, const char *key, const struct text *words);

/* Append them as a field of CSV: quoted where that is needed, and so that no spreadsheet
 * takes them for a formula. */
void quote_csv(struct text *t, const struct text *words);

#endif
