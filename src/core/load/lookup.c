/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/load/lookup.h"

bool lookup_open(struct lookup *l, const struct image *im)
{
    *l = (struct lookup){.lines = lines_new(image_lines_path(im)), .code = code_new(im->path)};
    if (l->lines && l->code)
        return true;
    lookup_close(l);
    return false;
}

void lookup_close(struct lookup *l)
{
    lines_free(l->lines);
    code_free(l->code);
    *l = (struct lookup){0};
}
