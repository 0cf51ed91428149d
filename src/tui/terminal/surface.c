/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/terminal/surface_internal.h"

#include <dlfcn.h>
#include <errno.h>
#include <langinfo.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/base/mem.h"
#include "tui/terminal/clipboard.h"
#include "tui/terminal/signals.h"
#include "tui/terminal/surface_draw.h"
#include "tui/terminal/surface_event.h"

#define MOUSE_ON  "\033[?1000h\033[?1006h"
#define MOUSE_OFF "\033[?1006l\033[?1000l"

#ifndef CURSES_LIBRARY /* the linker's name for it: see the Makefile */
#define CURSES_LIBRARY "libncursesw.so.6"
#endif

enum { MAX_SIDE = 1000, ESCAPE_MS = 25, MAX_ESCAPE_MS = 3600000 };

extern char **environ; /* POSIX leaves the declaration to us */

/* ---- the size ---- */

static int clamp(long v, int most)
{
    return v < 1 ? 1 : v > most ? most : (int)v;
}

static int env_number(const char *name, int most, int otherwise)
{
    const char *v = getenv(name);
    char *end;
    errno = 0;
    long n = v ? strtol(v, &end, 10) : 0;
    return v && *v && !*end && !errno && n > 0 ? clamp(n, most) : otherwise;
}

bool surface_follow_size(struct surface *s)
{
    struct winsize w;
    if (s->fd_out < 0 || ioctl(s->fd_out, TIOCGWINSZ, &w) != 0 || !w.ws_row || !w.ws_col)
        return false;
    int rows = clamp(w.ws_row, MAX_SIDE), cols = clamp(w.ws_col, MAX_SIDE);
    if (rows == surface_rows(s) && cols == surface_cols(s))
        return false;
    OF_CURSES(s, resizeterm)(rows, cols);
    return true;
}

void surface_resize(struct surface *s, int rows, int cols)
{
    if (s->options.headless)
        OF_CURSES(s, resizeterm)(clamp(rows, MAX_SIDE), clamp(cols, MAX_SIDE));
}

int surface_rows(const struct surface *s)
{
    return OF_CURSES(s, getmaxy)(s->window);
}

int surface_cols(const struct surface *s)
{
    return OF_CURSES(s, getmaxx)(s->window);
}

bool surface_ascii(const struct surface *s)
{
    return s->ascii;
}

/* ---- giving the terminal back ---- */

const char *surface_capability(const struct surface *s, const char *name)
{
    const char *p = OF_CURSES(s, tigetstr)((char *)name);
    return p == (char *)-1 ? NULL : p;
}

/* Append a capability without its padding ("$<5>"). */
static void add_cap(const struct surface *s, struct text *t, const char *name)
{
    const char *p = surface_capability(s, name);
    while (p && *p) {
        const char *end = p[0] == '$' && p[1] == '<' ? strchr(p, '>') : NULL;
        if (end)
            p = end + 1;
        else
            text_char(t, *p++);
    }
}

/* Remember how to make the terminal normal without curses, which has begun to change it: where no
 * memory is to be had now, it would stay so. */
static bool arm(struct surface *s)
{
    static const char *const caps[] = {"sgr0", "op", "rmkx", "cnorm", "rmcup"};
    char room[256];
    struct text t = text_in(room, sizeof room);
    if (s->can_mouse)
        text_str(&t, MOUSE_OFF);
    for (size_t i = 0; i < ARRAY_LEN(caps); i++)
        add_cap(s, &t, caps[i]);
    return restore_arm(s->fd_out, &s->modes, t.p, t.n);
}

/* All n bytes to the terminal, past curses. */
static bool surface_send(struct surface *s, const char *p, size_t n)
{
    while (s->fd_out >= 0 && n) {
        ssize_t k = write(s->fd_out, p, n);
        if (k < 0 && errno == EINTR)
            continue;
        if (k <= 0)
            return false;
        p += k;
        n -= (size_t)k;
    }
    return s->fd_out >= 0;
}

static void send_mouse(struct surface *s, bool on)
{
    const char *p = on ? MOUSE_ON : MOUSE_OFF;
    if (s->can_mouse)
        surface_send(s, p, strlen(p));
}

void surface_set_mouse(struct surface *s, bool on)
{
    if (s->mouse != on)
        send_mouse(s, on);
    s->mouse = on;
}

void surface_release(struct surface *s)
{
    if (s->options.headless)
        return;
    if (s->mouse)
        send_mouse(s, false);
    OF_CURSES(s, curs_set)(1);
    OF_CURSES(s, endwin)();
    /* Without an alternate screen ours stays, and the shell writes over its last line. */
    struct text t = {0};
    if (!surface_capability(s, "rmcup"))
        add_cap(s, &t, "el");
    if (t.n)
        surface_send(s, t.p, t.n);
    text_release(&t);
    tcsetattr(s->fd_in, TCSADRAIN, &s->modes);
    restore_hold(false);
}

void surface_take(struct surface *s)
{
    if (s->options.headless)
        return;
    restore_hold(true);
    OF_CURSES(s, clearok)(s->window, TRUE);
    if (surface_follow_size(s))
        s->resized = true;
    OF_CURSES(s, wrefresh)(s->window);
    if (s->mouse)
        send_mouse(s, true);
}

/* ---- starting ---- */

static bool open_input(struct surface *s, struct err *e)
{
    s->in = s->options.headless    ? fopen("/dev/null", "r")
            : isatty(STDIN_FILENO) ? stdin
                                   : fopen("/dev/tty", "r+");
    if (!s->in)
        return err_what(e, ERR_TERMINAL, NULL, "no terminal to read keys from", NULL);
    s->fd_in = s->options.headless ? -1 : fileno(s->in);
    return true;
}

static bool open_output(struct surface *s, struct err *e)
{
    s->fd_out = -1;
    if (s->options.headless) {
        s->out = fopen("/dev/null", "w");
        return s->out ? true : err_what(e, ERR_TERMINAL, NULL, "cannot open /dev/null", NULL);
    }
    if (!isatty(STDOUT_FILENO))
        return err_what(e, ERR_TERMINAL, NULL, "standard output is not a terminal", NULL);
    s->out = stdout;
    s->fd_out = STDOUT_FILENO;
    return true;
}

/* It stays loaded, since it never frees all of its memory. */
static bool load_curses(struct surface *s, struct err *e)
{
#define CURSES_TEXT(name) #name
    static const char *const names[] = {CURSES_USED(CURSES_TEXT)};
    errno = 0;
    void *library = dlopen(CURSES_LIBRARY, RTLD_LAZY | RTLD_LOCAL);
    if (!library && errno == ENOMEM)
        return err_memory(e, 0);
    size_t n = 0;
    while (library && n < N_CURSES && (s->curses[n] = dlsym(library, names[n])))
        n++;
    return n == N_CURSES ||
           err_what(e, ERR_TERMINAL, NULL, "the browser needs this library, which cannot be loaded",
                    CURSES_LIBRARY);
}

/* Whether TERM names something that can be drawn on. */
static bool check_type(const struct surface *s, struct err *e)
{
    const char *type = getenv("TERM");
    int rc;
    if (!type || !*type)
        return err_what(e, ERR_TERMINAL, NULL, "TERM is not set", NULL);
    if (OF_CURSES(s, setupterm)(type, s->fd_out, &rc) == ERR)
        return err_what(e, ERR_TERMINAL, NULL, "unknown terminal type", type);
    bool able = surface_capability(s, "cup") && surface_capability(s, "clear");
    OF_CURSES(s, del_curterm)(*OF_CURSES(s, cur_term));
    return able ? true
                : err_what(e, ERR_TERMINAL, NULL, "the terminal cannot move its cursor", type);
}

static bool open_screen(struct surface *s, struct err *e)
{
    /* Any description serves when nothing is sent. */
    static const char *const any[] = {"xterm-256color", "xterm", "vt100", "ansi", "linux", "dumb"};
    bool headless = s->options.headless;
    if (!headless && !check_type(s, e))
        return false;
    OF_CURSES(s, use_env)(FALSE);
    OF_CURSES(s, use_tioctl)(TRUE);
    restore_claim_stop(true);
    for (size_t i = 0; i < (headless ? ARRAY_LEN(any) : 1) && !s->screen; i++)
        s->screen = OF_CURSES(s, newterm)(headless ? any[i] : NULL, s->out, s->in);
    restore_claim_stop(false);
    if (!s->screen)
        return err_what(e, ERR_TERMINAL, NULL, "no terminal description can be used", NULL);
    s->window = *OF_CURSES(s, stdscr);
    surface_resize(s, env_number("LINES", MAX_SIDE, 24), env_number("COLUMNS", MAX_SIDE, 80));
    return true;
}

static void set_up(struct surface *s)
{
    bool utf8 = strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
    s->ascii = s->options.ascii || !utf8;
    s->show_cursor = true;
    s->escape_ms = env_number("ESCDELAY", MAX_ESCAPE_MS, ESCAPE_MS);
    surface_colors_start(s);
    if (s->options.headless)
        return;
    surface_keys_start(s);
    /* Every control key is a key, but Ctrl-C ends us even when nobody reads. */
    struct termios t;
    if (tcgetattr(s->fd_in, &t) == 0) {
        t.c_iflag &= ~(tcflag_t)(IXON | BRKINT | PARMRK);
        t.c_lflag &= ~(tcflag_t)(ICANON | IEXTEN);
        t.c_lflag |= ISIG | NOFLSH; /* nothing sent is cut in the middle */
        t.c_cc[VQUIT] = t.c_cc[VSUSP] = _POSIX_VDISABLE;
        t.c_cc[VMIN] = t.c_cc[VTIME] = 0; /* what poll promised may be flushed: never block */
        tcsetattr(s->fd_in, TCSADRAIN, &t);
        OF_CURSES(s, def_prog_mode)();
    }
    OF_CURSES(s, keypad)(s->window, TRUE);
    OF_CURSES(s, typeahead)(-1);
    surface_follow_size(s);
    surface_set_mouse(s, s->options.mouse);
}

struct surface *surface_start(const struct surface_options *o, struct err *e)
{
    struct surface *s = mem_array(1, sizeof *s);
    s->options = *o;
    s->fd_in = s->fd_out = -1;
    bool ok = open_output(s, e) && open_input(s, e) &&
              (s->fd_in < 0 || tcgetattr(s->fd_in, &s->modes) == 0 ||
               err_what(e, ERR_TERMINAL, NULL, "the terminal does not answer", NULL)) &&
              load_curses(s, e) && open_screen(s, e);
    s->can_mouse = ok && !s->options.headless && surface_capability(s, "kmous");
    ok = ok && (s->options.headless || arm(s) ||
                err_what(e, ERR_TERMINAL, NULL, "no pipe for signals", NULL));
    if (ok) {
        set_up(s);
        return s;
    }
    surface_stop(s);
    return NULL;
}

void surface_stop(struct surface *s)
{
    if (!s)
        return;
    if (s->screen) {
        surface_release(s);
        if (s->options.headless)
            OF_CURSES(s, endwin)();
        OF_CURSES(s, delscreen)(s->screen);
    }
    if (!s->options.headless)
        restore_disarm();
    if (s->in && s->in != stdin)
        fclose(s->in);
    if (s->out && s->out != stdout)
        fclose(s->out);
    free(s);
}

/* ---- showing ---- */

void surface_show(struct surface *s)
{
    if (s->options.headless)
        return;
    struct surface_cursor at = surface_read_cursor(s);
    OF_CURSES(s, wmove)(s->window, at.row, at.col);
    OF_CURSES(s, wrefresh)(s->window);
    OF_CURSES(s, curs_set)(s->show_cursor ? 1 : 0);
}

void surface_refresh(struct surface *s)
{
    OF_CURSES(s, clearok)(s->window, TRUE);
    surface_show(s);
}

/* ---- other programs ---- */

void surface_suspend(struct surface *s)
{
    if (s->options.headless)
        return;
    surface_release(s);
    restore_stop_group();
    surface_take(s);
}

/* Start a command on our terminal; 0 or an errno value. */
static int spawn(const struct surface *s, char *const argv[], pid_t *pid)
{
    posix_spawnattr_t attr;
    posix_spawn_file_actions_t files;
    sigset_t set;
    int rc = posix_spawnattr_init(&attr);
    if (rc)
        return rc;
    rc = posix_spawn_file_actions_init(&files);
    if (!rc) {
        restore_defaults(&set);
        posix_spawnattr_setsigdefault(&attr, &set);
        posix_spawnattr_setflags(&attr, POSIX_SPAWN_SETSIGDEF);
        if (s->fd_in != STDIN_FILENO)
            rc = posix_spawn_file_actions_adddup2(&files, s->fd_in, STDIN_FILENO);
        if (!rc)
            rc = posix_spawnp(pid, argv[0], &files, &attr, argv, environ);
        posix_spawn_file_actions_destroy(&files);
    }
    posix_spawnattr_destroy(&attr);
    return rc;
}

int surface_run(struct surface *s, char *const argv[])
{
    pid_t pid;
    if (s->options.headless)
        return -1;
    surface_release(s);
    restore_yield(true);
    int rc = spawn(s, argv, &pid), status, ended = rc ? -1 : 0;
    while (!rc && (ended = waitpid(pid, &status, 0)) < 0 && errno == EINTR)
        ;
    int result = ended < 0 ? -1 : WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    if (rc == ENOENT || rc == EACCES)
        result = 127;
    restore_yield(false);
    surface_take(s);
    return result;
}

bool surface_copy(struct surface *s, const char *p, size_t n)
{
    struct text t = {0};
    enum clipboard_wrap wrap = clipboard_wrap(getenv("TMUX"), getenv("STY"));
    bool ok = s->fd_out >= 0 && clipboard_sequence(&t, p, n, wrap) && surface_send(s, t.p, t.n);
    text_release(&t);
    return ok;
}
