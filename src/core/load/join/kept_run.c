/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/load/join/kept_run.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/bytes.h"
#include "core/base/mem.h"
#include "core/load/file/image_file.h"
#include "core/load/join/info_words.h"
#include "core/load/join/path_text.h"
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

/* By their places among the sums of a run: struct keep_sums in runtime/keep.h. */
enum {
    SUM_LOST_PATHS,
    SUM_LOST_SAMPLES,
    SUM_UNKNOWN_WAITS,
    SUM_WAITS,
    SUM_WALL = SUM_WAITS + N_RUN_WAITS,
    SUM_CPU,
    SUM_LOST_CALLS,
    SUM_ACHIEVED_HZ,
    SUM_MISSING_SAMPLES,
    SUM_UNKNOWN_TICKS,
    SUM_KERNEL_TICKS,
    SUM_COUNTING_TICKS,
};

#define BAD UINT32_MAX

/* ---- call paths ---- */

struct kept_nodes {
    const struct kept *k;
    const uint8_t **at; /* by slot; NULL: nothing is there */
    uint32_t *made;     /* 1 + its number in the tree; BAD: it cannot be there */
    uint32_t n;
    struct path_tree *tree;
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

static struct path_place place_of(const struct kept_nodes *t, uint32_t slot, bool is_first)
{
    uint64_t addr = kept_address(t->k, t->at[slot]);
    const struct kept_image *m = addr > PATH_ALONE ? kept_image_at(t->k, addr) : NULL;
    if (m)
        return (struct path_place){1 + (uint32_t)(m - t->k->images), addr - m->base};
    return (struct path_place){0, is_first && addr <= PATH_ALONE ? addr : 0};
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
static bool make_node(struct kept_nodes *t, uint32_t slot, uint32_t parent)
{
    struct path_place place = place_of(t, slot, parent == PATH_NO_NODE);
    uint32_t node = path_tree_find(t->tree, parent, &place);
    if (node == PATH_NO_NODE)
        return false;
    const uint8_t *counts = t->at[slot] + 2 * t->k->word;
    t->tree->v[node].ticks += kept_counter(t->k, counts);
    t->tree->v[node].waits += take_waits(t, counts + COUNTER_BYTES);
    t->made[slot] = node + 1;
    return true;
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
        else if (!make_node(t, way[n], above == NODES_MOST ? PATH_NO_NODE : t->made[above] - 1))
            return false;
        above = way[n];
    }
    return true;
}

static bool make_tree(struct kept_nodes *t)
{
    bool ok = find_slots(t);
    for (uint32_t slot = 0; ok && slot < t->n; slot++)
        if (t->at[slot] && !t->made[slot])
            ok = make_path(t, slot);
    free(t->at);
    free(t->made);
    return ok;
}

/* In hexadecimal, malloc'ed; NULL with ok: unknown. */
static char *build_id_of(const struct kept_image *m, bool *ok)
{
    struct text t = {0};
    for (unsigned i = 0; i < m->n_build_id; i++)
        text_printf(&t, "%02x", m->build_id[i]);
    text_z(&t);
    *ok &= !t.failed;
    if (!t.failed && m->n_build_id > 0)
        return t.p;
    text_release(&t);
    return NULL;
}

static bool write_paths(struct kept_run *r, const struct path_tree *tree, struct err *e)
{
    const struct kept *k = &r->counts;
    struct path_image *images = mem_array(k->n_images, sizeof *images);
    bool ok = images != NULL;
    for (size_t i = 0; ok && i < k->n_images; i++)
        images[i] = (struct path_image){k->images[i].path, build_id_of(&k->images[i], &ok)};
    const struct path_text all = {tree, images, k->n_images, k->rate_hz,
                                  kept_sum(k, SUM_LOST_PATHS)};
    ok = ok ? path_text_write(&all, &r->paths, e) : err_memory(e, 0);
    for (size_t i = 0; images && i < k->n_images; i++)
        free((char *)images[i].build_id);
    free(images);
    return ok;
}

static bool has_paths(const struct kept *k)
{
    struct kept_segment s;
    size_t at = k->page_bytes;
    return next_table(k, &at, &s);
}

/* *n: how many nodes they have. */
static bool make_paths(struct kept_run *r, size_t *n, struct err *e)
{
    struct path_tree tree = {0};
    struct kept_nodes t = {.k = &r->counts, .tree = &tree};
    if (!has_paths(&r->counts))
        return true;
    bool ok = make_tree(&t) || err_memory(e, 0);
    *n = ok ? tree.n : 0;
    if (ok && tree.n > 0)
        ok = write_paths(r, &tree, e);
    path_tree_release(&tree);
    return ok;
}

/* ---- the text about the run ---- */

/* The lines that the runtime wrote down are those that it can know from the start. */
static bool is_of_start(const char *line, size_t n)
{
    static const char *const names[] = {"command ", "run ",   "pid ",   "parent ", "host ",
                                        "rank ",    "world ", "after ", "start ",  "began "};
    for (size_t i = 0; i < ARRAY_LEN(names); i++)
        if (n > strlen(names[i]) && memcmp(line, names[i], strlen(names[i])) == 0)
            return true;
    return false;
}

static void add_start(struct text *t, const struct kept *k)
{
    size_t n;
    const char *at = kept_text(k, &n), *end = at + n;
    for (const char *stop; at < end && (stop = memchr(at, '\n', (size_t)(end - at))) != NULL;) {
        if (is_of_start(at, (size_t)(stop - at)))
            text_add(t, at, (size_t)(stop + 1 - at));
        at = stop + 1;
    }
}

static void add_number(struct text *t, const char *name, uint64_t n)
{
    text_printf(t, "%s %llu\n", name, (unsigned long long)n);
}

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

static void add_seconds(struct text *t, uint64_t ns)
{
    uint64_t ms = ns / 1000000;
    text_printf(t, " %llu.%03llu", (unsigned long long)(ms / 1000),
                (unsigned long long)(ms % 1000));
}

static void add_time(struct text *t, const char *name, uint64_t ns)
{
    text_str(t, name);
    add_seconds(t, ns);
    text_char(t, '\n');
}

static void add_waits(struct text *t, const struct kept *k)
{
    for (int i = 0; i < N_RUN_WAITS; i++) {
        uint64_t ns = kept_sum(k, SUM_WAITS + (uint32_t)i);
        text_str(t, ns ? "wait-" : "");
        if (ns)
            add_time(t, run_wait_name((enum run_wait)i), ns);
    }
}

/* As it was when the runtime last looked at its clocks; all 0: an older one did not. */
static void add_looked_at(struct text *t, const struct kept *k)
{
    static const struct {
        const char *name;
        uint32_t sum;
    } counts[] = {{"lost-calls", SUM_LOST_CALLS},           {"rate-achieved", SUM_ACHIEVED_HZ},
                  {"missing-samples", SUM_MISSING_SAMPLES}, {"ticks-unknown", SUM_UNKNOWN_TICKS},
                  {"kernel-ticks", SUM_KERNEL_TICKS},       {"ticks-counting", SUM_COUNTING_TICKS}};
    add_time(t, "wall", kept_sum(k, SUM_WALL));
    add_time(t, "cpu", kept_sum(k, SUM_CPU));
    for (size_t i = 0; i < ARRAY_LEN(counts); i++)
        add_number(t, counts[i].name, kept_sum(k, counts[i].sum));
}

static void add_phase(struct text *t, const struct kept *k, const uint8_t *p)
{
    char name[PHASE_NAME_BYTES + 1] = "";
    const uint8_t *times = p + PHASE_NAME_BYTES;
    memcpy(name, p, PHASE_NAME_BYTES);
    text_str(t, "phase");
    add_seconds(t, bytes_u64(times, k->big));
    add_seconds(t, bytes_u64(times + 8, k->big));
    text_char(t, ' ');
    info_encode(t, name);
    text_char(t, '\n');
}

static void add_phases(struct text *t, const struct kept *k)
{
    struct kept_segment s;
    for (size_t at = k->page_bytes; kept_next(k, &at, &s);)
        for (size_t i = 0; s.kind == KEPT_PHASES && i < s.n && i < s.n_bytes / PHASE_BYTES; i++)
            if (bytes_u32(s.p + (i + 1) * PHASE_BYTES - 8, k->big) > 0) /* it is whole */
                add_phase(t, k, s.p + i * PHASE_BYTES);
}

/* Libraries that are files have profiles of their own; they are called after their numbers. */
static bool has_profile(const struct kept_image *m, size_t i, const struct kept_uses *u)
{
    return i == 0 || (strchr(m->path, '/') && (u->ticks || u->waits_ns || m->n_arcs));
}

static void add_image(struct text *t, const struct kept *k, size_t i, const struct kept_uses *u)
{
    const struct kept_image *m = &k->images[i];
    text_printf(t, "image %zu base 0x%llx ticks %llu build-id ", i, (unsigned long long)m->base,
                (unsigned long long)u->ticks);
    for (unsigned b = 0; b < m->n_build_id; b++)
        text_printf(t, "%02x", m->build_id[b]);
    text_str(t, m->n_build_id ? "" : "-");
    if (u->waits_ns)
        text_printf(t, " waits %llu",
                    (unsigned long long)(u->waits_ns / (1000000000 / k->rate_hz)));
    if (m->entry)
        text_printf(t, " entry 0x%llx", (unsigned long long)(m->entry - m->base));
    if (has_profile(m, i, u))
        text_printf(t, " file %zu", i);
    text_str(t, " path ");
    info_encode(t, *m->path ? m->path : "unnamed");
    text_char(t, '\n');
}

static void add_images(struct text *t, const struct kept *k)
{
    uint64_t ticks = kept_sum(k, SUM_UNKNOWN_TICKS) + kept_sum(k, SUM_KERNEL_TICKS);
    for (size_t i = 0; i < k->n_images; i++) {
        const struct kept_uses u = uses_of(k, &k->images[i]);
        ticks += u.ticks;
        add_image(t, k, i, &u);
    }
    add_number(t, "ticks", ticks);
}

/* Calls from one image into another, which no profile can hold. */
static void add_arcs(struct text *t, const struct kept *k)
{
    for (size_t i = 0; i < k->n_arcs; i++) {
        const struct kept_arc *a = &k->arcs[i];
        const struct kept_image *from = kept_image_at(k, a->from), *to = &k->images[a->image];
        if (a->from == BLOCK || from == to)
            continue;
        if (from)
            text_printf(t, "arc %zu:0x%llx ", (size_t)(from - k->images),
                        (unsigned long long)(a->from - from->base));
        else
            text_printf(t, "arc -:0x%llx ", (unsigned long long)a->from);
        text_printf(t, "%zu:0x%llx %llu\n", (size_t)a->image,
                    (unsigned long long)(a->self - to->base), (unsigned long long)a->count);
    }
}

static bool make_text(struct kept_run *r, size_t n_paths, struct err *e)
{
    struct text *t = &r->about;
    const struct kept *k = &r->counts;
    text_str(t, "gptui-runtime 1\n");
    add_start(t, k);
    add_number(t, "kept", 1);
    add_looked_at(t, k);
    add_number(t, "calls", calls_of(k));
    add_number(t, "rate-asked", k->rate_hz);
    add_number(t, "lost-samples", kept_sum(k, SUM_LOST_SAMPLES));
    add_waits(t, k);
    add_images(t, k);
    add_phases(t, k);
    if (n_paths > 0)
        add_number(t, "paths", n_paths);
    add_arcs(t, k);
    return !t->failed || err_memory(e, 0);
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
    size_t n_paths = 0;
    struct kept_run *r = mem_array(1, sizeof *r);
    *out = NULL;
    if (!r || !(r->path = mem_text(path, strlen(path)))) {
        kept_run_free(r);
        return err_memory(e, 0);
    }
    if (read_file(path, r, &why) && make_paths(r, &n_paths, &why) && make_text(r, n_paths, &why)) {
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
    text_release(&r->about);
    text_release(&r->paths);
    free(r->path);
    free(r);
}
