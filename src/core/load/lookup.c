/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/load/lookup.h"

void lookup_open(struct lookup *l, const struct profile *p, bool strict, bool split)
{
    const struct image *im = p->image;
    *l = (struct lookup){.lines = lines_new(image_lines_path(im)), .code = code_new(im->path)};
    if (split)
        lines_read_split(l->lines);
    lines_join(l->lines, p);
    code_join(l->code, p);
    if (im->windows && !strict)
        lines_tidy_windows(l->lines);
}

void lookup_close(struct lookup *l)
{
    lines_free(l->lines);
    code_free(l->code);
    *l = (struct lookup){0};
}
