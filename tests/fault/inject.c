/* SPDX-License-Identifier: GPL-3.0-or-later */
/* inject LIBRARY NOTE AT [all] -- COMMAND...: run a command, of whose system calls the AT-th one
 * made by the code of that shared library fails; `all`: and all that follow.
 *
 * The profiling runtime makes its system calls by itself, where nothing can be put between. So the
 * kernel stops the program at each of them and asks us what becomes of it (seccomp,
 * SECCOMP_RET_USER_NOTIF). Only calls that the list below names can fail. What failed first is
 * written to the file NOTE. The exit status is the command's, 128 and the signal that ended it, or
 * 77 if the kernel cannot do this. */
#define _GNU_SOURCE /* NOLINT: seccomp, syscall */
#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

enum { CANNOT = 77 };

/* unlinkat does not fail: what cannot be removed stays. */
static const struct faulty {
    int number, error;
    const char *name;
} calls[] = {
    {SYS_openat, EMFILE, "open"},
    {SYS_read, EIO, "read"},
    {SYS_write, ENOSPC, "write"},
    {SYS_close, EIO, "close"},
    {SYS_renameat2, EACCES, "rename"},
    {SYS_linkat, EPERM, "link"},
#ifdef SYS_newfstatat
    {SYS_newfstatat, EACCES, "stat"},
#endif
#ifdef SYS_fstat
    {SYS_fstat, EIO, "fstat"},
#endif
    {SYS_fchmod, EPERM, "chmod"},
    {SYS_ftruncate, EINVAL, "truncate"},
    {SYS_getcwd, ENOENT, "getcwd"},
    {SYS_readlinkat, EACCES, "readlink"},
    {SYS_mkdirat, EACCES, "mkdir"},
    {SYS_uname, EPERM, "uname"},
#ifdef SYS_mmap
    {SYS_mmap, ENOMEM, "mmap"},
#endif
#ifdef SYS_mmap2
    {SYS_mmap2, ENOMEM, "mmap"},
#endif
    {SYS_timer_create, EAGAIN, "timer_create"},
    {SYS_timer_settime, EINVAL, "timer_settime"},
    {SYS_setitimer, EINVAL, "setitimer"},
    {SYS_clock_getres, EINVAL, "clock_getres"},
    {SYS_perf_event_open, EACCES, "perf_event_open"},
    {SYS_ioctl, ENOTTY, "ioctl"},
    {SYS_fcntl, EMFILE, "fcntl"},
    {SYS_pipe2, EMFILE, "pipe"},
};
enum { N_CALLS = sizeof calls / sizeof calls[0] };

/* ---- the command ---- */

/* The descriptor at which listed calls ask; all others pass. */
static int listen_to_calls(void)
{
    struct sock_filter f[2 * N_CALLS + 2];
    unsigned short n = 0;
    f[n++] =
        (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr));
    for (int i = 0; i < N_CALLS; i++) {
        unsigned number = (unsigned)calls[i].number;
        f[n++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, number, 0, 1);
        f[n++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_USER_NOTIF);
    }
    f[n++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
    struct sock_fprog program = {n, f};
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0)
        return -1;
    return (int)syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_NEW_LISTENER,
                        &program);
}

union control {
    char bytes[CMSG_SPACE(sizeof(int))];
    struct cmsghdr align;
};

static bool send_descriptor(int to, int fd)
{
    char byte = 0;
    union control c = {0};
    struct iovec v = {&byte, 1};
    struct msghdr m = {.msg_iov = &v, .msg_iovlen = 1};
    m.msg_control = c.bytes;
    m.msg_controllen = sizeof c.bytes;
    struct cmsghdr *head = CMSG_FIRSTHDR(&m);
    head->cmsg_level = SOL_SOCKET;
    head->cmsg_type = SCM_RIGHTS;
    head->cmsg_len = CMSG_LEN(sizeof fd);
    memcpy(CMSG_DATA(head), &fd, sizeof fd);
    return sendmsg(to, &m, 0) == 1;
}

/* -1: the other side is gone. */
static int receive_descriptor(int from)
{
    char byte;
    int fd = -1;
    union control c = {0};
    struct iovec v = {&byte, 1};
    struct msghdr m = {.msg_iov = &v, .msg_iovlen = 1};
    m.msg_control = c.bytes;
    m.msg_controllen = sizeof c.bytes;
    if (recvmsg(from, &m, 0) == 1 && CMSG_FIRSTHDR(&m))
        memcpy(&fd, CMSG_DATA(CMSG_FIRSTHDR(&m)), sizeof fd);
    return fd;
}

/* ---- who decides ---- */

struct fault {
    const char *library, *note;
    unsigned long at, seen;
    bool all;
};

/* Does the process run the library's code there? */
static bool is_in_library(const struct fault *f, pid_t pid, uint64_t address)
{
    char line[4400];
    bool found = false;
    snprintf(line, sizeof line, "/proc/%ld/maps", (long)pid);
    FILE *maps = fopen(line, "r");
    while (maps && !found && fgets(line, sizeof line, maps)) {
        char *end;
        uint64_t lo = strtoull(line, &end, 16), hi = *end ? strtoull(end + 1, NULL, 16) : 0;
        found = address >= lo && address < hi && strstr(line, f->library);
    }
    if (maps)
        fclose(maps);
    return found;
}

/* What the call fails with; 0: it does not. */
static int decide(struct fault *f, const struct seccomp_notif *q)
{
    const struct faulty *c = calls;
    while (c < calls + N_CALLS && c->number != q->data.nr)
        c++;
    bool to_terminal = c < calls + N_CALLS && c->number == SYS_write && q->data.args[0] == 2;
    if (c == calls + N_CALLS || to_terminal ||
        !is_in_library(f, (pid_t)q->pid, q->data.instruction_pointer))
        return 0;
    f->seen++;
    if (f->seen == f->at) {
        FILE *note = fopen(f->note, "w");
        if (note && fprintf(note, "%s\n", c->name) > 0)
            fclose(note);
    }
    return f->seen == f->at || (f->all && f->seen > f->at) ? c->error : 0;
}

static void answer(struct fault *f, int listener)
{
    struct seccomp_notif q = {0};
    struct seccomp_notif_resp a = {0};
    if (ioctl(listener, SECCOMP_IOCTL_NOTIF_RECV, &q) != 0)
        return; /* who asked is gone */
    int error = decide(f, &q);
    a.id = q.id;
    a.error = -error;
    a.flags = error ? 0 : SECCOMP_USER_NOTIF_FLAG_CONTINUE;
    ioctl(listener, SECCOMP_IOCTL_NOTIF_SEND, &a);
}

/* Until no process is left that asks. */
static void serve(struct fault *f, int listener)
{
    struct pollfd p = {.fd = listener, .events = POLLIN};
    while (poll(&p, 1, -1) == 1 && !(p.revents & (POLLHUP | POLLERR)))
        answer(f, listener);
}

_Noreturn static void run(int to, char **command)
{
    prctl(PR_SET_PDEATHSIG, SIGKILL); /* without us nobody would answer */
    int listener = listen_to_calls();
    if (listener >= 0 && send_descriptor(to, listener)) {
        close(listener);
        execvp(command[0], command);
    }
    _exit(CANNOT);
}

int main(int argc, char **argv)
{
    int sockets[2], status;
    if (argc < 6 || socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, sockets) != 0)
        return CANNOT;
    struct fault f = {.library = argv[1], .note = argv[2], .at = strtoul(argv[3], NULL, 10)};
    f.all = strcmp(argv[4], "all") == 0;
    pid_t pid = fork();
    if (pid == 0)
        run(sockets[1], argv + 4 + f.all + 1);
    close(sockets[1]);
    int listener = pid > 0 ? receive_descriptor(sockets[0]) : -1;
    if (listener >= 0)
        serve(&f, listener);
    if (pid < 0 || waitpid(pid, &status, 0) != pid)
        return CANNOT;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}
