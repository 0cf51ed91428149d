/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Command lines given to GNU gprof and to gptui: both must end with the same exit status and say
 * the same before the usage text.
 *
 * The command lines are generated: every prefix of every long option, every letter, and random
 * mixtures; a part of them, all with LONG in the environment. No profile file exists, so that every
 * run ends with a message: the image or the profile that was not there tells which words were taken
 * for operands. Both programs run under the name gprof. */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/base/attr.h"
#include "core/options/option.h"

#define ARGS_MOST   16
#define OUTPUT_MOST 4096
#define RANDOM_RUNS 1500
#define PART        4 /* without LONG one command line of four is tried */

struct outcome {
    int status;
    bool usage;             /* the usage text follows the message */
    char text[OUTPUT_MOST]; /* standard error before that */
    char head;              /* first letter of standard output */
};

struct tally {
    const char *ours, *theirs; /* programs */
    unsigned n_runs, n_different;
};

/* ---- running ---- */

static size_t read_all(int fd, char *to, size_t room)
{
    size_t n = 0;
    char spill[OUTPUT_MOST];
    for (;;) {
        size_t want = n < room ? room - n : sizeof spill;
        ssize_t got = read(fd, n < room ? to + n : spill, want);
        if (got <= 0)
            return n;
        if (n < room)
            n += (size_t)got;
    }
}

/* Standard output goes to a file, so that one pipe is enough. */
static pid_t start(const char *program, const char *const *argv, const char *const *env, int out,
                   int err)
{
    posix_spawn_file_actions_t acts;
    pid_t pid;
    posix_spawn_file_actions_init(&acts);
    posix_spawn_file_actions_addopen(&acts, 0, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&acts, out, 1);
    posix_spawn_file_actions_adddup2(&acts, err, 2);
    int failed = posix_spawn(&pid, program, &acts, NULL, (char *const *)argv, (char *const *)env);
    posix_spawn_file_actions_destroy(&acts);
    if (failed) {
        printf("Bail out! %s: %s\n", program, strerror(failed));
        exit(1);
    }
    return pid;
}

static void cut_usage(struct outcome *o)
{
    char *usage = strstr(o->text, "Usage: ");
    o->usage = usage && (usage == o->text || usage[-1] == '\n');
    if (o->usage)
        *usage = '\0';
}

static void run(const char *program, const char *const *argv, const char *const *env,
                struct outcome *o)
{
    int err[2], status;
    FILE *out = tmpfile();
    if (!out || pipe(err) != 0)
        exit(1);
    fcntl(err[0], F_SETFD, FD_CLOEXEC);
    fcntl(err[1], F_SETFD, FD_CLOEXEC);
    pid_t pid = start(program, argv, env, fileno(out), err[1]);
    close(err[1]);
    o->text[read_all(err[0], o->text, sizeof o->text - 1)] = '\0';
    close(err[0]);
    while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
        ;
    o->status = WIFEXITED(status) ? WEXITSTATUS(status) : 256 + WTERMSIG(status);
    rewind(out);
    int head = getc(out);
    o->head = head == EOF ? 0 : (char)head;
    fclose(out);
    cut_usage(o);
}

/* ---- comparing ---- */

static void show_args(const char *const *argv)
{
    printf("#");
    for (; *argv; argv++)
        printf(" '%s'", *argv);
    printf("\n");
}

static void show_outcome(const char *who, const struct outcome *o)
{
    printf("#   %s: status %d, usage %d, output %d: %s%s", who, o->status, o->usage, o->head,
           o->text, *o->text ? "" : "\n");
}

static bool same(const struct outcome *a, const struct outcome *b)
{
    return a->status == b->status && a->usage == b->usage && strcmp(a->text, b->text) == 0 &&
           (a->status != 0 || (a->head == 0) == (b->head == 0));
}

static void compare(struct tally *t, const char *const *argv, bool posix)
{
    const char *plain[] = {"LC_ALL=C", NULL}, *strict[] = {"LC_ALL=C", "POSIXLY_CORRECT=", NULL};
    struct outcome ours, theirs;
    run(t->ours, argv, posix ? strict : plain, &ours);
    run(t->theirs, argv, posix ? strict : plain, &theirs);
    t->n_runs++;
    if (same(&ours, &theirs))
        return;
    if (++t->n_different <= 10) {
        show_args(argv);
        show_outcome("gptui", &ours);
        show_outcome("gprof", &theirs);
    }
}

static bool is_left_out(unsigned i)
{
    return !getenv("LONG") && i % PART != 0;
}

static void compare_words(struct tally *t, const char *a, const char *b)
{
    const char *argv[] = {"gprof", a, b, NULL};
    compare(t, argv, false);
}

/* ---- every long option ---- */

static void compare_prefix(struct tally *t, const char *name, size_t n)
{
    char word[80];
    static const char *const tails[] = {"", "=", "=x", "=1y"};
    for (size_t i = 0; i < ARRAY_LEN(tails); i++) {
        snprintf(word, sizeof word, "--%.*s%s", (int)n, name, tails[i]);
        if (!is_left_out((unsigned)(n + i)))
            compare_words(t, word, i == 1 ? "img" : i == 2 ? "nosuch" : NULL);
    }
}

static void every_prefix(struct tally *t)
{
    for (option_id id = 0; (size_t)id < option_count(); id++) {
        const struct option_def *d = option_get(id);
        for (size_t n = 1; d->name && n <= strlen(d->name); n++)
            compare_prefix(t, d->name, n);
    }
}

static void every_letter(struct tally *t)
{
    for (char c = ' '; c < 0x7f; c++) { /* all else is shown as \xHH in gptui's messages */
        char word[4] = {'-', c};
        compare_words(t, word, NULL);
        compare_words(t, word, "img");
        word[2] = 'b';
        compare_words(t, word, NULL);
    }
}

/* ---- mixtures ---- */

static uint64_t next_random(uint64_t *state)
{
    *state ^= *state >> 12;
    *state ^= *state << 25;
    *state ^= *state >> 27;
    return *state * UINT64_C(2685821657736338717);
}

/* What mixtures are made of; and of the empty word. */
static const char words[] =
    "-b -p -pfoo -P -Pmain -q -qa/b -Q -Q/b -B -C -Cx -Z -Zx -z -T -L -a -D -i -r -d -d3 -bz "
    "-bpx -zTe -eb -e -E -f -F -k -n -N -w -w10 -w0 -I -Ia:b -O -Oauto -Om -Ob -O4 -Op -Ox "
    "-O -h -v -g -bg -b- - -- img img nosuch main a/b auto b magic prof 12 @words @none "
    "@nest @empty --brief --bri --bri= --flat-profile --flat-profile= --flat=x --graph=a/b "
    "--graph --no-graph --no-graph= --no-flat-profile=q --exec-counts --no-exec-counts=k "
    "--time --time=x --no-time= --no-time --width --width=5 --file-format --file-format=bsd "
    "--file-format=zzz --file-info --file-inf= --demangle --demangle=java --demangle= "
    "--demangle=x --no-demangle --no-demangle=a --inline-file-names --ignore --print-path "
    "--traditional --disp --dir --directory-path=x:y --debug --debug=9 --deb= --help "
    "--version --=foo --= --no --f --nothing --x=y --function-ordering --no-static --batch "
    "--strict --script --script=x";

static void mixtures(struct tally *t)
{
    uint64_t seed = UINT64_C(0x9e3779b97f4a7c15);
    char text[sizeof words], *rest = text;
    const char *word[sizeof words / 2] = {""};
    size_t n_words = 1;
    for (memcpy(text, words, sizeof words); (word[n_words] = strtok_r(rest, " ", &rest)); n_words++)
        ;
    for (unsigned i = 0; i < RANDOM_RUNS; i++) {
        const char *argv[ARGS_MOST] = {"gprof"};
        size_t n = 1 + next_random(&seed) % 6;
        for (size_t k = 1; k <= n; k++)
            argv[k] = word[next_random(&seed) % n_words];
        bool posix = next_random(&seed) % 8 == 0;
        if (!is_left_out(i))
            compare(t, argv, posix);
    }
}

/* ---- files of words ---- */

static void put(const char *path, const char *text)
{
    FILE *f = fopen(path, "w");
    if (!f || fputs(text, f) == EOF || fclose(f) != 0)
        exit(1);
}

/* The words of a file are seen one by one: as the image, after an image as the profile, as a
 * value. */
static void compare_file(struct tally *t, const char *text)
{
    const char *as_image[] = {"gprof", "@f", NULL}, *as_profile[] = {"gprof", "img", "@f", NULL};
    const char *as_value[] = {"gprof", "-O", "@f", NULL};
    put("f", text);
    compare(t, as_image, false);
    compare(t, as_profile, false);
    compare(t, as_value, false);
}

/* Since binutils 2.43 a backslash in quotes keeps itself unless a quote or backslash follows. */
static bool keeps_backslashes(const char *gprof)
{
    char command[4200], line[4200] = "";
    put("f", "'o\\ne'");
    snprintf(command, sizeof command, "%s @f 2>&1", gprof);
    FILE *p = popen(command, "r");
    bool kept = p && fgets(line, sizeof line, p) && strchr(line, '\\');
    if (p)
        pclose(p);
    return kept;
}

static void quoted_backslashes(struct tally *t)
{
    compare_file(t, "'o\\ne'");
    compare_file(t, "\"o\\ne\"");
    compare_file(t, "'a\\'b'");
}

static void words_of_files(struct tally *t)
{
    static const char *const texts[] = {
        "one",     "one two", "'one two'",  "\"one two\"", "o\\ ne",   "'open",      "\"open",
        "''",      "'' x",    "x''y",       "\"a'b\"",     "'a\"b'",   "\"a\\\"b\"", "a\\",
        "a\\\\",   "-b\tx",   "-b\vx",      "-b\fx",       "-b\rx",    " x ",        "\n\nx",
        "-p -",    "-- -x",   "-e 'x y' z", "@words",      "@none",    "@nest",      "'@none'",
        "\\@none", "@",       "--=a z",     "-w '' z",     "a\\ \\ b", "x@y",
    };
    for (size_t i = 0; i < ARRAY_LEN(texts); i++)
        compare_file(t, texts[i]);
    put("f", "@f");
    compare_words(t, "@f", NULL);
    compare_words(t, "@.", NULL);
}

/* ---- the whole ---- */

static void copy_image(const char *from)
{
    char command[8192];
    snprintf(command, sizeof command, "cp '%s' img", from);
    if (system(command) != 0)
        exit(1);
}

static void make_files(const char *self)
{
    copy_image(self);
    put("words", "-b 'a b' -e\\ x\n--no-graph");
    put("nest", "-z @words @none");
    put("empty", " \n");
}

/* Where the installed gprof is; exits if there is none. */
static const char *find_gprof(void)
{
    static const char *const places[] = {"/usr/bin/gprof", "/usr/local/bin/gprof", "/bin/gprof"};
    for (size_t i = 0; i < ARRAY_LEN(places); i++) {
        if (access(places[i], X_OK) == 0)
            return places[i];
    }
    printf("1..0 # SKIP no gprof to compare with: install binutils\n");
    exit(0);
}

static void report(unsigned number, struct tally *t, const char *name, void (*part)(struct tally *))
{
    unsigned before = t->n_different, runs = t->n_runs;
    part(t);
    printf("%s %u - %s: %u command lines\n", t->n_different == before ? "ok" : "not ok", number,
           name, t->n_runs - runs);
    fflush(stdout);
}

int main(int argc, char **argv)
{
    (void)argc;
    char dir[4096], self[4096];
    const char *ours = getenv("GPTUI"), *base = getenv("TMPDIR");
    if (!ours || !realpath(argv[0], self)) {
        printf("Bail out! GPTUI must name the program\n");
        return 1;
    }
    struct tally t = {.ours = ours, .theirs = find_gprof()};
    snprintf(dir, sizeof dir, "%s/options.XXXXXX", base ? base : "/tmp");
    if (!mkdtemp(dir) || chdir(dir) != 0)
        return 1;
    make_files(self);
    printf("1..5\n");
    report(1, &t, "every prefix of every long option", every_prefix);
    report(2, &t, "every letter", every_letter);
    report(3, &t, "mixtures", mixtures);
    report(4, &t, "files of words", words_of_files);
    if (keeps_backslashes(t.theirs))
        printf("ok 5 - quoted backslashes in files # SKIP this gprof is newer than 2.42\n");
    else
        report(5, &t, "quoted backslashes in files", quoted_backslashes);
    return t.n_different != 0;
}
