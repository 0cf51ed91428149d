/* SPDX-License-Identifier: MIT */
#include "runtime/module.h"

enum { BINS_MOST = 16 * 1024 * 1024 }; /* larger code, 64 MiB at least, has larger bins */

/* The span of a module's code. False: it has none. */
static bool find_code(const struct dl_phdr_info *module, struct rt_image *image)
{
    image->base = module->dlpi_addr;
    image->lo = UINTPTR_MAX;
    image->hi = 0;
    for (int i = 0; i < module->dlpi_phnum; i++) {
        const ElfW(Phdr) *part = &module->dlpi_phdr[i];
        if (part->p_type != PT_LOAD || !(part->p_flags & PF_X) || part->p_memsz == 0)
            continue;
        uintptr_t lo = image->base + part->p_vaddr, hi = lo + part->p_memsz;
        image->lo = lo < image->lo ? lo : image->lo;
        image->hi = hi > image->hi ? hi : image->hi;
    }
    return image->lo < image->hi;
}

static uintptr_t dynamic_init(uintptr_t base, const ElfW(Dyn) * entry)
{
    for (; entry->d_tag != DT_NULL; entry++)
        if (entry->d_tag == DT_INIT)
            return base + entry->d_un.d_ptr;
    return 0;
}

/* The ELF header's entry, which the first loaded part begins with; libraries have _init instead. */
static uintptr_t find_entry(const struct dl_phdr_info *module)
{
    uintptr_t init = 0;
    for (int i = 0; i < module->dlpi_phnum; i++) {
        const ElfW(Phdr) *part = &module->dlpi_phdr[i];
        const void *there = (const void *)(module->dlpi_addr + part->p_vaddr);
        if (part->p_type == PT_LOAD && part->p_offset == 0 && ((const ElfW(Ehdr) *)there)->e_entry)
            return module->dlpi_addr + ((const ElfW(Ehdr) *)there)->e_entry;
        if (part->p_type == PT_DYNAMIC)
            init = dynamic_init(module->dlpi_addr, there);
    }
    return init;
}

static void take_build_id(struct rt_image *image, const ElfW(Nhdr) * note)
{
    const uint8_t *id = (const uint8_t *)(note + 1) + ((note->n_namesz + 3) & ~3u);
    image->n_build_id = note->n_descsz < BUILD_ID_MOST ? note->n_descsz : BUILD_ID_MOST;
    for (size_t i = 0; i < image->n_build_id; i++)
        image->build_id[i] = id[i];
}

bool image_describe(const struct dl_phdr_info *module, struct rt_image *image)
{
    if (!find_code(module, image))
        return false;
    image->entry = find_entry(module);
    image->n_build_id = 0;
    for (int i = 0; i < module->dlpi_phnum; i++) {
        const ElfW(Phdr) *part = &module->dlpi_phdr[i];
        if (part->p_type != PT_NOTE || part->p_align == 8)
            continue;
        uintptr_t at = module->dlpi_addr + part->p_vaddr, end = at + part->p_memsz;
        while (at + sizeof(ElfW(Nhdr)) <= end) {
            const ElfW(Nhdr) *note = (const void *)at;
            if (note->n_type == NT_GNU_BUILD_ID && note->n_namesz == 4)
                take_build_id(image, note);
            at += sizeof *note + ((note->n_namesz + 3) & ~3u) + ((note->n_descsz + 3) & ~3u);
        }
    }
    /* Bins of one size exactly, a power of two: readers compute it from the range and their number.
     */
    unsigned shift = 2; /* 4 bytes, about one instruction: libc's too */
    while ((image->hi - image->lo) >> shift >= BINS_MOST)
        shift++;
    uintptr_t bin = (uintptr_t)1 << shift;
    image->lo &= ~(bin - 1);
    image->hi = (image->hi + bin - 1) & ~(bin - 1);
    image->bin_shift = shift;
    image->n_bins = (image->hi - image->lo) >> shift;
    return true;
}
