/* SPDX-License-Identifier: GPL-3.0-or-later */
/* hostile [OPTIONS] NAME FILE -- ARGUMENTS: run the program with ARGUMENTS, in which FILE occurs,
 * while FILE is damaged in many ways; each time it must behave (see judge.h).
 *
 *   -c N   only every N-th cut (default 1)
 *   -s N   only every N-th field (default 1)
 *   -w N   fields begin at multiples of their width, or of N bytes if they are wider (default 1)
 *   -m N   the narrowest fields have N bytes (default 2)
 *   -b     fields are big-endian
 *   -r N   rounds of random damage (default 200), -S SEED
 *   -g     compare with gprof: exit status;  -o  and standard output
 *   -n     FILE alone, undamaged
 *   -e RE  the message must match
 *   -k     the program's standard input is the driver's
 *   -i N   bytes of input that the arguments do not show
 *
 * In: GPTUI, and HOSTILE_SHIM, HOSTILE_STREAMS (a folder). Out: TAP, numbered from HOSTILE_FIRST.
 */
#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../tools/tool.h"
#include "judge.h"
#include "tests/support/tap.h"

enum { SHOWN_MOST = 8 };

struct options {
    const char *name, *file, *message;
    size_t cut_step, step, align, rounds, hidden_bytes;
    unsigned narrow; /* bytes */
    uint64_t seed;
    bool big, compare, output, once, keep_stdin;
};

struct driver {
    struct options o;
    struct served gptui, gprof;
    unsigned char *bytes; /* of FILE, as it should be */
    size_t n;
    size_t n_entries; /* of the folder */
    struct tap tap;

    /* of the case that runs */
    size_t runs, failures, compared, ended[2];
    struct bytes notes; /* what failed */
};

/* ---- one run ---- */

static size_t count_entries(void)
{
    size_t n = 0;
    DIR *d = opendir(".");
    while (d && readdir(d))
        n++;
    if (d)
        closedir(d);
    return n;
}

static size_t input_bytes(const struct driver *d)
{
    struct stat st;
    size_t n = d->o.hidden_bytes;
    for (char **a = d->gptui.argv + 1; *a; a++)
        if (stat(*a, &st) == 0 && S_ISREG(st.st_mode))
            n += (size_t)st.st_size;
    return n;
}

static char *compare(struct driver *d)
{
    if (!d->o.compare)
        return NULL;
    served_run(&d->gprof);
    if (!judge_is_oracle(&d->gprof))
        return NULL;
    d->compared++;
    return judge_oracle(&d->gptui, &d->gprof, d->o.output);
}

static void note(struct driver *d, const char *how, const char *reason)
{
    if (++d->failures > SHOWN_MOST)
        return;
    char *line = text_of("# %s %s: %s", d->o.file, how, reason);
    for (char *p = line; *p; p++)
        if ((unsigned char)*p < ' ')
            *p = ' ';
    bytes_add(&d->notes, line, strlen(line));
    bytes_add(&d->notes, "\n", 1);
    free(line);
}

/* Run on the file as it is now; `how` tells what was done to it. */
static void run(struct driver *d, char *how)
{
    served_run(&d->gptui);
    char *reason = judge_run(&d->gptui, input_bytes(d));
    if (!reason && d->o.message)
        reason = judge_message(&d->gptui, d->o.message);
    if (!reason && count_entries() != d->n_entries)
        reason = text_of("a file was left");
    if (!reason)
        reason = compare(d);
    d->runs++;
    for (int status = 0; status < 2; status++)
        d->ended[status] += served_exited(&d->gptui, status);
    if (reason)
        note(d, how, reason);
    free(reason);
    free(how);
}

static void finish(struct driver *d, const char *what)
{
    tap_result(&d->tap, d->failures == 0 && d->ended[0] + d->ended[1] > 0,
               "%s: %s: %zu runs, %zu good, %zu refused, %zu like gprof's%s", d->o.name, what,
               d->runs, d->ended[0], d->ended[1], d->compared, d->failures ? ", SOME BAD" : "");
    printf("%.*s", (int)d->notes.n, d->notes.n ? (char *)d->notes.p : "");
    bytes_release(&d->notes);
    d->runs = d->failures = d->compared = d->ended[0] = d->ended[1] = 0;
}

/* ---- damage ---- */

static void cut_everywhere(struct driver *d)
{
    for (size_t n = 0; n < d->n; n += d->o.cut_step) {
        file_write(d->o.file, d->bytes, n);
        run(d, text_of("cut to %zu bytes", n));
    }
    finish(d, "cut at every byte");
}

static void set_field(struct driver *d, size_t at, unsigned width, uint64_t v)
{
    struct bytes b = {.big = d->o.big};
    bytes_add(&b, d->bytes, d->n);
    bytes_patch(&b, at, v, width);
    if (memcmp(b.p, d->bytes, d->n) != 0) {
        file_write(d->o.file, b.p, b.n);
        run(d, text_of("with %#llx in the %u bytes at %zu", (unsigned long long)v, width, at));
    }
    bytes_release(&b);
}

static void spoil_field(struct driver *d, size_t at, unsigned width)
{
    uint64_t sign = UINT64_C(1) << (8 * width - 1), max = sign | (sign - 1);
    uint64_t was = number_at(d->bytes + at, width, d->o.big);
    const uint64_t values[] = {0, 1, max, sign, was + 1, was - 1};
    for (size_t i = 0; i < sizeof values / sizeof values[0]; i++)
        set_field(d, at, width, values[i]);
}

static void spoil_fields(struct driver *d)
{
    for (unsigned width = d->o.narrow; width <= 8; width *= 2) {
        size_t align = width < d->o.align ? width : d->o.align;
        for (size_t at = 0; at + width <= d->n; at += align * d->o.step)
            spoil_field(d, at, width);
    }
    finish(d, "every field");
}

static void spoil_byte(struct bytes *b, struct chance *c)
{
    static const unsigned char values[] = {0, 1, 2, 0x7f, 0x80, 0xff};
    size_t at = chance_below(c, b->n);
    b->p[at] =
        chance_in(c, 2) ? values[chance_below(c, sizeof values)] : (unsigned char)chance_next(c);
}

/* A piece of the file once more, over another piece. */
static void repeat_piece(struct bytes *b, struct chance *c)
{
    size_t n = 1 + chance_below(c, b->n < 64 ? b->n : 64);
    memmove(b->p + chance_below(c, b->n - n + 1), b->p + chance_below(c, b->n - n + 1), n);
}

static void spoil_at_random(struct driver *d)
{
    struct chance c = {.state = d->o.seed};
    for (size_t round = 0; round < d->o.rounds && d->n > 0; round++) {
        struct bytes b = {0};
        bytes_add(&b, d->bytes, d->n);
        for (size_t n = 1 + chance_below(&c, 6); n > 0; n--)
            spoil_byte(&b, &c);
        if (chance_in(&c, 4))
            repeat_piece(&b, &c);
        if (chance_in(&c, 8))
            b.n = chance_below(&c, b.n);
        file_write(d->o.file, b.p, b.n);
        run(d, text_of("of seed %llu, round %zu", (unsigned long long)d->o.seed, round));
        bytes_release(&b);
    }
    finish(d, "random damage");
}

static void run_undamaged(struct driver *d)
{
    run(d, text_of("as it is"));
    finish(d, "as it is");
}

/* ---- set-up ---- */

static size_t number_of(const char *s)
{
    char *end;
    unsigned long v = strtoul(s, &end, 10);
    if (*end || end == s)
        fail("%s: not a number", s);
    return v;
}

static void read_option(struct options *o, int c)
{
    switch (c) {
    case 'c':
        o->cut_step = number_of(optarg);
        break;
    case 's':
        o->step = number_of(optarg);
        break;
    case 'w':
        o->align = number_of(optarg);
        break;
    case 'm':
        o->narrow = (unsigned)number_of(optarg);
        break;
    case 'r':
        o->rounds = number_of(optarg);
        break;
    case 'S':
        o->seed = number_of(optarg);
        break;
    case 'i':
        o->hidden_bytes = number_of(optarg);
        break;
    case 'b':
        o->big = true;
        break;
    case 'e':
        o->message = optarg;
        break;
    case 'k':
        o->keep_stdin = true;
        break;
    case 'n':
        o->once = true;
        break;
    case 'o':
        o->output = true;
        /* fall through */
    case 'g':
        o->compare = true;
        break;
    default:
        fail("usage: hostile [-c N] [-s N] [-w N] [-m N] [-r N] [-S SEED] [-i N] [-e RE] [-bgkno] "
             "NAME "
             "FILE --"
             " ARGUMENTS");
    }
}

static char **read_arguments(struct options *o, int argc, char **argv)
{
    *o = (struct options){
        .cut_step = 1, .step = 1, .align = 1, .narrow = 2, .rounds = 200, .seed = 1};
    for (int c; (c = getopt(argc, argv, "+c:s:w:m:r:S:i:e:bgkno")) != -1;)
        read_option(o, c);
    if (argc - optind < 3 || strcmp(argv[optind + 2], "--") != 0 || !o->cut_step || !o->step ||
        !o->align || !o->narrow)
        read_option(o, '?');
    o->name = argv[optind];
    o->file = argv[optind + 1];
    return argv + optind + 2;
}

static const char *env(const char *name)
{
    const char *s = getenv(name);
    if (!s)
        fail("%s is not set", name);
    return s;
}

/* argv[0] of the arguments is free: the name of the program. */
static void start(struct driver *d, char **argv)
{
    const char *mb = getenv("HOSTILE_GPTUI_MB"), *sec = getenv("HOSTILE_GPTUI_SEC");
    argv[0] = (char *)"gptui";
    d->gptui = (struct served){.name = "gptui", .program = env("GPTUI"), .argv = argv};
    d->gptui.streams = d->gprof.streams = env("HOSTILE_STREAMS");
    d->gptui.keep_stdin = d->o.keep_stdin;
    d->gptui.shim = env("HOSTILE_SHIM");
    d->gptui.limit_sec = sec ? sec : "10";
    d->gptui.limit_mb = mb ? mb : "8192";
    served_start(&d->gptui);
    if (!d->o.compare)
        return;
    d->gprof = d->gptui;
    d->gprof.name = d->gprof.program = "gprof";
    d->gprof.limit_sec = "2";
    d->gprof.limit_mb = "1024";
    unsetenv("HOSTILE_SPOIL");
    served_start(&d->gprof);
}

static void run_all(struct driver *d)
{
    if (d->o.once) {
        run_undamaged(d);
        return;
    }
    cut_everywhere(d);
    spoil_fields(d);
    if (d->o.rounds)
        spoil_at_random(d);
    file_write(d->o.file, d->bytes, d->n);
}

int main(int argc, char **argv)
{
    struct driver d = {0};
    char **args = read_arguments(&d.o, argc, argv);
    setenv("LC_ALL", "C", 1);
    d.bytes = (unsigned char *)file_read(d.o.file, &d.n);
    if (!d.bytes)
        fail("%s: %s", d.o.file, strerror(errno));
    d.n_entries = count_entries();
    start(&d, args);
    run_all(&d);
    served_stop(&d.gptui);
    if (d.o.compare)
        served_stop(&d.gprof);
    free(d.bytes);
    return d.tap.n_failed ? 1 : 0;
}
