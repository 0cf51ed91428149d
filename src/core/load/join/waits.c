/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/load/join/waits.h"

#include <string.h>

#include "core/base/mem.h"
#include "core/load/gmon/format.h"
#include "core/load/run/profile.h"

struct profile *waits_blank(const struct image *like, const char *path)
{
    struct image *im = mem_array(1, sizeof *im);
    im->addr_bytes = like->addr_bytes;
    im->big_endian = like->big_endian;
    im->machine = like->machine;
    im->path = mem_text(path, strlen(path));
    im->names = mem_text("", 0);
    im->n_name_bytes = 1;
    return profile_new(im);
}

/* Is what was read last of the same kind as all before? */
static bool are_waits(const struct profile *p, uint32_t *rate_hz)
{
    uint32_t rate = p->files[p->n_files - 1].rate_hz;
    if (rate == 0 || (*rate_hz && *rate_hz != rate) || strcmp(p->dimension, GMON_WAIT) != 0 ||
        p->n_arcs > 0 || p->n_blocks > 0)
        return false;
    *rate_hz = rate;
    return true;
}

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

static bool read_waits(struct waits *w, const struct waits_source *from, struct err *e)
{
    const struct gmon_options o = {.progress = from->progress};
    struct err why = ERR_INIT;
    if (!w->sum)
        w->sum = waits_blank(from->of, from->run->images[from->image].path);
    if (run_data_read(from->run, from->image, UNITE_WAITS, w->sum, &o, &why) &&
        are_waits(w->sum, from->rate_hz))
        return true;
    if (why.code == ERR_MEMORY || why.code == ERR_CANCELLED) {
        *e = why;
        return false;
    }
    waits_release(w);
    w->is_lost = true;
    return true;
}

bool waits_add(struct waits *w, const struct waits_source *from, struct err *e)
{
    const struct run_image *image = &from->run->images[from->image];
    bool is_whole = from->image == 0 || image->has_profile;
    return w->is_lost || !image->has_waits || !is_whole || read_waits(w, from, e);
}

void waits_move(struct waits *w, struct profile *p, uint64_t shift)
{
    struct profile *from = w->sum;
    size_t cap = p->n_waits, n = from ? (size_t)p->n_waits + from->n_hists : 0;
    if (n == 0)
        return;
    if (n >= UINT32_MAX)
        mem_fail();
    mem_grow(&p->waits, &cap, n, sizeof *p->waits);
    p->wait_hz = from->rate_hz;
    for (uint32_t i = 0; i < from->n_hists; i++) {
        struct histogram *h = &p->waits[p->n_waits++];
        *h = from->hists[i];
        h->lo += shift;
        h->hi += shift;
        h->scale = from->scale;
    }
    from->n_hists = 0; /* their bins have moved */
    waits_release(w);
}

void waits_release(struct waits *w)
{
    profile_free(w->sum);
    w->sum = NULL;
}
