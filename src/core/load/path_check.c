/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/load/path_check.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"
#include "core/base/sort.h"
#include "core/load/code/code.h"

enum {
    STEP = 1 << 14, /* nodes between two looks at the progress */
    JUMPS_MOST = 32 /* functions that one may go on with */
};

/* A direct transfer in the code of a function that is on a path. */
struct transfer {
    uint64_t last; /* byte of it; none of a jump */
    uint64_t target;
    bool jump;
};

/* A function, from one symbol to the next. */
struct path_function {
    uint64_t addr;
    uint32_t raw; /* its symbol */
    bool is_read;
    bool goes_on;      /* by an address, to nobody knows where */
    uint32_t first, n; /* of its transfers */
};

struct checker {
    struct profile *p;
    const struct progress *progress;
    struct code *code;
    bool is_x86, is_known;           /* where a call ends */
    struct path_function *functions; /* ascending, one for each address */
    size_t n_functions;
    uint64_t entry_lo, entry_hi; /* what of our runtime counts calls, in a program linked with it */
    uint64_t *counted;           /* where the calls of mcount return to; ascending */
    size_t n_counted;
    struct transfer *transfers;
    size_t n_transfers;
};

/* ---- functions ---- */

static void list_functions(struct checker *c)
{
    const struct image *im = c->p->image;
    size_t n = 0;
    c->functions = mem_array(im->n_symbols, sizeof *c->functions);
    for (uint32_t i = 0; i < im->n_symbols; i++) {
        c->functions[i] = (struct path_function){.addr = im->symbols[i].addr, .raw = i};
        const char *name = image_name(im, &im->symbols[i]);
        if (strcmp(name, "__start_gptui_rt_entry") == 0)
            c->entry_lo = im->symbols[i].addr;
        else if (strcmp(name, "__stop_gptui_rt_entry") == 0)
            c->entry_hi = im->symbols[i].addr;
    }
    sort_ascending(c->functions, im->n_symbols, SEARCH_BY(struct path_function, addr));
    for (uint32_t i = 0; i < im->n_symbols; i++)
        if (n == 0 || c->functions[n - 1].addr != c->functions[i].addr)
            c->functions[n++] = c->functions[i];
    c->n_functions = n;
}

/* The function around an address; NULL: none. Stubs of static programs have no symbols, and a
 * section of their own. */
static struct path_function *function_at(const struct checker *c, uint64_t addr)
{
    size_t i =
        search_upto(c->functions, c->n_functions, SEARCH_BY(struct path_function, addr), addr);
    return i && addr < code_end(c->code, c->functions[i - 1].addr) ? &c->functions[i - 1] : NULL;
}

static uint64_t function_end(const struct checker *c, const struct path_function *f)
{
    uint64_t end = code_end(c->code, f->addr);
    bool is_last = f + 1 == c->functions + c->n_functions;
    return is_last || end < f[1].addr ? end : f[1].addr;
}

/* Is it one that compilers call to count calls, or its stub? */
static bool counts_calls(const struct checker *c, const struct path_function *f)
{
    return image_is_counter(image_name(c->p->image, &c->p->image->symbols[f->raw]));
}

static size_t image_number(const struct checker *c, uint64_t addr)
{
    return profile_image(c->p, &addr);
}

/* ---- their code ---- */

/* The last byte of a direct call. The byte after it may be one that a signal interrupted, in a path
 * of its own. */
static uint64_t last_byte_of(const struct checker *c, uint64_t site)
{
    enum { OPCODE = 0xe8, NUMBER_BYTES = 4, PREFIXES = 3 };
    uint8_t code[PREFIXES];
    size_t n = c->is_x86 ? code_bytes(c->code, site, code, sizeof code) : 0;
    size_t n_prefixes = 0;
    while (n_prefixes < n && code[n_prefixes] != OPCODE)
        n_prefixes++;
    return site + n_prefixes + (c->is_x86 ? NUMBER_BYTES : NUMBER_BYTES - 1);
}

static void take_transfer(void *ctx, const struct code_call *call)
{
    struct checker *c = ctx;
    uint64_t last = call->jump ? 0 : last_byte_of(c, call->site);
    mem_append(&c->transfers, &c->n_transfers, &(struct transfer){last, call->target, call->jump},
               sizeof *c->transfers);
}

static void read_code(struct checker *c, struct path_function *f)
{
    const struct code_range range = {f->addr, function_end(c, f), CALLS_DECODED};
    if (f->is_read)
        return;
    f->is_read = true;
    f->first = (uint32_t)c->n_transfers;
    code_calls(c->code, &range, take_transfer, c);
    f->n = (uint32_t)(c->n_transfers - f->first);
    f->goes_on = code_jumps_by_address(c->code, &range);
}

/* The direct call that ends at an address; NULL: there is none. */
static const struct transfer *call_to(const struct checker *c, const struct path_function *f,
                                      uint64_t last_byte)
{
    for (uint32_t i = 0; i < f->n; i++)
        if (!c->transfers[f->first + i].jump && c->transfers[f->first + i].last == last_byte)
            return &c->transfers[f->first + i];
    return NULL;
}

/* Functions that a call goes on with. */
struct ways {
    struct path_function *v[JUMPS_MOST];
    size_t n;
    bool is_open; /* there may be others */
};

static void add_way(struct ways *w, struct path_function *f)
{
    for (size_t i = 0; i < w->n; i++)
        if (w->v[i] == f)
            return;
    if (w->n == JUMPS_MOST)
        w->is_open = true;
    else
        w->v[w->n++] = f;
}

/* Where jumps of a function lead that leave it. */
static void add_jumps(struct checker *c, struct ways *w, struct path_function *f)
{
    uint64_t end = function_end(c, f);
    read_code(c, f);
    w->is_open |= f->goes_on;
    for (uint32_t i = 0; i < f->n && !w->is_open; i++) {
        const struct transfer *t = &c->transfers[f->first + i];
        if (!t->jump || (t->target >= f->addr && t->target < end))
            continue;
        struct path_function *next = function_at(c, t->target);
        w->is_open |= !next;
        if (next)
            add_way(w, next);
    }
}

/* May a call of `called` have led to code of `inner`? */
static bool leads_to(struct checker *c, struct path_function *called, uint64_t inner)
{
    struct ways w = {.v = {called}, .n = 1};
    for (size_t i = 0; i < w.n; i++) {
        struct path_function *f = w.v[i];
        if (f == function_at(c, inner) || w.is_open ||
            c->p->image->symbols[f->raw].flags & SYM_STUB ||
            image_number(c, f->addr) != image_number(c, called->addr))
            return true;
        add_jumps(c, &w, f);
    }
    return w.is_open;
}

/* ---- frames ---- */

/* May what counts calls have got there? Our runtime has functions without symbols, and others that
 * one which counts calls goes on with. */
static bool is_counting(const struct checker *c, const struct path_function *to, uint64_t inner)
{
    const struct library *l = profile_library(c->p, inner);
    return counts_calls(c, to) || inner - c->entry_lo < c->entry_hi - c->entry_lo ||
           (l && l->path && strstr(l->path, "libgptui-rt"));
}

/* Can the call that ends at `last_byte` have led to code at `inner`? */
static bool is_right(struct checker *c, uint64_t last_byte, uint64_t inner)
{
    struct path_function *from = function_at(c, last_byte), *to = function_at(c, inner);
    const uint64_t after = last_byte + 1;
    if (!from || !to)
        return true;
    size_t i = search_below(c->counted, c->n_counted, SEARCH_PLAIN(uint64_t), after);
    if (after != from->addr && i < c->n_counted && c->counted[i] == after)
        return is_counting(c, to, inner);
    if (image_number(c, last_byte) != 0 || !c->is_known)
        return true;
    read_code(c, from);
    const struct transfer *call = call_to(c, from, last_byte);
    struct path_function *called = call ? function_at(c, call->target) : NULL;
    if (!called || called->addr != call->target)
        return true;
    return counts_calls(c, called) ? is_counting(c, to, inner) : leads_to(c, called, inner);
}

/* ---- the whole ---- */

/* What is left of the paths: their inner parts begin after a node that stands for callers that are
 * not known; what leads to no sample any more goes. */
static void cut_paths(struct profile_paths *p, const bool *wrong)
{
    struct path_frame *kept = mem_array_raw((size_t)p->n + 1, sizeof *kept);
    uint32_t *at = mem_array_raw(p->n, sizeof *at), n = 1;
    bool *is_used = mem_array(p->n, sizeof *is_used), *was_cut = mem_array(p->n, sizeof *was_cut);
    bool *is_cut_here = mem_array(p->n, sizeof *is_cut_here);
    for (uint32_t i = p->n; i-- > 0;) {
        const struct path_frame *node = &p->nodes[i];
        is_used[i] |= node->ticks > 0 || node->waits > 0;
        if (is_used[i] && node->parent != PATH_NO_NODE && !wrong[i])
            is_used[node->parent] = true;
    }
    kept[0] = (struct path_frame){.parent = PATH_NO_NODE, .addr = PATH_UNKNOWN};
    for (uint32_t i = 0; i < p->n; i++) {
        struct path_frame node = p->nodes[i];
        bool is_root = node.parent == PATH_NO_NODE;
        was_cut[i] = is_root ? path_is_nowhere(node.addr) && node.addr != PATH_NOWHERE
                             : was_cut[node.parent];
        is_cut_here[i] = wrong[i] || (!is_root && is_cut_here[node.parent]);
        p->cut_ticks += is_cut_here[i] && !was_cut[i] ? node.ticks : 0;
        if (!is_used[i])
            continue;
        node.parent = is_root ? PATH_NO_NODE : wrong[i] ? 0 : at[node.parent];
        at[i] = n;
        kept[n++] = node;
    }
    free(p->nodes);
    p->nodes = kept;
    p->n = n;
    free(at);
    free(is_used);
    free(was_cut);
    free(is_cut_here);
}

static bool check_paths(struct checker *c, struct err *e)
{
    struct profile_paths *paths = c->p->paths;
    size_t n_wrong = 0;
    bool *wrong = mem_array(paths->n, sizeof *wrong); /* nobody is known to have called the node */
    bool ok = true;
    list_functions(c);
    /* What is counted as called is where its call of mcount returns to. Not where that is where the
     * function begins: other ways to count say so. */
    c->counted = mem_array_raw(c->p->n_arcs, sizeof *c->counted);
    for (size_t i = 0; i < c->p->n_arcs; i++)
        c->counted[c->n_counted++] = c->p->arcs[i].to;
    sort_ascending(c->counted, c->n_counted, SEARCH_PLAIN(uint64_t));
    for (uint32_t i = 0; ok && i < paths->n; i++) {
        const struct path_frame *node = &paths->nodes[i];
        if (i % STEP == 0 && !progress_step(c->progress, "call paths", i, paths->n))
            ok = err_set(e, ERR_CANCELLED, NULL);
        if (!ok || node->parent == PATH_NO_NODE || path_is_nowhere(node->addr) ||
            path_is_nowhere(paths->nodes[node->parent].addr))
            continue;
        wrong[i] = !is_right(c, paths->nodes[node->parent].addr, node->addr);
        n_wrong += wrong[i];
    }
    if (ok && n_wrong)
        cut_paths(paths, wrong);
    free(wrong);
    return ok;
}

bool path_check(struct profile *p, const struct progress *progress, struct err *e)
{
    struct checker c = {.p = p, .progress = progress};
    struct err unread = ERR_INIT;
    if (!p->paths)
        return true;
    c.code = code_new(p->image->path);
    code_join(c.code, p);
    c.is_x86 = p->image->machine == EM_X86_64 || p->image->machine == EM_386;
    c.is_known = c.is_x86 || p->image->machine == EM_AARCH64;
    bool ok = code_ready(c.code, CALLS_DECODED, &unread) != CODE_READY || check_paths(&c, e);
    free(c.functions);
    free(c.counted);
    free(c.transfers);
    code_free(c.code);
    return ok;
}
