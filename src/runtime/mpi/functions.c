/* SPDX-License-Identifier: MIT */
#include "runtime/mpi/functions.h"

#include <fcntl.h>
#include <link.h>

#include "runtime/images.h"
#include "runtime/sys.h"

enum { IS_BIG = __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__ };

/* For dl_iterate_phdr(). */
struct function_search {
    const struct rt_image *image;
    const unsigned char *found; /* n bytes */
    size_t n;
};

static int search_module(struct dl_phdr_info *module, size_t bytes, void *data)
{
    struct function_search *s = data;
    const unsigned char *found = NULL;
    size_t n = 0;
    bool is_it = false;
    (void)bytes;
    for (int i = 0; i < module->dlpi_phnum; i++) {
        const ElfW(Phdr) *part = &module->dlpi_phdr[i];
        uintptr_t lo = module->dlpi_addr + part->p_vaddr;
        if (part->p_type == PT_GNU_EH_FRAME) {
            found = (const unsigned char *)lo;
            n = part->p_memsz;
        }
        is_it |= part->p_type == PT_LOAD && (part->p_flags & PF_X) && lo < s->image->hi &&
                 s->image->lo < lo + part->p_memsz;
    }
    if (is_it) {
        s->found = found;
        s->n = n;
    }
    return is_it;
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
            return true;
    }
    return false;
}

static void find_in_file(struct unite_entries *out, const char *path)
{
    ElfW(Phdr) part;
    int fd = sys_open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK, 0);
    if (fd < 0)
        return;
    void *copy = find_part(fd, &part) ? sys_map(part.p_filesz) : NULL;
    if (copy) {
        if (read_at(fd, part.p_offset, copy, part.p_filesz))
            unite_entries_add_frames(out, copy, part.p_filesz, part.p_vaddr, IS_BIG);
        sys_unmap(copy, part.p_filesz);
    }
    sys_close(fd);
}

/* ---- */

void functions_find(struct unite_entries *out, const struct rt_image *image)
{
    struct function_search s = {.image = image};
    if (atomic_load_explicit(&image->is_gone, memory_order_relaxed)) {
        find_in_file(out, image->path);
    } else {
        dl_iterate_phdr(search_module, &s);
        if (s.found)
            unite_entries_add_frames(out, s.found, s.n, (uintptr_t)s.found - image->base, IS_BIG);
    }
    unite_entries_sort(out);
}
