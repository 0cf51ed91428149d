/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The browser's screens at every size: as text against what it exports, and on a terminal against
 * what it says about itself. */
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

#include "shot.h"
#include "tests/support/tap.h"
#include "tui/terminal/theme.h"
#include "vt.h"

static const int sizes[][2] = {{1, 1},   {1, 80},   {2, 20},   {5, 20},    {12, 60}, {20, 70},
                               {24, 80}, {36, 120}, {60, 200}, {100, 300}, {24, 30}, {80, 40}};
enum { N_SIZES = sizeof sizes / sizeof *sizes };

static const char *const locales[] = {"C.UTF-8", "C"};

/* One of `n` combinations in turn, all with LONG in the environment. */
static bool in_turn(size_t i, size_t n)
{
    return i % n == 0 || getenv("LONG");
}

/* ---- screen text == exported text ---- */

/* Columns of UTF-8 text; what is not text counts a column a byte. */
static int columns(const char *p)
{
    int n = 0;
    mbstate_t state = {0};
    while (*p) {
        wchar_t c;
        size_t used = mbrtowc(&c, p, strlen(p), &state);
        if (used == (size_t)-1 || used == (size_t)-2) {
            used = 1;
            c = '?';
        }
        int w = wcwidth(c);
        n += w > 0 ? w : 0;
        p += used;
    }
    return n;
}

/* The first `cols` columns of p, blanks at the end cut. */
static void cut(char *out, const char *p, int cols)
{
    size_t n = 0;
    int at = 0;
    mbstate_t state = {0};
    while (p[n]) {
        wchar_t c;
        size_t used = mbrtowc(&c, p + n, strlen(p + n), &state);
        if (used == (size_t)-1 || used == (size_t)-2)
            break;
        int w = wcwidth(c) > 0 ? wcwidth(c) : 0;
        if (at + w > cols)
            break;
        at += w;
        n += used;
    }
    memcpy(out, p, n);
    out[n] = 0;
    while (n && out[n - 1] == ' ')
        out[--n] = 0;
}

/* Where a piece of a name stands in the whole one; NULL: nowhere. The first one may begin with any
 * component. */
static const char *find_piece(const char *whole, const char *p, size_t n, bool first)
{
    char piece[SHOT_MAX_BYTES];
    memcpy(piece, p, n);
    piece[n] = 0;
    const char *at = strstr(whole, piece);
    while (at && first && at > whole && at[-1] != ':')
        at = strstr(at + 1, piece);
    return at;
}

/* Up to where something may be left out: at an ellipsis, inside of brackets, before a scope. */
static size_t piece_bytes(const char *p)
{
    size_t n = strcspn(p, "<>(),:");
    const char *sign = strstr(p, "..");
    n = sign && (size_t)(sign - p) < n ? (size_t)(sign - p) : n;
    return n || !*p ? n : 1;
}

/* After its numbers a row has an elided name, in pieces, all of which the whole one has, in this
 * order; at its end may be a number. */
static bool same_pieces(const char *shown, const char *whole)
{
    char got[SHOT_MAX_BYTES];
    const char *mark = strrchr(shown, '#');
    size_t digits = mark ? strspn(mark + 1, "0123456789") : 0, n, lo = 0;
    strcpy(got, shown);
    if (digits && strchr(" ", mark[1 + digits]))
        strcpy(got + (mark - shown), mark + 1 + digits);
    while (got[lo] && got[lo] == whole[lo])
        lo++;
    while (lo > 0 && got[lo - 1] != ' ')
        lo--;
    const char *p = got + lo, *at = whole + lo;
    for (bool first = true; at && *p; first = false) {
        if (strncmp(p, "..", 2) == 0) {
            p += 2;
            continue;
        }
        n = piece_bytes(p);
        at = find_piece(at, p, n, first);
        at = at ? at + n : NULL;
        p += n;
    }
    return at;
}

/* A row of the screen must be `line`, its name elided or the line cut at the right where it has to
 * be. */
static bool same_row(const struct shot *s, int row, const char *line, bool selected)
{
    const char *is = s->text[row];
    char want[SHOT_MAX_BYTES], got[SHOT_MAX_BYTES];
    if (s->cols <= 2)
        return true;
    if (*is != (selected ? '>' : ' ') && *is) {
        printf("# wrong mark in: %s\n", is);
        return false;
    }
    bool is_cut = columns(line) > s->cols;
    cut(got, is + (*is != 0), s->cols - 1);
    cut(want, line + (*line != 0), s->cols - (is_cut ? 2 : 1));
    size_t n = strlen(got);
    if (is_cut && n && got[n - 1] == '>') {
        char marked[SHOT_MAX_BYTES];
        memcpy(marked, got, n - 1);
        marked[n - 1] = 0;
        cut(got, marked, s->cols);
    }
    if (strcmp(got, want) == 0 || same_pieces(got, line + (*line != 0)))
        return true;
    printf("# screen:   |%s|\n# exported: |%s|\n", got, want);
    return false;
}

enum { MAX_STEPS = 60, INFO_STEPS = 200, MAX_LINES = 200 }; /* Info wraps */

struct export
{
    char *bytes;
    char *line[MAX_LINES]; /* without the heading */
    bool seen[MAX_LINES];
    int n;
};

static bool read_export(struct export *x, bool heading)
{
    *x = (struct export){.bytes = shot_file("export")};
    if (!x->bytes)
        return false;
    char *p = heading ? x->bytes + strcspn(x->bytes, "\n") + 1 : x->bytes;
    while (*p && x->n < MAX_LINES) {
        x->line[x->n++] = p;
        p += strcspn(p, "\n");
        *p++ = 0;
    }
    return true;
}

/* The first row of a page that has scrolled is its own, or the head of a section above it. */
static bool is_pinned_head(const struct shot *s, int row, const struct export *x, int top)
{
    size_t n = strlen(s->text[row]);
    for (int k = 0; k < top && n > 1; k++) /* the last column may mark that it was cut */
        if (strncmp(s->text[row], x->line[k], n - 1) == 0)
            return true;
    return false;
}

/* All that stands between the top and the cursor of a dump must be as exported. */
static bool check_page(struct tap *t, struct export *x, int step, int *row)
{
    static struct shot s;
    char name[20];
    int total, top;
    snprintf(name, sizeof name, "d%d", step);
    const char *state = shot_read(&s, name) ? strstr(s.state, "row=") : NULL;
    if (!CHECK(t, state && sscanf(state, "row=%d/%d top=%d", row, &total, &top) == 3) ||
        !CHECK(t, total == x->n && *row >= 1 && *row <= total && top < *row))
        return false;
    for (int k = top; k < *row; k++) {
        if (k == top && is_pinned_head(&s, s.cursor_row - (*row - 1 - k), x, top))
            continue;
        x->seen[k] = true;
        if (!CHECK(t, same_row(&s, s.cursor_row - (*row - 1 - k), x->line[k], k == *row - 1)))
            return false;
    }
    return true;
}

/* Walk through the rows of a view; all must look as they are exported. */
static void check_view(struct tap *t, const char *image, const char *go, int rows, int cols,
                       const char *locale)
{
    char profile[40];
    snprintf(profile, sizeof profile, "%s.out", image);
    const int steps = strcmp(go, "keys 4") == 0 ? INFO_STEPS : MAX_STEPS;
    char script[8000];
    size_t n = (size_t)snprintf(script, sizeof script, "%s\n%s\n:w! export\nkeys g\ndump d0\n", go,
                                cols >= 160 ? ":set pane off" : "");
    for (int i = 1; i < steps; i++)
        n += (size_t)snprintf(script + n, sizeof script - n, "keys j\ndump d%d\n", i);
    struct shot_run r = {.rows = rows,
                         .cols = cols,
                         .locale = locale,
                         .image = image,
                         .profile = profile,
                         .script = script};
    struct export x;
    tap_label(t, "%s at %dx%d in %s", go, rows, cols, locale);
    if (!CHECK(t, shot_script(&r) == 0) || !CHECK(t, read_export(&x, strcmp(go, "keys 4") != 0)))
        return;
    int last = 0, row = 0;
    for (int i = 0; i < steps && check_page(t, &x, i, &row) && row != last; i++) {
        CHECK(t, row > last);
        last = row;
    }
    /* Headings between rows are stepped over, and have no room on the smallest screens. */
    for (int k = 0; k < x.n && rows >= 8; k++)
        CHECK(t, x.seen[k]);
    CHECK(t, x.n > 3 && last == x.n);
    free(x.bytes);
}

static void export_equals_screen(struct tap *t)
{
    static const char *const views[] = {
        "keys 1",
        "keys 1\n:sort calls asc",
        "keys 1\n:set names full",
        "keys 1\n:rows e",
        ":goto run_query",
        ":goto expr_eval",
        ":goto main",
        ":goto btree_insert\nkeys z",
        ":goto run_query\n:--no-demangle",
    };
    for (size_t i = 0; i < N_SIZES; i++) {
        for (size_t k = 0; k < sizeof views / sizeof *views; k++) {
            if (in_turn(i + k, 2))
                check_view(t, "store", views[k], sizes[i][0], sizes[i][1], "C.UTF-8");
            if (in_turn(i + 2 * k, 3))
                check_view(t, "store", views[k], sizes[i][0], sizes[i][1], "C");
        }
    }
}

static void info_equals_screen(struct tap *t)
{
    for (size_t i = 0; i < N_SIZES; i++)
        check_view(t, "store", "keys 4", sizes[i][0], sizes[i][1], locales[i % 2]);
}

/* Lines of a source, of one whose bytes are hard to show, and of one that is not there. */
static void source_equals_screen(struct tap *t)
{
    static const char *const views[] = {
        "keys 5\n:-I .",
        "keys 5\n:-I .\nkeys -l-x",
        "keys 5\n:-I .\nkeys -m600<Enter>D",
        ":--source-map /build/src=.\n:goto odd\nkeys 5",
        ":goto lost\nkeys 5",
    };
    for (size_t i = 0; i < N_SIZES; i++)
        for (size_t k = 0; k < sizeof views / sizeof *views; k++)
            if (in_turn(i + k, 2))
                check_view(t, "lines", views[k], sizes[i][0], sizes[i][1], locales[i / 2 % 2]);
}

/* ---- names that mean harm ---- */

static const char *const hostile[] = {
    "\x1b[31mred\x1b[2J",
    "\xe4\xb8\xad\xe6\x96\x87\xe5\x87\xbd\xe6\x95\xb0\xe4\xb8\xad\xe6\x96\x87",
    "e\xcc\x81\xcc\x81\xcc\x81 accents", /* a cell holds four */
    "\xff\xfe\xc0\x80",
    "\xc2\x9b"
    "2J",
    "\xe2\x80\xae"
    "evil",
    "a\x7f\x08\x08",
    "-E",
    "\xf0\x9f\x98\x80\xf0\x9f\x98\x80",
};
enum { N_NAMES = sizeof hostile / sizeof *hostile };

static bool make_hostile(void)
{
    FILE *e = fopen("hostile.elf", "w"), *g = fopen("hostile.gmon", "w");
    char command[5000];
    if (!e || !g)
        return false;
    fprintf(e, "elf 64 le x86_64 exec\nsection .text 0x401000 0x%x wax\n", 0x100 * (N_NAMES + 1));
    fprintf(g, "rate 100\nhist 0x401000 0x%x %d\n", 0x401000 + 0x100 * (N_NAMES + 1),
            8 * (N_NAMES + 1));
    for (int i = 0; i <= N_NAMES; i++) {
        fprintf(e, "sym ");
        for (int k = 0; i == N_NAMES && k < 4096; k++)
            fputc("abcdefgh"[k % 8], e);
        for (const char *p = i < N_NAMES ? hostile[i] : ""; *p; p++)
            fputc(*p == ' ' ? '_' : *p, e);
        fprintf(e, " 0x%x size=0x100 func global\n", 0x401000 + 0x100 * i);
        fprintf(g, "bin %d %d\n", 8 * i + 2, 20 - i);
    }
    for (int i = 0; i <= N_NAMES; i++)
        fprintf(g, "arc 0x401010 0x%x %d\n", 0x401000 + 0x100 * i, i + 1);
    fclose(e);
    fclose(g);
    snprintf(command, sizeof command,
             "T='%s/tests/tools'; $T/mkelf hostile <hostile.elf && "
             "$T/mkgmon hostile.out hostile <hostile.gmon",
             getenv("BUILD"));
    return system(command) == 0;
}

static void hostile_names(struct tap *t)
{
    static const char *const views[] = {"keys 1\n:set names full", "keys 1\n:--no-demangle",
                                        "keys 2\n:set names full"};
    if (!CHECK(t, make_hostile()))
        return;
    for (size_t i = 0; i < N_SIZES; i++) {
        for (size_t k = 0; k < 3; k++) {
            check_view(t, "hostile", views[k], sizes[i][0], sizes[i][1], "C.UTF-8");
            check_view(t, "hostile", views[k], sizes[i][0], sizes[i][1], "C");
        }
    }
}

/* Nothing from a name reaches the terminal as it is. */
static void hostile_bytes(struct tap *t)
{
    static const char *const never[] = {"\x1b[31m", "\x1b[2Jred", "\xff",
                                        "\x7f",     "\xc2\x9b",   "\xe2\x80\xae"};
    const char *argv[] = {shot_gptui(), "hostile", "hostile.out", NULL};
    struct vt *v = vt_start(&(struct vt_options){.argv = argv, .term = "xterm-256color"});
    size_t n;
    CHECK(t, vt_wait_text(v, "\\x1b[31mred\\x1b[2J"));
    vt_keys(v, "G2");
    CHECK(t, vt_wait_text(v, "[2Graph]"));
    vt_keys(v, "?");
    CHECK(t, vt_wait_text(v, "help: graph"));
    for (size_t i = 0; i < sizeof never / sizeof *never; i++) {
        tap_label(t, "string %zu", i);
        CHECK(t, !strstr(vt_stream(v, &n), never[i]));
    }
    vt_stop(v);
}

/* ---- the terminal shows what the dump says ---- */

/* What is typed to get from screen to screen; no Esc, which takes time to differ from Alt. */
static const char walk[] =
    "|jj|s|q|c|q|G|2|{|u|:goto<Space>expr_eval<Enter>|z|z|4|G|?|G|q|1|gg|--|q|f|que|<Enter>|/e|"
    "<Enter>|n|[|-E|--|q|U|&page<Enter>|w";

static const struct {
    const char *term;
    enum theme_depth depth;
} terminals[] = {{"vt100", THEME_MONO}, {"screen", THEME_8}, {"screen-256color", THEME_256}};

static const char *const notes[] = {"text", "foreground", "bold", "underline", "reverse"};

/* The letter of a plane for a column; trailing ones are cut. */
static char plane_at(const char *row, int col)
{
    return (size_t)col < strlen(row) ? row[col] : '.';
}

static enum role role_of(char letter)
{
    for (int r = 0; r < N_ROLES; r++) {
        if (theme_letter((enum role)r) == letter)
            return (enum role)r;
    }
    return ROLE_PLAIN;
}

struct comparison {
    const struct shot *shot;
    enum theme_depth depth;
    int row, col; /* the first difference */
    const char *note;
};

static bool differs(struct comparison *c, int row, int col, const char *note)
{
    c->row = row;
    c->col = col;
    c->note = note;
    return false;
}

/* `used`: columns of the row's text. */
static bool same_cell(struct vt *v, struct comparison *c, int row, int col, int used)
{
    char look_digit[2] = {plane_at(c->shot->looks[row], col), 0};
    unsigned look = (unsigned)strtoul(look_digit, NULL, 16);
    enum role role = role_of(plane_at(c->shot->roles[row], col));
    struct vt_look is = vt_look(v, row, col);
    int fg = look & LOOK_REVERSE ? -1 : theme_style(role, c->depth).fg;
    if (col >= used && !(look & (LOOK_REVERSE | LOOK_UNDERLINE)))
        return true; /* nothing to see; curses may have cleared it in any colour */
    if (is.fg != fg)
        return differs(c, row, col, notes[1]);
    if (is.bold != !!(look & LOOK_BOLD))
        return differs(c, row, col, notes[2]);
    if (is.underline != !!(look & LOOK_UNDERLINE))
        return differs(c, row, col, notes[3]);
    if (is.reverse != !!(look & LOOK_REVERSE))
        return differs(c, row, col, notes[4]);
    return true;
}

static bool same_screen(struct vt *v, const void *ctx)
{
    struct comparison *c = *(struct comparison *const *)ctx;
    int row, col;
    bool visible;
    for (row = 0; row < c->shot->rows; row++) {
        if (strcmp(vt_row(v, row), c->shot->text[row]) != 0)
            return differs(c, row, 0, notes[0]);
    }
    for (row = 0; row < c->shot->rows; row++) {
        int used = columns(c->shot->text[row]);
        for (col = 0; col < c->shot->cols; col++) {
            if (!same_cell(v, c, row, col, used))
                return false;
        }
    }
    vt_cursor(v, &row, &col, &visible);
    if (visible != c->shot->cursor_visible)
        return differs(c, row, col, "cursor shown");
    if (visible && (row != c->shot->cursor_row || col != c->shot->cursor_col))
        return differs(c, row, col, "cursor");
    return true;
}

/* Keys as a terminal sends them. */
static void send(struct vt *v, const char *keys)
{
    static const struct {
        const char *name, *bytes;
    } names[] = {{"<Enter>", "\r"}, {"<Space>", " "}};
    while (*keys) {
        size_t i = 0;
        while (i < 2 && strncmp(keys, names[i].name, strlen(names[i].name)) != 0)
            i++;
        if (i < 2)
            vt_keys(v, names[i].bytes);
        else
            vt_send(v, keys, 1);
        keys += i < 2 ? strlen(names[i].name) : 1;
    }
}

/* The walk without a terminal: dumps w0, w1, ... */
static bool dump_walk(struct tap *t, int rows, int cols, const char *locale)
{
    char script[8000];
    size_t n = 0;
    const char *keys;
    for (size_t i = 0; (keys = shot_piece(walk, i)); i++)
        n += (size_t)snprintf(script + n, sizeof script - n, "keys %s\ndump w%zu\n", keys, i);
    struct shot_run r = {.rows = rows, .cols = cols, .locale = locale, .script = script};
    return CHECK(t, shot_script(&r) == 0);
}

static void check_walk(struct tap *t, size_t term, int rows, int cols, const char *locale)
{
    static struct shot s;
    const char *argv[] = {shot_gptui(), "store", "store.out", NULL};
    struct vt *v = vt_start(&(struct vt_options){
        .rows = rows, .cols = cols, .argv = argv, .term = terminals[term].term, .locale = locale});
    const char *keys;
    for (size_t i = 0; (keys = shot_piece(walk, i)); i++) {
        char name[20];
        snprintf(name, sizeof name, "w%zu", i);
        tap_label(t, "step %zu (%s) on %s at %dx%d in %s", i, keys, terminals[term].term, rows,
                  cols, locale);
        struct comparison c = {.shot = &s, .depth = terminals[term].depth, .note = ""};
        struct comparison *ctx = &c;
        send(v, keys);
        if (!CHECK(t, shot_read(&s, name)))
            break;
        if (!CHECK(t, vt_wait(v, same_screen, &ctx, "the dumped screen"))) {
            printf("# %s differs at %d,%d\n#>%s\n", c.note, c.row, c.col, s.text[c.row]);
            break;
        }
    }
    vt_keys(v, "\x03");
    CHECK(t, vt_ends(v, 130));
    CHECK(t, vt_sane(v));
    vt_stop(v);
}

static void terminal_equals_dump(struct tap *t)
{
    for (size_t i = 0; i < N_SIZES; i++) {
        for (size_t l = 0; l < 2; l++) {
            tap_label(t, "%dx%d %s", sizes[i][0], sizes[i][1], locales[l]);
            if (!dump_walk(t, sizes[i][0], sizes[i][1], locales[l]))
                return;
            /* ncurses cannot write the only cell of a terminal like screen */
            for (size_t term = 0; term < (i ? 3 : 1); term++)
                check_walk(t, term, sizes[i][0], sizes[i][1], locales[l]);
        }
    }
}

int main(int argc, char **argv)
{
    struct tap t = {.argc = argc, .argv = argv};
    setlocale(LC_CTYPE, "C.UTF-8");
    shot_setup();
    tap_run(&t, "screen text equals exported text", export_equals_screen);
    tap_run(&t, "the same for the info view", info_equals_screen);
    tap_run(&t, "the same for the source view", source_equals_screen);
    tap_run(&t, "the same for hostile names", hostile_names);
    tap_run(&t, "hostile names on a terminal", hostile_bytes);
    tap_run(&t, "the terminal shows what a dump says", terminal_equals_dump);
    shot_cleanup();
    return tap_end(&t);
}
