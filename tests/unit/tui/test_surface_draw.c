/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The surface without a terminal: clipping, safety, looks, reading back, dumps. */
#include "tui/terminal/surface.h"
#include "tui/terminal/surface_draw.h"
#include "tui/terminal/surface_event.h"

#include "tui/terminal/dump.h"

#include "tests/support/unit.h"

static struct surface *open_surface(int rows, int cols)
{
    struct surface_options o = {.headless = true};
    struct err e = ERR_INIT;
    struct surface *s = surface_start(&o, &e);
    if (!s)
        print_error("%s\n", e.what);
    assert_non_null(s);
    surface_resize(s, rows, cols);
    assert_int_equal(surface_rows(s), rows);
    assert_int_equal(surface_cols(s), cols);
    return s;
}

typedef void reader(const struct surface *s, int row, struct text *out);

static void assert_plane(reader *read, const struct surface *s, int row, const char *want)
{
    struct text t = {0};
    read(s, row, &t);
    assert_taken(&t, want);
}

#define assert_text(s, row, want)  assert_plane(surface_read_text, s, row, want)
#define assert_roles(s, row, want) assert_plane(surface_read_roles, s, row, want)
#define assert_looks(s, row, want) assert_plane(surface_read_looks, s, row, want)

static int put(struct surface *s, int row, int col, int width, const char *p)
{
    return surface_text(s, row, col, width, p, strlen(p), ROLE_PLAIN, 0);
}

#define ZHONG "\xe4\xb8\xad"
#define WEN   "\xe6\x96\x87"
#define ACUTE "\xcc\x81"

/* Texts on ten columns, clipped and safe, and the column after them. */
TEST(test_texts)
{
    static const struct {
        int col, width, end;
        const char *text, *want;
    } cases[] = {
        {0, 100, 10, "0123456789abc", "0123456789"},
        {3, 4, 7, "abcdef", "   abcd"},
        {-2, 6, 4, "abcdef", "cdef"},
        {10, 10, 10, "right", ""},
        {0, 0, 0, "nothing", ""},
        {0, -5, 0, "nothing", ""},
        {-20, 10, 0, "left of it", ""},
        {0, 6, 6, "a" ZHONG WEN "z", "a" ZHONG WEN "z"},
        {0, 4, 4, "a" ZHONG WEN "z", "a" ZHONG}, /* the second does not fit: blank */
        {-1, 6, 2, ZHONG "b", " b"},
        {0, 6, 2, "e" ACUTE "x", "e" ACUTE "x"},
        {0, 6, 6, ACUTE "x", "\\xcc\\x"}, /* nothing to combine with */
        {0, 10, 10, "a" ACUTE ACUTE ACUTE ACUTE ACUTE ACUTE "b",
         "a" ACUTE ACUTE ACUTE ACUTE "\\xcc\\x81\\"},
        {0, 10, 10, "a\x1b[2Jb\t", "a\\x1b[2Jb\\"},
        {0, 10, 8, "\xc2\x9b", "\\xc2\\x9b"}, /* the eight-bit CSI, as UTF-8 */
        {0, 3, 3, "\xff", "\\xf"},
        {0, 10, 10, "\xe2\x80\xae", "\\xe2\\x80\\x"}, /* right-to-left override */
    };
    struct surface *s = open_surface(1, 10);
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        surface_clear(s);
        put(s, -1, 0, 10, "above");
        put(s, 1, 0, 10, "below");
        assert_int_equal(put(s, 0, cases[i].col, cases[i].width, cases[i].text), cases[i].end);
        assert_text(s, 0, cases[i].want);
    }
    surface_clear(s);
    put(s, 0, 0, 6, ZHONG ZHONG);
    put(s, 0, 1, 1, "x"); /* over half of it */
    assert_text(s, 0, " x" ZHONG);
    surface_text(s, 0, 0, 6, "a\0b", 3, ROLE_PLAIN, 0);
    assert_text(s, 0, "a\\x00b");
    surface_stop(s);
}

/* Far from everything: no arithmetic runs over. */
TEST(test_extremes)
{
    static const int far[] = {-2147483647 - 1, -2147483647, -1, 0, 1, 2147483647};
    struct surface *s = open_surface(2, 5);
    struct line l = {0};
    text_str(&l.text, "abcdefghij");
    l.pinned = 2;
    for (size_t i = 0; i < 6; i++) {
        for (size_t j = 0; j < 6; j++) {
            for (size_t k = 0; k < 6; k++) {
                put(s, far[i], far[j], far[k], "text");
                surface_line(s, 0, far[i], far[j], &l, far[k], 0);
                surface_paint(s, far[i], far[j], far[k], LOOK_BOLD);
                surface_fill(s, far[i], far[j], far[k], 'x', ROLE_PLAIN, 0);
                surface_cursor(s, far[i], far[j], true);
                surface_show(s);
            }
        }
    }
    text_release(&l.text);
    surface_stop(s);
}

/* A combining character belongs to what stands before it, in whatever part of the line. */
TEST(test_combining_parts)
{
    struct surface *s = open_surface(3, 8);
    struct line l = {0};
    struct span span = {.lo = 4, .hi = 7, .role = ROLE_NAME};
    text_str(&l.text, ZHONG "a" ACUTE "b");
    l.spans = &span;
    l.n_spans = 1;
    surface_line(s, 0, 0, 8, &l, 0, 0);
    assert_text(s, 0, ZHONG "a" ACUTE "b");
    assert_roles(s, 0, "...f");
    surface_line(s, 1, 0, 8, &l, 3, 0); /* scrolled away with its letter */
    assert_text(s, 1, "<");
    text_clear(&l.text);
    text_str(&l.text, ZHONG "b" ACUTE);
    l.n_spans = 0;
    surface_line(s, 2, 0, 3, &l, 0, 0); /* fits: nothing is cut */
    assert_text(s, 2, ZHONG "b" ACUTE);
    text_release(&l.text);
    surface_stop(s);
}

/* Five columns stay where they are. */
TEST(test_line)
{
    static const struct {
        int width, skip;
        unsigned look;
        const char *text, *roles, *looks;
    } cases[] = {
        {14, 0, 0, "12.5 name<T>", "nnnn.fffffff", ""},
        {10, 0, LOOK_REVERSE, "12.5 name>", "nnnn.ffffd", "1111111111"},
        {14, 3, LOOK_BOLD, "12.5 <<T>", "nnnn.dfff", "22222a22222222"},
        {14, 100, 0, "12.5 <", "nnnn.d", ".....8"},
        {3, 2, 0, "12>", "nnd", "..8"},
        {1, 0, 0, ">", "d", "8"},
    };
    struct surface *s = open_surface(1, 14);
    struct span spans[] = {{.hi = 4, .role = ROLE_NUMBER}, {.lo = 5, .hi = 12, .role = ROLE_NAME}};
    struct line l = {.spans = spans, .n_spans = 2, .pinned = 5};
    text_str(&l.text, "12.5 name<T>");
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        surface_clear(s);
        surface_line(s, 0, 0, cases[i].width, &l, cases[i].skip, cases[i].look);
        assert_text(s, 0, cases[i].text);
        assert_roles(s, 0, cases[i].roles);
        assert_looks(s, 0, cases[i].looks);
    }
    text_release(&l.text);
    surface_stop(s);
}

/* Every width and every shift of a line with wide characters: as cut by hand. */
TEST(test_line_shifts)
{
    static const char *const cells[] = {"a", ZHONG, NULL, "b", WEN, NULL, "c"};
    struct surface *s = open_surface(1, 20);
    struct line l = {0};
    text_str(&l.text, "a" ZHONG "b" WEN "c");
    for (int width = 1; width <= 9; width++) {
        for (int skip = 0; skip <= 8; skip++) {
            struct text want = {0};
            bool cut = 7 - skip > width;
            for (int i = 0; i < width; i++) {
                int c = skip + i;
                bool last = i == width - 1;
                if (last && cut)
                    text_char(&want, '>');
                else if (i == 0 && skip > 0)
                    text_char(&want, '<');
                else if (c >= 7)
                    break;
                else if (!cells[c]) /* right half: blank if the left one is hidden */
                    text_str(&want, i == 1 && skip > 0 ? " " : "");
                else if (c + 1 < 7 && !cells[c + 1] && (last || (cut && i == width - 2)))
                    text_char(&want, ' ');
                else
                    text_str(&want, cells[c]);
            }
            while (want.n && want.p[want.n - 1] == ' ')
                want.n--;
            surface_clear(s);
            surface_line(s, 0, 0, width, &l, skip, 0);
            assert_text(s, 0, text_z(&want));
            text_release(&want);
        }
    }
    text_release(&l.text);
    surface_stop(s);
}

TEST(test_looks)
{
    struct surface *s = open_surface(3, 12);
    surface_text(s, 0, 0, 12, "hot", 3, ROLE_HOT, LOOK_REVERSE);
    surface_text(s, 0, 4, 12, "dim", 3, ROLE_DIM, 0);
    assert_roles(s, 0, "HHH.ddd");
    assert_looks(s, 0, "111.888");
    surface_paint(s, 0, 2, 4, LOOK_UNDERLINE);
    assert_text(s, 0, "hot dim");
    assert_roles(s, 0, "HHH.ddd");
    assert_looks(s, 0, "1154cc8");
    put(s, 1, 0, 12, ZHONG WEN);
    surface_paint(s, 1, 0, 12, LOOK_BOLD);
    assert_text(s, 1, ZHONG WEN);
    assert_looks(s, 1, "222222222222");
    surface_fill(s, 2, 1, 3, 0x2500, ROLE_RULE, 0);
    assert_text(s, 2, " \xe2\x94\x80\xe2\x94\x80\xe2\x94\x80");
    assert_roles(s, 2, ".rrr");
    surface_stop(s);
}

TEST(test_dump)
{
    struct surface *s = open_surface(2, 5);
    struct text t = {0};
    surface_text(s, 0, 0, 5, "ab", 2, ROLE_NAME, LOOK_BOLD);
    surface_cursor(s, 1, 3, false);
    dump_text(s, "view=x", &t);
    assert_taken(&t, "gptui-dump 1 2x5 cursor=1,3 hidden view=x\n"
                     "--text--\nab\n\n--roles--\nff\n\n--looks--\n22\n\n--end--\n");
    surface_stop(s);
}

TEST(test_size)
{
    struct surface_options o = {.headless = true};
    struct err e;
    setenv("LINES", "7", 1);
    setenv("COLUMNS", "33", 1);
    unsetenv("TERM");
    struct surface *s = surface_start(&o, &e);
    assert_non_null(s);
    assert_int_equal(surface_rows(s), 7);
    assert_int_equal(surface_cols(s), 33);
    surface_resize(s, 0, 1000000);
    assert_int_equal(surface_rows(s), 1);
    assert_int_equal(surface_cols(s), 1000);
    assert_int_equal(surface_event(s, 0).kind, EVENT_NONE);
    assert_int_equal(surface_event(s, -1).kind, EVENT_LOST);
    assert_false(surface_copy(s, "x", 1));
    surface_stop(s);
    setenv("LINES", "many", 1);
    unsetenv("COLUMNS");
    s = surface_start(&o, &e);
    assert_int_equal(surface_rows(s), 24);
    assert_int_equal(surface_cols(s), 80);
    surface_stop(s);
    unsetenv("LINES");
}

ALL_TESTS(use_utf8, NULL);
