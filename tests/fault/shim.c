/* SPDX-License-Identifier: GPL-3.0-or-later */
/* shim: preloaded, makes the FAULT_AT-th allocation, read or write fail.
 *
 * Only calls made by the executable's own code count: libraries handle failure in ways that are
 * not ours to test. FAULT_ALL=1 makes all later ones fail too. What failed first is noted in the
 * file FAULT_NOTE ("malloc", "read 3", "write 1"), so that the driver knows when it has had them
 * all. For glibc, whose allocator has names of its own to call through. */
#define _GNU_SOURCE /* NOLINT: dl_iterate_phdr, syscall */
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

void *__libc_malloc(size_t n);
void *__libc_calloc(size_t n, size_t size);
void *__libc_realloc(void *p, size_t n);

static struct {
    uintptr_t lo, hi; /* code of the executable */
    unsigned long at; /* calls until the failure; 0: none */
    unsigned long seen;
    bool all, on;
} fault;

static int find_executable(struct dl_phdr_info *info, size_t size, void *ctx)
{
    (void)size;
    (void)ctx;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *h = &info->dlpi_phdr[i];
        if (h->p_type == PT_LOAD && (h->p_flags & PF_X)) {
            fault.lo = info->dlpi_addr + h->p_vaddr;
            fault.hi = fault.lo + h->p_memsz;
        }
    }
    return 1; /* the executable comes first */
}

__attribute__((constructor)) static void start(void)
{
    const char *at = getenv("FAULT_AT");
    fault.at = at ? strtoul(at, NULL, 10) : 0;
    const char *all = getenv("FAULT_ALL");
    fault.all = all && *all;
    dl_iterate_phdr(find_executable, NULL);
    fault.on = fault.at > 0;
}

static void note(const char *what, int fd)
{
    const char *path = getenv("FAULT_NOTE");
    int to = path ? open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600) : -1;
    if (to < 0)
        return;
    char line[40];
    int n = snprintf(line, sizeof line, fd < 0 ? "%s\n" : "%s %d\n", what, fd);
    syscall(SYS_write, to, line, (size_t)n);
    close(to);
}

static bool fails(const void *caller, const char *what, int fd)
{
    uintptr_t from = (uintptr_t)caller;
    if (!fault.on || from < fault.lo || from >= fault.hi)
        return false;
    unsigned long seen = __atomic_add_fetch(&fault.seen, 1, __ATOMIC_RELAXED);
    if (seen == fault.at)
        note(what, fd);
    return seen == fault.at || (fault.all && seen > fault.at && fd != STDERR_FILENO);
}

#define CALLER __builtin_return_address(0)

static void *no_memory(void)
{
    errno = ENOMEM;
    return NULL;
}

void *malloc(size_t n)
{
    return fails(CALLER, "malloc", -1) ? no_memory() : __libc_malloc(n);
}

void *calloc(size_t n, size_t size)
{
    return fails(CALLER, "calloc", -1) ? no_memory() : __libc_calloc(n, size);
}

void *realloc(void *p, size_t n)
{
    return fails(CALLER, "realloc", -1) ? no_memory() : __libc_realloc(p, n);
}

ssize_t read(int fd, void *p, size_t n)
{
    if (!fails(CALLER, "read", fd))
        return syscall(SYS_read, fd, p, n);
    errno = EIO;
    return -1;
}

ssize_t pread(int fd, void *p, size_t n, off_t off)
{
    if (!fails(CALLER, "pread", fd))
        return syscall(SYS_pread64, fd, p, n, off);
    errno = EIO;
    return -1;
}

ssize_t write(int fd, const void *p, size_t n)
{
    if (!fails(CALLER, "write", fd))
        return syscall(SYS_write, fd, p, n);
    errno = ENOSPC;
    return -1;
}
