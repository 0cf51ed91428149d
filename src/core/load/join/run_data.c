/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/load/join/run_data.h"

#include "core/load/run/profile.h"

bool run_data_read(const struct run *run, size_t image, enum unite_measure what, struct profile *p,
                   const struct gmon_options *o, struct err *e)
{
    struct bytes b;
    if (!run_profile(run, image, what, p->image, &b, e))
        return false;
    bool ok = gmon_read_bytes(p, run->path, b.p, b.n, o, e);
    bytes_release(&b);
    return ok;
}
