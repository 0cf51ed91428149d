/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Paths of source files, put together as GNU gprof prints them. */
#include "core/load/dwarf/path.h"

#include <string.h>

#include "core/load/dwarf/constants.h"
#include "core/load/dwarf/line.h"
#include "core/load/dwarf/line_header.h"
#include "core/load/dwarf/value.h"

static const char *string_of(const struct dwarf_lines *l, struct dwarf *d,
                             const struct dwarf_unit *u, const struct dwarf_value *v)
{
    if (v->form == DW_FORM_string)
        return v->v < l->head_bytes ? (const char *)l->head + v->v : NULL;
    struct dwarf_unit own = *u;
    own.offset_bytes = l->offset_bytes;
    return dwarf_value_string(d, &own, v);
}

/* Put a part and a slash before the path. False if the path is then absolute. */
static bool put_before(struct text *path, const char *part)
{
    struct text old = *path;
    if (!part || !*part)
        return true;
    *path = (struct text){0};
    text_str(path, part);
    text_char(path, '/');
    text_add(path, old.p, old.n);
    path->failed |= old.failed;
    bool absolute = part[0] == '/';
    text_release(&old);
    return !absolute;
}

/* Up to version 4 directory 0 is the compilation directory itself, and empty here. False if a
 * directory that is needed cannot be read. */
static bool add_directories(const struct dwarf_lines *l, struct dwarf *d,
                            const struct dwarf_unit *u, uint64_t dir, struct text *path)
{
    const char *s = dir < l->n_dirs ? string_of(l, d, u, &l->dirs[dir].name) : NULL;
    if (!put_before(path, s))
        return true;
    s = dwarf_value_string(d, u, &u->comp_dir);
    put_before(path, s);
    return s || u->comp_dir.form == 0;
}

bool dwarf_lines_path(const struct dwarf_lines *l, struct dwarf *d, const struct dwarf_unit *u,
                      uint32_t file, struct text *out)
{
    struct text path = {0};
    const char *name = file < l->n_files ? string_of(l, d, u, &l->files[file].name) : NULL;
    if (!name || !*name)
        return false;
    text_str(&path, name);
    bool ok = name[0] == '/' || add_directories(l, d, u, l->files[file].dir, &path);
    if (ok)
        text_add(out, path.p, path.n);
    out->failed |= path.failed;
    ok = ok && !out->failed;
    text_release(&path);
    return ok;
}
