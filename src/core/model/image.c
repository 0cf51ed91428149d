/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/model/image.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"

void image_add_address(struct image_addresses *a, uint64_t addr)
{
    for (unsigned i = 0; i < a->n; i++)
        if (a->v[i] == addr)
            return;
    if (a->n < ARRAY_LEN(a->v))
        a->v[a->n++] = addr;
}

bool image_is_counter(const char *name)
{
    static const char *const names[] = {
        "mcount",        "fentry__",     "mcount_internal",        "mcount_private",
        "gnu_mcount_nc", "gprof_mcount", "cyg_profile_func_enter", "cyg_profile_func_exit"};
    if (*name != '_' && *name != 'm')
        return false;
    name += strspn(name, "_");
    const size_t n = strcspn(name, "@");
    for (size_t i = 0; i < ARRAY_LEN(names); i++)
        if (strlen(names[i]) == n && memcmp(name, names[i], n) == 0)
            return true;
    return false;
}

void image_see_symbol(struct image *im, const char *name, uint64_t addr)
{
    static const char *const starts[] = {"eprol", "gcc_register_frame"};
    name += strspn(name, "_");
    if (strcmp(name, "etext") == 0)
        image_add_address(&im->bounds.ends, addr);
    for (size_t i = 0; i < ARRAY_LEN(starts); i++)
        if (strcmp(name, starts[i]) == 0)
            image_add_address(&im->bounds.starts, addr);
}

void image_add_code(struct image *im, struct image_code c)
{
    enum { SECTIONS_MOST = 4096 };
    size_t cap = im->n_code;
    if (!c.n_bytes || c.addr > UINT64_MAX - c.n_bytes || im->n_code == SECTIONS_MOST)
        return;
    mem_grow(&im->code, &cap, cap + 1, sizeof *im->code);
    im->code[im->n_code++] = c;
}

/* The code of a weak f of Windows is called .weak.f.OTHER. */
static const char weak_start[] = ".weak.";
enum { WEAK_START_BYTES = sizeof weak_start - 1 };

bool image_is_weak_name(const struct image *im, const char *name)
{
    if (!im->windows || strncmp(name, weak_start, WEAK_START_BYTES) != 0)
        return false;
    const char *weak = image_plain_name(im, name + WEAK_START_BYTES);
    const char *end = strchr(weak, '.');
    return end && end > weak;
}

uint32_t image_count(const struct image *im, uint32_t flag)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < im->n_symbols; i++)
        n += (im->symbols[i].flags & flag) != 0;
    return n;
}

void image_mend_windows(struct image *im)
{
    uint32_t n = 0;
    if (!im->windows)
        return;
    for (uint32_t i = 0; i < im->n_symbols; i++) {
        struct raw_symbol s = im->symbols[i];
        if (s.flags & SYM_LABEL)
            continue;
        if (s.flags & SYM_TYPED)
            s.flags |= SYM_FUNC;
        im->symbols[n++] = s;
    }
    im->n_symbols = n;
    /* Symbols of one name may share its bytes, so all begin anew before any is cut. */
    char *names = (char *)im->names;
    for (uint32_t i = 0; i < n; i++)
        if (image_is_weak_name(im, image_name(im, &im->symbols[i])))
            im->symbols[i].name += WEAK_START_BYTES;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t at = im->symbols[i].name;
        if (at >= WEAK_START_BYTES &&
            memcmp(names + at - WEAK_START_BYTES, weak_start, WEAK_START_BYTES) == 0)
            names[at + strcspn(names + at, ".")] = '\0';
    }
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
