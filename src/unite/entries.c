/* SPDX-License-Identifier: MIT */
#include "unite/entries.h"

enum unite_result unite_entries_add(struct unite_entries *e, uint64_t addr)
{
    uint64_t *item = unite_list_add(&e->list, sizeof *item, e->memory);
    if (!item)
        return UNITE_NO_MEMORY;
    *item = addr;
    return UNITE_OK;
}

/* How numbers are written there (DWARF's exception header encodings). */
enum {
    EH_VERSION = 1,
    EH_UDATA4 = 0x03,
    EH_SDATA4 = 0x0b,
    EH_DATAREL = 0x30,
    EH_HEAD_BYTES = 12, /* version, encodings; address of the frames; number of pairs */
    EH_PAIR_BYTES = 8
};

static uint32_t number_at(const unsigned char *p, bool is_big)
{
    uint32_t number = 0;
    for (unsigned i = 0; i < 4; i++)
        number = number << 8 | p[is_big ? i : 3 - i];
    return number;
}

enum unite_result unite_entries_add_frames(struct unite_entries *e, const unsigned char *p,
                                           size_t n, uint64_t addr, bool is_big)
{
    enum unite_result result = UNITE_OK;
    if (n < EH_HEAD_BYTES || p[0] != EH_VERSION || (p[1] & 0x0f) != EH_SDATA4 ||
        p[2] != EH_UDATA4 || p[3] != (EH_DATAREL | EH_SDATA4))
        return UNITE_OK;
    size_t left = (n - EH_HEAD_BYTES) / EH_PAIR_BYTES, n_pairs = number_at(p + 8, is_big);
    for (p += EH_HEAD_BYTES; left > 0 && n_pairs-- > 0 && result == UNITE_OK; left--) {
        result = unite_entries_add(e, addr + (uint64_t)(int64_t)(int32_t)number_at(p, is_big));
        p += EH_PAIR_BYTES;
    }
    return result;
}

void unite_entries_sort(struct unite_entries *e)
{
    if (!unite_list_sort(&e->list, sizeof(uint64_t), 1, e->memory))
        e->list.n = 0;
}

uint64_t unite_entries_find(const struct unite_entries *e, uint64_t addr)
{
    const uint64_t *v = e->list.v;
    const size_t n = unite_upto(v, e->list.n, sizeof *v, addr);
    return n ? v[n - 1] : 0;
}

void unite_entries_release(struct unite_entries *e)
{
    unite_list_release(&e->list, sizeof(uint64_t), e->memory);
}
