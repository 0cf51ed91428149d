/* SPDX-License-Identifier: GPL-3.0-or-later */
/* shim: preloaded, makes the FAULT_AT-th call that may fail do so: an allocation, a read or write,
 * an open or close, and what else is defined below.
 *
 * Only calls made by the executable's own code count: libraries handle failure in ways that are
 * not ours to test. FAULT_ALL=1 makes all later ones fail too; FAULT_MEMORY=0 leaves allocations
 * out. What failed first is noted in the file FAULT_NOTE ("malloc", "read 3", "open"), so that the
 * driver knows when it has had them all. After FAULT_SECONDS an alarm ends the program. For glibc,
 * whose allocator has names of its own to call through. */
#define _GNU_SOURCE /* NOLINT: dl_iterate_phdr, RTLD_NEXT, syscall */
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

void *__libc_malloc(size_t n);
void *__libc_calloc(size_t n, size_t size);
void *__libc_realloc(void *p, size_t n);

static struct {
    uintptr_t lo, hi; /* code of the executable */
    unsigned long at; /* calls until the failure; 0: none */
    unsigned long seen;
    bool all, memory, on;
} fault;

static int find_executable(struct dl_phdr_info *info, size_t size, void *ctx)
{
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
    const char *at = getenv("FAULT_AT"), *all = getenv("FAULT_ALL"),
               *memory = getenv("FAULT_MEMORY"), *seconds = getenv("FAULT_SECONDS");
    fault.at = at ? strtoul(at, NULL, 10) : 0;
    fault.all = all && *all;
    fault.memory = !memory || *memory != '0';
    dl_iterate_phdr(find_executable, NULL);
    fault.on = fault.at > 0;
    if (seconds)
        alarm((unsigned)strtoul(seconds, NULL, 10));
}

static void note(const char *what, int fd)
{
    const char *path = getenv("FAULT_NOTE");
    int to =
        path ? (int)syscall(SYS_openat, AT_FDCWD, path, O_WRONLY | O_CREAT | O_TRUNC, 0600) : -1;
    if (to < 0)
        return;
    char line[40];
    int n = snprintf(line, sizeof line, fd < 0 ? "%s\n" : "%s %d\n", what, fd);
    syscall(SYS_write, to, line, (size_t)n);
    syscall(SYS_close, to);
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

/* ---- memory ---- */

static bool no_memory(const void *caller, const char *what)
{
    if (!fault.memory || !fails(caller, what, -1))
        return false;
    errno = ENOMEM;
    return true;
}

void *malloc(size_t n)
{
    return no_memory(CALLER, "malloc") ? NULL : __libc_malloc(n);
}

void *calloc(size_t n, size_t size)
{
    return no_memory(CALLER, "calloc") ? NULL : __libc_calloc(n, size);
}

void *realloc(void *p, size_t n)
{
    return no_memory(CALLER, "realloc") ? NULL : __libc_realloc(p, n);
}

/* ---- bytes ---- */

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

/* ---- all others: by the next library that has them ---- */

/* A function that fails with `failure` and errno `number`. */
#define FAULTY(type, failure, number, name, parameters, ...)                                       \
    type name parameters                                                                           \
    {                                                                                              \
        type(*next) parameters;                                                                    \
        *(void **)&next = dlsym(RTLD_NEXT, #name);                                                 \
        if (!fails(CALLER, #name, -1))                                                             \
            return next(__VA_ARGS__);                                                              \
        errno = number;                                                                            \
        return failure;                                                                            \
    }

FAULTY(FILE *, NULL, EMFILE, fopen, (const char *path, const char *mode), path, mode)
FAULTY(int, -1, EACCES, rename, (const char *from, const char *to), from, to)
FAULTY(int, -1, EPERM, link, (const char *from, const char *to), from, to)
FAULTY(int, -1, EIO, stat, (const char *path, struct stat *st), path, st)
FAULTY(int, -1, EIO, lstat, (const char *path, struct stat *st), path, st)
FAULTY(int, -1, EIO, fstat, (int fd, struct stat *st), fd, st)
FAULTY(int, -1, EIO, fstatat, (int dir, const char *path, struct stat *st, int flags), dir, path,
       st, flags)
FAULTY(int, -1, EACCES, renameat, (int a, const char *from, int b, const char *to), a, from, b, to)
FAULTY(int, -1, EPERM, fchmod, (int fd, mode_t mode), fd, mode)
FAULTY(off_t, -1, ESPIPE, lseek, (int fd, off_t off, int whence), fd, off, whence)
FAULTY(char *, NULL, EACCES, realpath, (const char *path, char *to), path, to)
FAULTY(DIR *, NULL, EMFILE, opendir, (const char *path), path)
FAULTY(struct dirent *, NULL, EIO, readdir, (DIR * dir), dir)
FAULTY(int, -1, EMFILE, pipe, (int fds[2]), fds)
FAULTY(int, -1, EMFILE, dup2, (int from, int to), from, to)
FAULTY(int, EAGAIN, EAGAIN, posix_spawn,
       (pid_t * pid, const char *path, const posix_spawn_file_actions_t *actions,
        const posix_spawnattr_t *attributes, char *const argv[], char *const env[]),
       pid, path, actions, attributes, argv, env)
FAULTY(int, EAGAIN, EAGAIN, posix_spawnp,
       (pid_t * pid, const char *path, const posix_spawn_file_actions_t *actions,
        const posix_spawnattr_t *attributes, char *const argv[], char *const env[]),
       pid, path, actions, attributes, argv, env)
FAULTY(int, EAGAIN, EAGAIN, pthread_create,
       (pthread_t * thread, const pthread_attr_t *attributes, void *(*work)(void *), void *ctx),
       thread, attributes, work, ctx)
FAULTY(int, -1, ENOMEM, poll, (struct pollfd * fds, nfds_t n, int ms), fds, n, ms)
FAULTY(int, -1, EIO, tcgetattr, (int fd, struct termios *t), fd, t)
FAULTY(int, -1, EIO, tcsetattr, (int fd, int when, const struct termios *t), fd, when, t)
FAULTY(int, -1, EAGAIN, timer_create, (clockid_t clock, struct sigevent *event, timer_t *timer),
       clock, event, timer)

int open(const char *path, int flags, ...)
{
    va_list ap;
    va_start(ap, flags);
    unsigned mode = flags & O_CREAT ? va_arg(ap, unsigned) : 0;
    va_end(ap);
    if (!fails(CALLER, "open", -1))
        return (int)syscall(SYS_openat, AT_FDCWD, path, flags, mode);
    errno = EMFILE;
    return -1;
}

/* The descriptor is closed all the same, as by the kernel. */
int close(int fd)
{
    int result = (int)syscall(SYS_close, fd);
    if (!fails(CALLER, "close", fd))
        return result;
    errno = EIO;
    return -1;
}

int fcntl(int fd, int command, ...)
{
    va_list ap;
    va_start(ap, command);
    long argument = va_arg(ap, long);
    va_end(ap);
    if (!fails(CALLER, "fcntl", -1))
        return (int)syscall(SYS_fcntl, fd, command, argument);
    errno = EMFILE;
    return -1;
}
