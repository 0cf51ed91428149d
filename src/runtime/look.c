/* SPDX-License-Identifier: MIT */
#include "runtime/look.h"

#include <poll.h>
#include <sys/select.h>
#include <sys/stat.h>
#include <sys/syscall.h>

#include "runtime/rt.h"
#include "runtime/text.h"

/* ---- what it waits for: by its system call and the descriptors that it hands in ---- */

enum { DESCRIPTORS_MOST = 64, FDINFO_BYTES = 1024 };

/* What the kind of a call depends on; before these the kinds themselves. */
enum {
    BY_DESCRIPTOR = N_WAIT_KINDS, /* its first argument */
    BY_POLL,
    BY_SELECT,
    BY_EPOLL,
};

static const struct {
    short number;
    unsigned char kind;
} calls[] = {
    {SYS_futex, WAIT_FUTEX},
#ifdef SYS_futex_time64
    {SYS_futex_time64, WAIT_FUTEX},
#endif
#ifdef SYS_futex_waitv
    {SYS_futex_waitv, WAIT_FUTEX},
#endif
#ifdef SYS_semop
    {SYS_semop, WAIT_FUTEX},
#endif
#ifdef SYS_semtimedop
    {SYS_semtimedop, WAIT_FUTEX},
#endif
    {SYS_read, BY_DESCRIPTOR},
    {SYS_write, BY_DESCRIPTOR},
    {SYS_readv, BY_DESCRIPTOR},
    {SYS_writev, BY_DESCRIPTOR},
    {SYS_pread64, BY_DESCRIPTOR},
    {SYS_pwrite64, BY_DESCRIPTOR},
    {SYS_preadv, BY_DESCRIPTOR},
    {SYS_pwritev, BY_DESCRIPTOR},
    {SYS_preadv2, BY_DESCRIPTOR},
    {SYS_pwritev2, BY_DESCRIPTOR},
    {SYS_ioctl, BY_DESCRIPTOR},
    {SYS_close, BY_DESCRIPTOR},
    {SYS_sendfile, BY_DESCRIPTOR},
    {SYS_splice, BY_DESCRIPTOR},
    {SYS_copy_file_range, BY_DESCRIPTOR},
#ifdef SYS_fcntl
    {SYS_fcntl, BY_DESCRIPTOR},
#endif
#ifdef SYS_fcntl64
    {SYS_fcntl64, BY_DESCRIPTOR},
#endif
#ifdef SYS_sendfile64
    {SYS_sendfile64, BY_DESCRIPTOR},
#endif
    {SYS_fsync, WAIT_FILE},
    {SYS_fdatasync, WAIT_FILE},
    {SYS_sync, WAIT_FILE},
    {SYS_syncfs, WAIT_FILE},
    {SYS_msync, WAIT_FILE},
    {SYS_flock, WAIT_FILE},
    {SYS_fallocate, WAIT_FILE},
    {SYS_getdents64, WAIT_FILE},
    {SYS_openat, WAIT_FILE},
    {SYS_unlinkat, WAIT_FILE},
    {SYS_mkdirat, WAIT_FILE},
    {SYS_linkat, WAIT_FILE},
    {SYS_renameat2, WAIT_FILE},
    {SYS_readlinkat, WAIT_FILE},
    {SYS_faccessat, WAIT_FILE},
    {SYS_execve, WAIT_FILE},
    {SYS_io_getevents, WAIT_FILE},
#ifdef SYS_sync_file_range
    {SYS_sync_file_range, WAIT_FILE},
#endif
#ifdef SYS_io_uring_enter
    {SYS_io_uring_enter, WAIT_FILE},
#endif
#ifdef SYS_statx
    {SYS_statx, WAIT_FILE},
#endif
#ifdef SYS_newfstatat
    {SYS_newfstatat, WAIT_FILE},
#endif
#ifdef SYS_open
    {SYS_open, WAIT_FILE},
    {SYS_stat, WAIT_FILE},
    {SYS_lstat, WAIT_FILE},
    {SYS_access, WAIT_FILE},
    {SYS_unlink, WAIT_FILE},
    {SYS_rename, WAIT_FILE},
    {SYS_mkdir, WAIT_FILE},
    {SYS_rmdir, WAIT_FILE},
#endif
#ifdef SYS_socketcall
    {SYS_socketcall, WAIT_SOCKET},
#endif
#ifdef SYS_accept
    {SYS_accept, WAIT_SOCKET},
#endif
    {SYS_accept4, WAIT_SOCKET},
    {SYS_connect, WAIT_SOCKET},
    {SYS_recvfrom, WAIT_SOCKET},
    {SYS_recvmsg, WAIT_SOCKET},
    {SYS_recvmmsg, WAIT_SOCKET},
    {SYS_sendto, WAIT_SOCKET},
    {SYS_sendmsg, WAIT_SOCKET},
    {SYS_sendmmsg, WAIT_SOCKET},
#ifdef SYS_poll
    {SYS_poll, BY_POLL},
#endif
    {SYS_ppoll, BY_POLL},
#ifdef SYS_ppoll_time64
    {SYS_ppoll_time64, BY_POLL},
#endif
#ifdef SYS_select
    {SYS_select, BY_SELECT},
#endif
#ifdef SYS__newselect
    {SYS__newselect, BY_SELECT},
#endif
    {SYS_pselect6, BY_SELECT},
#ifdef SYS_pselect6_time64
    {SYS_pselect6_time64, BY_SELECT},
#endif
#ifdef SYS_epoll_wait
    {SYS_epoll_wait, BY_EPOLL},
#endif
    {SYS_epoll_pwait, BY_EPOLL},
#ifdef SYS_epoll_pwait2
    {SYS_epoll_pwait2, BY_EPOLL},
#endif
    {SYS_nanosleep, WAIT_TIMER},
    {SYS_clock_nanosleep, WAIT_TIMER},
#ifdef SYS_clock_nanosleep_time64
    {SYS_clock_nanosleep_time64, WAIT_TIMER},
#endif
    {SYS_wait4, WAIT_CHILD},
    {SYS_waitid, WAIT_CHILD},
#ifdef SYS_waitpid
    {SYS_waitpid, WAIT_CHILD},
#endif
#ifdef SYS_vfork
    {SYS_vfork, WAIT_CHILD},
#endif
    {SYS_clone, WAIT_CHILD}, /* of a call that waits until the child becomes another program */
};

/* The beginning of a file below the open folder, as a text; false: there is none. */
static bool read_text(int tasks, const char *path, char *text, size_t room)
{
    const int fd = sys_open_in(tasks, path);
    const ssize_t n = fd < 0 ? 0 : sys_read(fd, text, room - 1);
    if (fd >= 0)
        sys_close(fd);
    text[n < 0 ? 0 : n] = 0;
    return n > 0;
}

/* "TID/FOLDER/FD" */
static void descriptor_path(char *path, size_t room, int tid, const char *folder, int fd)
{
    path[0] = 0;
    text_add_number(path, room, (uint64_t)tid);
    text_add(path, room, folder);
    text_add_number(path, room, (uint64_t)fd);
}

/* A file that the kernel made and no file system has: "anon_inode:[timerfd]". */
static enum wait_kind kind_of_link(int tasks, const char *path)
{
    static const struct {
        char link[24];
        enum wait_kind kind;
    } known[] = {
        {"anon_inode:[timerfd]", WAIT_TIMER},
        {"anon_inode:[eventfd]", WAIT_PIPE},
        {"anon_inode:[pidfd]", WAIT_CHILD},
    };
    char link[64];
    if (sys_link_in(tasks, path, link, sizeof link))
        for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
            if (text_equal(link, known[i].link))
                return known[i].kind;
    return WAIT_OTHER;
}

static enum wait_kind kind_of_descriptor(int tasks, int tid, int fd)
{
    char path[48];
    if (fd < 0)
        return WAIT_OTHER;
    descriptor_path(path, sizeof path, tid, "/fd/", fd);
    switch (sys_mode(tasks, path, 0) & S_IFMT) {
    case S_IFREG:
    case S_IFDIR:
    case S_IFBLK:
        return WAIT_FILE;
    case S_IFSOCK:
        return WAIT_SOCKET;
    case S_IFIFO:
    case S_IFCHR:
        return WAIT_PIPE;
    default:
        return kind_of_link(tasks, path);
    }
}

/* Which of several descriptors is waited for: a socket, if there is one, else the first. Without
 * any the call is a way to sleep. */
struct kinds {
    enum wait_kind kind;
    unsigned n;
};

static void add_descriptor(struct kinds *kinds, int tasks, int tid, int fd)
{
    if (kinds->n >= DESCRIPTORS_MOST || (kinds->n > 0 && kinds->kind == WAIT_SOCKET))
        return;
    enum wait_kind kind = kind_of_descriptor(tasks, tid, fd);
    if (kinds->n++ == 0 || kind == WAIT_SOCKET)
        kinds->kind = kind;
}

static void add_poll(struct kinds *kinds, int tasks, int tid, const uint64_t *arg)
{
    struct pollfd polled[DESCRIPTORS_MOST];
    size_t n = arg[1] < DESCRIPTORS_MOST ? (size_t)arg[1] : DESCRIPTORS_MOST;
    n = sys_read_memory((uintptr_t)arg[0], polled, n * sizeof polled[0]) / sizeof polled[0];
    for (size_t i = 0; i < n; i++)
        if (polled[i].fd >= 0)
            add_descriptor(kinds, tasks, tid, polled[i].fd);
}

static void add_select(struct kinds *kinds, int tasks, int tid, const uint64_t *arg)
{
    enum { BITS = 8 * sizeof(unsigned long) };
    unsigned long word[FD_SETSIZE / BITS];
    size_t n = arg[0] < FD_SETSIZE ? (size_t)arg[0] : FD_SETSIZE;
    for (int set = 1; set <= 3; set++) {
        size_t bytes = (n + BITS - 1) / BITS * sizeof word[0];
        bytes = arg[set] ? sys_read_memory((uintptr_t)arg[set], word, bytes) : 0;
        for (size_t i = 0; i < n && i / BITS < bytes / sizeof word[0]; i++)
            if (word[i / BITS] >> i % BITS & 1)
                add_descriptor(kinds, tasks, tid, (int)i);
    }
}

/* "tfd:  5 events: ..." in a line for each descriptor (proc(5)). */
static void add_epoll(struct kinds *kinds, int tasks, int tid, const uint64_t *arg)
{
    static const char name[] = "tfd:";
    char path[48], text[FDINFO_BYTES];
    descriptor_path(path, sizeof path, tid, "/fdinfo/", (int)arg[0]);
    read_text(tasks, path, text, sizeof text);
    for (const char *at = text; *at; at++) {
        size_t same = 0;
        while (same < sizeof name - 1 && at[same] == name[same])
            same++;
        if (same < sizeof name - 1)
            continue;
        int number = 0;
        for (at += same; *at == ' '; at++)
            ;
        for (; *at >= '0' && *at <= '9' && number < 100000000; at++)
            number = number * 10 + (*at - '0');
        add_descriptor(kinds, tasks, tid, number);
        if (!*at)
            break;
    }
}

/* tasks: as for look_at(). arg: the call's six arguments. */
static enum wait_kind wait_kind_of(int tasks, int tid, long number, const uint64_t *arg)
{
    struct kinds kinds = {WAIT_TIMER, 0};
    size_t i = 0;
    while (i < sizeof calls / sizeof calls[0] && calls[i].number != number)
        i++;
    if (i == sizeof calls / sizeof calls[0])
        return WAIT_OTHER;
    switch (calls[i].kind) {
    case BY_DESCRIPTOR:
        return kind_of_descriptor(tasks, tid, (int)arg[0]);
    case BY_POLL:
        add_poll(&kinds, tasks, tid, arg);
        break;
    case BY_SELECT:
        add_select(&kinds, tasks, tid, arg);
        break;
    case BY_EPOLL:
        add_epoll(&kinds, tasks, tid, arg);
        break;
    default:
        return (enum wait_kind)calls[i].kind;
    }
    return kinds.kind;
}

/* ---- the thread ---- */

enum { N_ARGS = 6, STACK_WORDS = 512 };

/* A line of /proc/PID/task/TID/syscall: "running", or the number of a system call, its arguments if
 * it is one, stack pointer and PC; -1: a wait that is no call (proc(5)). */
struct call_line {
    long number;
    uint64_t value[N_ARGS + 2];
    unsigned n_values;
};

/* False: it is no such line. */
static bool parse(const char *at, struct call_line *line)
{
    bool is_negative = *at == '-';
    line->number = 0;
    line->n_values = 0;
    at += is_negative;
    if (*at < '0' || *at > '9')
        return false;
    for (; *at >= '0' && *at <= '9'; at++)
        line->number = line->number * 10 + (*at - '0');
    line->number = is_negative ? -line->number : line->number;
    while (line->n_values < N_ARGS + 2 && at[0] == ' ' && at[1] == '0' && at[2] == 'x') {
        at += 3;
        line->value[line->n_values++] = text_take_hex(&at);
    }
    return line->n_values >= 2;
}

enum look_finding look_at(int tasks, int tid, struct thread_look *look)
{
    char path[32] = "", text[256];
    struct call_line line;
    text_add_number(path, sizeof path, (uint64_t)tid);
    text_add(path, sizeof path, "/syscall");
    if (!read_text(tasks, path, text, sizeof text)) /* there is no such thread */
        return LOOK_GONE;
    if (!parse(text, &line))
        return LOOK_RUNS;
    look->sp = (uintptr_t)line.value[line.n_values - 2];
    look->pc = (uintptr_t)line.value[line.n_values - 1];
    if (look->pc == 0) /* this is a main thread that has ended before the others */
        return LOOK_GONE;
    look->kind = WAIT_PAGE;
    if (line.number >= 0)
        look->kind = line.n_values == N_ARGS + 2 ? wait_kind_of(tasks, tid, line.number, line.value)
                                                 : WAIT_OTHER;
    return LOOK_WAITS;
}

uintptr_t look_for_caller(const struct thread_look *look)
{
    uintptr_t word[STACK_WORDS];
    const struct rt_image *program = &rt.images.program;
    size_t n = sys_read_memory(look->sp, word, sizeof word) / sizeof word[0];
    const struct unwind_stack stack = {look->sp, word, n, true};
    struct walk_place place = {.pc = look->pc, .sp = look->sp, .is_exact = true};
    while (unwind_step(&stack, &place) == UNWIND_CALLED)
        if (place.pc - program->lo < program->hi - program->lo)
            return place.pc - 1;
    return 0;
}
