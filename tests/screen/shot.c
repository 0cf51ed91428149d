/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "shot.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static char folder[4096];

static void die(const char *what)
{
    fprintf(stderr, "Bail out! %s: %s\n", what, strerror(errno));
    exit(1);
}

static const char *env_or(const char *name, const char *otherwise)
{
    const char *v = getenv(name);
    return v && *v ? v : otherwise;
}

const char *shot_gptui(void)
{
    return env_or("GPTUI", "build/gptui");
}

static void make(const char *tool, const char *arguments, const char *from)
{
    char command[9000];
    snprintf(command, sizeof command, "'%s/tests/tools/%s' %s <'%s/tests/screen/data/%s'",
             env_or("BUILD", "build"), tool, arguments, env_or("SRC", "."), from);
    if (system(command) != 0)
        die(command);
}

/* Tabs, control characters, what is no UTF-8, a long line, no end of the last one. */
static void write_odd(void)
{
    FILE *f = fopen("odd.c", "w");
    if (!f)
        die("odd.c");
    fputs("/* odd */ int odd(int x)\t{\tif (x)\r\n"
          "\t/* \x1b[31mred\x1b[2J \xc2\x9b bad \xff\xfe */\n"
          "  \t\t/* \xe4\xb8\xad\xe6\x96\x87 wide, e\xcc\x81 combined */\n"
          "    x++;\f\v\a\b\n/* ",
          f);
    for (int i = 0; i < 7000; i++)
        fputc("abcdefgh"[i % 8], f);
    fputs(" long */\n\x7f\n}\n\\x41 no end", f);
    fclose(f);
}

static void make_absolute(const char *name, const char *otherwise)
{
    char path[4096], cwd[2048];
    const char *v = env_or(name, otherwise);
    if (*v == '/' || !getcwd(cwd, sizeof cwd))
        return;
    snprintf(path, sizeof path, "%s/%s", cwd, v);
    setenv(name, path, 1);
}

static void copy_data(const char *name)
{
    char command[9000];
    snprintf(command, sizeof command, "cp '%s/tests/screen/data/%s' .", env_or("SRC", "."), name);
    if (system(command) != 0)
        die(command);
}

void shot_setup(void)
{
    make_absolute("BUILD", "build");
    make_absolute("SRC", ".");
    make_absolute("GPTUI", "build/gptui");
    snprintf(folder, sizeof folder, "%s/screen.XXXXXX", env_or("TMPDIR", "/tmp"));
    if (!mkdtemp(folder) || chdir(folder) != 0)
        die(folder);
    setenv("HOME", folder, 1);
    setenv("GPTUI_TEST", "1", 1);
    unsetenv("XDG_CONFIG_HOME");
    unsetenv("XDG_STATE_HOME");
    make("mkelf", "store", "store.elf");
    make("mkgmon", "store.out store", "store.gmon");
    make("mkelf", "lines", "lines.elf");
    make("mkgmon", "lines.out lines", "lines.gmon");
    copy_data("work.c");
    write_odd();
}

void shot_cleanup(void)
{
    char command[4200];
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    if (chdir("/") != 0 || system(command) != 0)
        die(command);
}

/* ---- dumps ---- */

static bool bad(const char *path, const char *why)
{
    printf("# %s: %s\n", path, why);
    return false;
}

static bool next_line(FILE *f, char *out)
{
    if (!fgets(out, SHOT_MAX_BYTES, f))
        return false;
    out[strcspn(out, "\n")] = 0;
    return true;
}

static bool read_plane(FILE *f, const char *title, int rows, char plane[][SHOT_MAX_BYTES])
{
    char line[SHOT_MAX_BYTES];
    if (!next_line(f, line) || strcmp(line, title) != 0)
        return false;
    for (int i = 0; i < rows; i++) {
        if (!next_line(f, plane[i]))
            return false;
    }
    return true;
}

static bool read_head(struct shot *s, FILE *f)
{
    char line[SHOT_MAX_BYTES], shown[8] = "";
    int n = 0;
    if (!next_line(f, line) || sscanf(line, "gptui-dump 1 %dx%d cursor=%d,%d %7s%n", &s->rows,
                                      &s->cols, &s->cursor_row, &s->cursor_col, shown, &n) != 5)
        return false;
    s->cursor_visible = strcmp(shown, "shown") == 0;
    snprintf(s->state, sizeof s->state, "%s", line + n + (line[n] == ' '));
    return s->rows <= SHOT_MAX_ROWS;
}

bool shot_read(struct shot *s, const char *path)
{
    FILE *f = fopen(path, "r");
    if (!f)
        return bad(path, "no dump");
    char line[SHOT_MAX_BYTES];
    bool ok = read_head(s, f) && read_plane(f, "--text--", s->rows, s->text) &&
              read_plane(f, "--roles--", s->rows, s->roles) &&
              read_plane(f, "--looks--", s->rows, s->looks) && next_line(f, line) &&
              strcmp(line, "--end--") == 0 && !next_line(f, line);
    fclose(f);
    return ok || bad(path, "a dump of another form");
}

/* ---- scripts ---- */

static void write_script(const char *lines)
{
    FILE *f = fopen("script", "w");
    if (!f)
        die("script");
    fprintf(f, "gptui-script 1\n%s\n", lines);
    fclose(f);
}

int shot_script(const struct shot_run *r)
{
    char command[9000];
    write_script(r->script);
    snprintf(command, sizeof command,
             "LINES=%d COLUMNS=%d LC_ALL=%s '%s' --script script %s %s %s >said 2>&1 </dev/null",
             r->rows, r->cols, r->locale ? r->locale : "C.UTF-8", shot_gptui(),
             r->options ? r->options : "", r->image ? r->image : "store",
             r->profile ? r->profile : "store.out");
    int status = system(command);
    char *said = shot_file("said");
    for (char *line = said ? strtok(said, "\n") : NULL; line; line = strtok(NULL, "\n"))
        printf("# said: %s\n", line);
    free(said);
    return WIFSIGNALED(status) ? 256 + WTERMSIG(status) : WEXITSTATUS(status);
}

char *shot_file(const char *path)
{
    FILE *f = fopen(path, "r");
    if (!f)
        return NULL;
    size_t n = 0, cap = 1 << 16;
    char *p = malloc(cap);
    while (p) {
        n += fread(p + n, 1, cap - n - 1, f);
        if (n < cap - 1)
            break;
        cap *= 2;
        p = realloc(p, cap);
    }
    fclose(f);
    if (!p)
        die("realloc");
    p[n] = 0;
    return p;
}

const char *shot_piece(const char *text, size_t i)
{
    static char piece[100];
    for (; i > 0 && text; i--)
        text = strchr(text, '|') ? strchr(text, '|') + 1 : NULL;
    if (text)
        snprintf(piece, sizeof piece, "%.*s", (int)strcspn(text, "|"), text);
    return text ? piece : NULL;
}
