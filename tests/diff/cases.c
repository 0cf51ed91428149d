/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cases.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../tools/tool.h"

enum { MAX_WORDS = 64 };

struct state {
    struct tap *tap;
    struct runner *runner;
    const char *tools, *path;
    char *next;  /* rest of the file */
    size_t line; /* number of the line just taken */
    char *title; /* NULL: no case is open */
    size_t n_runs, n_failed, n_each;
    char *options; /* the block, lines */
    char home[4096];
};

static _Noreturn void broken(const struct state *s, const char *what)
{
    fail("%s:%zu: %s", s->path, s->line, what);
}

static char *take_line(struct state *s)
{
    char *line = s->next;
    if (!*line)
        return NULL;
    char *end = strchr(line, '\n');
    if (end)
        *end = 0;
    s->next = end ? end + 1 : line + strlen(line);
    s->line++;
    return line;
}

static void take_block(struct state *s, struct bytes *b)
{
    char *line;
    while ((line = take_line(s)) && strcmp(line, ".") != 0) {
        bytes_add(b, line, strlen(line));
        bytes_add(b, "\n", 1);
    }
    if (!line)
        broken(s, "block without end");
}

static void shell(struct state *s, const char *command)
{
    fflush(stdout);
    if (system(command) != 0)
        broken(s, command);
}

static void do_close(struct state *s)
{
    if (!s->title)
        return;
    if (s->n_runs == 0)
        broken(s, "a case without runs");
    tap_result(s->tap, s->n_failed == 0, "%s (%zu of %zu runs differ)", s->title, s->n_failed,
               s->n_runs);
    unsetenv("POSIXLY_CORRECT");
    unsetenv("GPROF_PATH");
    free(s->options);
    s->options = NULL;
    s->title = NULL;
    s->n_runs = s->n_failed = 0;
}

static void do_case(struct state *s, char *rest)
{
    do_close(s);
    const char *slash = strrchr(s->path, '/');
    char *dir = text_of("%s/%s.%zu", s->runner->work, slash ? slash + 1 : s->path, s->line);
    char *command = text_of("rm -rf '%s'", dir);

    shell(s, command);
    if (mkdir(dir, 0777) != 0 || chdir(dir) != 0)
        broken(s, strerror(errno));
    s->title = rest;
    free(command);
    free(dir);
}

static void do_tool(struct state *s, const char *tool, char *rest)
{
    struct bytes b = {0};
    char *command = text_of("%s/%s %s <.description", s->tools, tool, rest);
    take_block(s, &b);
    file_write(".description", b.p, b.n);
    shell(s, command);
    bytes_release(&b);
    free(command);
}

static void do_elf(struct state *s, char *rest)
{
    do_tool(s, "mkelf", rest);
}

static void do_gmon(struct state *s, char *rest)
{
    do_tool(s, "mkgmon", rest);
}

static void do_file(struct state *s, char *rest)
{
    struct bytes b = {0};
    take_block(s, &b);
    file_write(rest, b.p, b.n);
    bytes_release(&b);
}

static void do_shell(struct state *s, char *rest)
{
    shell(s, rest);
}

static void do_set(struct state *s, char *rest)
{
    char *value = strchr(rest, '=');
    if (!value)
        broken(s, "set NAME=VALUE");
    *value++ = 0;
    setenv(rest, value, 1);
}

static void do_unset(struct state *s, char *rest)
{
    unsetenv(rest);
}

static void do_options(struct state *s, char *rest)
{
    struct bytes b = {0};
    take_block(s, &b);
    bytes_number(&b, 0, 1);
    free(s->options);
    s->options = (char *)b.p;
}

/* Marks at the front of a run; returns how many words they take. */
static size_t marks(struct state *s, char **words, struct job *j, bool *both)
{
    size_t n = 0;
    for (; words[n] && words[n][0] == '@'; n++) {
        const char *w = words[n];
        if (strcmp(w, "@strict") == 0)
            j->strict = true;
        else if (strcmp(w, "@name") == 0)
            j->by_name = true;
        else if (strcmp(w, "@both") == 0)
            *both = true;
        else if (strcmp(w, "@status") == 0)
            j->check = CHECK_STATUS;
        else if (strcmp(w, "@nomessages") == 0)
            j->check = CHECK_NO_MESSAGES;
        else if (strcmp(w, "@messages") == 0)
            j->check = CHECK_MESSAGES;
        else if (strncmp(w, "@input=", 7) == 0)
            j->input = w + 7;
        else if (strncmp(w, "@pipe=", 6) == 0)
            j->pipe = true, j->input = w + 6;
        else if (strcmp(w, "@@") == 0) /* the rest begins with an @ */
            return n + 1;
        else
            broken(s, w);
    }
    return n;
}

enum { MAX_REPORTS = 4 };

/* After some differences in one case the others are counted, not reported. */
static void run_job(struct state *s, const struct job *j)
{
    struct runner quiet = *s->runner;
    bool same;
    quiet.quiet = s->n_failed >= MAX_REPORTS;
    same = runner_compare(&quiet, j);
    s->runner->n_failures = quiet.n_failures;
    s->n_runs++;
    s->n_failed += !same;
}

static void run_words(struct state *s, char **words, const char *const *extra)
{
    struct job j = {0};
    bool both = false;
    const char *args[2 * MAX_WORDS];
    size_t n = 0, skip = marks(s, words, &j, &both);
    for (; extra && *extra; extra++)
        args[n++] = *extra;
    for (words += skip; *words; words++)
        args[n++] = *words;
    args[n] = NULL;
    j.args = args;
    run_job(s, &j);
    if (both) {
        j.strict = true;
        run_job(s, &j);
    }
}

static void do_run(struct state *s, char *rest)
{
    char *words[MAX_WORDS];
    if (split_words(rest, words, MAX_WORDS) >= MAX_WORDS)
        broken(s, "too many words");
    run_words(s, words, NULL);
}

/* Every third line of the options, each time beginning with another one; with LONG=1 all. */
static void do_each(struct state *s, char *rest)
{
    char *words[MAX_WORDS], *block = copy_text(s->options ? s->options : ""), *at = block;
    size_t i = s->n_each++;
    if (split_words(rest, words, MAX_WORDS) >= MAX_WORDS)
        broken(s, "too many words");
    while (*at) {
        char *extra[MAX_WORDS] = {(char *)"-b"}, *end = strchr(at, '\n');
        *end = 0;
        if (split_words(at, extra + 1, MAX_WORDS - 1) >= MAX_WORDS - 1)
            broken(s, "too many words");
        if (i++ % 3 == 0 || getenv("LONG"))
            run_words(s, words, (const char *const *)extra);
        at = end + 1;
    }
    free(block);
}

static void do_keep(struct state *s, char *rest)
{
    char *command = text_of("rm -f '../kept-%s' && ln -s \"$(pwd)\" '../kept-%s'", rest, rest);
    shell(s, command);
    free(command);
}

static void do_share(struct state *s, char *rest)
{
    char *command = text_of("cp -r '../kept-%s/.' .", rest);
    shell(s, command);
    free(command);
}

static const struct {
    const char *name;
    void (*act)(struct state *s, char *rest);
} statements[] = {{"run", do_run},         {"each", do_each}, {"case", do_case},
                  {"elf", do_elf},         {"gmon", do_gmon}, {"file", do_file},
                  {"shell", do_shell},     {"set", do_set},   {"unset", do_unset},
                  {"options", do_options}, {"keep", do_keep}, {"share", do_share}};

static void statement(struct state *s, char *line)
{
    size_t n = strcspn(line, " ");
    char *rest = line + n + (line[n] == ' ');
    if (!*line || *line == '#')
        return;
    for (size_t i = 0; i < sizeof statements / sizeof statements[0]; i++)
        if (strlen(statements[i].name) == n && strncmp(statements[i].name, line, n) == 0) {
            if (!s->title && statements[i].act != do_case)
                broken(s, "outside a case");
            statements[i].act(s, rest);
            return;
        }
    broken(s, "not understood");
}

void cases_run(struct tap *t, struct runner *r, const char *tools, const char *path)
{
    struct state s = {.tap = t, .runner = r, .tools = tools, .path = path};
    size_t n;
    char *text, *line;
    if (!getcwd(s.home, sizeof s.home))
        fail("getcwd: %s", strerror(errno));
    text = file_read(path, &n);
    if (!text)
        fail("%s: %s", path, strerror(errno));
    setenv("TOOLS", tools, 1);
    s.next = text;
    while ((line = take_line(&s)))
        statement(&s, line);
    do_close(&s);
    free(text);
    if (chdir(s.home) != 0)
        fail("%s: %s", s.home, strerror(errno));
}
