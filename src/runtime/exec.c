/* SPDX-License-Identifier: MIT */
/* exec: what a program counted is written before it becomes another one. These functions stand
 * before libc's, all of them: libc's call each other past us. posix_spawn, system and popen need
 * nothing: it is a child that they make another program of. */
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "machine.h"
#include "runtime/dump.h"
#include "runtime/rt.h"
#include "runtime/sys.h"
#include "runtime/text.h"
#include "runtime/thread_sampler.h"

#define EXPORT __attribute__((visibility("default")))

/* One call of exec, which may try several files. */
struct attempt {
    char *const *argv;
    char *const *environment;
    bool has_written;
    struct dump_exec dump;
};

/* A signal of the timer that is on its way would kill the other program. */
static void leave(struct attempt *a)
{
    if (!a->has_written && rt_is_ours()) {
        a->has_written = dump_before_exec(&a->dump);
        sampler_run(false);
    }
}

/* -1, as exec says that it has failed. */
static int stay(const struct attempt *a, int error)
{
    if (a->has_written)
        dump_after_exec(&a->dump);
    if (rt_is_ours())
        sampler_run(rt_is_counting());
    errno = error;
    return -1;
}

/* Returns an errno; a call that works does not return. */
static int try(struct attempt *a, const char *path)
{
    if (sys_can_run(path)) /* otherwise the call fails by itself */
        leave(a);
    const long args[6] = {(long)path, (long)a->argv, (long)a->environment};
    return (int)-machine_syscall(SYS_execve, args);
}

static size_t count(char *const *words)
{
    size_t n = 0;
    while (words && words[n])
        n++;
    return n;
}

/* What is no program is a script for the shell. On the stack: vfork's child has its parent's
 * memory. */
static int try_script(struct attempt *a, const char *path)
{
    static const char shell[] = "/bin/sh";
    size_t n = count(a->argv);
    char **words = __builtin_alloca((n + 3) * sizeof *words);
    struct attempt script = *a;
    words[0] = (char *)shell;
    words[1] = (char *)path;
    for (size_t i = 1; i <= n; i++)
        words[i + 1] = a->argv[i];
    words[n ? n + 1 : 2] = NULL;
    script.argv = words;
    int error = try(&script, shell);
    a->has_written = script.has_written;
    a->dump = script.dump;
    return error;
}

static int try_both(struct attempt *a, const char *path)
{
    int error = try(a, path);
    return error == ENOEXEC ? try_script(a, path) : error;
}

/* FOLDER/NAME; an empty folder is the working folder. False: too long. */
static bool join(char *path, size_t room, const char *folder, size_t n, const char *name)
{
    if (n + text_length(name) + 2 > room)
        return false;
    for (size_t i = 0; i < n; i++)
        path[i] = folder[i];
    path[n] = 0;
    text_add(path, room, n ? "/" : "");
    text_add(path, room, name);
    return true;
}

/* In the folders of PATH. What was there but may not be run says more than what was not there. */
static int search(struct attempt *a, const char *name)
{
    char path[PATH_BYTES];
    const char *folders = getenv("PATH");
    int found = ENOENT;
    for (const char *at = folders ? folders : "/bin:/usr/bin";; at++) {
        size_t n = 0;
        while (at[n] && at[n] != ':')
            n++;
        int error = join(path, sizeof path, at, n, name) ? try_both(a, path) : ENAMETOOLONG;
        if (error == EACCES)
            found = error;
        else if (error != ENOENT && error != ENOTDIR && error != ESTALE && error != ENODEV &&
                 error != ETIMEDOUT && error != ENAMETOOLONG)
            return error;
        at += n;
        if (!*at)
            return found;
    }
}

static bool has_slash(const char *name)
{
    while (*name && *name != '/')
        name++;
    return *name != 0;
}

static int run(const char *path, char *const *argv, char *const *environment)
{
    struct attempt a = {argv, environment, false, {0}};
    return stay(&a, try(&a, path));
}

static int find_and_run(const char *name, char *const *argv, char *const *environment)
{
    struct attempt a = {argv, environment, false, {0}};
    int error = ENOENT;
    if (name[0])
        error = has_slash(name) ? try_both(&a, name) : search(&a, name);
    return stay(&a, error);
}

EXPORT int execve(const char *path, char *const *argv, char *const *environment)
{
    return run(path, argv, environment);
}

EXPORT int execv(const char *path, char *const *argv)
{
    return run(path, argv, environ);
}

EXPORT int execvpe(const char *name, char *const *argv, char *const *environment)
{
    return find_and_run(name, argv, environment);
}

EXPORT int execvp(const char *name, char *const *argv)
{
    return find_and_run(name, argv, environ);
}

/* Not every libc declares it. */
EXPORT int execveat(int folder, const char *path, char *const *argv, char *const *environment,
                    int flags);

EXPORT int execveat(int folder, const char *path, char *const *argv, char *const *environment,
                    int flags)
{
    struct attempt a = {argv, environment, false, {0}};
    const long args[6] = {folder, (long)path, (long)argv, (long)environment, flags};
    leave(&a);
    return stay(&a, (int)-machine_syscall(SYS_execveat, args));
}

EXPORT int fexecve(int fd, char *const *argv, char *const *environment)
{
    return execveat(fd, "", argv, environment, AT_EMPTY_PATH);
}

/* The words of a list that NULL ends, and the one that stands before the list. */
static size_t count_list(va_list list)
{
    size_t n = 1;
    while (va_arg(list, char *))
        n++;
    return n;
}

/* Takes n words and NULL; what follows them stays in the list. */
static void take_list(char **words, const char *first, size_t n, va_list list)
{
    words[0] = (char *)first;
    for (size_t i = 1; i <= n; i++)
        words[i] = va_arg(list, char *);
}

EXPORT int execl(const char *path, const char *first, ...)
{
    va_list list;
    va_start(list, first);
    size_t n = count_list(list);
    va_end(list);
    char **words = __builtin_alloca((n + 1) * sizeof *words);
    va_start(list, first);
    take_list(words, first, n, list);
    va_end(list);
    return run(path, words, environ);
}

EXPORT int execlp(const char *name, const char *first, ...)
{
    va_list list;
    va_start(list, first);
    size_t n = count_list(list);
    va_end(list);
    char **words = __builtin_alloca((n + 1) * sizeof *words);
    va_start(list, first);
    take_list(words, first, n, list);
    va_end(list);
    return find_and_run(name, words, environ);
}

/* The environment follows the list. */
EXPORT int execle(const char *path, const char *first, ...)
{
    va_list list;
    va_start(list, first);
    size_t n = count_list(list);
    va_end(list);
    char **words = __builtin_alloca((n + 1) * sizeof *words);
    va_start(list, first);
    take_list(words, first, n, list);
    char *const *environment = va_arg(list, char *const *);
    va_end(list);
    return run(path, words, environment);
}
