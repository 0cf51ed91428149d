/* SPDX-License-Identifier: GPL-3.0-or-later */
/* refuse counters|ticks|renames COMMAND...: runs it on a kernel that has no counters
 * (perf_event_open), does not say how long its tick is (clock_getres), or a file system without
 * renames that replace nothing. 77: the kernel cannot be made to. */
#include <errno.h>
#include <linux/filter.h>
#include <linux/fs.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#define FIELD(name) offsetof(struct seccomp_data, name)
#define LOW_HALF    (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__ ? 4 : 0)
#define LOAD(at)    BPF_STMT(BPF_LD | BPF_W | BPF_ABS, (unsigned)(at))
/* Goes on with the next statement, or else the one that many after it. */
#define IF(value, other) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (unsigned)(value), 0, other)
#define END(what)        BPF_STMT(BPF_RET | BPF_K, what)
#define REFUSED          (SECCOMP_RET_ERRNO | EPERM)

static int refuse(struct sock_filter *filter, size_t n)
{
    struct sock_fprog program = {(unsigned short)n, filter};
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
           prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

static int refuse_counters(void)
{
    struct sock_filter filter[] = {LOAD(FIELD(nr)), IF(SYS_perf_event_open, 1), END(REFUSED),
                                   END(SECCOMP_RET_ALLOW)};
    return refuse(filter, sizeof filter / sizeof filter[0]);
}

static int refuse_ticks(void)
{
    struct sock_filter filter[] = {LOAD(FIELD(nr)), IF(SYS_clock_getres, 1), END(REFUSED),
                                   END(SECCOMP_RET_ALLOW)};
    return refuse(filter, sizeof filter / sizeof filter[0]);
}

static int refuse_renames(void)
{
    struct sock_filter filter[] = {LOAD(FIELD(nr)),
                                   IF(SYS_renameat2, 3),
                                   LOAD(FIELD(args[4]) + LOW_HALF),
                                   IF(RENAME_NOREPLACE, 1),
                                   END(SECCOMP_RET_ERRNO | EINVAL),
                                   END(SECCOMP_RET_ALLOW)};
    return refuse(filter, sizeof filter / sizeof filter[0]);
}

static const struct {
    const char *what;
    int (*refuse)(void);
} known[] = {{"counters", refuse_counters}, {"ticks", refuse_ticks}, {"renames", refuse_renames}};

int main(int argc, char **argv)
{
    if (argc < 3)
        return 2;
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        if (strcmp(argv[1], known[i].what) == 0 && !known[i].refuse())
            return 77;
    execvp(argv[2], argv + 2);
    return 127;
}
