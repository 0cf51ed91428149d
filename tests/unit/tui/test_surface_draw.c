/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The surface without a terminal: clipping, safety, looks, reading back, dumps. */
#include "tui/terminal/surface.h"
#include "tui/terminal/surface_draw.h"
#include "tui/terminal/surface_event.h"

#include <locale.h>

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

TEST(test_clip)
{
    struct surface *s = open_surface(3, 10);
    assert_int_equal(put(s, 0, 0, 100, "0123456789abc"), 10);
    assert_text(s, 0, "0123456789");
    assert_int_equal(put(s, 1, 3, 4, "abcdef"), 7);
    assert_text(s, 1, "   abcd");
    assert_int_equal(put(s, 2, -2, 6, "abcdef"), 4);
    assert_text(s, 2, "cdef");
    put(s, 3, 0, 10, "below");
    put(s, -1, 0, 10, "above");
    put(s, 0, 10, 10, "right");
    put(s, 0, 0, 0, "nothing");
    put(s, 0, 0, -5, "nothing");
    put(s, 0, -20, 10, "left of it");
    assert_text(s, 0, "0123456789");
    surface_clear(s);
    assert_text(s, 0, "");
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

TEST(test_wide)
{
    struct surface *s = open_surface(6, 6);
    put(s, 0, 0, 6, "a\xe4\xb8\xad\xe6\x96\x87z");
    assert_text(s, 0, "a\xe4\xb8\xad\xe6\x96\x87z");
    assert_int_equal(put(s, 1, 0, 4, "a\xe4\xb8\xad\xe6\x96\x87z"), 4);
    assert_text(s, 1, "a\xe4\xb8\xad"); /* the second does not fit: blank */
    put(s, 2, 0, 6, "e\xcc\x81x");
    assert_text(s, 2, "e\xcc\x81x");
    put(s, 3, 0, 6, "\xcc\x81x"); /* nothing to combine with */
    assert_text(s, 3, "\\xcc\\x");
    put(s, 4, 0, 6, "\xe4\xb8\xad\xe4\xb8\xad");
    put(s, 4, 1, 1, "x"); /* over half of it */
    assert_text(s, 4, " x\xe4\xb8\xad");
    put(s, 5, -1, 6,
        "\xe4\xb8\xad"
        "b");
    assert_text(s, 5, " b");
    surface_stop(s);
}

/* A combining character belongs to what stands before it, in whatever part of the line. */
TEST(test_combining_parts)
{
    struct surface *s = open_surface(3, 8);
    struct line l = {0};
    struct span span = {.lo = 4, .hi = 7, .role = ROLE_NAME};
    text_str(&l.text, "\xe4\xb8\xad"
                      "a\xcc\x81"
                      "b");
    l.spans = &span;
    l.n_spans = 1;
    surface_line(s, 0, 0, 8, &l, 0, 0);
    assert_text(s, 0,
                "\xe4\xb8\xad"
                "a\xcc\x81"
                "b");
    assert_roles(s, 0, "...f");
    surface_line(s, 1, 0, 8, &l, 3, 0); /* scrolled away with its letter */
    assert_text(s, 1, "<");
    text_clear(&l.text);
    text_str(&l.text, "\xe4\xb8\xad"
                      "b\xcc\x81");
    l.n_spans = 0;
    surface_line(s, 2, 0, 3, &l, 0, 0); /* fits: nothing is cut */
    assert_text(s, 2,
                "\xe4\xb8\xad"
                "b\xcc\x81");
    text_release(&l.text);
    surface_stop(s);
}

TEST(test_many_combining)
{
    struct surface *s = open_surface(1, 10);
    struct text t = {0};
    text_char(&t, 'a');
    for (int i = 0; i < 5000; i++)
        text_str(&t, "\xcc\x81");
    surface_text(s, 0, 0, 10, t.p, t.n, ROLE_PLAIN, 0);
    assert_text(s, 0, "a\xcc\x81\xcc\x81\xcc\x81\xcc\x81\\xcc\\x81\\");
    text_release(&t);
    surface_stop(s);
}

TEST(test_safe)
{
    struct surface *s = open_surface(4, 40);
    surface_text(s, 0, 0, 40, "a\x1b[2Jb\tc\0d\xff", 11, ROLE_PLAIN, 0);
    assert_text(s, 0, "a\\x1b[2Jb\\x09c\\x00d\\xff");
    put(s, 1, 0, 40,
        "\xc2\x9b"
        "31m"); /* the eight-bit CSI, as UTF-8 */
    assert_text(s, 1, "\\xc2\\x9b31m");
    put(s, 2, 0, 40,
        "\xe2\x80\xae"
        "abc"); /* right-to-left override */
    assert_text(s, 2,
                "\\xe2\\x80\\xae"
                "abc");
    put(s, 3, 0, 3, "\xff");
    assert_text(s, 3, "\\xf");
    surface_stop(s);
}

static void make_line(struct line *l, struct span *spans)
{
    text_str(&l->text, "12.5 name<T>");
    spans[0] = (struct span){.lo = 0, .hi = 4, .role = ROLE_NUMBER};
    spans[1] = (struct span){.lo = 5, .hi = 12, .role = ROLE_NAME};
    l->spans = spans;
    l->n_spans = 2;
    l->pinned = 5;
}

TEST(test_line)
{
    struct surface *s = open_surface(6, 14);
    struct line l = {0};
    struct span spans[2];
    make_line(&l, spans);
    surface_line(s, 0, 0, 14, &l, 0, 0);
    assert_text(s, 0, "12.5 name<T>");
    assert_roles(s, 0, "nnnn.fffffff");
    assert_looks(s, 0, "");
    surface_line(s, 1, 0, 10, &l, 0, LOOK_REVERSE);
    assert_text(s, 1, "12.5 name>");
    assert_roles(s, 1, "nnnn.ffffd");
    assert_looks(s, 1, "1111111111");
    surface_line(s, 2, 0, 14, &l, 3, LOOK_BOLD);
    assert_text(s, 2, "12.5 <<T>");
    assert_roles(s, 2, "nnnn.dfff");
    assert_looks(s, 2, "22222a22222222");
    surface_line(s, 3, 0, 14, &l, 100, 0);
    assert_text(s, 3, "12.5 <");
    surface_line(s, 4, 0, 3, &l, 2, 0);
    assert_text(s, 4, "12>");
    surface_line(s, 5, 0, 1, &l, 0, 0);
    assert_text(s, 5, ">");
    text_release(&l.text);
    surface_stop(s);
}

/* Every width and every shift of a line with wide characters: as cut by hand. */
TEST(test_line_shifts)
{
    static const char *const cells[] = {"a", "\xe4\xb8\xad", NULL, "b", "\xe6\x96\x87", NULL, "c"};
    struct surface *s = open_surface(1, 20);
    struct line l = {0};
    text_str(&l.text, "a\xe4\xb8\xad"
                      "b\xe6\x96\x87"
                      "c");
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
    put(s, 1, 0, 12, "\xe4\xb8\xad\xe6\x96\x87");
    surface_paint(s, 1, 0, 12, LOOK_BOLD);
    assert_text(s, 1, "\xe4\xb8\xad\xe6\x96\x87");
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

TEST(test_resize_keeps_nothing_outside)
{
    struct surface *s = open_surface(10, 40);
    for (int i = 1; i < 60; i++) {
        surface_resize(s, 1 + (i * 7) % 50, 1 + (i * 13) % 90);
        surface_clear(s);
        for (int row = 0; row < surface_rows(s); row++)
            put(s, row, 0, 1000, "\xe4\xb8\xad\xe4\xb8\xad\xe4\xb8\xad\xe4\xb8\xad");
        surface_show(s);
    }
    surface_stop(s);
}

ALL_TESTS(use_utf8, NULL);
