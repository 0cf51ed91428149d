/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/load/image/symbol_file.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "core/base/char.h"
#include "core/base/mem.h"
#include "core/base/text.h"

/* QUIRK(gnu): the bytes of a line that are looked at together; the rest is a line of its own.
 * Pinned by tests/diff. */
enum { PIECE_BYTES = 1022 };

struct symbol_reader {
    struct raw_symbol *symbols;
    size_t n;
    struct text names;
    uint64_t line, n_bad, first_bad; /* lines are counted from 1 */
};

/* The next word of the zero-terminated text at *at; its length in *n, 0 at the end. */
static const char *next_word(const char **at, size_t *n)
{
    const char *p = *at;
    while (char_is_space(*p))
        p++;
    const char *end = p;
    while (*end && !char_is_space(*end))
        end++;
    *n = (size_t)(end - p);
    *at = end;
    return p;
}

static void take_piece(struct symbol_reader *r, const char *piece)
{
    size_t n_addr, n_type, n_name;
    const char *addr = next_word(&piece, &n_addr), *type = next_word(&piece, &n_type);
    char *end;
    if (n_type == 0 || (*type != 't' && *type != 'T'))
        return;
    piece = type + 1;
    const char *name = next_word(&piece, &n_name);
    if (n_name == 0)
        return;
    uint64_t value = strtoull(addr, &end, 16);
    if (end != addr) {
        bool is_static = *type == 't';
        if (r->names.n + n_name >= UINT32_MAX || r->n >= UINT32_MAX - 1)
            mem_fail();
        mem_append(
            &r->symbols, &r->n,
            &(struct raw_symbol){.addr = value,
                                 .name = (uint32_t)r->names.n,
                                 .flags = SYM_FUNC | SYM_KEPT | (is_static ? SYM_STATIC : 0u)},
            sizeof *r->symbols);
        text_add(&r->names, name, n_name);
        text_char(&r->names, '\0');
        return;
    }
    /* nm lists what an image leaves undefined as a letter and a name, without an address. */
    if (n_addr == 1 && memchr("Uvw", *addr, 3))
        return;
    if (r->n_bad++ == 0)
        r->first_bad = r->line;
}

void symbol_file_parse(struct image *im, const char *path, const struct bytes *b)
{
    struct symbol_reader r = {0};
    text_char(&r.names, '\0');
    free(im->symbols_path);
    im->symbols_path = mem_text(path, strlen(path));
    char piece[PIECE_BYTES + 1];
    bool starts = true;
    for (size_t at = 0; at < b->n;) {
        size_t n = b->n - at < PIECE_BYTES ? b->n - at : PIECE_BYTES;
        const uint8_t *p = b->p + at, *newline = memchr(p, '\n', n);
        if (newline)
            n = (size_t)(newline - p) + 1;
        memcpy(piece, p, n);
        piece[n] = '\0';
        r.line += starts;
        take_piece(&r, piece);
        starts = newline;
        at += n;
    }
    free(im->symbols);
    free((char *)im->names);
    im->symbols = r.symbols;
    im->n_symbols = (uint32_t)r.n;
    im->names = r.names.p;
    im->n_name_bytes = r.names.n;
    im->n_bad_lines = r.n_bad;
    im->bad_line = r.first_bad;
}

bool symbol_file_read(struct image *im, const char *path, bool strict,
                      const struct progress *progress, struct err *e)
{
    struct bytes b;
    struct stat st;
    if (!list_file_read(path, &b, progress, e))
        return false;
    symbol_file_parse(im, path, &b);
    bytes_release(&b);
    return !strict || im->n_symbols == 0 || stat(path, &st) != 0 || S_ISREG(st.st_mode) ||
           S_ISDIR(st.st_mode) || err_set(e, ERR_LIST_SEEK, path);
}
