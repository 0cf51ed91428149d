/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The symbols of an object file of any format, by libbfd. */
#include "core/load/image/image_internal.h"

#include "core/load/bfd/door.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"
#include "core/base/sort.h"
#include "core/base/text.h"

#include "core/load/image/local_name.h"

struct bfd_reader {
    struct image *im;
    const struct source *source;
    const struct progress *p;
    struct err *e;
    bfd *b;
    asymbol **symbols;
    size_t n;
    uint32_t *name; /* by symbol: where its name begins among the image's */
    struct local_names locals;
    bool ok;
};

enum { SLAB = 1 << 14 }; /* symbols between two reports of progress */

static bool open_image(struct bfd_reader *r)
{
    struct image *im = r->im;
    int bits = bfd_get_arch_size(r->b);
    if (bits < 0)
        bits = (int)bfd_arch_bits_per_address(r->b);
    im->addr_bytes = bits > 32 ? 8 : 4;
    im->big_endian = bfd_big_endian(r->b);
    im->leading_char = bfd_get_symbol_leading_char(r->b);
    /* pei-i386, pei-x86-64, pe-bigobj-x86-64, ... */
    im->windows = strncmp(bfd_get_target(r->b), "pe", 2) == 0;
    asection *text = bfd_get_section_by_name(r->b, ".text");
    if (!text)
        text = bfd_get_section_by_name(r->b, "$CODE$");
    if (!text)
        return err_set(r->e, ERR_IMAGE_NO_TEXT, im->path);
    im->text_lo = bfd_section_vma(text);
    im->text_hi = bfd_section_vma(text) + bfd_section_size(text);
    return true;
}

static bool get_symbols(struct bfd_reader *r)
{
    long bytes = bfd_get_symtab_upper_bound(r->b), n = -1;
    if (bytes >= 0) {
        r->symbols = mem_try_array_raw((size_t)bytes + sizeof *r->symbols, 1);
        if (!r->symbols)
            return err_memory(r->e, (uint64_t)bytes);
        n = bfd_canonicalize_symtab(r->b, r->symbols);
    }
    if (n < 0)
        return source_damaged(r->source, 0, "symbol table", r->e);
    r->n = (size_t)n;
    return true;
}

static const char *bfd_name(const asymbol *s)
{
    return s->name ? s->name : "";
}

static bool copy_names(struct bfd_reader *r)
{
    struct text names = {0};
    uint32_t *order = mem_array_raw(r->n, sizeof *order);
    uint64_t *address = mem_array_raw(r->n, sizeof *address);
    r->name = mem_array_raw(r->n, sizeof *r->name);
    for (size_t i = 0; i < r->n; i++) {
        order[i] = (uint32_t)i;
        address[i] = (uint64_t)(uintptr_t)bfd_name(r->symbols[i]);
    }
    sort_radix(address, order, r->n);

    /* Copy the names of the symbols in `order`, which are at these ascending addresses. Those that
     * follow each other in libbfd's memory, as in a string table, do so in `names`; an empty string
     * ends each such run. So local names are judged by what gprof finds after them. */
    uint64_t lo = 0, hi = 0; /* what was copied last, to `at` */
    size_t at = 0;
    for (size_t i = 0; i < r->n; i++) {
        if (address[i] >= hi) { /* else it is the end of the last one, or all of it */
            const char *name = bfd_name(r->symbols[order[i]]);
            size_t n = strlen(name) + 1;
            text_fill(&names, '\0', address[i] > hi && hi);
            at = names.n;
            text_add(&names, name, n);
            lo = address[i];
            hi = lo + n;
        }
        r->name[order[i]] = (uint32_t)(at + (address[i] - lo));
    }
    text_char(&names, '\0');

    free(order);
    free(address);
    r->im->names = names.p;
    r->im->n_name_bytes = names.n;
    if (names.n > UINT32_MAX)
        return err_what(r->e, ERR_LIMIT, r->im->path, "bytes of symbol names", NULL);
    local_names_init(&r->locals, names.p, names.n, r->im->leading_char);
    return true;
}

static void add_bfd_symbol(struct bfd_reader *r, const asymbol *s, uint32_t name)
{
    int letter = bfd_decode_symclass((asymbol *)s);
    bool local = letter == 't', function = s->flags & BSF_FUNCTION;
    if ((letter != 'T' && letter != 't' && letter != 'W') ||
        s->flags & (BSF_SECTION_SYM | BSF_FILE))
        return;
    image_see_symbol(r->im, bfd_name(s), bfd_asymbol_value(s));
    bool clone = local && !local_name_taken(&r->locals, name);
    if (clone && !(function && local_name_is_clone(&r->locals, name)))
        return;
    r->im->symbols[r->im->n_symbols++] = (struct raw_symbol){
        .addr = bfd_asymbol_value(s),
        .name = name,
        .flags = (local ? SYM_STATIC : 0) | (function ? SYM_FUNC : 0) | (clone ? SYM_CLONE : 0),
    };
}

static void read_image(bfd *b, void *ctx)
{
    struct bfd_reader *r = ctx;
    r->b = b;
    r->ok = b ? open_image(r) : err_set(r->e, ERR_IMAGE_FORMAT, r->im->path);
    if (!r->ok)
        return;

    /* Programs for Windows are moved by multiples of 64 KiB. */
    struct image *im = r->im;
    enum bfd_flavour flavour = bfd_get_flavour(r->b);
    bool linked = bfd_get_file_flags(r->b) & EXEC_P;
    im->is_x86 = bfd_get_arch(r->b) == bfd_arch_i386;
    im->bounds.page_bytes = !linked ? 0 : flavour == bfd_target_coff_flavour ? 65536 : 4096;
    for (asection *s = r->b->sections; linked && s; s = s->next) {
        const struct image_code c = {bfd_section_vma(s), bfd_section_size(s), (uint64_t)s->filepos};
        bool code = bfd_section_flags(s) & SEC_CODE && bfd_section_flags(s) & SEC_HAS_CONTENTS;
        if (code && source_has(r->source, c.offset, c.n_bytes))
            image_add_code(im, c);
    }
    sort_ascending(im->code, im->n_code, SEARCH_BY(struct image_code, addr));
    if (im->n_code) {
        im->bounds.base = im->bounds.code_lo = im->code[0].addr;
        im->bounds.code_hi = im->code[im->n_code - 1].addr + im->code[im->n_code - 1].n_bytes;
        image_add_address(&im->bounds.starts, bfd_get_start_address(r->b));
    }

    r->ok = get_symbols(r) && copy_names(r);
    r->im->symbols = mem_array_raw(r->n, sizeof *r->im->symbols);
    for (size_t i = 0; r->ok && i < r->n; i++) {
        if (i % SLAB == 0 && !progress_step(r->p, "symbols", i, r->n))
            r->ok = err_set(r->e, ERR_CANCELLED, r->im->path);
        add_bfd_symbol(r, r->symbols[i], r->name[i]);
    }
}

static void ask_leading_char(bfd *b, void *ctx)
{
    if (b)
        ((struct image *)ctx)->leading_char = bfd_get_symbol_leading_char(b);
}

bool image_ask_leading_char(struct image *im, const struct source *s)
{
    return bfd_door_visit(s, 0, ask_leading_char, im);
}

bool image_read_bfd(struct image *im, const struct source *s, const struct progress *p,
                    struct err *e)
{
    struct bfd_reader r = {.im = im, .source = s, .p = p, .e = e};
    if (!bfd_door_visit(s, 0, read_image, &r))
        r.ok = err_memory(e, 0);
    local_names_release(&r.locals);
    free(r.symbols);
    free(r.name);
    return r.ok;
}
