/* SPDX-License-Identifier: GPL-3.0-or-later */
/* surface_draw: texts and lines into cells of the screen. */
#include "tui/terminal/surface_draw.h"

#include "tui/terminal/surface_internal.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

#include "core/base/utf8.h"

/* ---- roles and looks as colours and attributes of curses ---- */

void surface_colors_start(struct surface *s)
{
    s->depth = THEME_MONO;
    const char *no = getenv("NO_COLOR");
    if (s->options.no_color || (no && *no))
        return;
    if (s->options.headless) { /* nothing is sent: only the looks count */
        s->depth = THEME_256;
        return;
    }
    if (OF_CURSES(s, tigetnum)((char *)"pairs") < 2 * N_ROLES ||
        OF_CURSES(s, start_color)() == ERR || OF_CURSES(s, use_default_colors)() == ERR)
        return;
    s->depth = theme_depth(OF_CURSES(s, tigetnum)((char *)"colors"));
    for (int role = 1; role < N_ROLES; role++) {
        struct style style = theme_style((enum role)role, s->depth);
        OF_CURSES(s, init_extended_pair)(role, style.fg, -1);
        OF_CURSES(s, init_extended_pair)(N_ROLES + role, -1, -1);
    }
    OF_CURSES(s, init_extended_pair)(N_ROLES + ROLE_PLAIN, -1, -1);
}

/* The pair of a role, with colours or without. A reversed cell has the terminal's own colours and
 * none of the role's looks, so that the cursor's row is one even bar and its heat is not turned
 * round. */
static short pair_of(enum role role, unsigned look)
{
    return (short)(look & LOOK_REVERSE ? N_ROLES + role : role);
}

static const struct {
    unsigned look;
    attr_t attribute;
} ATTRIBUTES[] = {{LOOK_REVERSE, A_REVERSE},
                  {LOOK_BOLD, A_BOLD},
                  {LOOK_UNDERLINE, A_UNDERLINE},
                  {LOOK_DIM, A_DIM}};

/* Attributes of a role with looks (pair not included). */
static attr_t attributes_of(const struct surface *s, enum role role, unsigned look)
{
    attr_t a = A_NORMAL;
    if (!(look & LOOK_REVERSE))
        look |= theme_style(role, s->depth).look;
    for (size_t i = 0; i < ARRAY_LEN(ATTRIBUTES); i++)
        a |= look & ATTRIBUTES[i].look ? ATTRIBUTES[i].attribute : 0;
    return a;
}

/* ---- writing ---- */

/* Where the next cell goes. */
struct pen {
    struct surface *s;
    int row, col;
    int start;      /* where it was first */
    int end;        /* column that is not ours any more */
    int skip;       /* cells to leave out first */
    bool cut;       /* something did not fit */
    bool left_out;  /* the last character: skipped */
    unsigned marks; /* of utf8_next_width */
    enum role role;
    unsigned look;
};

static struct pen pen_at(struct surface *s, int row, int col, int width)
{
    int rows = surface_rows(s), cols = surface_cols(s);
    struct pen p = {.s = s, .row = row, .col = col, .end = cols, .marks = UTF8_NO_CELL};
    if (width < 0 || row < 0 || row >= rows || col >= cols)
        p.end = col;
    else if (col < 0 || width < cols - col)
        p.end = col + width < cols ? col + width : cols;
    if (col < 0) {
        p.skip = col == INT_MIN ? INT_MAX : -col;
        p.col = 0;
        p.end = p.end > 0 ? p.end : 0;
    }
    p.start = p.col;
    return p;
}

/* What stands in a cell of the terminal. */
struct glyph {
    wchar_t w[CCHARW_MAX + 1];
    attr_t a;
    short pair;
};

static bool read_cell(const struct surface *s, int row, int col, struct glyph *out)
{
    cchar_t cell;
    *out = (struct glyph){.pair = 0};
    return OF_CURSES(s, mvwin_wch)(s->window, row, col, &cell) != ERR &&
           OF_CURSES(s, getcchar)(&cell, out->w, &out->a, &out->pair, NULL) != ERR;
}

/* Whether a cell is the right half of a wide character: curses keeps 1 + its number there. */
static bool right_half(const struct surface *s, int row, int col)
{
    cchar_t cell;
    return OF_CURSES(s, mvwin_wch)(s->window, row, col, &cell) != ERR &&
           (cell.attr & A_CHARTEXT) > 1;
}

static void set_cell(const struct surface *s, int row, int col, const cchar_t *cell)
{
    OF_CURSES(s, mvwadd_wch)(s->window, row, col, cell);
}

static void put(struct pen *p, const wchar_t *w)
{
    cchar_t cell;
    if (p->col == p->start && p->col > 0 && right_half(p->s, p->row, p->col)) {
        static const cchar_t blank = {.chars = L" "};
        set_cell(p->s, p->row, p->col - 1, &blank); /* half of it goes: all of it does */
    }
    const attr_t looks = attributes_of(p->s, p->role, p->look);
    OF_CURSES(p->s, setcchar)(&cell, w, looks, pair_of(p->role, p->look), NULL);
    set_cell(p->s, p->row, p->col, &cell);
}

/* Nothing more is drawn: what stands after keeps no half of a character. */
static void pen_up(struct pen *p)
{
    static const cchar_t blank = {.chars = L" "};
    if (p->col > p->start && right_half(p->s, p->row, p->col))
        set_cell(p->s, p->row, p->col, &blank);
}

/* One character of `width` columns (1 or 2), combining ones after it in w. */
static void pen_cell(struct pen *p, const wchar_t *w, int width)
{
    static const wchar_t blank[] = {L' ', 0};
    p->left_out = p->skip >= width;
    if (p->left_out) {
        p->skip -= width;
        return;
    }
    if (p->skip > 0) { /* half of a wide one is left */
        p->skip = 0;
        w = blank;
        width = 1;
    }
    if (p->col + width > p->end) {
        p->cut = true;
        if (p->col < p->end) {
            put(p, blank);
            p->col++;
        }
        p->end = p->col; /* what follows does not fit either */
        return;
    }
    put(p, w);
    p->col += width;
}

_Static_assert(CCHARW_MAX > UTF8_MARKS_MOST, "a cell has room for a character and its marks");

/* Put a combining character on the last cell, if it is one of ours. */
static void pen_combine(struct pen *p, wchar_t c)
{
    struct glyph old;
    cchar_t cell;
    if (p->left_out || p->col <= p->start)
        return;
    int col = right_half(p->s, p->row, p->col - 1) ? p->col - 2 : p->col - 1;
    if (!read_cell(p->s, p->row, col, &old))
        return;
    size_t n = wcslen(old.w);
    if (n >= CCHARW_MAX)
        return;
    old.w[n] = c;
    OF_CURSES(p->s, setcchar)(&cell, old.w, old.a, old.pair, NULL);
    set_cell(p->s, p->row, col, &cell);
}

/* One character; the number of bytes used. */
static size_t pen_character(struct pen *p, const char *t, size_t n)
{
    int32_t c;
    size_t used = utf8_decode(t, n, &c);
    const wchar_t w[2] = {(wchar_t)c, 0};
    int width = utf8_next_width(c, &p->marks);
    if (width > 0)
        pen_cell(p, w, width);
    else if (width == 0)
        pen_combine(p, w[0]);
    for (size_t i = 0; width < 0 && i < 4 * used; i++) { /* \xHH for each byte */
        static const char digit[] = "0123456789abcdef";
        const unsigned char b = (unsigned char)t[i / 4];
        const char text[4] = {'\\', 'x', digit[b >> 4], digit[b & 15]};
        pen_cell(p, (const wchar_t[]){(wchar_t)text[i % 4], 0}, 1);
    }
    return used;
}

/* The character at t takes no cell of its own. */
static bool combines(const char *t, size_t n)
{
    int32_t c;
    if ((unsigned char)*t < 0x80)
        return false;
    utf8_decode(t, n, &c);
    return c >= 0 && utf8_width(c) == 0;
}

static void pen_text(struct pen *p, const char *t, size_t n)
{
    for (size_t i = 0; i < n;) {
        if (p->col >= p->end && !(p->col > p->start && combines(t + i, n - i))) {
            p->cut = true;
            return;
        }
        i += pen_character(p, t + i, n - i);
    }
}

static void pen_blank(struct pen *p, uint32_t c)
{
    const wchar_t w[2] = {(wchar_t)c, 0};
    p->skip = 0;
    while (p->col < p->end)
        pen_cell(p, w, 1);
}

void surface_clear(struct surface *s)
{
    OF_CURSES(s, werase)(s->window);
}

int surface_text(struct surface *s, int row, int col, int width, const char *t, size_t n,
                 enum role role, unsigned look)
{
    struct pen p = pen_at(s, row, col, width);
    p.role = role;
    p.look = look;
    pen_text(&p, t, n);
    pen_up(&p);
    return p.col;
}

void surface_fill(struct surface *s, int row, int col, int width, uint32_t c, enum role role,
                  unsigned look)
{
    struct pen p = pen_at(s, row, col, width);
    p.role = role;
    p.look = look;
    if (utf8_width((int32_t)c) != 1)
        c = '?';
    pen_blank(&p, c);
    pen_up(&p);
}

/* Bytes [lo, hi) of a line, each part in its role. */
static void pen_part(struct pen *p, const struct line *l, size_t lo, size_t hi)
{
    size_t i = 0;
    while (i < l->n_spans && l->spans[i].hi <= lo)
        i++;
    while (lo < hi) {
        size_t to = hi;
        p->role = ROLE_PLAIN;
        if (i < l->n_spans && l->spans[i].lo <= lo) {
            p->role = (enum role)l->spans[i].role;
            to = l->spans[i].hi;
            i++;
        } else if (i < l->n_spans) {
            to = l->spans[i].lo;
        }
        if (to > hi)
            to = hi;
        pen_text(p, l->text.p + lo, to - lo);
        lo = to;
    }
    p->role = ROLE_PLAIN;
}

void surface_line(struct surface *s, int row, int col, int width, const struct line *l, int skip,
                  unsigned look)
{
    struct pen p = pen_at(s, row, col, width);
    p.look = look;
    size_t pinned = l->pinned < l->text.n ? l->pinned : l->text.n;
    pen_part(&p, l, 0, pinned);
    int left = p.col;
    p.skip = skip > 0 ? skip : 0;
    pen_part(&p, l, pinned, l->text.n);
    bool gone = skip > 0 && pinned < l->text.n;
    pen_blank(&p, ' ');
    pen_up(&p);
    if (gone && left < p.end)
        surface_text(s, row, left, 1, "<", 1, ROLE_DIM, look);
    if (p.cut && p.end > 0 && p.end > col)
        surface_text(s, row, p.end - 1, 1, ">", 1, ROLE_DIM, look);
}

void surface_paint(struct surface *s, int row, int col, int n, unsigned look)
{
    attr_t more = attributes_of(s, ROLE_PLAIN, look);
    struct glyph c;
    struct pen p = pen_at(s, row, col, n);
    for (; p.col < p.end; p.col++)
        if (read_cell(s, row, p.col, &c))
            OF_CURSES(s, mvwchgat)(s->window, row, p.col, 1, c.a | more, c.pair, NULL);
}

void surface_cursor(struct surface *s, int row, int col, bool visible)
{
    s->cursor_row = row;
    s->cursor_col = col;
    s->show_cursor = visible;
}

/* ---- reading back ---- */

static void cut_trailing(struct text *out, size_t from, char c)
{
    while (out->n > from && out->p[out->n - 1] == c)
        out->n--;
}

void surface_read_text(const struct surface *s, int row, struct text *out)
{
    size_t from = out->n;
    for (int col = 0; col < surface_cols(s);) {
        struct glyph c;
        if (!read_cell(s, row, col, &c))
            break;
        for (int i = 0; i < CCHARW_MAX && c.w[i]; i++)
            text_character(out, (uint32_t)c.w[i]);
        int width = c.w[0] ? utf8_width((int32_t)c.w[0]) : 1;
        col += width > 1 ? width : 1;
    }
    cut_trailing(out, from, ' ');
}

/* A character for each cell: of its role, or of its looks. */
static void read_cells(const struct surface *s, int row, bool roles, struct text *out)
{
    size_t from = out->n;
    for (int col = 0; col < surface_cols(s); col++) {
        struct glyph c;
        unsigned look = 0;
        if (!read_cell(s, row, col, &c))
            break;
        for (size_t i = 0; i < ARRAY_LEN(ATTRIBUTES); i++)
            look |= c.a & ATTRIBUTES[i].attribute ? ATTRIBUTES[i].look : 0;
        text_char(out,
                  roles ? theme_letter((enum role)(c.pair % N_ROLES)) : ".123456789abcdef"[look]);
    }
    cut_trailing(out, from, '.');
}

void surface_read_roles(const struct surface *s, int row, struct text *out)
{
    read_cells(s, row, true, out);
}

void surface_read_looks(const struct surface *s, int row, struct text *out)
{
    read_cells(s, row, false, out);
}

static int clamp(int v, int n)
{
    return v < 0 ? 0 : v < n ? v : n - 1;
}

struct surface_cursor surface_read_cursor(const struct surface *s)
{
    return (struct surface_cursor){clamp(s->cursor_row, surface_rows(s)),
                                   clamp(s->cursor_col, surface_cols(s)), s->show_cursor};
}
