/* SPDX-License-Identifier: MIT */
#include "runtime/mpi/functions.h"

#include <fcntl.h>
#include <link.h>

#include "runtime/images.h"
#include "runtime/sys.h"

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

static bool is_table(const struct eh_frame_hdr *head)
{
    return head->version == EH_VERSION && head->count_encoding == EH_UDATA4 &&
           head->table_encoding == (EH_DATAREL | EH_SDATA4) &&
           (head->frame_encoding & 0x0f) == EH_SDATA4;
}

/* ---- of libraries that were closed ---- */

static bool read_at(int fd, uint64_t offset, void *to, size_t n)
{
    return sys_seek(fd, offset) && sys_read(fd, to, n) == (ssize_t)n;
}

static bool find_part(int fd, ElfW(Phdr) * part)
{
    ElfW(Ehdr) head;
    bool ok = read_at(fd, 0, &head, sizeof head) && head.e_ident[EI_MAG0] == ELFMAG0 &&
              head.e_phentsize == sizeof *part;
    for (unsigned i = 0; ok && i < head.e_phnum; i++) {
        ok = read_at(fd, head.e_phoff + i * sizeof *part, part, sizeof *part);
        if (ok && part->p_type == PT_GNU_EH_FRAME)
            return part->p_filesz >= sizeof(struct eh_frame_hdr);
    }
    return false;
}

static void copy_table(struct functions *f, int fd)
{
    ElfW(Phdr) part;
    const size_t head_bytes = sizeof(struct eh_frame_hdr);
    f->copy = find_part(fd, &part) ? sys_map(part.p_filesz) : NULL;
    if (!f->copy)
        return;
    f->n_copy = part.p_filesz;
    const struct eh_frame_hdr *head = f->copy;
    if (!read_at(fd, part.p_offset, f->copy, f->n_copy) || !is_table(head) ||
        head->count > (f->n_copy - head_bytes) / (2 * sizeof *head->pairs))
        return;
    f->pairs = head->pairs;
    f->n = head->count;
    f->table = part.p_vaddr;
    f->base = 0;
}

static void find_in_file(struct functions *f, const char *path)
{
    int fd = sys_open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK, 0);
    if (fd < 0)
        return;
    copy_table(f, fd);
    sys_close(fd);
}

/* ---- */

void functions_find(struct functions *f, const struct rt_image *image)
{
    struct function_search s = {image, NULL};
    *f = (struct functions){.base = image->base};
    if (atomic_load_explicit(&image->is_gone, memory_order_relaxed)) {
        find_in_file(f, image->path);
        return;
    }
    dl_iterate_phdr(search_module, &s);
    if (!s.found || !is_table(s.found))
        return;
    f->pairs = s.found->pairs;
    f->n = s.found->count;
    f->table = (uintptr_t)s.found;
}

void functions_release(struct functions *f)
{
    if (f->copy)
        sys_unmap(f->copy, f->n_copy);
    *f = (struct functions){.n = 0};
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
