/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _GNU_SOURCE /* posix_spawn_file_actions_addchdir_np */
#include "run.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "../tools/tool.h"
#include "written.h"

extern char **environ;

enum {
    TIME_LIMIT_SEC = 120,
    GPROF_LIMIT_MB = 4096,
    GPROF_LIMIT_SEC = 20,
    N_SIDES = 2,
    MAX_ARGS = 256
};

struct side {
    const char *name; /* gprof or gptui: names files */
    char *folder;     /* where it runs; NULL: the current one */
    pid_t pid;
    int status;
    char *out, *err;
    size_t n_out, n_err;
};

static char *absolute(const char *program)
{
    char cwd[4096];
    if (!strchr(program, '/') || *program == '/')
        return copy_text(program);
    if (!getcwd(cwd, sizeof cwd))
        fail("getcwd: %s", strerror(errno));
    return text_of("%s/%s", cwd, program);
}

void runner_init(struct runner *r, const char *work)
{
    sigset_t set;
    const char *gptui = getenv("GPTUI"), *gprof = getenv("GPROF");
    char *base = absolute(work);
    *r = (struct runner){.gprof = absolute(gprof ? gprof : "gprof"),
                         .gptui = absolute(gptui ? gptui : "build/gptui"),
                         .work = base,
                         .strict = getenv("STRICT"),
                         .keep = text_of("%s/failed", base)};
    mkdir(r->work, 0777);
    mkdir(r->keep, 0777);
    setenv("LC_ALL", "C", 1);
    unsetenv("POSIXLY_CORRECT");
    unsetenv("GPROF_PATH");
    sigemptyset(&set);
    sigaddset(&set, SIGCHLD);
    sigprocmask(SIG_BLOCK, &set, NULL);
}

static int feed(const char *path)
{
    int ends[2];
    size_t n;
    char *p = file_read(path, &n);
    if (!p || pipe(ends) != 0)
        fail("%s: %s", path, strerror(errno));
    if (n > 60000)
        fail("%s: too large for a pipe", path);
    if (write(ends[1], p, n) != (ssize_t)n)
        fail("pipe: %s", strerror(errno));
    free(p);
    close(ends[1]);
    return ends[0];
}

static int input_open(const struct job *j)
{
    int fd = j->pipe ? feed(j->input) : open(j->input ? j->input : "/dev/null", O_RDONLY);
    if (fd < 0)
        fail("%s: %s", j->input, strerror(errno));
    return fd;
}

static bool is_gprof(const char *program)
{
    const char *slash = strrchr(program, '/');
    return strcmp(slash ? slash + 1 : program, "gprof") == 0;
}

/* gprof believes what damaged files promise and may take all memory of the machine; and it may
 * never end, see no_oracle. */
static void limit(int what, rlim_t soft)
{
    struct rlimit l;
    getrlimit(what, &l);
    l.rlim_cur = soft < l.rlim_max ? soft : l.rlim_max;
    setrlimit(what, &l);
}

static void limits(bool gprof)
{
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__) /* they use terabytes of it */
    limit(RLIMIT_AS, gprof ? (rlim_t)GPROF_LIMIT_MB << 20 : RLIM_INFINITY);
#endif
    limit(RLIMIT_FSIZE, (rlim_t)GPROF_LIMIT_MB << (gprof ? 16 : 17));
    limit(RLIMIT_CPU, gprof ? GPROF_LIMIT_SEC : RLIM_INFINITY);
}

static void side_start(const struct runner *r, const struct job *j, struct side *s)
{
    char *argv[MAX_ARGS], *out = text_of("%s/%s.out", r->work, s->name);
    char *err = text_of("%s/%s.err", r->work, s->name);
    const char *program = strcmp(s->name, "gprof") == 0 ? r->gprof : r->gptui;
    posix_spawn_file_actions_t files;
    int in = input_open(j), n = 1, e;
    argv[0] = (char *)(j->by_name ? "gprof" : s->name);
    if ((j->strict || r->strict) && program == r->gptui && !is_gprof(program))
        argv[n++] = (char *)"--strict";
    for (const char *const *a = j->args; *a && n < MAX_ARGS - 1; a++)
        argv[n++] = (char *)*a;
    argv[n] = NULL;
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_adddup2(&files, in, 0);
    posix_spawn_file_actions_addopen(&files, 1, out, O_WRONLY | O_CREAT | O_TRUNC, 0666);
    posix_spawn_file_actions_addopen(&files, 2, err, O_WRONLY | O_CREAT | O_TRUNC, 0666);
    if (s->folder)
        posix_spawn_file_actions_addchdir_np(&files, s->folder);
    limits(program == r->gprof);
    e = posix_spawnp(&s->pid, program, &files, NULL, argv, environ);
    limits(false);
    if (e != 0)
        fail("%s: %s", program, strerror(e));
    posix_spawn_file_actions_destroy(&files);
    close(in);
    free(out);
    free(err);
}

static size_t reap(struct side *sides)
{
    size_t n = 0;
    int status;
    pid_t pid;
    while ((pid = waitpid(-1, &status, WNOHANG)) > 0)
        for (size_t i = 0; i < N_SIDES; i++)
            if (sides[i].pid == pid) {
                sides[i].status = status;
                sides[i].pid = 0;
                n++;
            }
    return n;
}

static void sides_wait(struct side *sides)
{
    const struct timespec limit = {.tv_sec = TIME_LIMIT_SEC};
    size_t running = N_SIDES;
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGCHLD);
    while (running > 0) {
        running -= reap(sides);
        if (running > 0 && sigtimedwait(&set, NULL, &limit) < 0 && errno == EAGAIN)
            for (size_t i = 0; i < N_SIDES; i++)
                if (sides[i].pid > 0)
                    kill(sides[i].pid, SIGKILL);
    }
}

/* A program that was wrapped in another (valgrind) is called by its path: cut that. */
static void path_cut(struct side *s)
{
    for (char *line = s->err, *colon; *line; line = strchr(line, '\n') + 1) {
        colon = strstr(line, "/gptui: ");
        if (*line == '/' && colon && !memchr(line, '\n', (size_t)(colon - line)))
            memmove(line, colon + 1, strlen(colon + 1) + 1);
        if (!strchr(line, '\n'))
            break;
    }
    s->n_err = strlen(s->err);
}

/* Cut the usage text, of which a word stays if both have to print it; the program's name becomes
 * gprof (both names have five letters). */
static void messages_normalize(struct side *s, bool both_have_usage)
{
    char *usage = strncmp(s->err, "Usage:", 6) == 0 ? s->err : strstr(s->err, "\nUsage:");
    if (usage) {
        usage[(usage == s->err ? 0 : 1) + (both_have_usage ? 5 : 0)] = 0;
        s->n_err = strlen(s->err);
    }
    path_cut(s);
    for (char *p = s->err; (p = strstr(p, "gptui")); p += 5)
        memcpy(p, "gprof", 5);
}

/* Deviations: without --strict gptui says when another program wrote a profile, as the random ones
 * are for any; the usage is a line that says where it is. */
static bool is_deviation(const char *line, size_t n)
{
    char copy[4096];
    snprintf(copy, sizeof copy, "%.*s", (int)(n < sizeof copy ? n : sizeof copy - 1), line);
    if (strncmp(copy, "Try '", 5) == 0)
        return true;
    return strncmp(copy, "gprof: ", 7) == 0 && strstr(copy, " was not written by ");
}

static void deviations_cut(struct side *s)
{
    char *to = s->err;
    for (char *line = s->err, *next; *line; line = next) {
        char *end = strchr(line, '\n');
        next = end ? end + 1 : line + strlen(line);
        bool cut = is_deviation(line, (size_t)(next - line));
        if (!cut)
            memmove(to, line, (size_t)(next - line));
        to += cut ? 0 : next - line;
    }
    *to = 0;
    s->n_err = strlen(s->err);
}

/* A deviation: -i alone also says what looks wrong, in lines that begin with a tabulator. */
static void findings_cut(struct side *s)
{
    static const char title[] = "\nFindings:\n";
    char *at = strstr(s->out, title), *end = at ? at + sizeof title - 1 : NULL;
    while (end && *end == '\t')
        end += strcspn(end, "\n") + 1;
    if (!end)
        return;
    memmove(at + 1, end, s->n_out - (size_t)(end - s->out) + 1);
    s->n_out -= (size_t)(end - at) - 1;
}

static void side_read(const struct runner *r, const struct job *j, struct side *s)
{
    char *out = text_of("%s/%s.out", r->work, s->name);
    char *err = text_of("%s/%s.err", r->work, s->name);
    s->out = file_read(out, &s->n_out);
    s->err = file_read(err, &s->n_err);
    if (!s->out || !s->err)
        fail("%s: %s", out, strerror(errno));
    messages_normalize(s, j->by_name);
    free(out);
    free(err);
}

char *command_text(const char *program, const char *const *args)
{
    struct bytes b = {0};
    bytes_add(&b, program, strlen(program));
    for (; *args; args++) {
        bool plain = **args && strspn(*args, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                             "0123456789_-+=./:,@%") == strlen(*args);
        bytes_add(&b, plain ? " " : " '", plain ? 1 : 2);
        bytes_add(&b, *args, strlen(*args));
        bytes_add(&b, "'", plain ? 0 : 1);
    }
    bytes_number(&b, 0, 1);
    return (char *)b.p;
}

static void line_show(char mark, const char *at, const char *end)
{
    const char *nl = at < end ? memchr(at, '\n', (size_t)(end - at)) : at;
    int n = (int)((nl ? nl : end) - at);
    printf("#   %c %.*s%s\n", mark, n > 200 ? 200 : n, at, at >= end ? "(end)" : "");
}

/* The first line that differs, with the two lines before it. */
static void stream_show(const char *what, const char *a, size_t n_a, const char *b, size_t n_b)
{
    size_t same = 0, line = 1, start = 0, before = 0, earlier = 0;
    while (same < n_a && same < n_b && a[same] == b[same]) {
        if (a[same++] == '\n') {
            line++;
            earlier = before;
            before = start;
            start = same;
        }
    }
    if (same == n_a && same == n_b)
        return;
    printf("# %s differs from line %zu on (- gprof, + gptui; %zu and %zu bytes)\n", what, line, n_a,
           n_b);
    if (earlier < before)
        line_show(' ', a + earlier, a + n_a);
    if (before < start)
        line_show(' ', a + before, a + n_a);
    line_show('-', a + start, a + n_a);
    line_show('+', b + start, b + n_b);
}

static void status_show(const struct side *s)
{
    if (WIFSIGNALED(s->status))
        printf("# %s: killed by signal %d\n", s->name, WTERMSIG(s->status));
    else
        printf("# %s: exit status %d\n", s->name, WEXITSTATUS(s->status));
}

static void keep(const struct runner *r, const char *suffix, const void *p, size_t n)
{
    char *path = text_of("%s/%zu.%s", r->keep, r->n_failures, suffix);
    file_write(path, p, n);
    free(path);
}

/* differs: a file that they left behind, NULL: none. */
static void report(struct runner *r, const struct job *j, const struct side *s, const char *differs)
{
    char cwd[4096],
        *line = command_text(j->strict || r->strict ? "gptui --strict" : "gptui", j->args);
    char *command = text_of("cd %s && %s%s%s\n", getcwd(cwd, sizeof cwd) ? cwd : ".", line,
                            j->input ? " <" : "", j->input ? j->input : "");
    r->n_failures++;
    keep(r, "gprof.out", s[0].out, s[0].n_out);
    keep(r, "gprof.err", s[0].err, s[0].n_err);
    keep(r, "gptui.out", s[1].out, s[1].n_out);
    keep(r, "gptui.err", s[1].err, s[1].n_err);
    keep(r, "command", command, strlen(command));
    printf("# %s", command);
    printf("# kept as %s/%zu.*\n", r->keep, r->n_failures);
    if (s[0].status != s[1].status) {
        status_show(&s[0]);
        status_show(&s[1]);
    }
    stream_show("standard output", s[0].out, s[0].n_out, s[1].out, s[1].n_out);
    stream_show("standard error", s[0].err, s[0].n_err, s[1].err, s[1].n_err);
    if (differs)
        printf("# %s differs\n", differs);
    free(command);
    free(line);
}

static bool equal(const char *a, size_t n_a, const char *b, size_t n_b)
{
    return n_a == n_b && memcmp(a, b, n_a) == 0;
}

static bool killed_by(const struct side *gprof, int signal)
{
    return WIFSIGNALED(gprof->status) && WTERMSIG(gprof->status) == signal;
}

/* Some function orders (-r) send gprof round and round for ever; -c reads beyond the code and may
 * crash; with -l it can contradict itself on optimised C++. Then gptui must merely end well. */
static bool no_oracle(struct runner *r, const struct side *s)
{
    if (!killed_by(&s[0], SIGXCPU) && !killed_by(&s[0], SIGXFSZ) && !killed_by(&s[0], SIGSEGV) &&
        !strstr(s[0].err, "gprof: somebody miscounted: "))
        return false;
    r->n_no_oracle++;
    return WIFEXITED(s[1].status) && !strstr(s[1].err, "miscounted");
}

static void sides_run(const struct runner *r, const struct job *j, struct side *s)
{
    fflush(stdout);
    for (size_t i = 0; i < N_SIDES; i++)
        if (j->writes) {
            s[i].folder = text_of("%s/%s.folder", r->work, s[i].name);
            written_prepare(s[i].folder);
        }
    for (size_t i = 0; i < N_SIDES; i++)
        side_start(r, j, &s[i]);
    sides_wait(s);
    for (size_t i = 0; i < N_SIDES; i++)
        side_read(r, j, &s[i]);
    if (!j->strict && !j->by_name) {
        deviations_cut(&s[1]);
        findings_cut(&s[1]);
    }
}

static bool streams_equal(const struct job *j, const struct side *s)
{
    bool out = equal(s[0].out, s[0].n_out, s[1].out, s[1].n_out);
    bool err = equal(s[0].err, s[0].n_err, s[1].err, s[1].n_err);
    if (s[0].status != s[1].status)
        return false;
    if (j->check == CHECK_MESSAGES)
        return err && (s[0].status != 0 || (s[0].n_out == 0) == (s[1].n_out == 0));
    return (j->check == CHECK_STATUS || out) && (j->check != CHECK_ALL || err);
}

bool runner_compare(struct runner *r, const struct job *j)
{
    struct side s[N_SIDES] = {{.name = "gprof"}, {.name = "gptui"}};
    char *differs = NULL;
    sides_run(r, j, s);
    bool same = no_oracle(r, s);
    if (!same) {
        bool files = !j->writes || written_equal(s[0].folder, s[1].folder, &differs);
        same = streams_equal(j, s) && files;
    }
    if (!same && !r->quiet)
        report(r, j, s, differs);
    for (size_t i = 0; i < N_SIDES; i++) {
        free(s[i].out);
        free(s[i].err);
        free(s[i].folder);
    }
    free(differs);
    return same;
}
