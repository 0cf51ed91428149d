/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "record/run.h"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stddef.h>
#include <sys/wait.h>
#include <unistd.h>

/* Start the program with the signal mask that we were started with. Returns 0 or an errno. */
static int spawn(const struct run_request *r, const posix_spawn_file_actions_t *files,
                 const sigset_t *mask, pid_t *pid)
{
    posix_spawnattr_t how;
    int why = posix_spawnattr_init(&how);
    if (why != 0)
        return why;
    why = posix_spawnattr_setsigmask(&how, mask);
    if (why == 0)
        why = posix_spawnattr_setflags(&how, POSIX_SPAWN_SETSIGMASK);
    if (why == 0)
        why = posix_spawn(pid, r->path, files, &how, r->argv, r->environment);
    posix_spawnattr_destroy(&how);
    return why;
}

static int start(const struct run_request *r, const sigset_t *mask, pid_t *pid)
{
    posix_spawn_file_actions_t files;
    int why = posix_spawn_file_actions_init(&files);
    if (why != 0)
        return why;
    for (int fd = STDIN_FILENO; why == 0 && fd <= STDERR_FILENO; fd++)
        if (r->streams[fd])
            why = posix_spawn_file_actions_addopen(
                &files, fd, r->streams[fd], fd == STDIN_FILENO ? O_RDONLY : O_WRONLY | O_APPEND, 0);
    if (why == 0)
        why = spawn(r, &files, mask, pid);
    posix_spawn_file_actions_destroy(&files);
    return why;
}

/* Has the program ended? If it has stopped, we stop too, until somebody lets us go on. */
static bool has_ended(struct run_end *end)
{
    int status;
    while (waitpid(end->pid, &status, WNOHANG | WUNTRACED) == end->pid) {
        if (WIFSTOPPED(status)) {
            raise(SIGSTOP);
            kill(end->pid, SIGCONT);
            continue;
        }
        end->signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
        end->status = end->signal ? 128 + end->signal : WEXITSTATUS(status);
        return true;
    }
    return false;
}

/* Was the signal sent to us and not to our whole process group? The kernel sends those of the
 * terminal to the group, except a hang-up, which it sends first to the leader of the session. A
 * signal from the program itself is never passed back to it. */
static bool is_for_us_alone(const siginfo_t *info, pid_t program)
{
    if (info->si_code > 0)
        return info->si_signo == SIGHUP && getsid(0) == getpid();
    return info->si_pid != program;
}

/* What has come by the end is taken as well: unblocked later, a Ctrl-C that ended the program would
 * end us. */
static void wait_for(struct run_end *end, const sigset_t *passed)
{
    siginfo_t info;
    bool ended = false;
    for (int number = 0; !ended || number > 0;) {
        ended = ended || has_ended(end);
        number = ended ? sigtimedwait(passed, &info, &(struct timespec){.tv_sec = 0})
                       : sigwaitinfo(passed, &info);
        end->asked |= number == SIGHUP || number == SIGTERM;
        end->interrupted |= number == SIGINT || number == SIGQUIT;
        if (!ended && number > 0 && number != SIGCHLD && is_for_us_alone(&info, end->pid))
            kill(end->pid, number);
    }
}

bool run_program(const struct run_request *r, struct run_end *end, struct err *e)
{
    /* Those that are passed on to the program, and SIGCHLD, which we wait for. Signals of job
     * control keep their effect on us. */
    static const int signals[] = {SIGHUP,  SIGINT,   SIGQUIT, SIGTERM, SIGUSR1,
                                  SIGUSR2, SIGWINCH, SIGALRM, SIGCHLD};
    struct sigaction plain = {.sa_handler = SIG_DFL}, child;
    sigset_t passed, before;
    *end = (struct run_end){0};
    sigemptyset(&passed);
    for (size_t i = 0; i < ARRAY_LEN(signals); i++)
        sigaddset(&passed, signals[i]);
    /* If SIGCHLD is ignored, the kernel keeps no exit status. */
    sigaction(SIGCHLD, &plain, &child);
    sigprocmask(SIG_BLOCK, &passed, &before);
    int why = start(r, &before, &end->pid);
    if (why == 0 && r->meanwhile) {
        sigprocmask(SIG_SETMASK, &before, NULL);
        r->meanwhile(r->ctx, end->pid);
        sigprocmask(SIG_BLOCK, &passed, NULL);
    }
    if (why == 0)
        wait_for(end, &passed);
    sigprocmask(SIG_SETMASK, &before, NULL);
    sigaction(SIGCHLD, &child, NULL);
    return why == 0 || err_sys(e, ERR_OPEN, r->argv[0], why);
}
