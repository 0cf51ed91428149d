/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Executable images: every symbol that is taken has a name inside the table. */
#include "fuzz.h"

#include <string.h>

#include "core/load/image/image_internal.h"
#include "parts.h"
#include "tests/support/require.h"

static void check(const struct image *im)
{
    require(im->addr_bytes == 4 || im->addr_bytes == 8);
    require(im->names && im->n_name_bytes > 0 && im->names[im->n_name_bytes - 1] == '\0');
    for (uint32_t i = 0; i < im->n_symbols; i++) {
        const struct raw_symbol *s = &im->symbols[i];
        require(s->name < im->n_name_bytes);
        require(!(s->flags & SYM_STATIC) || *image_name(im, s));
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *p, size_t n)
{
    struct source s;
    struct err e = ERR_INIT;
    part_open(&s, "fuzz.image", (struct part){p, n});
    struct image *im = image_load_source(&s, false, NULL, &e);
    require(!im == (e.code != ERR_NONE));
    if (im)
        check(im);
    image_free(im);
    source_close(&s);
    return 0;
}
