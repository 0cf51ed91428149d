/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bench NAME IMAGE PROFILE RUNS [RATIO=LIMIT]...: times gptui against gprof and the floors, which
 * stand beside them: nm of the image, its symbols by libbfd, and the output once more by cat.
 *
 *   -p -q -b -l  gprof / gptui for -b -p, -b -q, -b, -b -p -l: at least LIMIT (0: any)
 *   memory     gptui / gprof, the largest of those: at most LIMIT
 *   floor      load of gptui / floor: at most LIMIT
 *   floor2     floor2 / load of gptui: at least LIMIT
 *   screen     first screen of the browser / load of gptui: at most LIMIT
 *   key        milliseconds from a key to its screen: at most LIMIT
 *   filter     milliseconds for a filter switched on: at most LIMIT
 *
 * Only ratios that are named are taken, one line for each with its limit and "met" or "MISSED".
 * Programs that are compared run in turn, RUNS times (0: as many as fit a few seconds, 3 to 15);
 * medians of wall time and peak memory. Output goes to /dev/null. A gprof that is clearly slow
 * enough is stopped and not run again: its ratio is then a lower bound. Environment: GPTUI, GPROF,
 * FLOOR; with BENCH_CPU set processor time is measured, not wall time (for a machine
 * that has other work).
 */
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

enum { MAX_RUNS = 100, MAX_ARGS = 8, LONGEST_SEC = 120, SLOW_ENOUGH = 100 };

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

/* The child ends by itself or is killed after this many seconds. */
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

/* The first of the programs is ours; the others are stopped when they take `limit` times as long.
 */
static void measure(struct program *p, size_t n, size_t runs, double limit)
{
    double limit_sec = LONGEST_SEC;
    double longest = 0;
    for (size_t k = 0; k < (runs ? runs : 3) && k < MAX_RUNS; k++) {
        for (size_t i = 0; i < n; i++)
            if (!p[i].stopped) {
                run(&p[i], i ? limit_sec : LONGEST_SEC);
                longest = !p[i].stopped && p[i].sec[0] > longest ? p[i].sec[0] : longest;
            }
        if (k == 0 && limit > 0 && !getenv("BENCH_CPU")) /* that is no wall time */
            limit_sec = 2 + 2 * limit * p[0].sec[0];
        if (k == 0 && !runs)
            runs = runs_for(longest);
    }
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

/* ---- ratios ---- */

struct bench {
    const char *name, *image, *profile;
    const char *gprof, *gptui, *floor;
    size_t runs;
    char **limits; /* NULL-terminated */
    double memory; /* largest ratio so far */
};

/* False if the ratio was not asked for. */
static bool limit_of(const struct bench *b, const char *ratio, double *limit)
{
    size_t n = strlen(ratio);
    for (char **l = b->limits; *l; l++)
        if (strncmp(*l, ratio, n) == 0 && (*l)[n] == '=') {
            *limit = strtod(*l + n + 1, NULL);
            return true;
        }
    return false;
}

static bool is_broken(const struct program *p)
{
    if (p->failed)
        printf("%s failed  ", p->name);
    return p->failed;
}

static bool any_broken(const struct program *p, size_t n)
{
    bool broken = false;
    for (size_t i = 0; i < n; i++)
        broken = is_broken(&p[i]) || broken;
    return broken;
}

static void say(const struct bench *b, const char *ratio, double v, bool at_least, bool broken)
{
    double limit = 0;
    limit_of(b, ratio, &limit);
    bool met = !broken && (at_least ? v >= limit : v <= limit);
    printf("%-22s %-7s %8.2f", b->name, ratio, v);
    if (limit > 0)
        printf("  wanted %s %g: %s", at_least ? ">=" : "<=", limit, met ? "met" : "MISSED");
    putchar('\n');
    fflush(stdout);
}

static void say_time(struct program *p)
{
    printf("    %s %s%.4f s %.0f MB", p->name, p->stopped ? "> " : "", median(p->sec, p->n),
           median(p->mb, p->n));
}

static double ratio_of(struct program *p, struct program *q)
{
    return median(p->sec, p->n) / median(q->sec, q->n);
}

enum { FLOORS = 3 };

/* What is always to be done: nm of the image, a load of its symbols by libbfd, and to pass the
 * output on once it is there, in a file; the caller frees the name of that. */
static char *set_floors(const struct bench *b, struct program *p, const char *style)
{
    char *out = text_of("%s.text", b->profile);
    char *make = text_of("exec \"$0\" -b %s \"$1\" \"$2\" >\"$3\"", style);
    set_args(p, "gptui",
             (const char *[]){"sh", "-c", make, b->gptui, b->image, b->profile, out, NULL});
    run(p, LONGEST_SEC);
    set_args(&p[0], "nm", (const char *[]){"nm", b->image, NULL});
    set_args(&p[1], "libbfd", (const char *[]){b->floor, b->image, NULL});
    set_args(&p[2], "cat", (const char *[]){"cat", out, NULL});
    free(make);
    return out;
}

static void say_times(struct program *p, size_t n)
{
    for (size_t i = 0; i < n; i++)
        say_time(&p[i]);
    putchar('\n');
}

static void against_gprof(struct bench *b, const char *ratio)
{
    struct program p[2 + FLOORS];
    double limit;
    const char *style = strcmp(ratio, "-b") == 0 ? "" : strcmp(ratio, "-l") == 0 ? "-lp" : ratio;
    if (!limit_of(b, ratio, &limit))
        return;
    set_args(&p[0], "gptui", (const char *[]){b->gptui, "-b", style, b->image, b->profile, NULL});
    set_args(&p[1], "gprof", (const char *[]){b->gprof, "-b", style, b->image, b->profile, NULL});
    char *out = set_floors(b, &p[2], style);
    measure(p, 2 + FLOORS, b->runs, limit > 0 ? limit : SLOW_ENOUGH);
    say_times(p, 2 + FLOORS);
    free(out);
    bool broken = any_broken(p, 2);
    say(b, ratio, ratio_of(&p[1], &p[0]), true, broken);
    double memory = median(p[0].mb, p[0].n) / median(p[1].mb, p[1].n);
    b->memory = memory > b->memory ? memory : b->memory;
}

static void set_load(const struct bench *b, struct program *p)
{
    set_args(p, "load", (const char *[]){b->gptui, "-b", "-P", "-Q", b->image, b->profile, NULL});
}

static void against_floor(const struct bench *b)
{
    struct program p[3];
    double limit;
    if (!limit_of(b, "floor", &limit) && !limit_of(b, "floor2", &limit))
        return;
    set_load(b, &p[0]);
    set_args(&p[1], "floor", (const char *[]){b->floor, b->image, NULL});
    set_args(&p[2], "floor2", (const char *[]){b->floor, b->image, b->profile, NULL});
    measure(p, 3, b->runs, 0);
    say_times(p, 3);
    bool broken = any_broken(p, 3);
    if (limit_of(b, "floor", &limit))
        say(b, "floor", ratio_of(&p[0], &p[1]), false, broken);
    if (limit_of(b, "floor2", &limit))
        say(b, "floor2", ratio_of(&p[2], &p[0]), true, broken);
}

/* ---- the browser, by scripts ---- */

enum { STEPS = 20 };

/* A script that shows the first screen, then does some of n lines and shows what comes of each. */
static char *script(const struct bench *b, const char *name, const char *const *lines, size_t n)
{
    char *path = text_of("%s.%s", b->profile, name);
    struct bytes out = {0};
    bytes_add(&out, "gptui-script 1\n", 15);
    for (size_t i = 0; i <= STEPS; i++) {
        if (i && n)
            bytes_add(&out, lines[i % n], strlen(lines[i % n]));
        if (i == 0 || n)
            bytes_add(&out, "dump /dev/null\n", 15);
    }
    file_write(path, out.p, out.n);
    bytes_release(&out);
    return path;
}

static void in_browser(const struct bench *b)
{
    /* Each filter is another one: a change taken back costs nothing. */
    static const char *const keys[] = {"keys j\n", "keys <PageDown>\n", "keys 2\n", "keys u\n",
                                       "keys G\n", "keys 1\n",          "keys g\n"};
    static const char *const filters[] = {"keys j-e\n", "keys j-E\n", "keys j-f\n", "keys j-F\n"};
    char *scripts[3] = {script(b, "first", NULL, 0), script(b, "keys", keys, 7),
                        script(b, "filters", filters, 4)};
    struct program p[4];
    double limit;
    set_load(b, &p[0]);
    for (size_t i = 0; i < 3; i++)
        set_args(&p[1 + i], "browser",
                 (const char *[]){b->gptui, "--script", scripts[i], b->image, b->profile, NULL});
    if (limit_of(b, "screen", &limit)) {
        measure(p, 4, b->runs, 0);
        bool broken = any_broken(p, 4);
        double first = median(p[1].sec, p[1].n);

        say(b, "screen", ratio_of(&p[1], &p[0]), false, broken);
        say(b, "key", 1000 * (median(p[2].sec, p[2].n) - first) / STEPS, false, broken);
        say(b, "filter", 1000 * (median(p[3].sec, p[3].n) - first) / STEPS, false, broken);
    }
    for (size_t i = 0; i < 3; i++)
        free(scripts[i]);
}

int main(int argc, char **argv)
{
    sigset_t set;
    double limit;
    if (argc < 5)
        fail("usage: bench NAME IMAGE PROFILE RUNS [RATIO=LIMIT]...");
    struct bench b = {.name = argv[1],
                      .image = argv[2],
                      .profile = argv[3],
                      .gprof = env_or("GPROF", "gprof"),
                      .gptui = env_or("GPTUI", "build/gptui"),
                      .floor = env_or("FLOOR", "build/tests/bench/floor"),
                      .runs = strtoul(argv[4], NULL, 0),
                      .limits = argv + 5};
    sigemptyset(&set);
    sigaddset(&set, SIGCHLD);
    sigprocmask(SIG_BLOCK, &set, NULL);
    against_gprof(&b, "-p");
    against_gprof(&b, "-q");
    against_gprof(&b, "-b");
    if (limit_of(&b, "memory", &limit))
        say(&b, "memory", b.memory, false, false);
    against_gprof(&b, "-l");
    against_floor(&b);
    in_browser(&b);
    return 0;
}
