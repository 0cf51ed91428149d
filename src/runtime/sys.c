/* SPDX-License-Identifier: MIT */
#include "runtime/sys.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/epoll.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/utsname.h>

#include "machine.h"
#include "runtime/text.h"

/* Machines of 32 bits have later calls for large files; the first ones are of another form there.
 */
#ifdef SYS_mmap2
#define MAP_CALL    SYS_mmap2
#define STAT_CALL   SYS_fstatat64
#define STAT_STRUCT struct stat64
#else
#define MAP_CALL    SYS_mmap
#define STAT_CALL   SYS_newfstatat
#define STAT_STRUCT struct stat
#endif

#define call(...) machine_syscall_of((const long[6 + 1]){__VA_ARGS__})

/* number_and_args: the number, then the arguments. */
static long machine_syscall_of(const long number_and_args[7])
{
    return machine_syscall(number_and_args[0], number_and_args + 1);
}

static void *map(size_t bytes, int flags, int fd)
{
    long p = call(MAP_CALL, 0, (long)bytes, PROT_READ | PROT_WRITE, flags, fd);
    return p < 0 && p > -4096 ? NULL : (void *)p;
}

void *sys_map(size_t bytes)
{
    return map(bytes, MAP_PRIVATE | MAP_ANONYMOUS, -1);
}

void *sys_map_file(int fd, size_t bytes)
{
    return map(bytes, MAP_SHARED, fd);
}

void sys_unmap(void *p, size_t bytes)
{
    call(SYS_munmap, (long)p, (long)bytes);
}

/* The kernel looks at the event before it sees that there is no such file. */
bool sys_can_read(uintptr_t address)
{
    return call(SYS_epoll_ctl, -1, EPOLL_CTL_ADD, -1, (long)address) == -EBADF;
}

int sys_tid(void)
{
    return (int)call(SYS_gettid);
}

int sys_pid(void)
{
    return (int)call(SYS_getpid);
}

int sys_parent(void)
{
    return (int)call(SYS_getppid);
}

/* tkill, not tgkill: processes that share memory without being threads are not of our group. */
bool sys_thread_alive(int tid)
{
    return call(SYS_tkill, tid, 0) != -ESRCH;
}

int sys_open(const char *path, int flags, mode_t mode)
{
    return (int)call(SYS_openat, AT_FDCWD, (long)path, flags | O_CLOEXEC, (long)mode);
}

ssize_t sys_read(int fd, void *p, size_t bytes)
{
    return call(SYS_read, fd, (long)p, (long)bytes);
}

int sys_write_all(int fd, const void *p, size_t bytes)
{
    const char *at = p;
    while (bytes > 0) {
        long n = call(SYS_write, fd, (long)at, (long)bytes);
        if (n == -EINTR)
            continue;
        if (n <= 0)
            return n ? (int)-n : EIO;
        at += n;
        bytes -= (size_t)n;
    }
    return 0;
}

int sys_close(int fd)
{
    return (int)call(SYS_close, fd);
}

int sys_rename(const char *from, const char *to)
{
    return (int)call(SYS_renameat2, AT_FDCWD, (long)from, AT_FDCWD, (long)to);
}

int sys_unlink(const char *path)
{
    return (int)call(SYS_unlinkat, AT_FDCWD, (long)path);
}

mode_t sys_file_mode(const char *path)
{
    STAT_STRUCT st;
    if (call(STAT_CALL, AT_FDCWD, (long)path, (long)&st, AT_SYMLINK_NOFOLLOW) < 0)
        return 0;
    return st.st_mode;
}

bool sys_folder(char *path, size_t bytes)
{
    return call(SYS_getcwd, (long)path, (long)bytes) > 0 && path[0] == '/';
}

bool sys_host(char *name, size_t bytes)
{
    struct utsname system;
    if (call(SYS_uname, (long)&system) < 0)
        return false;
    name[0] = 0;
    text_add(name, bytes, system.nodename);
    return true;
}

bool sys_program(char *path, size_t bytes)
{
    long n = call(SYS_readlinkat, AT_FDCWD, (long)"/proc/self/exe", (long)path, (long)bytes - 1);
    if (n <= 0)
        return false;
    path[n] = 0;
    return true;
}

_Noreturn void sys_exit(int status)
{
    for (;;)
        call(SYS_exit_group, status);
}

void sys_raise(int number)
{
    call(SYS_tgkill, sys_pid(), sys_tid(), number);
}

void sys_yield(void)
{
    call(SYS_sched_yield);
}

uint64_t sys_clock_ns(int clock)
{
    long t[2]; /* the kernel's timespec, whatever libc's is */
    if (call(SYS_clock_gettime, clock, (long)t) < 0)
        return 0;
    return (uint64_t)t[0] * 1000000000u + (uint64_t)t[1];
}
