/* SPDX-License-Identifier: GPL-3.0-or-later */
/* difftest: gptui against the system's gprof. Prints TAP, status 1 if anything differed.
 *
 *   difftest cases WORK FILE...           named cases (cases.h tells the format)
 *   difftest programs WORK N SEED DIR...  N random lines for each DIR: prog, words, profiles
 *   difftest graphs WORK N SEED COUNT     N random lines for each of COUNT random graphs
 *   difftest self WORK SPOIL              gprof equals itself, and differences are noticed
 *
 * Folders and programs: relative to the current folder. Reads GPTUI, GPROF and STRICT (run.h). */
#include <dirent.h>
#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cases.h"
#include "options.h"
#include "run.h"
#include "tests/support/tap.h"

struct subject {
    char *profiles[16];
    size_t n_profiles;
    struct vocabulary words;
};

static int by_name(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static bool is_profile(const char *name)
{
    const char *dot = strrchr(name, '.');
    return strcmp(name, "gmon.out") == 0 || (dot && strcmp(dot, ".gmon") == 0);
}

/* The folder is the current one. */
static void subject_read(struct subject *s)
{
    DIR *d = opendir(".");
    const struct dirent *e;
    *s = (struct subject){0};
    while (d && (e = readdir(d)))
        if (is_profile(e->d_name) && s->n_profiles < 16)
            s->profiles[s->n_profiles++] = copy_text(e->d_name);
    if (!d || s->n_profiles == 0)
        fail("no profiles here");
    closedir(d);
    qsort(s->profiles, s->n_profiles, sizeof s->profiles[0], by_name);
    vocabulary_read(&s->words, "words");
    s->words.lists = access("map", F_OK) == 0;
}

static void subject_release(struct subject *s)
{
    for (size_t i = 0; i < s->n_profiles; i++)
        free(s->profiles[i]);
    vocabulary_release(&s->words);
}

static bool compare_line(struct runner *r, const struct subject *s, struct chance *c)
{
    struct line l;
    const char *args[MAX_OPTIONS + 8];
    size_t n = 0, n_profiles = chance_in(c, 12) ? 2 : 1;
    line_make(&l, c, &s->words);
    for (size_t i = 0; i < l.n; i++)
        args[n++] = l.args[i];
    args[n++] = "prog";
    for (size_t i = 0; i < n_profiles; i++)
        args[n++] = s->profiles[chance_below(c, s->n_profiles)];
    args[n] = NULL;
    const struct job job = {.args = args, .strict = l.strict, .writes = l.writes};
    bool same = runner_compare(r, &job);
    line_release(&l);
    return same;
}

enum { MAX_SHOWN = 5 };

/* n lines in the current folder; stops after a few differences. */
static void compare_lines(struct tap *t, struct runner *r, const char *name, uint64_t seed,
                          size_t n)
{
    struct subject s;
    size_t differ = 0, i;
    subject_read(&s);
    r->n_no_oracle = 0;
    for (i = 0; i < n && differ < MAX_SHOWN; i++) {
        struct chance c = {seed * 1000003 + i};
        differ += !compare_line(r, &s, &c);
    }
    tap_result(t, differ == 0, "%s: %zu of %zu generated command lines differ", name, differ, i);
    if (r->n_no_oracle)
        printf("# %zu of them had no end in gprof, or a bad one\n", r->n_no_oracle);
    subject_release(&s);
}

static void enter(const char *dir)
{
    if (chdir(dir) != 0)
        fail("%s: %s", dir, strerror(errno));
}

static int programs(struct runner *r, int argc, char **argv)
{
    struct tap t = {0};
    char home[4096];
    size_t n = argc > 1 ? strtoul(argv[0], NULL, 0) : 0;
    uint64_t seed = argc > 1 ? strtoull(argv[1], NULL, 0) : 0;
    if (!getcwd(home, sizeof home))
        fail("getcwd: %s", strerror(errno));
    for (int i = 2; i < argc; i++) {
        enter(home);
        enter(argv[i]);
        const char *slash = strrchr(argv[i], '/');
        compare_lines(&t, r, slash ? slash + 1 : argv[i], seed + (uint64_t)i, n);
    }
    return tap_end(&t);
}

static void command(const char *format, ...) __attribute__((format(printf, 1, 2)));

static void command(const char *format, ...)
{
    char text[4096];
    va_list ap;
    va_start(ap, format);
    int n = vsnprintf(text, sizeof text, format, ap);
    va_end(ap);
    if (n < 0 || (size_t)n >= sizeof text || system(text) != 0)
        fail("failed: %s", text);
}

static void graph_make(const char *tools, uint64_t seed)
{
    command("%s/randgraph %llu prog.txt 1.txt", tools, (unsigned long long)seed);
    command("%s/mkelf prog <prog.txt && %s/mkgmon 1.gmon prog <1.txt", tools, tools);
    command("%s/randgraph %llu - 2.txt like=prog 2>2.err || cp 1.txt 2.txt", tools,
            (unsigned long long)seed + 1);
    command("%s/mkgmon 2.gmon prog <2.txt", tools);
    command("nm -l prog >words 2>/dev/null");
    /* The last symbol must hold no samples: gprof looks after its table for that one's end. */
    command("{ nm prog; echo 7ffffff0 T far; } >table");
    command("awk 'BEGIN { print \"none.o: nosuch\" } $2 ~ /[tTW]/ && !had[$3]++ && NR %% 4 "
            "{ print \"o\" NR \".o:\", $0 }' table >map");
}

static int graphs(struct runner *r, int argc, char **argv)
{
    struct tap t = {0};
    char tools[4096];
    size_t n = argc == 3 ? strtoul(argv[0], NULL, 0) : 0;
    uint64_t seed = argc == 3 ? strtoull(argv[1], NULL, 0) : 0;
    size_t count = argc == 3 ? strtoul(argv[2], NULL, 0) : 0;
    if (!realpath(getenv("TOOLS") ? getenv("TOOLS") : "tools", tools))
        fail("no tools: %s", strerror(errno));
    for (size_t i = 0; i < count; i++) {
        uint64_t one = seed + i * 7919;
        char *dir = text_of("%s/graph-%llu", r->work, (unsigned long long)one);
        char *name = text_of("graph %llu", (unsigned long long)one);
        mkdir(dir, 0777);
        enter(dir);
        graph_make(tools, one);
        compare_lines(&t, r, name, one, n);
        free(dir);
        free(name);
    }
    return tap_end(&t);
}

static int cases(struct runner *r, int argc, char **argv)
{
    struct tap t = {0};
    char tools[4096];
    if (!realpath(getenv("TOOLS") ? getenv("TOOLS") : "tools", tools))
        fail("no tools: %s", strerror(errno));
    for (int i = 0; i < argc; i++)
        cases_run(&t, r, tools, argv[i]);
    return tap_end(&t);
}

/* argv: a program that runs gprof and spoils one thing, which SPOIL names. */
static int self(struct runner *r, int argc, char **argv)
{
    static const char *const spoils[] = {"output", "longer", "message", "status", "file"};
    struct tap t = {0};
    const char *args[] = {"-b", "nosuch-image", NULL};
    char spoil[4096];
    if (argc != 1 || !realpath(argv[0], spoil))
        fail("self: no spoiler");
    free((char *)r->gptui);
    r->gptui = r->gprof;
    tap_result(&t, runner_compare(r, &(struct job){.args = args}), "gprof equals itself");
    r->gptui = spoil;
    setenv("SPOIL", "", 1);
    tap_result(&t, runner_compare(r, &(struct job){.args = args, .writes = true}),
               "a wrapped gprof too");
    for (size_t i = 0; i < sizeof spoils / sizeof spoils[0]; i++) {
        const char *version[] = {"-v", NULL};
        setenv("SPOIL", spoils[i], 1);
        puts("# a difference is expected here:");
        tap_result(&t, !runner_compare(r, &(struct job){.args = version, .writes = true}),
                   "noticed: %s", spoils[i]);
    }
    return tap_end(&t);
}

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        int (*run)(struct runner *r, int argc, char **argv);
    } modes[] = {{"cases", cases}, {"programs", programs}, {"graphs", graphs}, {"self", self}};
    static struct runner r;
    for (size_t i = 0; argc >= 3 && i < sizeof modes / sizeof modes[0]; i++)
        if (strcmp(modes[i].name, argv[1]) == 0) {
            runner_init(&r, argv[2]);
            return modes[i].run(&r, argc - 3, argv + 3);
        }
    fail("usage: difftest cases|programs|graphs|self WORK ...");
}
