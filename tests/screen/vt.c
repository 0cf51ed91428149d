/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "vt.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include <vterm.h>

struct report { /* from the session leader */
    pid_t pid;
    int status;
};

struct vt {
    VTerm *term;
    VTermScreen *screen;
    int master;
    int reports; /* pipe from the leader */
    int orders;  /* pipe to the leader */
    pid_t leader, program;
    struct termios modes; /* before the program */
    bool exited, stopped, deaf;
    int status;
    bool alternate, cursor_visible, mouse;
    VTermPos cursor;
    char *stream;
    size_t n_stream, cap_stream;
    char row[8192];
};

static void die(const char *what)
{
    fprintf(stderr, "Bail out! %s: %s\n", what, strerror(errno));
    exit(1);
}

/* ---- the session ---- */

static void environment(const struct vt_options *o)
{
    static const char *const gone[] = {"LINES", "COLUMNS", "NO_COLOR", "TMUX", "STY", "ESCDELAY"};
    for (size_t i = 0; i < sizeof gone / sizeof *gone; i++)
        unsetenv(gone[i]);
    if (o->term && !*o->term)
        unsetenv("TERM");
    else
        setenv("TERM", o->term ? o->term : "xterm-256color", 1);
    setenv("LC_ALL", o->locale ? o->locale : "C.UTF-8", 1);
    for (size_t i = 0; o->env && o->env[i]; i++)
        putenv((char *)(uintptr_t)o->env[i]);
}

static void program(const struct vt_options *o)
{
    setpgid(0, 0);
    signal(SIGTTOU, SIG_IGN);
    tcsetpgrp(STDOUT_FILENO, getpgrp());
    signal(SIGTTOU, SIG_DFL);
    signal(SIGHUP, SIG_DFL);
    environment(o);
    if (o->no_stdin) {
        int fd = open("/dev/null", O_RDONLY);
        dup2(fd, STDIN_FILENO);
    }
    execvp(o->argv[0], (char *const *)(uintptr_t)o->argv);
    fprintf(stderr, "cannot run %s: %s\n", o->argv[0], strerror(errno));
    _exit(127);
}

/* What a shell does for a foreground job: wait, tell, and put it back in front on order. */
static void lead(const struct vt_options *o, int reports, int orders)
{
    signal(SIGTTOU, SIG_IGN);
    signal(SIGHUP, SIG_IGN);
    struct report r = {.pid = fork()};
    if (r.pid == 0)
        program(o);
    setpgid(r.pid, r.pid);
    tcsetpgrp(STDOUT_FILENO, r.pid);
    r.status = -1;
    if (write(reports, &r, sizeof r) != sizeof r)
        _exit(1);
    while (waitpid(r.pid, &r.status, WUNTRACED) == r.pid) {
        if (WIFSTOPPED(r.status))
            tcsetpgrp(STDOUT_FILENO, getpgrp());
        char order;
        if (write(reports, &r, sizeof r) != sizeof r || !WIFSTOPPED(r.status))
            break;
        if (read(orders, &order, 1) != 1)
            break;
        tcsetpgrp(STDOUT_FILENO, r.pid);
        kill(-r.pid, SIGCONT);
    }
    if (read(orders, &r, 1) < 0) /* stay until we are to end: the terminal is ours */
        _exit(1);
    _exit(0);
}

static void session(const struct vt_options *o, const char *slave, int reports, int orders)
{
    setsid();
    int fd = open(slave, O_RDWR);
    if (fd < 0 || ioctl(fd, TIOCSCTTY, 0) != 0)
        _exit(126);
    for (int i = 0; i < 3; i++)
        dup2(fd, i);
    if (fd > 2)
        close(fd);
    lead(o, reports, orders);
}

static void fork_session(struct vt *v, const struct vt_options *o, const char *slave)
{
    int reports[2], orders[2];
    if (pipe(reports) || pipe(orders))
        die("pipe");
    for (int i = 0; i < 2; i++) {
        fcntl(reports[i], F_SETFD, FD_CLOEXEC);
        fcntl(orders[i], F_SETFD, FD_CLOEXEC);
    }
    fflush(NULL);
    v->leader = fork();
    if (v->leader < 0)
        die("fork");
    if (v->leader == 0) {
        close(v->master);
        close(reports[0]);
        close(orders[1]);
        session(o, slave, reports[1], orders[0]);
    }
    close(reports[1]);
    close(orders[0]);
    v->reports = reports[0];
    v->orders = orders[1];
    struct report r;
    if (read(v->reports, &r, sizeof r) != sizeof r)
        die("the session did not start");
    v->program = r.pid;
}

/* ---- libvterm ---- */

static int on_property(VTermProp prop, VTermValue *val, void *user)
{
    struct vt *v = user;
    if (prop == VTERM_PROP_ALTSCREEN)
        v->alternate = val->boolean;
    else if (prop == VTERM_PROP_CURSORVISIBLE)
        v->cursor_visible = val->boolean;
    else if (prop == VTERM_PROP_MOUSE)
        v->mouse = val->number != VTERM_PROP_MOUSE_NONE;
    return 1;
}

static int on_cursor(VTermPos pos, VTermPos old, int visible, void *user)
{
    struct vt *v = user;
    v->cursor = pos;
    return 1;
}

static const VTermScreenCallbacks callbacks = {.settermprop = on_property, .movecursor = on_cursor};

static void open_screen(struct vt *v, int rows, int cols)
{
    v->term = vterm_new(rows, cols);
    vterm_set_utf8(v->term, 1);
    v->screen = vterm_obtain_screen(v->term);
    v->cursor_visible = true;
    vterm_screen_set_callbacks(v->screen, &callbacks, v);
    vterm_screen_enable_altscreen(v->screen, 1);
    vterm_screen_reset(v->screen, 1);
}

static void set_size(int fd, int rows, int cols)
{
    struct winsize w = {.ws_row = (unsigned short)rows, .ws_col = (unsigned short)cols};
    ioctl(fd, TIOCSWINSZ, &w);
}

struct vt *vt_start(const struct vt_options *o)
{
    int rows = o->rows ? o->rows : 24, cols = o->cols ? o->cols : 80;
    struct vt *v = calloc(1, sizeof *v);
    if (!v)
        die("calloc");
    v->master = posix_openpt(O_RDWR | O_NOCTTY);
    if (v->master < 0 || grantpt(v->master) || unlockpt(v->master))
        die("posix_openpt");
    fcntl(v->master, F_SETFD, FD_CLOEXEC);
    const char *slave = ptsname(v->master);
    int fd = open(slave, O_RDWR | O_NOCTTY); /* else there is nothing that could have a size */
    if (fd < 0)
        die(slave);
    set_size(fd, rows, cols);
    tcgetattr(fd, &v->modes);
    open_screen(v, rows, cols);
    fork_session(v, o, slave);
    close(fd);
    return v;
}

void vt_stop(struct vt *v)
{
    if (!v->exited)
        kill(v->program, SIGKILL);
    close(v->orders);
    kill(v->leader, SIGKILL);
    waitpid(v->leader, NULL, 0);
    close(v->reports);
    if (v->master >= 0)
        close(v->master);
    vterm_free(v->term);
    free(v->stream);
    free(v);
}

/* ---- taking what comes ---- */

static int64_t now_ms(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

static void keep(struct vt *v, const char *p, size_t n)
{
    if (v->n_stream + n + 1 > v->cap_stream) {
        v->cap_stream = 2 * (v->n_stream + n + 1);
        v->stream = realloc(v->stream, v->cap_stream);
        if (!v->stream)
            die("realloc");
    }
    memcpy(v->stream + v->n_stream, p, n);
    v->n_stream += n;
    v->stream[v->n_stream] = 0;
}

/* False when the other end is gone and everything has been read. */
static bool take_output(struct vt *v)
{
    char buf[16384];
    ssize_t n = read(v->master, buf, sizeof buf);
    if (n <= 0)
        return false;
    keep(v, buf, (size_t)n);
    vterm_input_write(v->term, buf, (size_t)n);
    return true;
}

static void take_report(struct vt *v)
{
    struct report r;
    if (read(v->reports, &r, sizeof r) != sizeof r) {
        v->exited = true;
        v->status = -1;
    } else if (WIFSTOPPED(r.status)) {
        v->stopped = true;
    } else {
        v->exited = true;
        v->status = r.status;
    }
}

/* Wait for something and take it; false if nothing came within ms. */
static bool take(struct vt *v, int ms)
{
    struct pollfd p[2] = {{.fd = v->deaf ? -1 : v->master, .events = POLLIN},
                          {.fd = v->exited ? -1 : v->reports, .events = POLLIN}};
    if (poll(p, 2, ms) <= 0)
        return false;
    if (p[0].revents && take_output(v))
        return true; /* output first: a report comes after all that was written */
    if (p[1].revents)
        take_report(v);
    return p[1].revents != 0;
}

static void drain(struct vt *v)
{
    while (take(v, 0))
        ;
}

void vt_pump(struct vt *v, int ms)
{
    int64_t end = now_ms() + ms;
    for (int64_t left = ms; left > 0; left = end - now_ms())
        take(v, (int)left);
}

static int deadline_ms(void)
{
    const char *s = getenv("SCREEN_SECONDS");
    return (s && atoi(s) > 0 ? atoi(s) : 60) * 1000;
}

bool vt_wait(struct vt *v, vt_test *test, const void *ctx, const char *what)
{
    int64_t end = now_ms() + deadline_ms();
    for (int64_t left = end - now_ms();; left = end - now_ms()) {
        drain(v);
        if (test(v, ctx))
            return true;
        if (left <= 0 || v->exited)
            break;
        take(v, (int)left);
    }
    printf("# waited in vain for: %s\n", what);
    vt_print(v);
    return false;
}

static bool has_text(struct vt *v, const void *ctx)
{
    for (int row = 0; row < vt_rows(v); row++) {
        if (strstr(vt_row(v, row), ctx))
            return true;
    }
    return false;
}

bool vt_wait_text(struct vt *v, const char *text)
{
    return vt_wait(v, has_text, text, text);
}

struct row_is {
    int row;
    const char *text;
};

static bool row_is(struct vt *v, const void *ctx)
{
    const struct row_is *r = ctx;
    return strcmp(vt_row(v, r->row), r->text) == 0;
}

bool vt_wait_row(struct vt *v, int row, const char *text)
{
    return vt_wait(v, row_is, &(struct row_is){row, text}, text);
}

static bool is_stopped(struct vt *v, const void *ctx)
{
    return v->stopped;
}

bool vt_wait_stopped(struct vt *v)
{
    return vt_wait(v, is_stopped, NULL, "a stop");
}

static bool has_exited(struct vt *v, const void *ctx)
{
    return v->exited;
}

bool vt_wait_exit(struct vt *v)
{
    return vt_wait(v, has_exited, NULL, "the end");
}

bool vt_ends(struct vt *v, int code)
{
    return vt_wait_exit(v) && WIFEXITED(v->status) && WEXITSTATUS(v->status) == code;
}

/* ---- doing ---- */

void vt_send(struct vt *v, const char *bytes, size_t n)
{
    while (n) {
        ssize_t k = write(v->master, bytes, n);
        if (k < 0 && errno != EINTR)
            return;
        if (k > 0) {
            bytes += k;
            n -= (size_t)k;
        }
    }
}

void vt_keys(struct vt *v, const char *keys)
{
    vt_send(v, keys, strlen(keys));
}

void vt_resize(struct vt *v, int rows, int cols)
{
    drain(v);
    /* In one column libvterm ends us at a wide character, such as may still come. */
    vterm_set_size(v->term, rows, cols < 2 ? 2 : cols);
    vterm_screen_flush_damage(v->screen);
    set_size(v->master, rows, cols);
}

void vt_signal(struct vt *v, int sig)
{
    kill(v->program, sig);
}

void vt_stop_listening(struct vt *v)
{
    v->deaf = true;
}

void vt_continue(struct vt *v)
{
    v->stopped = false;
    if (write(v->orders, "c", 1) != 1)
        die("the session is gone");
}

void vt_hang_up(struct vt *v)
{
    drain(v);
    close(v->master);
    v->master = -1;
}

/* ---- looking ---- */

static size_t utf8_put(char *p, uint32_t c)
{
    if (c < 0x80) {
        p[0] = (char)c;
        return 1;
    }
    size_t more = c < 0x800 ? 1 : c < 0x10000 ? 2 : 3;
    static const unsigned char lead_byte[] = {0, 0xc0, 0xe0, 0xf0};
    p[0] = (char)(lead_byte[more] | c >> (6 * more));
    for (size_t i = 1; i <= more; i++)
        p[i] = (char)(0x80 | (c >> (6 * (more - i)) & 0x3f));
    return more + 1;
}

const char *vt_row(struct vt *v, int row)
{
    size_t n = 0;
    for (int col = 0; col < vt_cols(v);) {
        VTermScreenCell cell = {.width = 1};
        vterm_screen_get_cell(v->screen, (VTermPos){.row = row, .col = col}, &cell);
        for (int i = 0; i < VTERM_MAX_CHARS_PER_CELL && cell.chars[i]; i++) {
            if (n + 8 < sizeof v->row)
                n += utf8_put(v->row + n, cell.chars[i]);
        }
        if (!cell.chars[0] && n + 8 < sizeof v->row)
            v->row[n++] = ' ';
        col += cell.width > 1 ? cell.width : 1;
    }
    while (n && v->row[n - 1] == ' ')
        n--;
    v->row[n] = 0;
    return v->row;
}

static int color(const VTermColor *c, bool is_default)
{
    if (is_default)
        return -1;
    if (VTERM_COLOR_IS_INDEXED(c))
        return c->indexed.idx;
    return 0x1000000 + (c->rgb.red << 16 | c->rgb.green << 8 | c->rgb.blue);
}

struct vt_look vt_look(struct vt *v, int row, int col)
{
    VTermScreenCell cell = {.width = 1};
    vterm_screen_get_cell(v->screen, (VTermPos){.row = row, .col = col}, &cell);
    return (struct vt_look){
        .bold = cell.attrs.bold,
        .underline = cell.attrs.underline != 0,
        .reverse = cell.attrs.reverse,
        .fg = color(&cell.fg, VTERM_COLOR_IS_DEFAULT_FG(&cell.fg)),
        .bg = color(&cell.bg, VTERM_COLOR_IS_DEFAULT_BG(&cell.bg)),
    };
}

int vt_rows(const struct vt *v)
{
    int rows, cols;
    vterm_get_size(v->term, &rows, &cols);
    return rows;
}

int vt_cols(const struct vt *v)
{
    int rows, cols;
    vterm_get_size(v->term, &rows, &cols);
    return cols;
}

void vt_cursor(const struct vt *v, int *row, int *col, bool *visible)
{
    *row = v->cursor.row;
    *col = v->cursor.col;
    *visible = v->cursor_visible;
}

bool vt_alternate(const struct vt *v)
{
    return v->alternate;
}

bool vt_mouse(const struct vt *v)
{
    return v->mouse;
}

const char *vt_stream(const struct vt *v, size_t *n)
{
    *n = v->n_stream;
    return v->stream ? v->stream : "";
}

bool vt_exited(const struct vt *v)
{
    return v->exited;
}

int vt_status(const struct vt *v)
{
    return v->status;
}

bool vt_modes_restored(const struct vt *v)
{
    struct termios now;
    if (tcgetattr(v->master, &now) != 0)
        return false;
    return now.c_iflag == v->modes.c_iflag && now.c_oflag == v->modes.c_oflag &&
           now.c_lflag == v->modes.c_lflag && now.c_cflag == v->modes.c_cflag &&
           memcmp(now.c_cc, v->modes.c_cc, sizeof now.c_cc) == 0;
}

bool vt_sane(const struct vt *v)
{
    bool modes = vt_modes_restored(v);
    if (!v->alternate && v->cursor_visible && !v->mouse && modes)
        return true;
    printf("# left behind:%s%s%s%s\n", v->alternate ? " alternate screen" : "",
           v->cursor_visible ? "" : " no cursor", v->mouse ? " mouse" : "", modes ? "" : " modes");
    return false;
}

void vt_print(struct vt *v)
{
    printf("# screen %dx%d, cursor %d,%d%s%s%s\n", vt_rows(v), vt_cols(v), v->cursor.row,
           v->cursor.col, v->cursor_visible ? "" : " hidden", v->alternate ? ", alternate" : "",
           v->mouse ? ", mouse" : "");
    if (v->exited)
        printf("# the program ended with wait status 0x%x\n", (unsigned)v->status);
    for (int row = 0; row < vt_rows(v); row++)
        printf("#|%s\n", vt_row(v, row));
}
