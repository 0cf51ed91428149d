/* SPDX-License-Identifier: MIT */
#include "runtime/mpi/functions.h"

#include <link.h>

#include "runtime/images.h"

/* How numbers are written there (DWARF's exception header encodings). */
enum {
    EH_VERSION = 1,
    EH_UDATA4 = 0x03,
    EH_SDATA4 = 0x0b,
    EH_DATAREL = 0x30,
};

struct eh_frame_hdr {
    uint8_t version, frame_encoding, count_encoding, table_encoding;
    int32_t frame;
    uint32_t count;
    int32_t pairs[];
};

/* For dl_iterate_phdr(). */
struct function_search {
    const struct rt_image *image;
    const struct eh_frame_hdr *found;
};

static int search_module(struct dl_phdr_info *module, size_t bytes, void *data)
{
    struct function_search *s = data;
    const struct eh_frame_hdr *found = NULL;
    bool is_it = false;
    (void)bytes;
    for (int i = 0; i < module->dlpi_phnum; i++) {
        const ElfW(Phdr) *part = &module->dlpi_phdr[i];
        uintptr_t lo = module->dlpi_addr + part->p_vaddr;
        if (part->p_type == PT_GNU_EH_FRAME)
            found = (const void *)lo;
        is_it |= part->p_type == PT_LOAD && (part->p_flags & PF_X) && lo < s->image->hi &&
                 s->image->lo < lo + part->p_memsz;
    }
    if (is_it)
        s->found = found;
    return is_it;
}

void functions_find(struct functions *f, const struct rt_image *image)
{
    struct function_search s = {image, NULL};
    *f = (struct functions){.base = image->base};
    if (!atomic_load_explicit(&image->is_gone, memory_order_relaxed))
        dl_iterate_phdr(search_module, &s);
    const struct eh_frame_hdr *head = s.found;
    if (!head || head->version != EH_VERSION || head->count_encoding != EH_UDATA4 ||
        head->table_encoding != (EH_DATAREL | EH_SDATA4) ||
        (head->frame_encoding & 0x0f) != EH_SDATA4)
        return;
    f->pairs = head->pairs;
    f->n = head->count;
    f->table = (uintptr_t)head;
}

static uintptr_t begin_of(const struct functions *f, size_t i)
{
    return f->table + (uintptr_t)(intptr_t)f->pairs[2 * i] - f->base;
}

uint64_t functions_entry(const struct functions *f, uint64_t addr)
{
    size_t lo = 0, hi = f->n;
    while (lo < hi) {
        size_t middle = lo + (hi - lo) / 2;
        if (begin_of(f, middle) <= addr)
            lo = middle + 1;
        else
            hi = middle;
    }
    return lo ? begin_of(f, lo - 1) : 0;
}
