/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The browser in a terminal while calls of its own fail, one at a time or all from there on: it
 * ends by itself or when it is asked to, with a status of its own, and leaves the terminal as it
 * was. Of allocations, which are many, fewer and fewer fail. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "shot.h"
#include "tests/support/tap.h"
#include "vt.h"

/* Views, a search, an export, help, a copy, the panel; q closes what is open, then the program. */
static const char keys[] = "jj2j\r]/ma\r1Y5j3--\0331:w! out\r?q:dump out\rqqqq";

struct fault {
    unsigned long at;
    bool memory, all;
};

static const char *shim(void)
{
    const char *build = getenv("BUILD");
    static char variable[4200];
    snprintf(variable, sizeof variable, "LD_PRELOAD=%s/tests/fault/shim.so",
             build ? build : "build");
    return variable;
}

/* What failed first; "": nothing did. */
static void read_note(char *what, size_t n)
{
    FILE *f = fopen("note", "r");
    if (!f || !fgets(what, (int)n, f))
        what[0] = '\0';
    if (f)
        fclose(f);
    what[strcspn(what, "\n")] = '\0';
}

static bool drawn(struct vt *v, const void *ctx)
{
    return vt_exited(v) || vt_alternate(v);
}

static bool gone(struct vt *v, const void *ctx)
{
    return vt_exited(v);
}

/* By the keys; if they came to another place, by a signal. */
static void end(struct vt *v)
{
    enum { STEPS = 10, STEP_MS = 30 };
    vt_wait(v, drawn, NULL, "a screen, or the end");
    if (!vt_exited(v))
        vt_keys(v, keys);
    for (int i = 0; i < STEPS && !vt_exited(v); i++)
        vt_pump(v, STEP_MS);
    if (!vt_exited(v))
        vt_signal(v, SIGTERM);
    vt_wait(v, gone, NULL, "the end");
}

/* A terminal that cannot be read is a lost one. */
static bool status_is_own(struct vt *v)
{
    int status = vt_status(v), code = WEXITSTATUS(status);
    return vt_exited(v) && WIFEXITED(status) &&
           (code <= 1 || code == 128 + SIGTERM || code == 128 + SIGHUP);
}

/* What cannot be said to the terminal cannot be taken back there. */
static bool can_restore(const struct fault *f, const char *what)
{
    return strncmp(what, "write", 5) != 0 && strcmp(what, "tcsetattr") != 0 && !f->all;
}

/* False: the program has no such call any more. */
static bool run(struct tap *t, const struct fault *f)
{
    char at[40], what[40];
    snprintf(at, sizeof at, "FAULT_AT=%lu", f->at);
    const char *env[] = {shim(),
                         at,
                         "FAULT_NOTE=note",
                         f->memory ? "FAULT_MEMORY=1" : "FAULT_MEMORY=0",
                         f->all ? "FAULT_ALL=1" : "FAULT_ALL=",
                         NULL};
    const char *argv[] = {shot_gptui(), "store", "store.out", NULL};
    struct vt_options o = {.argv = argv, .env = env};
    unlink("note");
    struct vt *v = vt_start(&o);
    end(v);
    read_note(what, sizeof what);
    tap_label(t, "call %lu (%s)%s%s", f->at, what, f->memory ? ", memory too" : "",
              f->all ? ", all from there on" : "");
    bool ok = CHECK(t, status_is_own(v));
    if (can_restore(f, what))
        ok = CHECK(t, !vt_alternate(v) && !vt_mouse(v) && vt_modes_restored(v)) && ok;
    if (!ok)
        vt_print(v);
    vt_stop(v);
    return what[0];
}

/* A run for each of the first `every` calls, which fails; then for every second call, and so on. */
static void run_all(struct tap *t, struct fault f, unsigned long every)
{
    unsigned n = 0;
    for (f.at = 1; run(t, &f); f.at += 1 + f.at / every)
        n++;
    CHECK(t, n > 10);
    printf("# %u of %lu calls\n", n, f.at);
}

static void calls(struct tap *t)
{
    run_all(t, (struct fault){.memory = false}, 64);
}

static void all_calls(struct tap *t)
{
    run_all(t, (struct fault){.all = true}, 32);
}

static void allocations(struct tap *t)
{
    run_all(t, (struct fault){.memory = true}, 12);
}

int main(int argc, char **argv)
{
    struct tap t = {.argc = argc, .argv = argv};
    const char *flavour = getenv("FLAVOUR");
    if (flavour && (strcmp(flavour, "asan") == 0 || strcmp(flavour, "tsan") == 0 ||
                    strcmp(flavour, "valgrind") == 0 || strcmp(flavour, "coverage") == 0)) {
        printf("1..0 # SKIP this build allocates on its own account\n");
        return 0;
    }
    shot_setup();
    tap_run(&t, "one call fails", calls);
    tap_run(&t, "all calls fail from there on", all_calls);
    tap_run(&t, "one allocation fails", allocations);
    shot_cleanup();
    return tap_end(&t);
}
