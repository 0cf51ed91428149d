/* SPDX-License-Identifier: MIT */
#include "runtime/sys.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/capability.h>
#include <linux/fs.h>
#include <sys/epoll.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/utsname.h>
#include <sys/vfs.h>
#include <time.h>
#include <unistd.h>

#include "machine.h"
#include "runtime/text.h"

/* Machines of 32 bits have later calls for large files; the first ones are of another form there.
 */
#ifdef SYS_mmap2
#define MAP_CALL    SYS_mmap2
#define STAT_CALL   SYS_fstatat64
#define STAT_STRUCT struct stat64
#define FCNTL_CALL  SYS_fcntl64
#else
#define MAP_CALL    SYS_mmap
#define STAT_CALL   SYS_newfstatat
#define STAT_STRUCT struct stat
#define FCNTL_CALL  SYS_fcntl
#endif

/* The first ones have user ids of 16 bits. */
#ifdef SYS_setfsuid32
#define FSUID_CALL SYS_setfsuid32
#define FSGID_CALL SYS_setfsgid32
#else
#define FSUID_CALL SYS_setfsuid
#define FSGID_CALL SYS_setfsgid
#endif

/* Some machines of 32 bits have the later ones alone. */
#ifdef SYS_rt_sigtimedwait
#define SIGWAIT_CALL SYS_rt_sigtimedwait
#else
#define SIGWAIT_CALL SYS_rt_sigtimedwait_time64
#endif

#define call(...) machine_syscall_of((const long[6 + 1]){__VA_ARGS__})

/* number_and_args: the number, then the arguments. */
static long machine_syscall_of(const long number_and_args[7])
{
    return machine_syscall(number_and_args[0], number_and_args + 1);
}

void *sys_map(size_t bytes)
{
    long p =
        call(MAP_CALL, 0, (long)bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1);
    return p < 0 && p > -4096 ? NULL : (void *)p;
}

void *sys_map_file(int fd, size_t bytes)
{
    long p = call(MAP_CALL, 0, (long)bytes, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    return p < 0 && p > -4096 ? NULL : (void *)p;
}

/* Given no bytes of a shared mapping, mremap makes another one, which may go on beyond the first.
 */
void *sys_map_on(void *p, size_t skip, size_t bytes)
{
    long to = call(SYS_mremap, (long)p, 0, (long)(skip + bytes), MREMAP_MAYMOVE);
    if (to < 0 && to > -4096)
        return NULL;
    if (skip > 0)
        sys_unmap((void *)to, skip);
    return (char *)to + skip;
}

int sys_advise(void *p, size_t bytes, enum sys_advice advice)
{
    return (int)call(SYS_madvise, (long)p, (long)bytes, advice);
}

/* The size fits in a long, also where that has 32 bits. */
int sys_set_size(int fd, size_t bytes)
{
    return (int)call(SYS_ftruncate, fd, (long)bytes);
}

int sys_lock_shared(int fd)
{
    return (int)call(SYS_flock, fd, LOCK_SH | LOCK_NB);
}

int sys_write_often(int fd, const void *p, size_t bytes, size_t times)
{
    struct iovec all[64];
    for (size_t i = 0; i < times; i++)
        all[i] = (struct iovec){(void *)p, bytes};
    const long n = call(SYS_writev, fd, (long)all, (long)times);
    return n < 0 ? (int)n : (size_t)n < bytes * times ? -ENOSPC : 0;
}

uint64_t sys_file_limit(void)
{
    uint64_t limit[2] = {0, 0};
    return call(SYS_prlimit64, 0, RLIMIT_FSIZE, 0, (long)limit) < 0 ? 0 : limit[0];
}

unsigned sys_file_system(int fd)
{
    struct statfs about;
    return call(SYS_fstatfs, fd, (long)&about) < 0 ? 0 : (unsigned)about.f_type;
}

void *sys_resize(void *p, size_t bytes, size_t new_bytes)
{
    long to = call(SYS_mremap, (long)p, (long)bytes, (long)new_bytes, MREMAP_MAYMOVE);
    return to < 0 && to > -4096 ? NULL : (void *)to;
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

size_t sys_read_memory(uintptr_t address, void *to, size_t bytes)
{
    struct iovec here = {to, bytes}, there = {(void *)address, bytes};
    long n = call(SYS_process_vm_readv, sys_pid(), (long)&here, 1, (long)&there, 1, 0);
    return n < 0 ? 0 : (size_t)n;
}

size_t sys_readable(uintptr_t address)
{
    enum { PAGES = 16, PAGE_BYTES = 4096 };
    char byte[PAGES];
    const uintptr_t page = address & -(uintptr_t)PAGE_BYTES;
    struct iovec here = {byte, PAGES}, there[PAGES] = {{(void *)address, 1}};
    for (size_t i = 1; i < PAGES; i++)
        there[i] = (struct iovec){(void *)(page + i * PAGE_BYTES), 1};
    long n = call(SYS_process_vm_readv, sys_pid(), (long)&here, 1, (long)there, PAGES, 0);
    return n <= 0 ? 0 : page + (uintptr_t)n * PAGE_BYTES - address;
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

int sys_open_in(int folder, const char *path)
{
    return (int)call(SYS_openat, folder, (long)path, O_RDONLY | O_CLOEXEC);
}

int sys_make_blocking(int fd)
{
    return (int)call(FCNTL_CALL, fd, F_SETFL, 0);
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

int sys_skip(int fd, size_t n)
{
    const long at = n <= INT32_MAX ? call(SYS_lseek, fd, (long)n, SEEK_CUR) : -EFBIG;
    return at < 0 ? (int)at : 0;
}

int sys_close(int fd)
{
    return (int)call(SYS_close, fd);
}

int sys_rename(const char *from, const char *to)
{
    return (int)call(SYS_renameat2, AT_FDCWD, (long)from, AT_FDCWD, (long)to);
}

/* Not every file system knows such a rename, and not every one knows links. */
int sys_rename_new(const char *from, const char *to)
{
    long failed = call(SYS_renameat2, AT_FDCWD, (long)from, AT_FDCWD, (long)to, RENAME_NOREPLACE);
    if (failed != -EINVAL)
        return (int)failed;
    failed = call(SYS_linkat, AT_FDCWD, (long)from, AT_FDCWD, (long)to, 0);
    return failed ? (int)failed : sys_unlink(from);
}

int sys_unlink(const char *path)
{
    return (int)call(SYS_unlinkat, AT_FDCWD, (long)path);
}

mode_t sys_mode(int fd, const char *path, int flags)
{
    STAT_STRUCT st;
    return call(STAT_CALL, fd, (long)path, (long)&st, flags) < 0 ? 0 : st.st_mode;
}

uint64_t sys_file_ns(const char *path)
{
    STAT_STRUCT st;
    if (call(STAT_CALL, AT_FDCWD, (long)path, (long)&st, AT_SYMLINK_NOFOLLOW) < 0)
        return 0;
    return (uint64_t)st.st_mtim.tv_sec * 1000000000 + (uint64_t)st.st_mtim.tv_nsec;
}

int sys_make_folder(const char *path, mode_t mode)
{
    return (int)call(SYS_mkdirat, AT_FDCWD, (long)path, (long)mode);
}

int sys_remove_folder(const char *path)
{
    return (int)call(SYS_unlinkat, AT_FDCWD, (long)path, AT_REMOVEDIR);
}

bool sys_link_in(int folder, const char *path, char *to, size_t bytes)
{
    long n = call(SYS_readlinkat, folder, (long)path, (long)to, (long)bytes - 1);
    if (n < 0)
        return false;
    to[n] = 0;
    return true;
}

ssize_t sys_list(int folder, void *p, size_t bytes)
{
    return call(SYS_getdents64, folder, (long)p, (long)bytes);
}

void sys_list_again(int folder)
{
    call(SYS_lseek, folder, 0, SEEK_SET);
}

bool sys_read_at(int fd, uint64_t offset, void *p, size_t bytes)
{
    return call(SYS_lseek, fd, (long)offset, SEEK_SET) == (long)offset &&
           sys_read(fd, p, bytes) == (ssize_t)bytes;
}

bool sys_close_others(int fd)
{
#ifdef SYS_close_range
    return call(SYS_close_range, fd + 1, (long)UINT32_MAX, 0) == 0 &&
           (fd == 0 || call(SYS_close_range, 0, fd - 1, 0) == 0);
#else
    return fd < 0;
#endif
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

/* The kernel answers with the id before; for one that may not be set nothing changes. */
static bool set_id(long number, unsigned id)
{
    call(number, (long)id);
    return (unsigned)call(number, -1) == id;
}

/* number: to get or to set those of the calling thread. */
static long capabilities(long number, struct sys_rights *rights)
{
    struct __user_cap_header_struct head = {.version = _LINUX_CAPABILITY_VERSION_3};
    return call(number, (long)&head, (long)rights->capabilities);
}

/* Root has its capabilities as root. */
bool sys_take_rights(struct sys_user user, struct sys_rights *before)
{
    before->user.uid = (unsigned)call(FSUID_CALL, -1);
    before->user.gid = (unsigned)call(FSGID_CALL, -1);
    if (capabilities(SYS_capget, before) < 0)
        return false;
    struct sys_rights none = *before;
    for (size_t i = 0; i < SYS_CAPABILITY_WORDS; i++)
        none.capabilities[i].effective = 0;
    if (set_id(FSGID_CALL, user.gid) && set_id(FSUID_CALL, user.uid) &&
        (user.uid == 0 || capabilities(SYS_capset, &none) == 0))
        return true;
    sys_give_rights(before);
    return false;
}

void sys_give_rights(struct sys_rights *before)
{
    set_id(FSUID_CALL, before->user.uid);
    set_id(FSGID_CALL, before->user.gid);
    capabilities(SYS_capset, before);
}

void sys_block(const struct sys_signals *set, struct sys_signals *before)
{
    call(SYS_rt_sigprocmask, SIG_BLOCK, (long)set, (long)before, SYS_SIGNAL_BYTES);
}

void sys_set_blocked(const struct sys_signals *set)
{
    call(SYS_rt_sigprocmask, SIG_SETMASK, (long)set, 0, SYS_SIGNAL_BYTES);
}

void sys_pending(struct sys_signals *set)
{
    *set = (struct sys_signals){{0}};
    call(SYS_rt_sigpending, (long)set, SYS_SIGNAL_BYTES);
}

bool sys_drop_signal(const struct sys_signals *set)
{
    const long no_time[4] = {0}; /* a timespec of whatever width */
    return call(SIGWAIT_CALL, (long)set, 0, (long)no_time, SYS_SIGNAL_BYTES) > 0;
}

_Noreturn void sys_exit_thread(void)
{
    for (;;)
        call(SYS_exit, 0);
}

void sys_name_thread(const char *name)
{
    call(SYS_prctl, PR_SET_NAME, (long)name);
}

void sys_yield(void)
{
    call(SYS_sched_yield);
}

void sys_sleep(uint64_t ns)
{
    const long t[2] = {(long)(ns / 1000000000), (long)(ns % 1000000000)}; /* as below */
    call(SYS_nanosleep, (long)t, 0);
}

uint64_t sys_clock_ns(int clock)
{
    long t[2]; /* the kernel's timespec, whatever libc's is */
    if (call(SYS_clock_gettime, clock, (long)t) < 0)
        return 0;
    return (uint64_t)t[0] * 1000000000u + (uint64_t)t[1];
}

/* As the kernel numbers clocks. */
uint64_t sys_thread_ns(int tid)
{
    return tid == 0 ? 0 : sys_clock_ns((int)(~(unsigned)tid << 3 | 6));
}

uint32_t sys_seed(void)
{
    enum { ODD = 40503 };
    return ((uint32_t)sys_clock_ns(CLOCK_MONOTONIC) ^ (uint32_t)sys_tid() << 16) * ODD;
}

/* ---- mapped files ---- */

/* A hexadecimal number, and *at after it and one more byte. */
static uint64_t take_hex(const char **at)
{
    uint64_t n = text_take_hex(at);
    if (**at)
        ++*at;
    return n;
}

/* A word, and *at after it and one more byte. Its beginning. */
static const char *take_word(const char **at)
{
    const char *word = *at;
    while (**at && **at != ' ')
        ++*at;
    if (**at)
        ++*at;
    return word;
}

/* What is known of the file whose lines are being read. */
struct reading {
    uintptr_t file;
    uint64_t device, inode;
    void (*take)(const struct mapping *mapping, void *data);
    void *data;
};

/* "LO-HI rwxp OFFSET MAJOR:MINOR INODE   PATH"; the inode is decimal, which does not matter. */
static void take_line(void *data, const char *at)
{
    struct reading *r = data;
    uintptr_t lo = (uintptr_t)take_hex(&at), hi = (uintptr_t)take_hex(&at);
    const char *rights = take_word(&at);
    uint64_t offset = take_hex(&at);
    uint64_t device = take_hex(&at) << 32;
    device |= take_hex(&at);
    uint64_t inode = take_hex(&at);
    while (*at == ' ')
        at++;
    if (*at != '/')
        return;
    if (offset == 0 || device != r->device || inode != r->inode)
        r->file = offset == 0 && rights[0] == 'r' ? lo : 0;
    r->device = device;
    r->inode = inode;
    if (rights[2] == 'x')
        r->take(&(struct mapping){lo, hi, r->file, at}, r->data);
}

/* Calls take for each line, of which `room` bytes are kept. */
static void each_line(char *line, size_t room, void (*take)(void *data, const char *line),
                      void *data)
{
    char bytes[512];
    size_t n_line = 0;
    int fd = sys_open("/proc/self/maps", O_RDONLY, 0);
    for (ssize_t n; fd >= 0 && (n = sys_read(fd, bytes, sizeof bytes)) > 0;)
        for (ssize_t i = 0; i < n; i++) {
            if (bytes[i] != '\n' && n_line + 1 < room)
                line[n_line++] = bytes[i];
            if (bytes[i] != '\n')
                continue;
            line[n_line] = 0;
            take(data, line);
            n_line = 0;
        }
    if (fd >= 0)
        sys_close(fd);
}

void maps_each(char *line, size_t room, void (*take)(const struct mapping *mapping, void *data),
               void *data)
{
    struct reading reading = {.take = take, .data = data};
    each_line(line, room, take_line, &reading);
}

struct map_search {
    uintptr_t address, lo, hi;
};

static void look_at_line(void *data, const char *at)
{
    struct map_search *s = data;
    uintptr_t lo = (uintptr_t)take_hex(&at), hi = (uintptr_t)take_hex(&at);
    if (s->address < lo || s->address >= hi || at[0] != 'r' || at[1] != 'w')
        return;
    s->lo = lo;
    s->hi = hi;
}

bool maps_around(uintptr_t address, uintptr_t *lo, uintptr_t *hi)
{
    char line[64];
    struct map_search search = {address, 0, 0};
    each_line(line, sizeof line, look_at_line, &search);
    *lo = search.lo;
    *hi = search.hi;
    return search.hi;
}
