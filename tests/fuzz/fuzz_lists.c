/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files that options name: a table of symbols up to the first byte 1, after it a map of object
 * files. All names lie inside, and object files ascend. */
#include "fuzz.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"
#include "core/load/image/object_map.h"
#include "core/load/image/symbol_file.h"
#include "tests/support/require.h"

static void check(const struct image *im)
{
    require(im->n_name_bytes > 0 && im->names[im->n_name_bytes - 1] == '\0');
    for (uint32_t i = 0; i < im->n_symbols; i++)
        require(im->symbols[i].name < im->n_name_bytes && im->symbols[i].flags & SYM_FUNC);
    for (uint32_t i = 0; i < im->n_objects; i++) {
        require(im->objects[i] < im->n_name_bytes);
        require(i == 0 || (im->objects[i - 1] < im->objects[i] &&
                           strcmp(im->names + im->objects[i - 1], im->names + im->objects[i]) < 0));
    }
}

static void map_objects(struct image *im, const uint8_t *p, size_t n)
{
    struct err e = ERR_INIT;
    struct bytes b = {(uint8_t *)mem_text((const char *)p, n), n};
    if (!b.p)
        return;
    struct object_map *m = object_map_parse("map", &b, &e);
    require((m == NULL) == (e.code != ERR_NONE));
    uint32_t n_symbols = im->n_symbols;
    if (m) {
        object_map_apply(m, im);
        check(im);
        require(im->n_symbols <= n_symbols);
    }
    object_map_free(m);
}

int LLVMFuzzerTestOneInput(const uint8_t *p, size_t n)
{
    const uint8_t *end = memchr(p, 1, n);
    size_t half = end ? (size_t)(end - p) : n;
    struct image *im = mem_array(1, sizeof *im);
    struct bytes table = {(uint8_t *)p, half};
    symbol_file_parse(im, "table", &table);
    check(im);
    free(im->symbols_path);
    im->symbols_path = NULL;
    if (end)
        map_objects(im, end + 1, n - half - 1);

    image_free(im);
    return 0;
}
