/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/load/lookup.h"

static bool add(struct lookup *l, const struct library *y)
{
    const struct lines_image lines = {y->path, y->lo, y->hi, y->shift};
    const struct code_image code = {y->path, y->lo, y->hi, y->shift};

    return lines_add(l->lines, &lines) && code_add(l->code, &code);
}

bool lookup_open(struct lookup *l, const struct profile *p)
{
    const struct image *im = p->images[0];

    *l = (struct lookup){.lines = lines_new(image_lines_path(im)), .code = code_new(im->path)};
    bool ok = l->lines && l->code;
    for (size_t i = 0; ok && i < p->n_joined; i++)
        ok = add(l, &p->libraries[i]);
    if (!ok)
        lookup_close(l);
    return ok;
}

void lookup_close(struct lookup *l)
{
    lines_free(l->lines);
    code_free(l->code);
    *l = (struct lookup){0};
}
