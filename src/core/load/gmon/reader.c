/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/load/gmon/reader.h"

#include "core/base/mem.h"
#include "core/load/gmon/fit.h"

bool gmon_progress(const struct gmon_reader *r, struct err *e)
{
    if (progress_step(r->o->progress, "profile data", r->c.at, r->c.n))
        return true;
    return err_set(e, ERR_CANCELLED, r->path);
}

bool gmon_reserve_arcs(struct gmon_reader *r, size_t record, struct err *e)
{
    size_t need = r->p->n_arcs + cursor_left(&r->c) / record;
    return mem_try_grow(&r->p->arcs, &r->arc_cap, need, sizeof *r->p->arcs) || err_memory(e, need);
}

bool gmon_reserve_blocks(struct gmon_reader *r, size_t record, struct err *e)
{
    size_t need = r->p->n_blocks + cursor_left(&r->c) / record;
    return mem_try_grow(&r->p->blocks, &r->block_cap, need, sizeof *r->p->blocks) ||
           err_memory(e, need);
}

void gmon_add_block(struct gmon_reader *r, const struct raw_block *b)
{
    struct profile *p = r->p;
    mem_grow(&p->blocks, &r->block_cap, p->n_blocks + 1, sizeof *p->blocks);
    p->blocks[p->n_blocks++] = (struct raw_block){gmon_moved(b->addr, r->move), b->count};
}
