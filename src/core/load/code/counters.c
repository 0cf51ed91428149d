/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/load/code/counters.h"

/* Much may be saved before the call. */
enum { ENTRY_BYTES = 64 };

bool code_counters_init(struct code_counters *k, struct code *c, const struct image *im)
{
    struct err ignored = ERR_INIT;
    enum call_way way = im->is_x86 ? CALLS_GNU : CALLS_DECODED; /* x86 is read here */
    *k = (struct code_counters){.code = c, .image = im};
    if (!c || im->is_stripped || code_ready(c, way, &ignored) != CODE_READY)
        return false;
    for (uint32_t i = 0; i < im->n_symbols && k->n_targets < COUNTERS_MOST; i++)
        if (image_is_counter(image_name(im, &im->symbols[i])))
            k->targets[k->n_targets++] = im->symbols[i].addr;
    /* The linkers' stubs of other machines have no names here. */
    return k->n_targets || im->counters.n || im->is_x86 || im->machine == EM_AARCH64;
}

static bool is_among(const uint64_t *v, unsigned n, uint64_t x)
{
    for (unsigned i = 0; i < n; i++)
        if (v[i] == x)
            return true;
    return false;
}

/* ---- x86 ---- */

/* Does a call of a counter stand at the n bytes at p, which have the address at? */
static bool x86_call(const struct code_counters *k, uint64_t at, const uint8_t *p, size_t n)
{
    const struct image_addresses *slots = &k->image->counters;
    bool wide = k->image->addr_bytes == 8;
    uint64_t mask = wide ? UINT64_MAX : UINT32_MAX;
    if (n >= 5 && p[0] == 0xe8) {
        uint64_t to = at + 5 + (uint64_t)(int64_t)(int32_t)bytes_u32(p + 1, false);
        return is_among(k->targets, k->n_targets, to & mask);
    }
    if (n < 6 || p[0] != 0xff)
        return false;
    uint32_t word = bytes_u32(p + 2, false);
    bool by_register = (p[1] & 0xf8) == 0x90 && (p[1] & 7) != 4; /* call *word(register) */
    if (p[1] == 0x15 && wide)
        return is_among(slots->v, slots->n, at + 6 + (uint64_t)(int64_t)(int32_t)word);
    return (p[1] == 0x15 || (by_register && !wide)) && is_among(slots->v, slots->n, word);
}

/* ---- others ---- */

struct counter_hunt {
    const struct code_counters *k;
    bool found;
};

static void see_call(void *ctx, const struct code_call *c)
{
    struct counter_hunt *h = ctx;
    h->found |= is_among(h->k->targets, h->k->n_targets, c->target) ||
                is_among(h->k->targets, h->k->n_targets, c->other);
}

bool code_counters_hit(const struct code_counters *k, uint64_t lo, uint64_t hi)
{
    size_t n = hi <= lo ? 0 : hi - lo < ENTRY_BYTES ? (size_t)(hi - lo) : ENTRY_BYTES;
    if (k->image->is_x86) {
        uint8_t b[ENTRY_BYTES];
        n = code_bytes(k->code, lo, b, n);
        for (size_t i = 0; i < n; i++)
            if (x86_call(k, lo + i, b + i, n - i))
                return true;
        return false;
    }
    struct counter_hunt h = {.k = k};
    const struct code_range r = {lo, lo + n, CALLS_DECODED};
    code_calls(k->code, &r, see_call, &h);
    return h.found;
}
