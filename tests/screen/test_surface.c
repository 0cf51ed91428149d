/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The surface on a terminal: what it draws, hears, and leaves behind. Runs surface_demo. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "shot.h"
#include "tests/support/tap.h"
#include "tui/terminal/event.h"
#include "vt.h"

static const char *demo_path(void)
{
    static char path[4096];
    const char *build = getenv("BUILD");
    snprintf(path, sizeof path, "%s/tests/screen/surface_demo", build ? build : "build");
    return path;
}

static struct vt *start(struct vt_options o)
{
    const char *argv[] = {demo_path(), NULL};
    o.argv = argv;
    return vt_start(&o);
}

static bool killed(struct vt *v, int sig)
{
    return vt_wait_exit(v) && WIFSIGNALED(vt_status(v)) && WTERMSIG(vt_status(v)) == sig;
}

/* ---- what is drawn ---- */

/* The demo's rows at 24x80, with and without UTF-8. */
static bool all_rows(struct vt *v, const void *ctx)
{
    static const char *const rows[] = {
        "demo 24x80",    "#0 none",      NULL,           "hot warm cycle dim  bar",
        "reverse under", "pin 0123456>", "pin <456789>", "pin <456789abcdefghij",
        "editor -1"};
    for (int row = 0; row < 9; row++)
        if (strcmp(vt_row(v, row), rows[row] ? rows[row] : ctx) != 0)
            return false;
    return true;
}

static const char wide[] = "w\xe4\xb8\xad\xe6\x96\x87|e\xcc\x81|\\x1b[31m|\\xff|",
                  narrow[] = "w\\xe4\\xb8\\xad\\xe6\\x96\\x87|e\\xcc\\x81|\\x1b[31m|\\xff|";

static const struct {
    const char *term;
    int hot, warm; /* foregrounds; -1: none */
    bool mouse;
} terminals[] = {
    {"vt100", -1, -1, false},
    {"xterm", 1, 1, true},
    {"xterm-16color", 9, 1, true},
    {"xterm-256color", 208, 172, true},
    {"xterm-direct2", 0x1ff8700, 0x1d78700, true},
    {"tmux-256color", 208, 172, true},
    {"screen-256color", 208, 172, true},
    {"linux", 1, 1, true},
};
enum { N_TERMINALS = sizeof terminals / sizeof *terminals };

static void check_looks(struct tap *t, struct vt *v, size_t term)
{
    struct vt_look hot = vt_look(v, 3, 0), warm = vt_look(v, 3, 4), cycle = vt_look(v, 3, 9);
    CHECK(t, hot.bold && !hot.reverse && hot.fg == terminals[term].hot && hot.bg == -1);
    CHECK(t, !warm.bold && warm.fg == terminals[term].warm && warm.bg == -1);
    struct vt_look d4 = vt_look(v, 3, 20); /* a hot cell of the cursor's row: no orange block */
    CHECK(t, d4.reverse && !d4.bold && d4.fg == -1 && d4.bg == -1);
    CHECK(t, cycle.fg == -1); /* colour is heat, and nothing else */
    CHECK(t, vt_look(v, 4, 0).reverse && !vt_look(v, 4, 0).bold);
    CHECK(t, vt_look(v, 4, 3).reverse && vt_look(v, 4, 3).bold);
    CHECK(t, vt_look(v, 4, 8).underline && !vt_look(v, 4, 8).reverse);
    bool no_colored_underline = strcmp(terminals[term].term, "linux") == 0; /* its ncv says so */
    CHECK(t, vt_look(v, 0, 0).underline != no_colored_underline);
    CHECK(t, vt_look(v, 7, 39).reverse && !vt_look(v, 7, 40).reverse);
    CHECK(t, vt_mouse(v) == terminals[term].mouse);
}

static void check_draw(struct tap *t, size_t term, const char *locale)
{
    tap_label(t, "%s %s", terminals[term].term, locale);
    struct vt *v = start((struct vt_options){.term = terminals[term].term, .locale = locale});
    if (CHECK(t, vt_wait(v, all_rows, strcmp(locale, "C") == 0 ? narrow : wide, "the picture")))
        check_looks(t, v, term);
    vt_keys(v, "q");
    CHECK(t, vt_ends(v, 0));
    CHECK(t, vt_sane(v));
    vt_stop(v);
}

/* All sizes: the browser's screens, test_views. */
static void terminals_and_locales(struct tap *t)
{
    for (size_t term = 0; term < N_TERMINALS; term++) {
        check_draw(t, term, "C.UTF-8");
        if (term < 4)
            check_draw(t, term, "C");
    }
}

static void no_color(struct tap *t)
{
    static const char *const env[] = {"NO_COLOR=1", NULL};
    struct vt *v = start((struct vt_options){.env = env});
    size_t n;
    CHECK(t, vt_wait_row(v, 8, "editor -1"));
    CHECK(t, vt_look(v, 3, 0).fg == -1 && vt_look(v, 3, 0).bold);
    CHECK(t, !strstr(vt_stream(v, &n), "\x1b[38;5"));
    CHECK(t, strstr(vt_stream(v, &n), "\x1b[0;2m") != NULL); /* dim: libvterm does not know it */
    vt_stop(v);
}

static void background(struct tap *t)
{
    struct vt *v = start((struct vt_options){0});
    size_t n;
    CHECK(t, vt_wait_row(v, 8, "editor -1"));
    for (int i = 40; i < 49; i++) {
        char sgr[16];
        snprintf(sgr, sizeof sgr, "[%dm", i);
        CHECK(t, !strstr(vt_stream(v, &n), sgr));
    }
    CHECK(t, !strstr(vt_stream(v, &n), "[48;"));
    vt_stop(v);
}

static void size_of_terminal(struct tap *t)
{
    static const char *const env[] = {"LINES=5", "COLUMNS=11", NULL};
    struct vt *v = start((struct vt_options){.rows = 30, .cols = 90, .env = env});
    CHECK(t, vt_wait_row(v, 0, "demo 30x90"));
    vt_stop(v);
}

static void cursor(struct tap *t)
{
    struct vt *v = start((struct vt_options){0});
    int row, col;
    bool visible;
    CHECK(t, vt_wait_row(v, 8, "editor -1"));
    vt_keys(v, "x");
    CHECK(t, vt_wait_row(v, 1, "#1 key 78"));
    vt_keys(v, "i");
    CHECK(t, vt_wait_row(v, 1, "#2 key 69"));
    vt_keys(v, "x");
    CHECK(t, vt_wait_row(v, 1, "#3 key 78"));
    vt_cursor(v, &row, &col, &visible);
    CHECK(t, row == 1 && col == 0 && !visible);
    vt_keys(v, "q");
    CHECK(t, vt_ends(v, 0));
    CHECK(t, vt_sane(v));
    vt_stop(v);
}

/* Where the demo leaves the cursor after the text. */
static bool cursor_home(struct vt *v, const void *ctx)
{
    int row, col;
    bool visible;
    vt_cursor(v, &row, &col, &visible);
    return row == 1 && col == 0;
}

/* The bytes that one change costs, with frames before it that change nothing. */
static size_t bytes_after(struct tap *t, const char *keys, char *out, size_t max)
{
    struct vt *v = start((struct vt_options){0});
    size_t from, to;
    CHECK(t, vt_wait_row(v, 8, "editor -1"));
    vt_keys(v, "x");
    CHECK(t, vt_wait_row(v, 1, "#1 key 78"));
    CHECK(t, vt_wait(v, cursor_home, NULL, "the cursor in the second row"));
    vt_stream(v, &from);
    vt_keys(v, keys);
    CHECK(t, vt_wait_row(v, 1, "#2 key 79"));
    vt_keys(v, "q"); /* its bytes end with the restoring ones */
    CHECK(t, vt_ends(v, 0));
    const char *p = vt_stream(v, &to);
    size_t n = to - from < max ? to - from : max;
    memcpy(out, p + from, n);
    vt_stop(v);
    return n;
}

static void silence(struct tap *t)
{
    char one[4096], many[4096];
    size_t n_one = bytes_after(t, "y", one, sizeof one);
    size_t n_many = bytes_after(t, "nnnnnnnny", many, sizeof many);
    CHECK(t, n_one == n_many && memcmp(one, many, n_one) == 0);
    CHECK(t, n_one < 200);
}

static void repaint(struct tap *t)
{
    struct vt *v = start((struct vt_options){0});
    CHECK(t, vt_wait(v, all_rows, wide, "the picture"));
    size_t from, to;
    vt_stream(v, &from);
    vt_keys(v, "r");
    CHECK(t, vt_wait_row(v, 1, "#1 key 72"));
    CHECK(t, vt_wait_row(v, 8, "editor -1"));
    const char *p = vt_stream(v, &to);
    CHECK(t, strstr(p + from, "\x1b[2J") != NULL && strstr(p + from, "editor") != NULL);
    vt_stop(v);
}

/* ---- what is heard ---- */

/* What is sent and what comes of it. \x13 and the like: Ctrl-S, Ctrl-Q, Ctrl-V, Ctrl-Z and
 * Ctrl-\ are plain keys. */
static const char heard[] =
    "x=key 78|\x13=key 13|\x11=key 11|\x16=key 16|\x1a=key 1a|\x1c=key 1c|\x04=key 4|"
    "\xc3\xa9=key e9|\x1bx=key 400078|\x1bOA=key 200001|\x1b[A=key 200001|\x1bOB=key 200002|"
    "\x1bOD=key 200003|\x1bOC=key 200004|\x1bOH=key 200005|\x1bOF=key 200006|\x1b[5~=key 200007|"
    "\x1b[6~=key 200008|\x1b[2~=key 200009|\x1b[3~=key 20000a|\x1bOP=key 200010|"
    "\x1bOQ=key 200011|\x1bOR=key 200012|\x1bOS=key 200013|\x1b[15~=key 200014|"
    "\x1b[17~=key 200015|\x1b[18~=key 200016|\x1b[19~=key 200017|\x1b[20~=key 200018|"
    "\x1b[21~=key 200019|\x1b[23~=key 20001a|\x1b[24~=key 20001b|\x1b[Z=key 20000e|"
    "\x1b[1;3C=key 600004|\x1b[1;3D=key 600003|\r=key 20000c|\x7f=key 20000b|"
    "\x1b[<0;10;4M=mouse 1 at 3,9|\x1b[<0;10;4m\x1b[<0;10;4M=mouse 1 double at 3,9|"
    "\x1b[<65;200;40M=mouse 5 at 39,199|\x1b[M !!=mouse 1 at 0,0";

/* Parts of a sequence belong together however late the rest comes. */
static const char *const patient[] = {"ESCDELAY=3600000", NULL};

static void keys(struct tap *t)
{
    static const char *const terms[] = {"xterm-256color", "tmux-256color", "vt100", "linux"};
    for (size_t k = 0; k < 4; k++) {
        struct vt *v = start((struct vt_options){.term = terms[k], .env = patient});
        CHECK(t, vt_wait_row(v, 1, "#0 none"));
        const char *p;
        for (size_t i = 0; (p = shot_piece(heard, i)); i++) {
            char want[80];
            const char *text = strchr(p, '=') + 1;
            tap_label(t, "%s, %s", terms[k], text);
            snprintf(want, sizeof want, "#%zu %s", i + 1, text);
            vt_send(v, p, (size_t)(text - 1 - p));
            if (!CHECK(t, vt_wait_row(v, 1, want)))
                break;
        }
        vt_stop(v);
    }
}

/* Esc alone is known by the time after it. */
static void escape_alone(struct tap *t)
{
    struct vt *v = start((struct vt_options){0});
    CHECK(t, vt_wait_row(v, 1, "#0 none"));
    for (int i = 1; i <= 3; i++) {
        char want[80];
        snprintf(want, sizeof want, "#%d key 20000f", i);
        vt_keys(v, "\x1b");
        CHECK(t, vt_wait_row(v, 1, want));
    }
    vt_stop(v);
}

static void keys_one_by_one(struct tap *t)
{
    struct vt *v = start((struct vt_options){.env = patient});
    CHECK(t, vt_wait_row(v, 1, "#0 none"));
    for (const char *p = "\x1b[<0;10;4M"; *p; p++) {
        vt_send(v, p, 1);
        vt_pump(v, 5); /* that it may read each alone; together they are the same event */
    }
    CHECK(t, vt_wait_row(v, 1, "#1 mouse 1 at 3,9"));
    vt_keys(v, "jjjjjjj"); /* none is lost when they come at once */
    CHECK(t, vt_wait_row(v, 1, "#8 key 6a"));
    vt_stop(v);
}

static void keys_without_stdin(struct tap *t)
{
    struct vt *v = start((struct vt_options){.no_stdin = true});
    CHECK(t, vt_wait_row(v, 1, "#0 none"));
    vt_keys(v, "x");
    CHECK(t, vt_wait_row(v, 1, "#1 key 78"));
    vt_keys(v, "q");
    CHECK(t, vt_ends(v, 0));
    CHECK(t, vt_sane(v));
    vt_stop(v);
}

static void resize(struct tap *t)
{
    static const int sizes[][2] = {{10, 40}, {1, 1}, {50, 200}, {24, 80}, {3, 300}, {100, 2}};
    struct vt *v = start((struct vt_options){0});
    CHECK(t, vt_wait_row(v, 0, "demo 24x80"));
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        char want[80];
        snprintf(want, sizeof want, "demo %dx%d", sizes[i][0], sizes[i][1]);
        want[strlen(want) > (size_t)sizes[i][1] ? sizes[i][1] : (int)strlen(want)] = 0;
        tap_label(t, "%s", want);
        vt_resize(v, sizes[i][0], sizes[i][1]);
        CHECK(t, vt_wait_row(v, 0, want));
    }
    vt_keys(v, "q");
    CHECK(t, vt_ends(v, 0));
    CHECK(t, vt_sane(v));
    vt_stop(v);
}

/* ---- what is left behind ---- */

static struct vt *started(struct tap *t)
{
    struct vt *v = start((struct vt_options){0});
    CHECK(t, vt_wait_row(v, 8, "editor -1"));
    CHECK(t, vt_alternate(v) && vt_mouse(v) && !vt_modes_restored(v));
    return v;
}

/* Ctrl-C after many keys: none of them may leave us waiting for a key that was thrown away. */
static void flood(struct tap *t)
{
    static const char keys_typed[] = "jjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjj\x03";
    for (int i = 0; i < 40; i++) {
        struct vt *v = start((struct vt_options){.rows = 1, .cols = 1, .term = "vt100"});
        CHECK(t, vt_wait_row(v, 0, "d"));
        for (const char *p = keys_typed; *p; p++)
            vt_send(v, p, 1);
        bool ok = CHECK(t, vt_ends(v, 130)) && CHECK(t, vt_sane(v));
        vt_stop(v);
        if (!ok)
            break;
    }
}

/* Sanitizers report some crashes in their own way: then only the terminal counts. */
static bool crashed(struct vt *v, int sig)
{
    if (getenv("FLAVOUR") && *getenv("FLAVOUR"))
        return vt_wait_exit(v) && !(WIFEXITED(vt_status(v)) && WEXITSTATUS(vt_status(v)) == 0);
    return killed(v, sig);
}

static void crashes(struct tap *t)
{
    static const struct {
        const char *keys;
        int send, sig;
    } ways[] = {{"s", 0, SIGSEGV},        {"S", 0, SIGSEGV},        {"a", 0, SIGABRT},
                {NULL, SIGSEGV, SIGSEGV}, {NULL, SIGABRT, SIGABRT}, {NULL, SIGFPE, SIGFPE},
                {NULL, SIGBUS, SIGBUS},   {NULL, SIGILL, SIGILL}};
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        tap_label(t, "way %zu", i);
        struct vt *v = started(t);
        if (ways[i].keys)
            vt_keys(v, ways[i].keys);
        else
            vt_signal(v, ways[i].send);
        CHECK(t, crashed(v, ways[i].sig));
        CHECK(t, vt_sane(v));
        vt_stop(v);
    }
}

/* Whether a signal ends a process by default, and neither is a crash nor becomes an event. */
static bool is_last(int sig)
{
    static const int others[] = {SIGHUP,  SIGINT, SIGTERM,  SIGKILL, SIGSTOP, SIGSEGV, SIGBUS,
                                 SIGFPE,  SIGILL, SIGABRT,  SIGCHLD, SIGCONT, SIGTSTP, SIGTTIN,
                                 SIGTTOU, SIGURG, SIGWINCH, 32,      33}; /* 32, 33: libc's own */
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (others[i] == sig)
            return false;
    return true;
}

/* QUIT, USR1, XCPU, those of real time and so on, while it waits and while it hangs. */
static void other_signals(struct tap *t)
{
    for (int sig = 1; sig <= SIGRTMAX; sig++) {
        bool hangs = sig == SIGXCPU || sig == SIGQUIT;
        if (!is_last(sig))
            continue;
        for (int hung = 0; hung <= hangs; hung++) {
            tap_label(t, "signal %d%s", sig, hung ? ", hung" : "");
            struct vt *v = started(t);
            if (hung) {
                vt_keys(v, "h");
                CHECK(t, vt_wait_text(v, "hanging"));
            }
            vt_signal(v, sig);
            CHECK(t, killed(v, sig));
            CHECK(t, vt_sane(v));
            vt_stop(v);
        }
    }
}

/* What is ignored when we start stays so. */
static void ignored_signals(struct tap *t)
{
    signal(SIGUSR1, SIG_IGN);
    struct vt *v = started(t);
    signal(SIGUSR1, SIG_DFL);
    vt_signal(v, SIGUSR1);
    vt_keys(v, "q");
    CHECK(t, vt_ends(v, 0));
    CHECK(t, vt_sane(v));
    vt_stop(v);
}

/* A program that does not answer is ended all the same, and the terminal is fine. */
static void hang(struct tap *t)
{
    struct vt *v = started(t);
    vt_keys(v, "h");
    CHECK(t, vt_wait_text(v, "hanging"));
    vt_keys(v, "\x03");
    CHECK(t, vt_ends(v, 130));
    CHECK(t, vt_sane(v));
    vt_stop(v);
}

static bool is_back(struct vt *v, const void *ctx)
{
    return vt_alternate(v);
}

/* Curses likes to ignore stops while it draws. */
static void suspend_busy(struct tap *t)
{
    struct vt *v = started(t);
    bool ok = true;
    for (int i = 0; ok && i < 20; i++) {
        vt_keys(v, "rrrrrrrrrrrrrrrr");
        vt_signal(v, SIGTSTP);
        ok = CHECK(t, vt_wait_stopped(v));
        vt_continue(v);
        ok = ok && CHECK(t, vt_wait(v, is_back, NULL, "the browser again"));
    }
    vt_signal(v, SIGSEGV);
    CHECK(t, crashed(v, SIGSEGV) && vt_sane(v));
    vt_stop(v);
}

/* Nobody can see SIGSTOP coming; afterwards everything is drawn again. */
static void stopped_hard(struct tap *t)
{
    struct vt *v = started(t);
    size_t from, to;
    vt_signal(v, SIGSTOP);
    CHECK(t, vt_wait_stopped(v));
    vt_stream(v, &from);
    vt_continue(v);
    CHECK(t, vt_wait_row(v, 1, "#1 resume"));
    CHECK(t, vt_wait_row(v, 8, "editor -1"));
    CHECK(t, strstr(vt_stream(v, &to) + from, "\x1b[2J") != NULL);
    CHECK(t, vt_alternate(v) && vt_mouse(v) && !vt_modes_restored(v));
    vt_stop(v);
}

static bool main_screen(struct vt *v, const void *ctx)
{
    return !vt_alternate(v) && !vt_mouse(v) && vt_modes_restored(v);
}

/* Text that came after the first `from` bytes: the screen may still show an older one. */
struct later {
    size_t from;
    const char *text;
};

static bool came_later(struct vt *v, const void *ctx)
{
    const struct later *l = ctx;
    size_t n;
    return strstr(vt_stream(v, &n) + l->from, l->text) != NULL;
}

static void editor(struct tap *t)
{
    static const char *const env[] = {"DEMO_EDITOR=echo EDITOR READY; read x; exit 3", NULL};
    for (int no_stdin = 0; no_stdin < 2; no_stdin++) {
        tap_label(t, no_stdin ? "keys from /dev/tty" : "keys from stdin");
        struct vt *v = start((struct vt_options){.env = env, .no_stdin = no_stdin});
        CHECK(t, vt_wait_row(v, 8, "editor -1"));
        vt_keys(v, "e");
        CHECK(t, vt_wait_text(v, "EDITOR READY"));
        CHECK(t, main_screen(v, NULL));
        vt_keys(v, "done\r");
        CHECK(t, vt_wait_row(v, 8, "editor 3"));
        CHECK(t, vt_alternate(v) && vt_mouse(v) && !vt_modes_restored(v));
        struct later ready = {.text = "EDITOR READY"};
        vt_stream(v, &ready.from);
        vt_keys(v, "e");
        CHECK(t, vt_wait(v, came_later, &ready, "the editor"));
        CHECK(t, main_screen(v, NULL));
        vt_keys(v, "\x03"); /* the editor's, not ours */
        CHECK(t, vt_wait_row(v, 8, "editor 130"));
        vt_keys(v, "q");
        CHECK(t, vt_ends(v, 0));
        CHECK(t, vt_sane(v));
        vt_stop(v);
    }
}

static void editor_stops(struct tap *t)
{
    static const char *const env[] = {"DEMO_EDITOR=echo EDITOR READY; read x; exit 4", NULL};
    struct vt *v = start((struct vt_options){.env = env});
    CHECK(t, vt_wait_row(v, 8, "editor -1"));
    vt_keys(v, "e");
    CHECK(t, vt_wait_text(v, "EDITOR READY"));
    vt_keys(v, "\x1a");
    CHECK(t, vt_wait_stopped(v));
    vt_continue(v);
    vt_keys(v, "done\r");
    CHECK(t, vt_wait_row(v, 8, "editor 4"));
    vt_stop(v);
}

static void copy(struct tap *t)
{
    static const struct {
        const char *env;
        const char *want;
    } wraps[] = {
        {NULL, "\x1b]52;c;aGVsbG8=\a"},
        {"TMUX=/tmp/x,1,0", "\x1b]52;c;aGVsbG8=\a\x1bPtmux;\x1b\x1b]52;c;aGVsbG8=\a\x1b\\"},
        {"STY=1.x", "\x1bP\x1b]52;c;aGVsbG8=\a\x1b\\"},
    };
    for (size_t i = 0; i < 3; i++) {
        const char *env[] = {wraps[i].env, NULL};
        struct vt *v = start((struct vt_options){.env = env});
        size_t n;
        CHECK(t, vt_wait_row(v, 8, "editor -1"));
        vt_keys(v, "c");
        /* Some terminals show what they do not know, in front of it. */
        CHECK(t, vt_wait_text(v, "#1 key 63"));
        const char *at = strstr(vt_stream(v, &n), wraps[i].want);
        CHECK(t, at != NULL);
        vt_stop(v);
    }
}

int main(int argc, char **argv)
{
    struct tap t = {.argc = argc, .argv = argv};
    static const char puts_off[] = "it puts off signals until the next call of the C library";
    tap_run(&t, "terminals and locales", terminals_and_locales);
    tap_run(&t, "NO_COLOR", no_color);
    tap_run(&t, "the background is the terminal's own", background);
    tap_run(&t, "the terminal's size beats LINES and COLUMNS", size_of_terminal);
    tap_run(&t, "cursor", cursor);
    tap_run(&t, "nothing is sent when nothing changes", silence);
    tap_run(&t, "repaint", repaint);
    tap_run(&t, "keys and mouse", keys);
    tap_run(&t, "Esc", escape_alone);
    tap_run(&t, "keys in pieces and in heaps", keys_one_by_one);
    tap_run(&t, "keys from /dev/tty", keys_without_stdin);
    tap_run(&t, "resize", resize);
    tap_run_but(&t, "tsan", puts_off, "Ctrl-C after many keys", flood);
    tap_run(&t, "crashes", crashes);
    tap_run(&t, "other signals", other_signals);
    tap_run(&t, "signals that are ignored", ignored_signals);
    tap_run_but(&t, "tsan", puts_off, "a hang ends with Ctrl-C", hang);
    tap_run(&t, "suspend while it draws", suspend_busy);
    tap_run(&t, "stopped without warning", stopped_hard);
    tap_run(&t, "an editor", editor);
    tap_run(&t, "an editor is suspended", editor_stops);
    tap_run(&t, "clipboard", copy);
    return tap_end(&t);
}
