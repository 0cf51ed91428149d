/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What libbfd does not say of a program for Windows. */
#include "core/load/image/image_internal.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/bytes.h"
#include "core/base/mem.h"
#include "core/base/sort.h"
#include "core/load/file/pe.h"

enum {
    SYMBOLS_AT_ONCE = 4096,
    CLASS_EXTERNAL = 2,
    CLASS_STATIC = 3,
    TYPE_DERIVED = 0x30,
    TYPE_FUNCTION = 0x20,
};

struct pe {
    const struct source *source;
    struct pe_head head;
    struct addresses {
        uint64_t *v;
        size_t n;
    } statics, globals; /* of functions */
};

static void add_function(struct pe *pe, const uint8_t *symbol)
{
    uint8_t section[PE_SECTION_BYTES];
    uint32_t number = bytes_u16(symbol + 12, false);
    if (number == 0 || number > pe->head.n_sections ||
        source_get(pe->source, pe->head.sections_off + (number - 1) * (uint64_t)PE_SECTION_BYTES,
                   section, sizeof section) != PE_SECTION_BYTES)
        return;
    struct addresses *to = symbol[16] == CLASS_STATIC ? &pe->statics : &pe->globals;
    const uint64_t addr =
        pe->head.base + bytes_u32(section + 12, false) + bytes_u32(symbol + 8, false);
    mem_append(&to->v, &to->n, &addr, sizeof addr);
}

/* A table that is cut off ends there. */
static void list_functions(struct pe *pe, uint8_t *buffer)
{
    uint32_t skip = 0; /* records that belong to the symbol before */
    for (uint32_t i = 0; i < pe->head.n_symbols; i++) {
        const uint8_t *symbol = buffer + i % SYMBOLS_AT_ONCE * PE_SYMBOL_BYTES;
        uint32_t left = pe->head.n_symbols - i;
        size_t n = left < SYMBOLS_AT_ONCE ? left : SYMBOLS_AT_ONCE;
        if (i % SYMBOLS_AT_ONCE == 0 &&
            source_get(pe->source, pe->head.symbols_off + (uint64_t)i * PE_SYMBOL_BYTES, buffer,
                       n * PE_SYMBOL_BYTES) != (int64_t)(n * PE_SYMBOL_BYTES))
            return;
        if (skip) {
            skip--;
            continue;
        }
        skip = symbol[17];
        if ((symbol[16] == CLASS_STATIC || symbol[16] == CLASS_EXTERNAL) &&
            (bytes_u16(symbol + 14, false) & TYPE_DERIVED) == TYPE_FUNCTION)
            add_function(pe, symbol);
    }
}

static bool has_address(const struct addresses *a, uint64_t addr)
{
    size_t i = search_below(a->v, a->n, SEARCH_PLAIN(uint64_t), addr);
    return i < a->n && a->v[i] == addr;
}

/* Where the linker has imported data written into an instruction there is __fuN_DATA, or __nm_DATA;
 * __eprol marks where start-up code ends, and may have the address of the static function that
 * follows. A global function can have such a name, too. */
static bool is_label(const struct image *im, const struct raw_symbol *s, const struct pe *pe)
{
    const char *name = image_name(im, s);
    if (s->flags & SYM_STATIC)
        return strcmp(image_plain_name(im, name), "_eprol") == 0 || strcmp(name, "__eprol") == 0;
    size_t digits = strncmp(name, "__fu", 4) == 0 ? strspn(name + 4, "0123456789") : 0;
    bool imports = strncmp(name, "__nm_", 5) == 0 || (digits && name[4 + digits] == '_');
    return imports && !has_address(&pe->globals, s->addr);
}

void pe_mark_functions(struct image *im, const struct source *s)
{
    struct pe pe = {.source = s};
    if (!pe_head_read(&pe.head, s))
        return;
    uint8_t *buffer = mem_array_raw(SYMBOLS_AT_ONCE, PE_SYMBOL_BYTES);
    list_functions(&pe, buffer);
    sort_ascending(pe.statics.v, pe.statics.n, SEARCH_PLAIN(uint64_t));
    sort_ascending(pe.globals.v, pe.globals.n, SEARCH_PLAIN(uint64_t));
    for (uint32_t i = 0; i < im->n_symbols; i++) {
        struct raw_symbol *y = &im->symbols[i];
        bool function = y->flags & SYM_STATIC ? has_address(&pe.statics, y->addr)
                                              /* a weak function has no type where its code is */
                                              : image_is_weak_name(im, image_name(im, y));
        y->flags |= is_label(im, y, &pe) ? SYM_LABEL : function ? SYM_TYPED : 0;
    }
    free(buffer);
    free(pe.statics.v);
    free(pe.globals.v);
}
