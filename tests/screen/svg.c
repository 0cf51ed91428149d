/* SPDX-License-Identifier: GPL-3.0-or-later */
/* svg light|dark ROWS COLS KEYS TEXT PROGRAM ARGUMENT...: run a program on a terminal, send it the
 * keys when its first screen is there (TEXT stands on it), and write the screen that comes of them
 * as an SVG with the colours of the terminal. Keys go one by one, a comma apart: "Down" and "Enter"
 * by name, others as they are. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "vt.h"

enum {
    CELL_W = 84,
    CELL_H = 180,
    BASELINE = 135,
    SCALE = 10,
    MARGIN = 100
}; /* tenths of a pixel */

struct theme {
    const char *name;
    int fg, bg;
    int palette[16];
};

static const struct theme themes[] = {
    {"light",
     0x24292f,
     0xffffff,
     {0x24292f, 0xc72e2e, 0x1a7f37, 0x8a5a00, 0x0550ae, 0x8250df, 0x0a7480, 0x8c959f, 0x57606a,
      0xa40e26, 0x116329, 0x6f4400, 0x0969da, 0x6639ba, 0x1b7c83, 0xd0d7de}},
    {"dark",
     0xd6dbe1,
     0x14181d,
     {0x484f58, 0xff7b72, 0x56d364, 0xe3b341, 0x79c0ff, 0xd2a8ff, 0x56d4dd, 0xb1bac4, 0x6e7681,
      0xffa198, 0x7ee787, 0xf2cc60, 0xa5d6ff, 0xe2c5ff, 0xb3f0ff, 0xf0f6fc}},
};

/* The colour cube and greys of xterm. */
static int rgb_of(const struct theme *t, int color, int otherwise)
{
    if (color < 0)
        return otherwise;
    if (color >= 0x1000000)
        return color & 0xffffff;
    if (color < 16)
        return t->palette[color];
    if (color >= 232)
        return 0x010101 * (8 + 10 * (color - 232));
    int n = color - 16, level[3] = {n / 36, n / 6 % 6, n % 6}, rgb = 0;
    for (int i = 0; i < 3; i++)
        rgb = rgb << 8 | (level[i] ? 55 + 40 * level[i] : 0);
    return rgb;
}

struct cell_look {
    int fg, bg;
    bool bold, underline;
};

static struct cell_look look_at(struct vt *v, const struct theme *t, int row, int col)
{
    struct vt_look l = vt_look(v, row, col);
    int fg = rgb_of(t, l.fg, t->fg), bg = rgb_of(t, l.bg, t->bg);
    return (struct cell_look){l.reverse ? bg : fg, l.reverse ? fg : bg, l.bold, l.underline};
}

static bool same_look(struct cell_look a, struct cell_look b)
{
    return a.fg == b.fg && a.bg == b.bg && a.bold == b.bold && a.underline == b.underline;
}

/* Bytes of the first character of s. */
static size_t char_bytes(const char *s)
{
    size_t n = 1;
    while (s[0] && ((unsigned char)s[n] & 0xc0) == 0x80)
        n++;
    return s[0] ? n : 0;
}

static void put_char(const char *s, size_t n)
{
    switch (s[0]) {
    case '<':
        fputs("&lt;", stdout);
        break;
    case '&':
        fputs("&amp;", stdout);
        break;
    default:
        fwrite(s, 1, n, stdout);
    }
}

static void put_tenths(const char *name, int tenths)
{
    printf(" %s=\"%d", name, tenths / SCALE);
    if (tenths % SCALE)
        printf(".%d", tenths % SCALE);
    putchar('"');
}

/* One word at a time, so that no reader of SVG has to keep blanks. */
static void put_words(const struct cell_look *look, int row, int col, int end, const char *text)
{
    while (col < end) {
        const char *word = text;
        int first = col;
        for (size_t n; col < end && *text && *text != ' '; col++, text += n)
            n = char_bytes(text);
        if (col > first) {
            fputs("<text", stdout);
            put_tenths("x", MARGIN + first * CELL_W);
            put_tenths("y", MARGIN + row * CELL_H + BASELINE);
            put_tenths("textLength", (col - first) * CELL_W);
            printf(" fill=\"#%06x\"%s%s>", (unsigned)look->fg,
                   look->bold ? " font-weight=\"bold\"" : "",
                   look->underline ? " text-decoration=\"underline\"" : "");
            while (word < text) {
                put_char(word, char_bytes(word));
                word += char_bytes(word);
            }
            fputs("</text>\n", stdout);
        }
        col++;
        text += *text != 0;
    }
}

/* Cells of one look, from `col` on, with the text *s, which moves on. A row is as long as its text:
 * blanks come after it. Returns the column after them. */
static int put_run(struct vt *v, const struct theme *t, int row, int col, const char **s)
{
    struct cell_look look = look_at(v, t, row, col);
    const char *text = *s;
    int end = col;
    while (end < vt_cols(v) && same_look(look, look_at(v, t, row, end))) {
        *s += char_bytes(*s);
        end++;
    }
    if (look.bg != t->bg) {
        fputs("<rect", stdout);
        put_tenths("x", MARGIN + col * CELL_W);
        put_tenths("y", MARGIN + row * CELL_H);
        put_tenths("width", (end - col) * CELL_W);
        put_tenths("height", CELL_H);
        printf(" fill=\"#%06x\"/>\n", (unsigned)look.bg);
    }
    put_words(&look, row, col, end, text);
    return end;
}

static void put_screen(struct vt *v, const struct theme *t)
{
    int width = 2 * MARGIN + vt_cols(v) * CELL_W, height = 2 * MARGIN + vt_rows(v) * CELL_H;
    puts("<!-- SPDX-License-Identifier: GPL-3.0-or-later -->");
    printf("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" "
           "font-family=\"ui-monospace,'DejaVu Sans Mono',Menlo,Consolas,monospace\" "
           "font-size=\"14\">\n<rect width=\"100%%\" height=\"100%%\" rx=\"6\" fill=\"#%06x\"/>\n",
           width / SCALE, height / SCALE, (unsigned)t->bg);
    for (int row = 0; row < vt_rows(v); row++) {
        const char *text = vt_row(v, row);
        for (int col = 0; col < vt_cols(v);)
            col = put_run(v, t, row, col, &text);
    }
    puts("</svg>");
}

static bool send_keys(struct vt *v, char *keys)
{
    for (char *key = strtok(keys, ","); key; key = strtok(NULL, ",")) {
        vt_keys(v, strcmp(key, "Enter") == 0 ? "\r" : strcmp(key, "Down") == 0 ? "\x1b[B" : key);
        vt_pump(v, 400);
    }
    return !vt_exited(v);
}

int main(int argc, char **argv)
{
    const struct theme *t = themes;
    if (argc < 7) {
        fputs("svg light|dark ROWS COLS KEYS TEXT PROGRAM ARGUMENT...\n", stderr);
        return 2;
    }
    if (strcmp(argv[1], "dark") == 0)
        t = &themes[1];
    struct vt *v = vt_start(&(struct vt_options){
        .rows = atoi(argv[2]), .cols = atoi(argv[3]), .argv = (const char *const *)&argv[6]});
    bool ok = vt_wait_text(v, argv[5]) && send_keys(v, argv[4]);
    if (ok)
        put_screen(v, t);
    vt_stop(v);
    return !ok;
}
