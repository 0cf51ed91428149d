/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Source files: the first part says where to look, a line for the path and lines of folders and of
 * maps ("FROM=TO") after it; the second is the text. It is found where such a place is, and its
 * lines and pieces are all of its bytes, in order. */
#include "fuzz.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/load/lines/source_text.h"
#include "parts.h"
#include "tests/support/require.h"

#define SOURCE "fuzz.c"

enum { PLACES_MOST = 16 };

struct search {
    const char *path;
    const char *dirs[PLACES_MOST];
    struct source_map maps[PLACES_MOST];
    struct source_search s;
};

static void add_place(struct search *k, char *line)
{
    char *equals = strchr(line, '=');
    if (!equals && k->s.n_dirs < PLACES_MOST)
        k->dirs[k->s.n_dirs++] = line;
    if (!equals || k->s.n_maps == PLACES_MOST)
        return;
    *equals = '\0';
    k->maps[k->s.n_maps++] = (struct source_map){line, equals + 1};
}

static void read_search(struct search *k, char *text)
{
    *k = (struct search){.path = text, .s = {.dirs = k->dirs, .maps = k->maps}};
    for (char *line = text, *end; (end = strchr(line, '\n')); line = end + 1) {
        *end = '\0';
        if (line != text)
            add_place(k, line);
    }
}

/* Would the file be found if only what is there is known? */
static bool is_among_places(const struct search *k)
{
    bool found = false;
    struct text place = {0};
    size_t i = 0;
    for (; source_place(&k->s, k->path, i, &place); i++) {
        found = found || strcmp(text_z(&place), SOURCE) == 0;
        text_clear(&place);
    }
    text_release(&place);
    require(i == k->s.n_maps + 1 + 2 * k->s.n_dirs || i == k->s.n_maps + 1 + k->s.n_dirs);
    return found;
}

static void check_lines(const struct search *k, struct part part, bool expected)
{
    struct source_lines l;
    struct err e = ERR_INIT;
    bool read = source_lines_read(&l, k->path, &k->s, &e);
    require(read == (e.code == ERR_NONE) && (read || !expected));
    if (!read || strcmp(text_z(&l.path), SOURCE) != 0) {
        source_lines_release(&l);
        return;
    }
    require(l.bytes.n == part.n && (part.n == 0 || memcmp(l.bytes.p, part.p, part.n) == 0));
    for (uint32_t i = 0; i < l.n; i++) {
        struct source_piece piece = source_lines_get(&l, i);
        require(l.lo[i] < l.lo[i + 1] && l.lo[i + 1] <= part.n);
        require(piece.n <= l.lo[i + 1] - l.lo[i] && (!piece.n || !memchr(piece.p, '\n', piece.n)));
    }
    require(l.n == 0 || (l.lo[0] == 0 && l.lo[l.n] == part.n));
    source_lines_release(&l);
}

static void check_pieces(struct part part)
{
    const struct source_search nowhere = {0};
    struct source_text t;
    struct source_piece piece;
    struct err e = ERR_INIT;
    size_t at = 0;
    require(source_text_open(&t, SOURCE, &nowhere, &e));
    while (source_text_next(&t, &piece, &e) && piece.p) {
        require(piece.n > 0 && piece.n <= part.n - at &&
                memcmp(piece.p, part.p + at, piece.n) == 0);
        require(piece.starts == (at == 0 || part.p[at - 1] == '\n'));
        at += piece.n;
    }
    require(at == part.n && e.code == ERR_NONE);
    source_text_close(&t);
}

int LLVMFuzzerTestOneInput(const uint8_t *p, size_t n)
{
    struct part part[2];
    struct search k;
    parts_cut(p, n, part, 2);
    char *text = part_text(part[0]);
    part_write(SOURCE, part[1]);
    read_search(&k, text);
    check_lines(&k, part[1], is_among_places(&k));
    check_pieces(part[1]);
    unlink(SOURCE);
    free(text);
    return 0;
}
