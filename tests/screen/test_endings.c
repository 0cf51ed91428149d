/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How long work and long waits end: by one key or one signal, with the terminal, the status and the
 * files as they should be. The files are made so that no machine is quick with them. */
#include <dirent.h>
#include <elf.h>
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "shot.h"
#include "tests/support/tap.h"
#include "vt.h"

/* ---- files ---- */

static void die(const char *what)
{
    perror(what);
    exit(1);
}

/* An object in the format of COFF with 2 GiB of code, nearly all of which is a hole in the file:
 * its places are asked for address by address. */
static void write_coff(const char *path)
{
    static const uint8_t bytes[] = {
        0x64, 0x86, 1,    0,    0,    0, 0,    0,    60, 0, 0, 0, 1, 0, 0,    0, 0, 0,
        4,    0,                                                                 /* header */
        '.',  't',  'e',  'x',  't',  0, 0,    0,    0,  0, 0, 0, 0, 0, 0,    0, /* section */
        0xff, 0xff, 0xff, 0x7f, 0,    1, 0,    0,    0,  0, 0, 0, 0, 0, 0,    0, /* its size, place
                                                                                  */
        0,    0,    0,    0,    0x20, 0, 0x50, 0x60,                             /* and flags */
        'm',  'a',  'i',  'n',  0,    0, 0,    0,    0,  0, 0, 0, 1, 0, 0x20, 0, 2, 0, /* symbol */
        4,    0,    0,    0, /* no strings */
    };
    int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0666);
    if (fd < 0 || write(fd, bytes, sizeof bytes) != (ssize_t)sizeof bytes ||
        ftruncate(fd, (off_t)1 << 31) != 0 || close(fd) != 0)
        die(path);
}

static void run(const char *command)
{
    if (system(command) != 0)
        die(command);
}

/* Let the code of an ELF file, which nobody reads there, go on for 16 GB, nearly all of it a hole.
 */
static void widen(const char *path)
{
    const off_t end = (off_t)16 << 30;
    Elf64_Ehdr h;
    Elf64_Shdr s;
    int fd = open(path, O_RDWR);
    if (fd < 0 || pread(fd, &h, sizeof h, 0) != (ssize_t)sizeof h || ftruncate(fd, end) != 0)
        die(path);
    for (unsigned i = 0; i < h.e_shnum; i++) {
        off_t at = (off_t)(h.e_shoff + i * sizeof s);
        if (pread(fd, &s, sizeof s, at) != (ssize_t)sizeof s)
            die(path);
        s.sh_size = s.sh_flags & SHF_EXECINSTR ? (Elf64_Xword)end - s.sh_offset : s.sh_size;
        if (pwrite(fd, &s, sizeof s, at) != (ssize_t)sizeof s)
            die(path);
    }
    close(fd);
}

static void make_files(void)
{
    shot_setup();
    write_coff("coff");
    if (mkfifo("fifo", 0666) != 0)
        die("fifo");
    run("\"$BUILD/tests/hostile/mkhard\" swelling 300 hard hard.out");
    run("cp store linked && : >linked.debug &&"
        " objcopy --add-gnu-debuglink=linked.debug linked &&"
        " cp lines linked.debug");
    widen("linked.debug");
}

static char *content(const char *path)
{
    char *p = shot_file(path);
    return p ? p : strdup("");
}

/* Files under temporary names. */
static bool any_left(void)
{
    DIR *d = opendir(".");
    bool any = false;
    for (struct dirent *f; d && (f = readdir(d));)
        if (f->d_name[0] == '.' && strcmp(f->d_name, ".") != 0 && strcmp(f->d_name, "..") != 0) {
            printf("# left behind: %s\n", f->d_name);
            any = true;
        }
    closedir(d);
    return any;
}

/* ---- states ---- */

struct state {
    const char *name;
    const char *words[5]; /* of the command line */
    const char *first;    /* on the screen before `keys`; NULL: no keys */
    const char *keys;
    const char *shows; /* while it lasts */
    const char *after; /* on the screen when Esc has ended it; NULL: the program has ended */
};

static const struct state states[] = {
    {"a FIFO as profile", {"store", "fifo"}, NULL, NULL, "waiting for fifo: a FIFO", NULL},
    {"a FIFO as table of symbols",
     {"-S", "fifo", "store", "store.out"},
     NULL,
     NULL,
     "waiting for fifo: a FIFO",
     NULL},
    {"loading lines", {"-l", "coff", "store.out"}, NULL, NULL, "source lines", NULL},
    {"a check sum", {"-l", "linked", "store.out"}, NULL, NULL, "check sum", NULL},
    {"another analysis",
     {"coff", "store.out"},
     "[1Flat]",
     ":-l\r",
     "working: source lines",
     "stopped"},
    {"the source view", {"coff", "store.out"}, "[1Flat]", "5", "working: source lines", "[1Flat]"},
    {"an export",
     {"--max-output=0", "hard", "hard.out"},
     "[1Flat]",
     ":w! folded kept\r",
     "working: writing",
     "stopped: kept is not written"},
    {"an export that nobody reads",
     {"hard", "hard.out"},
     "[1Flat]",
     ":w! folded fifo\r",
     "waiting for fifo: its reader",
     "stopped: fifo is not written"},
};

/* The program in that state, or NULL. */
static struct vt *reach(struct tap *t, const struct state *s)
{
    const char *argv[8] = {shot_gptui()};
    for (size_t i = 0; i < 5; i++)
        argv[i + 1] = s->words[i];
    struct vt *v = vt_start(&(struct vt_options){.argv = argv});
    if (s->first && CHECK(t, vt_wait_text(v, s->first)))
        vt_keys(v, s->keys);
    if (CHECK(t, vt_wait_text(v, s->shows)))
        return v;
    vt_stop(v);
    return NULL;
}

/* Somebody who opens the FIFO and does not read it; -1 where the state is to wait for a writer. */
static int hold_fifo(const struct state *s)
{
    return s->first ? open("fifo", O_RDONLY | O_NONBLOCK) : -1;
}

static const struct way {
    const char *name, *keys;
    int sig; /* 0: the keys end the work alone, and what was there stays */
} ways[] = {{"Ctrl-C", "\x03", SIGINT},
            {"SIGTERM", NULL, SIGTERM},
            {"SIGHUP", NULL, SIGHUP},
            {"Esc", "\x1b", 0},
            {"q", "q", 0}};

static void end(struct tap *t, const struct state *s, const struct way *w)
{
    int reader = hold_fifo(s);
    struct vt *v = reach(t, s);
    if (v) {
        if (w->keys)
            vt_keys(v, w->keys);
        else
            vt_signal(v, w->sig);
        if (!w->sig && s->after && CHECK(t, vt_wait_text(v, s->after)))
            vt_keys(v, "q");
        CHECK(t, vt_ends(v, w->sig ? 128 + w->sig : 0));
        CHECK(t, vt_sane(v));
        vt_stop(v);
    }
    if (reader >= 0)
        close(reader);
}

static void all_ways(struct tap *t)
{
    run("echo old >kept");
    for (size_t i = 0; i < sizeof states / sizeof *states * 5; i++) {
        tap_label(t, "%s ends %s", ways[i % 5].name, states[i / 5].name);
        end(t, &states[i / 5], &ways[i % 5]);
        char *kept = content("kept");
        CHECK(t, strcmp(kept, "old\n") == 0);
        CHECK(t, !any_left());
        free(kept);
    }
}

/* A terminal that takes nothing any more: neither the screen, nor what makes it normal again. */
static void stuck(struct tap *t)
{
    const char *argv[] = {shot_gptui(), "store", "store.out", NULL};
    struct vt *v = vt_start(&(struct vt_options){.rows = 200, .cols = 400, .argv = argv});
    CHECK(t, vt_wait_text(v, "compare_keys"));
    vt_stop_listening(v);
    for (int i = 0; i < 200; i++)
        vt_keys(v, "12");
    vt_pump(v, 500); /* or the signal comes before it is stuck, which is no test, but no failure */
    vt_signal(v, SIGTERM);
    CHECK(t, vt_ends(v, 143));
    vt_stop(v);
}

/* What was waited for comes after all, and keys that were typed meanwhile. The message moves when
 * they and the new size have been looked at. */
static void comes_late(struct tap *t)
{
    struct vt *v = reach(t, &states[0]);
    if (!v)
        return;
    vt_keys(v, "j");
    vt_resize(v, 30, 80);
    CHECK(t, vt_wait_row(v, 15, " waiting for fifo: a FIFO"));
    run("cat store.out >fifo");
    CHECK(t, vt_wait_text(v, "compare_keys"));
    CHECK(t, vt_wait_text(v, " 2/"));
    vt_keys(v, "q");
    CHECK(t, vt_ends(v, 0));
    vt_stop(v);
}

/* Without the browser the signal itself ends the program. */
static void without_browser(struct tap *t)
{
    static const char *const words[][4] = {
        {"--batch", "store", "fifo"}, {"--batch", "-S", "fifo", "store"}, {"@fifo"}};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        const char *argv[6] = {shot_gptui()};
        for (size_t k = 0; k < 4; k++)
            argv[k + 1] = words[i][k];
        tap_label(t, "%s", words[i][0]);
        struct vt *v =
            vt_start(&(struct vt_options){.cols = 400, .argv = argv}); /* a line for it */
        CHECK(t, vt_wait_text(v, "waiting for fifo: a FIFO"));
        vt_keys(v, "\x03");
        CHECK(t, vt_wait_exit(v) && WIFSIGNALED(vt_status(v)) && WTERMSIG(vt_status(v)) == SIGINT);
        vt_stop(v);
    }
}

int main(int argc, char **argv)
{
    struct tap t = {.argc = argc, .argv = argv};
    make_files();
    tap_run(&t, "all work and all waits end in five ways", all_ways);
    tap_run(&t, "batch mode and @FILE say what they wait for", without_browser);
    tap_run(&t, "a terminal that takes nothing does not hold it up", stuck);
    tap_run(&t, "a FIFO that is written late is read", comes_late);
    shot_cleanup();
    return tap_end(&t);
}
