/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Random keys, mouse, sizes and commands on random profiles, without a terminal. After every event
 * the browser checks its invariants (GPTUI_TEST=1) and draws.
 *
 * SCREEN_EVENTS: events for each profile (2000), SCREEN_SEEDS: "FIRST LAST" seeds. A script that
 * fails is kept in $BUILD/random-SEED.script. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "shot.h"
#include "tests/support/tap.h"

/* Not among them: what ends the browser (q) and what could write anywhere (w, and / in a path).
 */
static const char *const keys[] = {
    "j",       "k",          "j",           "k",       "G",        "g",
    "<Down>",  "<Up>",       "<PageUp>",    "<Home>",  "<End>",    "<PageDown>",
    "<Left>",  "<Right>",    "0",           "<Space>", "<Enter>",  "<Enter>",
    "<Enter>", "<Esc>",      "<Esc>",       "u",       "{",        "}",
    "[",       "]",          "<Backspace>", "H",       "z",        "n",
    "N",       "f",          "&",           "1",       "2",        "5",
    "3",       ":42<Enter>", "#7<Enter>",   "<Tab>",   "D",        "p",
    "s",       "-e",         "-E",          "-f",      "-F",       "-k",
    "-n",      "-N",         "-p",          "-P",      "-q",       "-Q",
    "-a",      "-D",         "-z",          "-T",      "-b",       "-L",
    "-x",      "U",          "U",           "<C-r>",   "--",       "y",
    "Y",       ":",          "R",           "?",       "<F1>",     "<F5>",
    "<C-l>",   "<C-z>",      "a",           "d",       "J",        "K",
    "S1",      "<Delete>",   "i",           "t",       "_",        "+",
    ".",       "(",          ")",           "^",       "!",        "<C-a>",
    "<C-e>",   "<C-k>",      "<C-y>",       "<A-x>",   "\xc3\xa9", "\xe4\xb8\xad",
    "x",       "<Insert>",   "<F12>",       "<C-w>",   "<C-@>",    "=",
    "c",
};

enum { N_COMMANDS = 43 };
static const char commands[] =
    "goto f1|goto main|goto nobody|sort self|sort calls asc|sort name|sort bogus|rows e|"
    "rows self>0.1|rows (|rows|set names full|set names short|set pane off|set pane on|set nothing|"
    "3|99999|-E f1|-e f2|-f f3|-F f1|-N f2|-n f1|-Q f1|-k f1/f2|-k /|-z|-a|-T|-b|-D|w! out|"
    "w! gprof out|w! command out|map|no-such-thing|first|last|undo|redo|-A|-m 3";

struct chance {
    uint64_t state;
};

static unsigned below(struct chance *c, unsigned n)
{
    c->state = c->state * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)((c->state >> 33) % n);
}

#define PICK(c, list) list[below(c, sizeof list / sizeof *list)]

static void write_mouse(FILE *f, struct chance *c)
{
    static const char *const buttons[] = {"left",   "left",     "left",      "right",
                                          "middle", "wheel-up", "wheel-down"};
    fprintf(f, "mouse %s %u %u%s\n", PICK(c, buttons), below(c, 40), below(c, 120),
            below(c, 4) ? "" : " double");
}

static void write_size(FILE *f, struct chance *c)
{
    static const unsigned heights[] = {1, 2, 3, 4, 5, 8, 12, 20, 24, 24, 36, 60};
    static const unsigned widths[] = {1, 2, 3, 5, 10, 20, 40, 60, 80, 80, 110, 120, 160, 200};
    fprintf(f, "resize %u %u\n", PICK(c, heights), PICK(c, widths));
}

static void write_script(struct chance *c, long n_events)
{
    FILE *f = fopen("events", "w");
    if (!f)
        abort();
    for (long i = 0; i < n_events; i++) {
        unsigned kind = below(c, 100);
        if (kind < 65)
            fprintf(f, "keys %s\n", PICK(c, keys));
        else if (kind < 80) /* else most of it would be typed into prompts */
            fprintf(f, "keys %s\n", below(c, 3) ? "<Esc>" : "<Enter>");
        else if (kind < 88)
            write_mouse(f, c);
        else if (kind < 93)
            write_size(f, c);
        else
            fprintf(f, ":%s\n", shot_piece(commands, below(c, N_COMMANDS)));
        fprintf(f, "dump /dev/null\n");
    }
    fprintf(f, "dump last\n");
    fclose(f);
}

static bool make_profile(unsigned seed)
{
    char command[4000];
    const char *build = getenv("BUILD");
    /* Some are no profile at all: nothing to browse then. */
    snprintf(
        command, sizeof command,
        "T='%s/tests/tools'; $T/randgraph %u image.txt profile.txt %s && $T/mkelf image "
        "<image.txt && $T/mkgmon profile image <profile.txt && '%s' --batch -b -p -q image profile "
        ">/dev/null 2>&1",
        build, seed, seed % 2 ? "plain=1" : "", shot_gptui());
    return system(command) == 0;
}

static void keep(unsigned seed)
{
    char command[4000];
    snprintf(command, sizeof command, "cp script '%s/random-%u.script'", getenv("BUILD"), seed);
    if (system(command) == 0)
        printf("# kept: %s/random-%u.script\n", getenv("BUILD"), seed);
}

struct count {
    unsigned run, whole;
};

static void run_seed(struct tap *t, unsigned seed, long n_events, struct count *n)
{
    struct chance c = {seed * 2654435761u + 1};
    tap_label(t, "seed %u", seed);
    if (!make_profile(seed))
        return;
    write_script(&c, n_events);
    char *script = shot_file("events");
    struct shot_run r = {.rows = 24,
                         .cols = 80,
                         .locale = seed % 3 ? "C.UTF-8" : "C",
                         .image = "image",
                         .profile = "profile",
                         .options = seed % 5 == 4 ? "-q" : NULL,
                         .script = script};
    remove("last");
    if (!CHECK(t, shot_script(&r) == 0))
        keep(seed);
    free(script);
    n->run++;
    n->whole += access("last", R_OK) == 0; /* else: a click on the key bar, or `:q` completed */
}

static void random_events(struct tap *t)
{
    const char *events = getenv("SCREEN_EVENTS"), *seeds = getenv("SCREEN_SEEDS");
    long n = events && atol(events) > 0 ? atol(events) : 2000;
    unsigned first = 1, last = 16;
    if (seeds && sscanf(seeds, "%u %u", &first, &last) == 1)
        last = first;
    struct count count = {0, 0};
    for (unsigned seed = first; seed <= last; seed++)
        run_seed(t, seed, n, &count);
    CHECK(t, 2 * count.run > last - first);
    CHECK(t, 2 * count.whole >= count.run || n > 2000);
}

int main(int argc, char **argv)
{
    struct tap t = {.argc = argc, .argv = argv};
    shot_setup();
    tap_run(&t, "random events", random_events);
    shot_cleanup();
    return tap_end(&t);
}
