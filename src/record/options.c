/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "record/options.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "core/view/message.h"

/* The signals whose names the runtime knows, and in the next table their numbers. */
#define SIGNALS "HUP INT QUIT USR1 USR2 ALRM TERM CHLD CONT WINCH VTALRM"
static const int signal_numbers[] = {SIGHUP,  SIGINT,  SIGQUIT, SIGUSR1,  SIGUSR2,  SIGALRM,
                                     SIGTERM, SIGCHLD, SIGCONT, SIGWINCH, SIGVTALRM};

const struct record_option_def record_options[N_RECORD_OPTIONS] = {
    [RECORD_OUTPUT] = {.letter = 'o',
                       .name = "output",
                       .arg_name = "FILE",
                       .help = "write the profile to FILE (gmon.out)"},
    [RECORD_RATE] = {.letter = 'r',
                     .name = "rate",
                     .arg_name = "HZ",
                     .help = "take HZ samples per second of CPU time (half of the clock ticks)",
                     .setting = "rate",
                     .lo = 1,
                     .hi = 10000},
    [RECORD_CLOCK] = {.name = "clock",
                      .arg_name = "CLOCK",
                      .help = "measure CPU time (thread), or waiting as well (wall)",
                      .setting = "clock",
                      .values = "thread wall"},
    [RECORD_EVENT] =
        {.name = "event",
         .arg_name = "NAME",
         .help = "sample by an event, such as cache-misses, or by the clock of perf (task-clock)",
         .setting = "event",
         .values = "task-clock cycles instructions branches branch-misses cache-references "
                   "cache-misses page-faults context-switches"},
    [RECORD_DUMP] = {.name = "dump",
                     .arg_name = "SIGNAL",
                     .help = "write the profile so far whenever SIGNAL comes",
                     .setting = "dump",
                     .values = SIGNALS,
                     .is_signal = true},
    [RECORD_REPEAT] = {.name = "repeat",
                       .arg_name = "N",
                       .help = "run PROGRAM N times and open the sum (auto: until 2,000 samples)",
                       .lo = 1,
                       .hi = 1000000,
                       .values = "auto"},
    [RECORD_LIVE] = {.name = "live",
                     .arg_name = "[SECONDS]",
                     .help = "open the browser on PROGRAM as it runs [renewed so often]"},
    [RECORD_INPUT] = {.letter = 'i',
                      .name = "input",
                      .arg_name = "FILE",
                      .help = "with --live PROGRAM reads FILE (/dev/null), not the terminal"},
    [RECORD_LOG] = {.name = "log",
                    .arg_name = "FILE",
                    .help = "with --live append to FILE what PROGRAM writes (gmon.out.log)"},
    [RECORD_MPI] = {.name = "mpi",
                    .help = "PROGRAM starts an MPI job (mpirun): one profile of all its ranks"},
    [RECORD_NO_OPEN] = {.name = "no-open", .help = "do not open the profile, only say where it is"},
    [RECORD_COMPILE] = {.name = "compile",
                        .arg_name = "[WITH]",
                        .help = "print how to compile and link WITH gcc, cmake, ..."},
    [RECORD_HELP] = {.letter = 'h', .name = "help", .help = "print this help and exit"},
};

static bool mistake(struct text *why, const char *what, const char *word)
{
    text_str(why, what);
    text_str(why, " '");
    message_add(why, word, strlen(word));
    text_char(why, '\'');
    return false;
}

/* The option that `word` is or begins with, N_RECORD_OPTIONS if there is none. *value becomes what
 * stands after it in the same word, or NULL. */
static int find(const char *word, const char **value)
{
    for (int i = 0; i < N_RECORD_OPTIONS; i++) {
        const struct record_option_def *d = &record_options[i];
        size_t n = strlen(d->name);
        const char *rest = word + 2;
        if (word[1] == '-' && strncmp(rest, d->name, n) == 0 && strchr("=", rest[n])) {
            *value = rest[n] ? rest + n + 1 : NULL;
            return i;
        }
        if (d->letter && word[1] == d->letter && (d->arg_name || !*rest)) {
            *value = *rest ? rest : NULL;
            return i;
        }
    }
    return N_RECORD_OPTIONS;
}

/* The place of a value among the words of values, from 0; -1: it is none of them. */
static int find_among(const char *values, const char *value)
{
    size_t n = strlen(value), n_this;
    int i = 0;
    for (const char *at = values; *at; at += n_this + (at[n_this] == ' '), i++) {
        n_this = strcspn(at, " ");
        if (n_this == n && memcmp(at, value, n) == 0)
            return i;
    }
    return -1;
}

static bool is_number(const char *value, unsigned long lo, unsigned long hi)
{
    size_t n_digits = strspn(value, "0123456789");
    if (n_digits == 0 || value[n_digits])
        return false;
    unsigned long number = strtoul(value, NULL, 10);
    return number >= lo && number <= hi;
}

/* Does a program that is interrupted by it go on, and is it not in use by the runtime or libc? */
static bool can_be_handled(int number)
{
    static const int others[] = {SIGKILL, SIGSTOP, SIGPROF, SIGSEGV, SIGBUS, SIGILL, SIGFPE};
    for (size_t i = 0; i < ARRAY_LEN(others); i++)
        if (number == others[i])
            return false;
    return number < 32 || number >= SIGRTMIN;
}

/* The number of a signal; 0: it is none that the program could be sent. */
static int signal_of(const char *value)
{
    int i = find_among(SIGNALS, strncmp(value, "SIG", 3) == 0 ? value + 3 : value);
    if (i >= 0)
        return signal_numbers[i];
    int number = is_number(value, 1, (unsigned long)SIGRTMAX) ? atoi(value) : 0;
    return can_be_handled(number) ? number : 0;
}

/* Does value fit d? A comma would end it in GPTUI_RT. */
static bool fits(const struct record_option_def *d, const char *value)
{
    if (d->is_signal)
        return signal_of(value) != 0;
    if (d->values && find_among(d->values, value) >= 0)
        return true;
    if (d->hi == 0)
        return !d->values && (!d->setting || !strchr(value, ','));
    return is_number(value, d->lo, d->hi);
}

/* Take the option at *argv and move on after it and its argument. */
static bool take(struct record_options *o, char *const **argv, struct text *why)
{
    const char *word = *(*argv)++, *value = NULL;
    int i = find(word, &value);
    if (i == N_RECORD_OPTIONS)
        return mistake(why, "unknown option", word);
    const char *arg_name = record_options[i].arg_name;
    if (value && !arg_name)
        return mistake(why, "no argument belongs to", word);
    if (arg_name && !value && **argv &&
        (*arg_name != '[' || (i == RECORD_COMPILE && ***argv != '-')))
        value = *(*argv)++;
    if (arg_name && *arg_name != '[' && !value)
        return mistake(why, "an argument is missing after", word);
    if (value && !fits(&record_options[i], value)) {
        const struct record_option_def *d = &record_options[i];
        text_printf(why, "--%s wants ", d->name);
        if (d->hi)
            text_printf(why, "%s%sa number from %u to %u,", d->values ? d->values : "",
                        d->values ? ", or " : "", d->lo, d->hi);
        else if (d->values)
            text_printf(why, "%sone of: %s;",
                        d->is_signal ? "the number of a signal that can be handled, or " : "",
                        d->values);
        else
            text_str(why, "another name,");
        return mistake(why, " not", value);
    }
    o->value[i] = value ? value : "";
    return true;
}

bool record_options_parse(struct record_options *o, char *const *argv, struct text *why)
{
    *o = (struct record_options){0};
    while (*argv && (*argv)[0] == '-' && (*argv)[1] && strcmp(*argv, "--") != 0)
        if (!take(o, &argv, why))
            return false;
    if (*argv && strcmp(*argv, "--") == 0)
        argv++;
    o->command = *argv ? argv : NULL;
    if (o->command || o->value[RECORD_HELP] || o->value[RECORD_COMPILE])
        return true;
    text_str(why, "a program to run is missing");
    return false;
}

void record_usage(const char *program, struct text *out)
{
    text_str(out, "Usage: ");
    message_add(out, program, strlen(program));
    text_str(out, " record [OPTION]... [--] PROGRAM [ARG]...\n"
                  "Run PROGRAM with gptui's profiling runtime and open the profile.\n\nOptions:\n");
    for (size_t i = 0; i < ARRAY_LEN(record_options); i++) {
        const struct record_option_def *d = &record_options[i];
        struct text names = {0};
        const char *arg = d->arg_name;
        if (d->letter)
            text_printf(&names, "-%c, ", d->letter);
        text_printf(&names, "%s--%s", d->letter ? "" : "    ", d->name);
        if (arg)
            text_printf(&names, *arg == '[' ? "[=%s" : "=%s", *arg == '[' ? arg + 1 : arg);
        text_str(out, "  ");
        text_left(out, text_z(&names), 24);
        text_release(&names);
        text_printf(out, "  %s\n", d->help);
    }
    text_str(out, "\nPROGRAM's signals and exit status are passed through.\n");
}
