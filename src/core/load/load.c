/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/load/load.h"

#include "core/load/gmon_unite.h"
#include "core/load/image.h"
#include "core/load/object_map.h"
#include "core/load/symbol_file.h"

/* Before file i: say how far we are, and make room for it. */
static bool prepare(const struct load_request *r, struct profile *p, size_t i, struct err *e)
{
    if (i > 0 && i % (r->n_files / 200 + 1) == 0 &&
        !progress_step(r->gmon.progress, "files", i, r->n_files))
        return err_set(e, ERR_CANCELLED, r->files[i]);
    return i < 2 || gmon_unite(p, e);
}

static bool read_files(const struct load_request *r, struct profile *p, struct err *e)
{
    for (size_t i = 0; i < r->n_files; i++) {
        if (!prepare(r, p, i, e) || !gmon_read(p, r->files[i], &r->gmon, e))
            return false;
        if (r->on_file)
            r->on_file(r->ctx, &p->files[p->n_files - 1]);
    }
    return true;
}

/* What other files say about the symbols; the map is opened first, as in gprof. */
static bool complete_image(const struct load_request *r, struct image *im, struct err *e)
{
    struct object_map *map = r->map_file ? object_map_read(r->map_file, e) : NULL;
    bool ok = (map || !r->map_file) &&
              (!r->symbols_file || symbol_file_read(im, r->symbols_file, r->gmon.strict, e)) &&
              (!map || object_map_apply(map, im, e)) &&
              (!r->check_image || r->check_image(r->ctx, im, e));

    object_map_free(map);
    return ok;
}

struct profile *load_profile(const struct load_request *r, struct err *e)
{
    struct image *im = image_load(r->image, r->gmon.progress, e);
    if (!im)
        return NULL;
    if (!complete_image(r, im, e)) {
        image_free(im);
        return NULL;
    }
    struct profile *p = profile_new(im);
    if (!p) {
        err_memory(e, sizeof *p);
        return NULL;
    }
    if (read_files(r, p, e))
        return p;
    profile_free(p);
    return NULL;
}
