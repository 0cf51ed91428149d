/* SPDX-License-Identifier: MIT */
#include <link.h>

#include "runtime/images.h"

#include "runtime/sys.h"

enum { BINS_MOST = 16 * 1024 * 1024 }; /* larger code, more than 64 MiB at first, has larger bins */

/* The span of a module's code. False: it has none. */
static bool find_code(const struct dl_phdr_info *module, struct image *image)
{
    image->base = module->dlpi_addr;
    image->lo = UINTPTR_MAX;
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

/* The ELF header's entry. The header is what the first loaded part begins with. */
static uintptr_t find_entry(const struct dl_phdr_info *module)
{
    for (int i = 0; i < module->dlpi_phnum; i++) {
        const ElfW(Phdr) *part = &module->dlpi_phdr[i];
        if (part->p_type != PT_LOAD || part->p_offset != 0)
            continue;
        const ElfW(Ehdr) *header = (const void *)(module->dlpi_addr + part->p_vaddr);
        return header->e_entry ? module->dlpi_addr + header->e_entry : 0;
    }
    return 0;
}

/* Bins of one size exactly, image->bin_shift or greater: readers compute the size from the range
 * and the number of bins. */
static void make_bins(struct image *image)
{
    unsigned shift = image->bin_shift;
    while ((image->hi - image->lo) >> shift >= BINS_MOST)
        shift++;
    uintptr_t bin = (uintptr_t)1 << shift;
    image->lo &= ~(bin - 1);
    image->hi = (image->hi + bin - 1) & ~(bin - 1);
    image->bin_shift = shift;
    image->n_bins = (image->hi - image->lo) >> shift;
    image->bins = sys_map(image->n_bins * sizeof *image->bins);
}

/* For dl_iterate_phdr, whose first module is the program. */
static int take_first(struct dl_phdr_info *module, size_t bytes, void *data)
{
    struct image *image = data;
    (void)bytes;
    if (find_code(module, image)) {
        image->entry = find_entry(module);
        make_bins(image);
    }
    return 1;
}

bool image_find_program(struct image *image, unsigned bin_shift)
{
    *image = (struct image){.bin_shift = bin_shift};
    dl_iterate_phdr(take_first, image);
    return image->n_bins > 0;
}

void image_reset(struct image *image)
{
    for (size_t i = 0; image->bins && i < image->n_bins; i++)
        if (atomic_load_explicit(&image->bins[i], memory_order_relaxed))
            atomic_exchange_explicit(&image->bins[i], 0, memory_order_relaxed);
}
