/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Arcs, in the layout of GNU and those of BSD. */
#include "core/base/task.h"
#include "core/load/gmon/reader.h"

/* Arcs that follow each other, for one thread. */
struct arc_run {
    const struct gmon_reader *r;
    const uint8_t *p; /* of the first one; tags stand before them */
    struct raw_arc *to;
    size_t record, most, n; /* bytes of each; how many there can be, and how many there are */
};

static void read_run(void *ctx)
{
    struct arc_run *a = ctx;
    const unsigned w = a->r->addr_bytes, count_bytes = a->r->file.count_bytes;
    const bool big = a->r->c.big_endian, tagged = a->r->file.layout == GMON_MAGIC;
    const struct gmon_move move = a->r->move;
    const uint8_t *p = a->p;
    struct raw_arc *to = a->to;
    size_t n = 0;
    for (; n < a->most && (!tagged || p[-1] == GMON_TAG_ARC); n++) {
        to[n].from = gmon_moved(gmon_addr(p, big, w), move);
        to[n].to = gmon_moved(gmon_addr(p + w, big, w), move);
        to[n].count = gmon_addr(p + 2 * w, big, count_bytes);
        p += a->record;
    }
    a->n = n;
}

size_t gmon_read_arcs(struct gmon_reader *r, size_t record, size_t there)
{
    const size_t most = there < r->arc_slab ? there : r->arc_slab;
    const size_t half = most > GMON_SLAB ? most / 2 : most;
    struct arc_run a = {r, r->c.p + r->c.at, r->p->arcs + r->p->n_arcs, record, half, 0},
                   b = {r, a.p + half * record, a.to + half, record, most - half, 0};
    task_both(read_run, &a, b.most ? &b : NULL);
    const size_t n = a.n + (a.n == half ? b.n : 0);
    r->arc_slab = n == most ? GMON_ARCS_MANY : GMON_ARCS_FEW;
    r->p->n_arcs += n;
    r->file.n_arcs += n;
    return n;
}
