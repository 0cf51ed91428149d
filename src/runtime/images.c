/* SPDX-License-Identifier: MIT */
#include "runtime/images.h"

#include <link.h>
#include <sys/auxv.h>

#include "runtime/keep.h"
#include "runtime/sys.h"
#include "runtime/text.h"

/* ---- what the dynamic loader reports about a module ---- */

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

/* Its table for exceptions, and the part of the module that holds that. */
static void find_table(const struct dl_phdr_info *module, struct rt_image *image)
{
    image->table = image->n_table = image->read_lo = image->read_hi = 0;
    for (int i = 0; i < module->dlpi_phnum; i++) {
        const ElfW(Phdr) *part = &module->dlpi_phdr[i];
        if (part->p_type != PT_GNU_EH_FRAME)
            continue;
        image->table = module->dlpi_addr + part->p_vaddr;
        image->n_table = part->p_filesz;
        image->table_in_file = part->p_offset;
    }
    for (int i = 0; image->table && i < module->dlpi_phnum; i++) {
        const ElfW(Phdr) *part = &module->dlpi_phdr[i];
        const uintptr_t lo = module->dlpi_addr + part->p_vaddr;
        if (part->p_type == PT_LOAD && part->p_flags & PF_R && image->table - lo < part->p_filesz) {
            image->read_lo = lo;
            image->read_hi = lo + part->p_filesz;
        }
    }
}

/* Fill in all of image but its path and its bins. False: the module has no code. */
static bool image_describe(const struct dl_phdr_info *module, struct rt_image *image)
{
    if (!find_code(module, image))
        return false;
    image->entry = find_entry(module);
    find_table(module, image);
    image->n_build_id = 0;
    for (int i = 0; i < module->dlpi_phnum; i++) {
        const ElfW(Phdr) *part = &module->dlpi_phdr[i];
        if (part->p_type != PT_NOTE || part->p_align == 8)
            continue;
        uintptr_t at = module->dlpi_addr + part->p_vaddr, end = at + part->p_memsz;
        while (at + sizeof(ElfW(Nhdr)) <= end) {
            const ElfW(Nhdr) *note = (const void *)at;
            if (note->n_type == NT_GNU_BUILD_ID && note->n_namesz == 4) {
                const uint8_t *id = (const uint8_t *)(note + 1) + ((note->n_namesz + 3) & ~3u);
                image->n_build_id = note->n_descsz < BUILD_ID_MOST ? note->n_descsz : BUILD_ID_MOST;
                for (size_t j = 0; j < image->n_build_id; j++)
                    image->build_id[j] = id[j];
            }
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

/* ---- finding images ---- */

static size_t count_pages(const struct rt_image *image)
{
    return (image->n_bins + BINS_TOGETHER - 1) / BINS_TOGETHER;
}

static struct counter *_Atomic *map_pages(const struct rt_image *image)
{
    return sys_map(count_pages(image) * sizeof(struct counter *));
}

/* Called when all else of the image is known; without, none of its samples is counted. */
static void make_bins(struct rt_images *images, struct rt_image *image,
                      struct counter *_Atomic *pages)
{
    image->bins.pages = pages;
    image->number = ++images->n_numbers;
    keep_tell_image(image);
}

/* Acquire, with the release below: a page is seen zeroed. */
static struct counter *page_of(const struct image_bins *bins, size_t bin)
{
    return bins->pages
               ? atomic_load_explicit(&bins->pages[bin / BINS_TOGETHER], memory_order_acquire)
               : NULL;
}

/* The counter of a bin; NULL: no memory for it. */
static struct counter *bin_of(const struct rt_image *image, const struct image_bins *bins,
                              size_t bin, enum keep_kind kind)
{
    struct counter *page = page_of(bins, bin), *none = NULL;
    if (!page && bins->pages) {
        page = keep_map(kind, (uint32_t)(bin / BINS_TOGETHER), image->number,
                        BINS_TOGETHER * sizeof *page);
        if (page &&
            !atomic_compare_exchange_strong_explicit(&bins->pages[bin / BINS_TOGETHER], &none, page,
                                                     memory_order_acq_rel, memory_order_acquire))
            page = none; /* somebody was quicker */
    }
    return page ? &page[bin % BINS_TOGETHER] : NULL;
}

/* Ticks, or nanoseconds of waits. */
static bool add(struct rt_image *image, uintptr_t pc, bool waits, uint64_t n)
{
    const size_t bin = (pc - image->lo) >> image->bin_shift;
    struct counter *counter = waits ? bin_of(image, &image->waits, bin, KEEP_WAITS)
                                    : bin_of(image, &image->bins, bin, KEEP_TICKS);
    if (!counter)
        return false;
    counter_add(counter, n);
    counter_add(waits ? &image->n_wait_ns : &image->n_ticks, n);
    return true;
}

/* The first bin from that one on that may have a count, or n_bins. */
static size_t next_bin(const struct rt_image *image, const struct image_bins *bins, size_t bin)
{
    while (bin < image->n_bins && !page_of(bins, bin))
        bin = (bin / BINS_TOGETHER + 1) * BINS_TOGETHER;
    return bin < image->n_bins ? bin : image->n_bins;
}

/* For dl_iterate_phdr, whose first module is the program. */
static int take_program(struct dl_phdr_info *module, size_t bytes, void *data)
{
    struct rt_images *images = data;
    if (!sys_program(images->program.path, sizeof images->program.path))
        images->program.path[0] = 0;
    if (image_describe(module, &images->program))
        make_bins(images, &images->program, map_pages(&images->program));
    return 1;
}

static struct rt_image *first_library(const struct rt_images *images)
{
    return atomic_load_explicit(&images->libraries, memory_order_acquire);
}

static bool same_build(const struct rt_image *a, const struct rt_image *b)
{
    for (size_t i = 0; i < a->n_build_id; i++)
        if (a->build_id[i] != b->build_id[i])
            return false;
    return a->n_build_id == b->n_build_id && a->n_bins == b->n_bins && a->bin_shift == b->bin_shift;
}

/* The loader and the kernel may name one file by different paths. */
static bool same_name(const char *a, const char *b)
{
    return text_equal(text_base(a), text_base(b));
}

/* The library that a module is: there now, perhaps by another name, or gone and back. NULL: a new
 * one. */
static struct rt_image *find_library(struct rt_images *images, const struct rt_image *found,
                                     const char *path)
{
    struct rt_image *back = NULL;
    for (struct rt_image *image = first_library(images); image; image = image->next) {
        bool is_gone = atomic_load_explicit(&image->is_gone, memory_order_relaxed);
        if (!same_build(image, found))
            continue;
        if (!is_gone && image->base == found->base)
            return image;
        if (is_gone && same_name(image->path, path))
            back = image;
    }
    return back;
}

/* The path of a library that is there at another place, not yet known to be gone, if one of the two
 * may be the other one's end: those of one path are one file in what is written. */
static const char *path_of(const struct rt_images *images, const struct rt_image *found,
                           const char *path)
{
    for (const struct rt_image *image = first_library(images); image; image = image->next)
        if ((*path != '/' || *image->path != '/') && same_name(image->path, path) &&
            same_build(image, found))
            return image->path;
    return path;
}

/* Release: a handler sees the new place, or that it is gone. */
static void come_back(struct rt_image *image, const struct rt_image *found)
{
    image->base = found->base;
    image->lo = found->lo;
    image->hi = found->hi;
    image->entry = found->entry;
    image->table = found->table;
    image->n_table = found->n_table;
    image->table_in_file = found->table_in_file;
    atomic_store_explicit(&image->is_gone, false, memory_order_release);
    keep_tell_image(image);
}

static struct rt_image *new_library(struct rt_images *images, const struct rt_image *found,
                                    const char *path)
{
    struct rt_image *image = sys_map(sizeof *image + count_pages(found) * sizeof(struct counter *));
    if (!image)
        return NULL;
    come_back(image, found);
    image->bin_shift = found->bin_shift;
    image->n_bins = found->n_bins;
    image->read_lo = images->may_go ? 0 : found->read_lo;
    image->read_hi = images->may_go ? 0 : found->read_hi;
    image->n_build_id = found->n_build_id;
    for (size_t i = 0; i < found->n_build_id; i++)
        image->build_id[i] = found->build_id[i];
    text_add(image->path, sizeof image->path, path);
    if (images->with_libraries)
        make_bins(images, image, (void *)(image + 1));
    /* Release: a handler that finds the image sees it filled in. */
    image->next = atomic_load_explicit(&images->libraries, memory_order_relaxed);
    atomic_store_explicit(&images->libraries, image, memory_order_release);
    return image;
}

void images_tell(const struct rt_images *images)
{
    keep_tell_image(&images->program);
    for (const struct rt_image *image = first_library(images); image; image = image->next)
        keep_tell_image(image);
}

static int take_library(struct dl_phdr_info *module, size_t bytes, void *data)
{
    struct rt_images *images = data;
    struct rt_image *found = &images->found;
    if (!image_describe(module, found) || found->base == images->program.base)
        return 0;
    const char *path = module->dlpi_name && *module->dlpi_name ? module->dlpi_name : "unnamed";
    struct rt_image *image = find_library(images, found, path);
    if (!image)
        image = new_library(images, found, path_of(images, found, path));
    else if (atomic_load_explicit(&image->is_gone, memory_order_relaxed))
        come_back(image, found);
    if (image)
        image->seen = images->n_updates;
    return 0;
}

bool images_init(struct rt_images *images, bool with_libraries)
{
    images->with_libraries = with_libraries;
    dl_iterate_phdr(take_program, images);
    if (images->program.n_bins == 0)
        return false;
    images_find(images);
    images->may_go = true;
    return true;
}

/* ---- libraries that go ---- */

/* The caller's address in terms of the file: entry where the caller is elsewhere. 0: unknown. */
static uintptr_t caller_of(const struct rt_image *image, uintptr_t from)
{
    if (from - image->lo < image->hi - image->lo)
        return from - image->base;
    return image->entry ? image->entry - image->base : 0;
}

/* So that whatever comes to lie at the image's addresses begins anew. Only once all is there is it
 * one of the list. */
static void keep_arcs(struct rt_image *image)
{
    const size_t n = arcs_move(image->lo, image->hi, NULL, SIZE_MAX);
    struct image_arcs *old =
        n ? keep_map(KEEP_OLD, (uint32_t)n, image->number, sizeof *old + n * sizeof old->arcs[0])
          : NULL;
    if (!old)
        return;
    old->n = arcs_move(image->lo, image->hi, old->arcs, n);
    for (size_t i = 0; i < old->n; i++) {
        struct rt_arc *arc = &old->arcs[i];
        arc->from = arc->from == ARC_BLOCK ? ARC_BLOCK : caller_of(image, arc->from);
        arc->self -= image->base;
    }
    old->next = image->old;
    image->old = old;
}

/* Takes what a bin has. */
static uint64_t take_bin(struct image_bins *bins, size_t bin)
{
    struct counter *page = page_of(bins, bin);
    return page ? counter_take(&page[bin % BINS_TOGETHER]) : 0;
}

static void mark_gone(struct rt_images *images)
{
    for (struct rt_image *image = first_library(images); image; image = image->next) {
        if (image->seen == images->n_updates ||
            atomic_load_explicit(&image->is_gone, memory_order_relaxed))
            continue;
        if (image->number)
            keep_arcs(image);
        atomic_store_explicit(&image->is_gone, true, memory_order_relaxed);
        keep_tell_image(image);
    }
}

/* ---- samples ---- */

bool image_holds(const struct rt_image *image, uintptr_t address)
{
    /* Acquire: with come_back(), lo and hi are of one place. */
    return !atomic_load_explicit(&image->is_gone, memory_order_acquire) &&
           address - image->lo < image->hi - image->lo;
}

void images_hit(struct rt_images *images, struct rt_image *image, uintptr_t pc, uint64_t ticks)
{
    if (atomic_load_explicit(&images->is_frozen, memory_order_relaxed))
        return;
    if (!image || !image_holds(image, pc) || !add(image, pc, false, ticks))
        counter_add(&images->n_unknown_ticks, ticks);
}

static struct rt_image *library_of(const struct rt_images *images, uintptr_t pc)
{
    struct rt_image *image = first_library(images);
    while (image && !image_holds(image, pc))
        image = image->next;
    return image;
}

struct rt_image *images_at(struct rt_images *images, uintptr_t pc)
{
    return image_holds(&images->program, pc) ? &images->program : library_of(images, pc);
}

bool images_wait(struct rt_image *image, uintptr_t pc, uint64_t ns)
{
    if (image->bins.pages && !image->waits.pages) /* one caller at a time */
        image->waits.pages = map_pages(image);
    return image->bins.pages && add(image, pc, true, ns);
}

/* Asked about the first module: has none come or gone since the last time? */
static int is_as_before(struct dl_phdr_info *module, size_t bytes, void *data)
{
    const struct rt_images *images = data;
    return images->last.n_came == module->dlpi_adds && images->last.n_went == module->dlpi_subs
               ? 1
               : -1;
}

static int look_at_module(struct dl_phdr_info *module, size_t bytes, void *data)
{
    struct rt_images *images = data;
    images->last.n_came = module->dlpi_adds;
    images->last.n_went = module->dlpi_subs;
    return take_library(module, bytes, data);
}

/* A file that begins there in memory, as the dynamic loader would report it. */
static void take_file(struct rt_images *images, const ElfW(Ehdr) * file, const char *path)
{
    const ElfW(Phdr) *part = (const void *)((uintptr_t)file + file->e_phoff);
    struct dl_phdr_info module = {
        .dlpi_name = path, .dlpi_phdr = part, .dlpi_phnum = file->e_phnum};
    for (int i = file->e_phnum; i-- > 0;)
        if (part[i].p_type == PT_LOAD)
            module.dlpi_addr = (uintptr_t)file - part[i].p_vaddr + part[i].p_offset;
    take_library(&module, sizeof module, images);
}

void images_find(struct rt_images *images)
{
    const uintptr_t vdso = (uintptr_t)getauxval(AT_SYSINFO_EHDR); /* not all libcs list it */
    if (dl_iterate_phdr(is_as_before, images) == 1)
        return;
    images->n_updates++;
    dl_iterate_phdr(look_at_module, images);
    if (vdso)
        take_file(images, (const void *)vdso, "linux-vdso.so.1");
}

/* ---- libraries that came, without the dynamic loader ---- */

/* For maps_each(). */
struct image_search {
    struct rt_images *images;
    uintptr_t pc;
};

static bool is_elf(const ElfW(Ehdr) * header)
{
    for (int i = 0; i < SELFMAG; i++)
        if (header->e_ident[i] != (unsigned char)ELFMAG[i])
            return false;
    return true;
}

static void take_mapping(const struct mapping *mapping, void *data)
{
    struct image_search *s = data;
    const ElfW(Ehdr) *header = (const void *)mapping->file;
    /* Where code has run, all of the library is in its place. */
    const bool has_run = s->pc - mapping->lo < mapping->hi - mapping->lo ||
                         arcs_move(mapping->lo, mapping->hi, NULL, 1) > 0;
    if (has_run && header && !images_at(s->images, mapping->lo) && is_elf(header))
        take_file(s->images, header, mapping->path);
}

void images_find_run(struct rt_images *images, uintptr_t pc)
{
    struct image_search search = {images, pc};
    maps_each(images->line, sizeof images->line, take_mapping, &search);
}

void images_settle(struct rt_images *images)
{
    keep_move_begin();
    mark_gone(images);
    keep_move_end();
}

static void reset_bins(const struct rt_image *image, struct image_bins *bins, struct counter *sum)
{
    for (size_t i = 0, n = counter_take(sum) ? image->n_bins : 0;
         (i = next_bin(image, bins, i)) < n; i++)
        (void)take_bin(bins, i);
}

static void reset_image(struct rt_image *image)
{
    reset_bins(image, &image->bins, &image->n_ticks);
    reset_bins(image, &image->waits, &image->n_wait_ns);
    for (struct image_arcs *old = image->old; old; old = old->next)
        for (size_t i = 0; i < old->n; i++)
            old->arcs[i].count = 0;
}

/* Pages that are there are the parent's. */
static void let_go(const struct rt_image *image, struct image_bins *bins, struct counter *sum)
{
    counter_take(sum);
    for (size_t i = 0, n = bins->pages ? count_pages(image) : 0; i < n; i++)
        if (atomic_load_explicit(&bins->pages[i], memory_order_relaxed))
            atomic_store_explicit(&bins->pages[i], NULL, memory_order_relaxed);
}

static void fork_image(struct rt_image *image)
{
    let_go(image, &image->bins, &image->n_ticks);
    let_go(image, &image->waits, &image->n_wait_ns);
    image->old = NULL;
}

void images_forked(struct rt_images *images)
{
    fork_image(&images->program);
    for (struct rt_image *image = first_library(images); image; image = image->next)
        fork_image(image);
}

void images_reset(struct rt_images *images)
{
    reset_image(&images->program);
    for (struct rt_image *image = first_library(images); image; image = image->next)
        reset_image(image);
    counter_take(&images->n_unknown_ticks);
}

uint64_t images_ticks(const struct rt_images *images, uint64_t *unknown)
{
    uint64_t sum = counter_read(&images->program.n_ticks);
    for (const struct rt_image *image = first_library(images); image; image = image->next)
        sum += counter_read(&image->n_ticks);
    *unknown = counter_read(&images->n_unknown_ticks);
    return sum + *unknown;
}
