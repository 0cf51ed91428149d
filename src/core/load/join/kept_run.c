/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/load/join/kept_run.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/bytes.h"
#include "core/base/mem.h"
#include "core/load/file/image_file.h"
#include "core/load/join/path_file.h"
#include "core/load/join/run_info.h"
#include "core/load/run/runs_memory.h"
#include "core/model/profile.h"

enum {
    COUNTER_BYTES = 8,
    NODE_BYTES = 32,
    NODES_MOST = (1 << 21) - (1 << 12), /* PATH_SLOTS in runtime/paths.h */
    DEPTH_MOST = 512,                   /* no path is as long */
    PHASE_NAME_BYTES = 40,
    PHASE_BYTES = 64,
    BLOCK = 2,
};

/* By their places among the sums of a run, those that are read: struct keep_sums in runtime/keep.h.
 */
enum {
    SUM_LOST_PATHS,
    SUM_WAITS = SUM_LOST_PATHS + 3,
    SUM_WALL = SUM_WAITS + N_RUN_WAITS,
    SUM_CPU,
    SUM_LOST_CALLS,
    SUM_ACHIEVED_HZ,
    SUM_MISSING_SAMPLES,
    SUM_UNKNOWN_TICKS,
    SUM_COUNTING_TICKS = SUM_UNKNOWN_TICKS + 2,
};

#define BAD UINT32_MAX

/* ---- call paths ---- */

struct kept_nodes {
    const struct kept *k;
    const uint8_t **at; /* by slot; NULL: nothing is there */
    uint32_t *made;     /* 1 + its number in the tree; BAD: it cannot be there */
    uint32_t n;
    struct unite_tree *tree;
    uint64_t rest_ns; /* of waits */
};

static uint32_t parent_of(const struct kept_nodes *t, uint32_t slot)
{
    return bytes_u32(t->at[slot] + t->k->word, t->k->big) - 1;
}

/* The next table of nodes at *at, which moves on; s->n slots are there. */
static bool next_table(const struct kept *k, size_t *at, struct kept_segment *s)
{
    while (kept_next(k, at, s))
        if (s->kind == KEPT_PATHS && s->of < NODES_MOST && s->n <= NODES_MOST - s->of &&
            s->n <= s->n_bytes / NODE_BYTES)
            return true;
    return false;
}

static bool find_slots(struct kept_nodes *t)
{
    struct kept_segment s;
    for (size_t at = t->k->page_bytes; next_table(t->k, &at, &s);)
        if (t->n < s.of + s.n)
            t->n = (uint32_t)s.of + s.n;
    t->at = mem_array(t->n, sizeof *t->at);
    t->made = mem_array(t->n, sizeof *t->made);
    if (!t->at || !t->made)
        return false;
    for (size_t at = t->k->page_bytes; next_table(t->k, &at, &s);)
        for (uint32_t i = 0; i < s.n; i++) {
            const uint8_t *p = s.p + (size_t)i * NODE_BYTES;
            if (bytes_u32(p + t->k->word, t->k->big) > 0) /* it is whole */
                t->at[s.of + i] = p;
        }
    return true;
}

static uint64_t take_waits(struct kept_nodes *t, const uint8_t *counter)
{
    uint64_t period_ns = 1000000000 / t->k->rate_hz, ns = kept_counter(t->k, counter);
    if (ns == 0 || ns > UINT64_MAX / 2)
        return 0;
    ns += t->rest_ns;
    t->rest_ns = ns % period_ns;
    return ns / period_ns;
}

/* False: memory ran out. */
static bool make_node(struct kept_nodes *t, uint32_t slot, size_t parent)
{
    const uint64_t addr = kept_address(t->k, t->at[slot]);
    const uint8_t *counts = t->at[slot] + 2 * t->k->word;
    const struct kept_image *m = addr > PATH_ALONE ? kept_image_at(t->k, addr) : NULL;
    struct unite_node node = {.image = m ? 1 + (uint64_t)(m - t->k->images) : 0,
                              .addr = m ? addr - m->base : addr,
                              .ticks = kept_counter(t->k, counts),
                              .waits = take_waits(t, counts + COUNTER_BYTES)};
    if (!m && (parent != UNITE_NO_NODE || addr > PATH_ALONE))
        node.addr = 0;
    const size_t number = unite_tree_add(t->tree, parent, &node);
    t->made[slot] = number == UNITE_NO_NODE ? 0 : (uint32_t)number + 1;
    return number != UNITE_NO_NODE;
}

/* Make a node after those that lead to it. What leads nowhere, or round in a ring, is no path. */
static bool make_path(struct kept_nodes *t, uint32_t slot)
{
    uint32_t way[DEPTH_MOST], n = 0, above = NODES_MOST;
    for (; slot < t->n && t->at[slot] && !t->made[slot] && n < DEPTH_MOST;
         slot = parent_of(t, slot))
        way[n++] = slot;
    bool is_bad = slot != NODES_MOST &&
                  (slot >= t->n || !t->at[slot] || !t->made[slot] || t->made[slot] == BAD);
    if (!is_bad && slot != NODES_MOST)
        above = slot;
    while (n-- > 0) {
        if (is_bad)
            t->made[way[n]] = BAD;
        else if (!make_node(t, way[n], above == NODES_MOST ? UNITE_NO_NODE : t->made[above] - 1))
            return false;
        above = way[n];
    }
    return true;
}

static bool make_tree(struct kept_run *r)
{
    struct kept_nodes t = {.k = &r->counts, .tree = &r->paths};
    bool ok = find_slots(&t);
    for (uint32_t slot = 0; ok && slot < t.n; slot++)
        if (t.at[slot] && !t.made[slot])
            ok = make_path(&t, slot);
    free(t.at);
    free(t.made);
    return ok;
}

/* ---- what is known of the run ---- */

/* In both, 0: there are none. */
struct kept_uses {
    uint64_t ticks, waits_ns;
};

static struct kept_uses uses_of(const struct kept *k, const struct kept_image *m)
{
    struct kept_uses u = {0, 0};
    for (size_t i = 0; i < m->n_bins; i++) {
        u.ticks += kept_counter(k, m->bins + COUNTER_BYTES * i);
        u.waits_ns += m->waits ? kept_counter(k, m->waits + COUNTER_BYTES * i) : 0;
    }
    return u;
}

static uint64_t calls_of(const struct kept *k)
{
    uint64_t sum = 0;
    for (size_t i = 0; i < k->n_arcs; i++)
        sum += k->arcs[i].from == BLOCK ? 0 : k->arcs[i].count;
    return sum;
}

/* As it was when the runtime last looked at its clocks; all 0: it had not yet. */
static void take_facts(const struct kept *k, struct run_facts *f)
{
    f->n_kept = 1;
    f->wall_ms = kept_sum(k, SUM_WALL) / 1000000;
    f->cpu_ms = kept_sum(k, SUM_CPU) / 1000000;
    f->n_calls = calls_of(k);
    f->n_lost_calls = kept_sum(k, SUM_LOST_CALLS);
    f->asked_hz = k->rate_hz;
    f->achieved_hz = kept_sum(k, SUM_ACHIEVED_HZ);
    f->n_missing_samples = kept_sum(k, SUM_MISSING_SAMPLES);
    f->unknown_ticks = kept_sum(k, SUM_UNKNOWN_TICKS);
    f->counting_ticks = kept_sum(k, SUM_COUNTING_TICKS);
    f->ticks = f->unknown_ticks;
    for (uint32_t i = 0; i < N_RUN_WAITS; i++)
        f->wait_ms[i] = kept_sum(k, SUM_WAITS + i) / 1000000;
}

static bool take_phase(const struct kept *k, const uint8_t *p, struct run_info *out)
{
    const uint8_t *times = p + PHASE_NAME_BYTES;
    struct run_phase phase = {.wall_ms = bytes_u64(times, k->big) / 1000000,
                              .cpu_ms = bytes_u64(times + 8, k->big) / 1000000};
    memcpy(phase.name, p, sizeof phase.name - 1);
    if (bytes_u32(p + PHASE_BYTES - 8, k->big) == 0 || out->n_phases == RUN_PHASES_MOST)
        return true; /* it is not whole */
    if (!mem_grow(&out->phases, &out->phase_cap, out->n_phases + 1, sizeof phase))
        return false;
    out->phases[out->n_phases++] = phase;
    return true;
}

static bool take_phases(const struct kept *k, struct run_info *out)
{
    struct kept_segment s;
    bool ok = true;
    for (size_t at = k->page_bytes; ok && kept_next(k, &at, &s);)
        for (size_t i = 0; ok && s.kind == KEPT_PHASES && i < s.n && i < s.n_bytes / PHASE_BYTES;
             i++)
            ok = take_phase(k, s.p + i * PHASE_BYTES, out);
    return ok;
}

/* Libraries that are files have profiles of their own. */
static bool has_profile(const struct kept_image *m, size_t i, const struct kept_uses *u)
{
    return i == 0 || (strchr(m->path, '/') && (u->ticks || u->waits_ns || m->n_arcs));
}

/* In hexadecimal. NULL: unknown, or memory ran out, as *ok says. */
static const char *build_id_of(struct kept_run *r, const struct kept_image *m, bool *ok)
{
    char *id = m->n_build_id ? arena_alloc(&r->memory, 2 * (size_t)m->n_build_id + 1, 1) : NULL;
    for (unsigned i = 0; id && i < m->n_build_id; i++)
        snprintf(id + 2 * (size_t)i, 3, "%02x", m->build_id[i]);
    *ok &= id || !m->n_build_id;
    return id;
}

static bool take_images(struct kept_run *r, struct run_info *out)
{
    const struct kept *k = &r->counts;
    bool ok = mem_grow(&out->images, &out->cap, k->n_images, sizeof *out->images);
    for (size_t i = 0; ok && i < k->n_images; i++) {
        const struct kept_image *m = &k->images[i];
        const struct kept_uses u = uses_of(k, m);
        out->facts.ticks += u.ticks;
        out->images[out->n_images++] =
            (struct run_image){.path = *m->path ? m->path : "unnamed",
                               .build_id = build_id_of(r, m, &ok),
                               .file = has_profile(m, i, &u) ? m->path : NULL,
                               .base_addr = m->base,
                               .ticks = u.ticks,
                               .waits = u.waits_ns / (1000000000 / k->rate_hz),
                               .entry = m->entry ? m->entry - m->base : 0,
                               .has_entry = m->entry != 0};
    }
    return ok;
}

/* Calls from one image into another, which no profile can hold. */
static bool take_arcs(const struct kept *k, struct run_info *out)
{
    bool ok = true;
    for (size_t i = 0; ok && i < k->n_arcs; i++) {
        const struct kept_arc *a = &k->arcs[i];
        const struct kept_image *from = kept_image_at(k, a->from), *to = &k->images[a->image];
        if (a->from == BLOCK || from == to)
            continue;
        ok = mem_grow(&out->arcs, &out->arc_cap, out->n_arcs + 1, sizeof *out->arcs);
        if (ok)
            out->arcs[out->n_arcs++] =
                (struct run_arc){.from_image = from ? (size_t)(from - k->images) : SIZE_MAX,
                                 .to_image = a->image,
                                 .from = from ? a->from - from->base : a->from,
                                 .to = a->self - to->base,
                                 .count = a->count};
    }
    return ok;
}

bool kept_run_describe(struct kept_run *r, struct run_info *out, struct err *e)
{
    out->mtime_sec = r->mtime_sec;
    out->n_paths = unite_tree_count(&r->paths);
    take_facts(&r->counts, &out->facts);
    return (take_images(r, out) && take_phases(&r->counts, out) && take_arcs(&r->counts, out)) ||
           err_memory(e, 0);
}

/* ---- the whole ---- */

static bool read_source(const struct source *s, struct kept_run *r, struct err *e)
{
    r->mtime_sec = s->mtime_sec;
    return source_append(s, &r->bytes, FILE_TASTE_BYTES, e) &&
           gmon_is_kept(r->bytes.p, r->bytes.n) && source_append(s, &r->bytes, s->n_bytes, e);
}

static bool read_file(const char *path, struct kept_run *r, struct err *e)
{
    struct source s;
    if (!source_open(&s, path, e))
        return false;
    bool ok = read_source(&s, r, e);
    source_close(&s);
    return ok && kept_open(&r->counts, r->bytes.p, r->bytes.n, path, e);
}

bool kept_run_read(const char *path, struct kept_run **out, struct err *e)
{
    struct err why = ERR_INIT;
    struct kept_run *r = mem_array(1, sizeof *r);
    *out = NULL;
    if (!r || !(r->path = mem_text(path, strlen(path)))) {
        kept_run_free(r);
        return err_memory(e, 0);
    }
    r->paths.memory = &runs_memory;
    if (read_file(path, r, &why) && (make_tree(r) || err_memory(&why, 0))) {
        *out = r;
        return true;
    }
    kept_run_free(r);
    return why.code != ERR_MEMORY || err_memory(e, 0);
}

void kept_run_free(struct kept_run *r)
{
    if (!r)
        return;
    kept_close(&r->counts);
    bytes_release(&r->bytes);
    if (r->paths.memory)
        unite_tree_release(&r->paths);
    arena_release(&r->memory);
    free(r->path);
    free(r);
}
