/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/load/lookup.h"

bool lookup_open(struct lookup *l, const struct profile *p, bool strict, bool split)
{
    const struct image *im = p->image;
    *l = (struct lookup){.lines = lines_new(image_lines_path(im)), .code = code_new(im->path)};
    bool ok = l->lines && l->code;
    if (l->lines && split)
        lines_read_split(l->lines);
    ok = ok && lines_join(l->lines, p);
    if (ok)
        code_join(l->code, p);
    if (ok && im->windows && !strict)
        lines_tidy_windows(l->lines);
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
