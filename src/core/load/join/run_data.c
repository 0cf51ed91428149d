/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/load/join/run_data.h"

#include "core/base/text.h"
#include "core/load/join/kept_run.h"

static bool read_kept(struct kept_run *r, size_t image, enum kept_what what, struct profile *p,
                      const struct gmon_options *o, struct err *e)
{
    struct bytes b;
    if (image >= r->counts.n_images)
        return err_set(e, ERR_GMON_EOF, r->path);
    if (r->counts.word != p->image->addr_bytes || r->counts.big != p->image->big_endian)
        return err_set(e, ERR_GMON_POINTER, r->path);
    if (!kept_profile(&r->counts, &r->counts.images[image], what, &b, e))
        return false;
    bool ok = gmon_read_bytes(p, r->path, b.p, b.n, o, e);
    bytes_release(&b);
    return ok;
}

bool run_data_read(const struct run_info *info, size_t image, enum kept_what what,
                   struct profile *p, const struct gmon_options *o, struct err *e)
{
    struct text path = {0};
    if (info->kept)
        return read_kept(info->kept, image, what, p, o, e);
    (void)(what == KEPT_WAITING ? run_info_waits(info, image, &path)
                                : run_info_file(info, image, &path));
    const char *z = text_z(&path);
    bool ok = path.failed ? err_memory(e, 0) : gmon_read(p, z, o, e);
    text_release(&path);
    return ok;
}
