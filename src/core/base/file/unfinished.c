/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/file/unfinished.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <unistd.h>

#include "core/base/attr.h"

enum { MOST = 8 }; /* written at the same time; further ones are not removed */

static bool watched;

/* A slot without a name is free. */
static struct {
    volatile int folder;
    const char *volatile name;
} files[MOST];

void unfinished_remove(void)
{
    for (size_t i = 0; i < MOST; i++)
        if (files[i].name)
            unlinkat(files[i].folder, files[i].name, 0);
}

/* The action is the default again by now: the signal that is sent here ends the program as soon as
 * this returns, and whoever waits for it sees which one it was. */
static void on_signal(int sig)
{
    unfinished_remove();
    raise(sig);
}

void unfinished_watch(void)
{
    watched = true;
}

/* Not before there is a file: most runs write none. */
static void catch_signals(void)
{
    static const int signals[] = {SIGHUP,  SIGINT,  SIGQUIT, SIGPIPE, SIGALRM,
                                  SIGTERM, SIGUSR1, SIGUSR2, SIGXCPU, SIGXFSZ};
    struct sigaction ours = {.sa_handler = on_signal, .sa_flags = (int)SA_RESETHAND}, old;
    sigfillset(&ours.sa_mask);
    for (size_t i = 0; i < ARRAY_LEN(signals); i++)
        if (sigaction(signals[i], NULL, &old) == 0 && old.sa_handler == SIG_DFL)
            sigaction(signals[i], &ours, NULL);
}

/* No signal comes between the file and the note of it. */
int unfinished_open(int folder, const char *name, mode_t mode)
{
    sigset_t all, before;
    if (watched)
        catch_signals();
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, &before);
    int fd = openat(folder, name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
    int why = errno;
    for (size_t i = 0; fd >= 0 && i < MOST; i++)
        if (!files[i].name) {
            files[i].folder = folder;
            files[i].name = name;
            break;
        }
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    errno = why;
    return fd;
}

void unfinished_forget(const char *name)
{
    for (size_t i = 0; i < MOST; i++)
        if (files[i].name == name)
            files[i].name = NULL;
}
