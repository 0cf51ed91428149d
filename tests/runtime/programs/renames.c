/* SPDX-License-Identifier: GPL-3.0-or-later */
/* renames FOLDER PROGRAM WORDS...: runs the program, and prints the name of every file that was
 * given one in the folder by renaming another, each as often as that was done. Of equal events, one
 * after the other, the kernel tells one: those of the former names come in between. */
#include <stdio.h>
#include <stdlib.h>
#include <sys/inotify.h>
#include <sys/wait.h>
#include <unistd.h>

int main(int argc, char **argv)
{
    _Alignas(struct inotify_event) char bytes[1 << 16];
    int fd = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
    if (argc < 3 || fd < 0 || inotify_add_watch(fd, argv[1], IN_MOVED_FROM | IN_MOVED_TO) < 0)
        return 2;
    pid_t pid = fork();
    if (pid == 0) {
        execvp(argv[2], argv + 2);
        _exit(127);
    }
    int status;
    if (pid < 0 || waitpid(pid, &status, 0) != pid || status != 0)
        return 3;
    for (ssize_t n; (n = read(fd, bytes, sizeof bytes)) > 0;)
        for (char *at = bytes; at < bytes + n;) {
            const struct inotify_event *event = (const void *)at;
            if (event->mask & IN_MOVED_TO)
                puts(event->name);
            at += sizeof *event + event->len;
        }
    return 0;
}
