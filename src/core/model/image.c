/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/model/image.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/attr.h"
#include "core/base/mem.h"

/* Numbers that are all different. */
static void add_bound(uint64_t *v, unsigned *n, size_t most, uint64_t addr)
{
    for (unsigned i = 0; i < *n; i++)
        if (v[i] == addr)
            return;
    if (*n < most)
        v[(*n)++] = addr;
}

void image_add_start(struct image *im, uint64_t addr)
{
    struct image_bounds *b = &im->bounds;
    add_bound(b->starts, &b->n_starts, ARRAY_LEN(b->starts), addr);
}

void image_add_end(struct image *im, uint64_t addr)
{
    struct image_bounds *b = &im->bounds;
    add_bound(b->ends, &b->n_ends, ARRAY_LEN(b->ends), addr);
}

void image_add_counter(struct image *im, uint64_t slot)
{
    add_bound(im->counters.v, &im->counters.n, ARRAY_LEN(im->counters.v), slot);
}

bool image_is_counter(const char *name)
{
    static const char *const names[] = {
        "mcount",        "fentry__",     "mcount_internal",       "mcount_private",
        "gnu_mcount_nc", "gprof_mcount", "cyg_profile_func_enter"};
    if (*name != '_' && *name != 'm')
        return false;
    name += strspn(name, "_");
    for (size_t i = 0; i < ARRAY_LEN(names); i++)
        if (strcmp(name, names[i]) == 0)
            return true;
    return false;
}

void image_see_symbol(struct image *im, const char *name, uint64_t addr)
{
    static const char *const starts[] = {"eprol", "gcc_register_frame"};
    name += strspn(name, "_");
    if (strcmp(name, "etext") == 0)
        image_add_end(im, addr);
    for (size_t i = 0; i < ARRAY_LEN(starts); i++)
        if (strcmp(name, starts[i]) == 0)
            image_add_start(im, addr);
}

bool image_add_code(struct image *im, struct image_code c)
{
    enum { SECTIONS_MOST = 4096 };
    size_t cap = im->n_code;
    if (!c.n_bytes || c.addr > UINT64_MAX - c.n_bytes || im->n_code == SECTIONS_MOST)
        return true;
    if (!mem_grow(&im->code, &cap, cap + 1, sizeof *im->code))
        return false;
    im->code[im->n_code++] = c;
    return true;
}

static int by_address(const void *a, const void *b)
{
    const struct image_code *x = a, *y = b;
    return x->addr < y->addr ? -1 : x->addr > y->addr;
}

void image_sort_code(struct image *im)
{
    if (im->n_code)
        qsort(im->code, im->n_code, sizeof *im->code, by_address);
}

const char *image_weak_name(const struct image *im, const char *name)
{
    static const char start[] = ".weak.";
    if (!im->windows || strncmp(name, start, sizeof start - 1) != 0)
        return NULL;
    const char *weak = image_plain_name(im, name + sizeof start - 1);
    const char *end = strchr(weak, '.');
    return end && end > weak ? weak : NULL;
}

uint32_t image_count(const struct image *im, uint32_t flag)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < im->n_symbols; i++)
        n += (im->symbols[i].flags & flag) != 0;
    return n;
}

void image_trust_types(struct image *im)
{
    for (uint32_t i = 0; i < im->n_symbols; i++)
        if (im->symbols[i].flags & SYM_TYPED)
            im->symbols[i].flags |= SYM_FUNC;
}

void image_free(struct image *im)
{
    if (!im)
        return;
    free(im->path);
    free(im->symbols_path);
    free((char *)im->names);
    free(im->symbols);
    free(im->code);
    free(im->objects);
    free(im);
}
