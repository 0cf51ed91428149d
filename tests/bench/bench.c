/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bench NAME IMAGE PROFILE [RUNS]: times gptui against gprof and against the floor.
 * bench -p NAME WHAT RUNS PROGRAM ARGUMENTS... -- ARGUMENTS...: times gptui with the latter
 * arguments against another program.
 *
 * Every program runs in turn, RUNS times (default: as many as fit a few seconds, 3 to 15); medians
 * of wall time and peak memory. Output goes to /dev/null. A gprof that needs more than its limit is
 * stopped and not run again: its ratio is then a lower bound. With FLOOR_LIBDW set, line
 * granularity is timed instead, beside that program. Environment: GPTUI, GPROF, FLOOR,
 * GPROF_LIMIT_SEC (default 60); with BENCH_CPU set processor time is measured, not wall time (for a
 * machine that has other work). */
#include "../tools/tool.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>

extern char **environ;

/* wait4 is older than POSIX and on every system with a resource usage worth asking for. */
pid_t wait4(pid_t pid, int *status, int options, struct rusage *usage);

enum { MAX_RUNS = 100, MAX_PROGRAMS = 4, MAX_ARGS = 8 };

struct program {
    const char *name;
    const char *argv[MAX_ARGS];
    double sec[MAX_RUNS], mb[MAX_RUNS];
    size_t n;
    bool stopped; /* took too long */
    bool failed;
};

static double now_sec(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static double cpu_sec(const struct rusage *u)
{
    return (double)(u->ru_utime.tv_sec + u->ru_stime.tv_sec) +
           (double)(u->ru_utime.tv_usec + u->ru_stime.tv_usec) / 1e6;
}

static pid_t start(const struct program *p)
{
    posix_spawn_file_actions_t files;
    pid_t pid;

    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_addopen(&files, 0, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&files, 1, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_addopen(&files, 2, "/dev/null", O_WRONLY, 0);
    int e = posix_spawnp(&pid, p->argv[0], &files, NULL, (char **)p->argv, environ);
    if (e != 0)
        fail("%s: %s", p->argv[0], strerror(e));
    posix_spawn_file_actions_destroy(&files);
    return pid;
}

/* The child ends by itself or is killed after so many seconds. */
static int wait_for(pid_t pid, double limit_sec, struct rusage *u)
{
    struct timespec limit = {.tv_sec = (time_t)limit_sec};
    sigset_t set;
    int status;

    sigemptyset(&set);
    sigaddset(&set, SIGCHLD);
    while (wait4(pid, &status, WNOHANG, u) == 0)
        if (sigtimedwait(&set, NULL, &limit) < 0 && errno == EAGAIN)
            kill(pid, SIGKILL);
    return status;
}

static void run(struct program *p, double limit_sec)
{
    struct rusage u;
    double from = now_sec();
    int status = wait_for(start(p), limit_sec, &u);

    p->sec[p->n] = getenv("BENCH_CPU") ? cpu_sec(&u) : now_sec() - from;
    p->mb[p->n++] = (double)u.ru_maxrss / 1024;
    p->stopped |= WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL;
    p->failed |= !p->stopped && (!WIFEXITED(status) || WEXITSTATUS(status) != 0);
}

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

static double median(double *v, size_t n)
{
    qsort(v, n, sizeof *v, by_value);
    return n % 2 ? v[n / 2] : (v[n / 2 - 1] + v[n / 2]) / 2;
}

static size_t runs_for(double sec)
{
    double n = 6 / (sec + 1e-6);

    return n < 3 ? 3 : n > 15 ? 15 : (size_t)n;
}

/* The first of the programs may be the slow one; the second is ours. */
static void measure(struct program *p, size_t n, size_t runs)
{
    const char *limit = getenv("GPROF_LIMIT_SEC");
    double limit_sec = limit ? strtod(limit, NULL) : 60;

    for (size_t i = 0; i < n; i++)
        run(&p[i], limit_sec);
    size_t wanted = runs ? runs : runs_for(p[0].stopped ? p[1].sec[0] : p[0].sec[0]);
    for (size_t k = 1; k < wanted && k < MAX_RUNS; k++)
        for (size_t i = 0; i < n; i++)
            if (!p[i].stopped)
                run(&p[i], limit_sec);
}

static void show(const char *name, const char *options, struct program *p, size_t n)
{
    double sec[MAX_PROGRAMS], mb[MAX_PROGRAMS];

    printf("%-22s %-9s", name, options);
    for (size_t i = 0; i < n; i++) {
        sec[i] = median(p[i].sec, p[i].n);
        mb[i] = median(p[i].mb, p[i].n);
        printf(" %s%s %8.4f s %6.0f MB", p[i].name,
               p[i].stopped  ? ">"
               : p[i].failed ? "!"
                             : " ",
               sec[i], mb[i]);
    }
    for (size_t i = 0; i < n; i++)
        if (i != 1)
            printf("  %s/gptui %s%.2f", p[i].name, p[i].stopped ? ">" : "", sec[i] / sec[1]);
    if (strcmp(p[0].name, "gprof") == 0)
        printf("  memory gptui/gprof %.2f", mb[1] / mb[0]);
    putchar('\n');
    fflush(stdout);
}

static void set_args(struct program *p, const char *name, const char *const *args)
{
    size_t n = 0;

    *p = (struct program){.name = name};
    for (; *args; args++)
        if (**args)
            p->argv[n++] = *args;
}

static const char *env_or(const char *name, const char *other)
{
    return getenv(name) ? getenv(name) : other;
}

/* -l -p on the image and the profile of args, and how long libdw reads line tables. */
static void time_lines(struct program *p, const char *libdw, char **args, size_t runs)
{
    const char *gprof = env_or("GPROF", "gprof"), *gptui = env_or("GPTUI", "build/gptui");

    set_args(&p[0], "gprof", (const char *[]){gprof, "-b", "-l", "-p", args[2], args[3], NULL});
    set_args(&p[1], "gptui", (const char *[]){gptui, "-b", "-l", "-p", args[2], args[3], NULL});
    set_args(&p[2], "libdw", (const char *[]){libdw, args[2], NULL});
    measure(p, 3, runs);
    show(args[1], "-b -l -p", p, 3);
}

/* argv: NAME WHAT RUNS PROGRAM ARGUMENTS... -- ARGUMENTS..., ends in NULL. */
static void compare_programs(char **argv, const char *gptui)
{
    static struct program p[2];
    char **rest = argv + 3;
    const char *slash = strrchr(*rest, '/');

    set_args(&p[0], slash ? slash + 1 : *rest, (const char *[]){NULL});
    set_args(&p[1], "gptui", (const char *[]){gptui, NULL});
    for (size_t n = 0; *rest && strcmp(*rest, "--") != 0 && n + 1 < MAX_ARGS; rest++)
        p[0].argv[n++] = *rest;
    if (!*rest || strcmp(*rest, "--") != 0)
        fail("%s: no --, or too much before it", argv[0]);
    for (size_t n = 1; *++rest && n + 1 < MAX_ARGS; n++)
        p[1].argv[n] = *rest;
    measure(p, 2, strtoul(argv[2], NULL, 0));
    show(argv[0], argv[1], p, 2);
}

int main(int argc, char **argv)
{
    static const char *const options[][3] = {{"-b", "-p", ""}, {"-b", "-q", ""}, {"-b", "", ""}};
    static struct program p[MAX_PROGRAMS];
    sigset_t set;

    bool pair = argc > 7 && strcmp(argv[1], "-p") == 0;
    if (!pair && argc != 4 && argc != 5)
        fail("usage: bench NAME IMAGE PROFILE [RUNS]");
    size_t runs = argc == 5 ? strtoul(argv[4], NULL, 0) : 0;
    const char *gprof = env_or("GPROF", "gprof"), *gptui = env_or("GPTUI", "build/gptui");
    const char *lowest = env_or("FLOOR", "build/tests/bench/floor");
    sigemptyset(&set);
    sigaddset(&set, SIGCHLD);
    sigprocmask(SIG_BLOCK, &set, NULL);
    if (pair) {
        compare_programs(argv + 2, gptui);
        return 0;
    }
    if (getenv("FLOOR_LIBDW")) {
        time_lines(p, getenv("FLOOR_LIBDW"), argv, runs);
        return 0;
    }
    for (size_t i = 0; i < 3; i++) {
        const char *const *o = options[i];
        char *shown = text_of("%s %s", o[0], o[1]);
        set_args(&p[0], "gprof", (const char *[]){gprof, o[0], o[1], o[2], argv[2], argv[3], NULL});
        set_args(&p[1], "gptui", (const char *[]){gptui, o[0], o[1], o[2], argv[2], argv[3], NULL});
        measure(p, 2, runs);
        show(argv[1], shown, p, 2);
        free(shown);
    }
    set_args(&p[0], "floor", (const char *[]){lowest, argv[2], NULL});
    set_args(&p[1], "gptui", (const char *[]){gptui, "-b", "-P", "-Q", argv[2], argv[3], NULL});
    set_args(&p[2], "floor2", (const char *[]){lowest, argv[2], argv[3], NULL});
    measure(p, 3, runs);
    show(argv[1], "load", p, 3);
    return 0;
}
