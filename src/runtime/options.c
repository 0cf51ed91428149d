/* SPDX-License-Identifier: MIT */
#include "runtime/options.h"

#include <signal.h>

#include "runtime/perf.h"
#include "runtime/text.h"

/* Reads a value into options; false: it is not valid, and options are unchanged. */
typedef bool reader(struct options *options, const char *value);

static bool read_out(struct options *options, const char *value)
{
    if (!value[0] || text_length(value) >= sizeof options->out)
        return false;
    options->out[0] = 0;
    text_add(options->out, sizeof options->out, value);
    return true;
}

static bool read_rate(struct options *options, const char *value)
{
    options->rate_is_auto = text_equal(value, "auto");
    return options->rate_is_auto || text_to_number(value, 1, RATE_MOST, &options->rate_hz);
}

static bool read_clock(struct options *options, const char *value)
{
    static const char names[][8] = {"thread", "wall"};
    for (unsigned i = 0; i < sizeof names / sizeof names[0]; i++)
        if (text_equal(value, names[i])) {
            options->clock = (enum options_clock)i;
            return true;
        }
    return false;
}

static bool read_event(struct options *options, const char *value)
{
    const struct sampler_event *event = sampler_event_find(value);
    if (!event)
        return false;
    options->event = event;
    return true;
}

static bool read_bin(struct options *options, const char *value)
{
    unsigned bytes;
    if (!text_to_number(value, 1, 1u << BIN_SHIFT_MOST, &bytes) || (bytes & (bytes - 1)))
        return false;
    options->bin_shift = (unsigned)__builtin_ctz(bytes);
    return true;
}

static bool read_delay(struct options *options, const char *value)
{
    unsigned seconds;
    if (!text_to_number(value, 0, 1000000, &seconds))
        return false;
    options->delay_ms = seconds * 1000;
    return true;
}

static bool read_switch(bool *on, const char *value)
{
    bool is_on = text_equal(value, "on");
    if (!is_on && !text_equal(value, "off"))
        return false;
    *on = is_on;
    return true;
}

static bool read_start(struct options *options, const char *value)
{
    return read_switch(&options->start, value);
}

static bool read_exits(struct options *options, const char *value)
{
    return read_switch(&options->exits, value);
}

static bool read_fatal(struct options *options, const char *value)
{
    return read_switch(&options->fatal, value);
}

static bool read_libs(struct options *options, const char *value)
{
    return read_switch(&options->libs, value);
}

static bool read_keep(struct options *options, const char *value)
{
    return read_switch(&options->keep, value);
}

static bool read_paths(struct options *options, const char *value)
{
    return read_switch(&options->paths, value);
}

static bool read_info(struct options *options, const char *value)
{
    return read_switch(&options->info, value);
}

static bool read_ranks(struct options *options, const char *value)
{
    return read_switch(&options->ranks, value);
}

static bool read_wait(struct options *options, const char *value)
{
    return text_to_number(value, 1, 1000000, &options->wait_s);
}

/* A number, or a name with or without SIG. */
static bool read_signal(unsigned char *number, const char *value)
{
    static const struct {
        char name[8];
        unsigned char number;
    } known[] = {
        {"HUP", SIGHUP},   {"INT", SIGINT},     {"QUIT", SIGQUIT},     {"USR1", SIGUSR1},
        {"USR2", SIGUSR2}, {"ALRM", SIGALRM},   {"TERM", SIGTERM},     {"CHLD", SIGCHLD},
        {"CONT", SIGCONT}, {"WINCH", SIGWINCH}, {"VTALRM", SIGVTALRM},
    };
    /* No program can handle them and go on, or the runtime and libc have them. */
    static const unsigned char others[] = {SIGKILL, SIGSTOP, SIGPROF, SIGSEGV, SIGBUS,
                                           SIGILL,  SIGFPE,  32,      33};
    unsigned found = 0;
    if (value[0] == 'S' && value[1] == 'I' && value[2] == 'G')
        value += 3;
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        if (text_equal(value, known[i].name))
            found = known[i].number;
    if (!found && !text_to_number(value, 1, 64, &found))
        return false;
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
        if (found == others[i])
            return false;
    *number = (unsigned char)found;
    return true;
}

static bool read_dump(struct options *options, const char *value)
{
    return read_signal(&options->dump_signal, value);
}

static bool read_reset(struct options *options, const char *value)
{
    return read_signal(&options->reset_signal, value);
}

/* A part of names of files. */
static bool read_run(struct options *options, const char *value)
{
    for (const char *at = value; *at; at++)
        if (!((*at >= '0' && *at <= '9') || (*at >= 'a' && *at <= 'z') ||
              (*at >= 'A' && *at <= 'Z') || *at == '-' || *at == '_'))
            return false;
    if (!value[0] || text_length(value) >= sizeof options->run)
        return false;
    options->run[0] = 0;
    text_add(options->run, sizeof options->run, value);
    return true;
}

static bool read_parent(struct options *options, const char *value)
{
    return text_to_number(value, 1, INT32_MAX, &options->parent);
}

static const struct {
    char name[8];
    reader *read;
    const char *wanted;
} table[] = {
    {"out", read_out, "wants the name of a file"},
    {"rate", read_rate, "wants samples per second, from 1 to 10000, or auto"},
    {"clock", read_clock, "wants thread or wall"},
    {"event", read_event, "wants an event, such as task-clock or page-faults"},
    {"bin", read_bin, "wants bytes of code, a power of two from 1 to 4096"},
    {"delay", read_delay, "wants whole seconds"},
    {"start", read_start, "wants on or off"},
    {"exits", read_exits, "wants on or off"},
    {"fatal", read_fatal, "wants on or off"},
    {"libs", read_libs, "wants on or off"},
    {"keep", read_keep, "wants on or off"},
    {"paths", read_paths, "wants on or off"},
    {"info", read_info, "wants on or off"},
    {"ranks", read_ranks, "wants on or off"},
    {"wait", read_wait, "wants whole seconds, at least one"},
    {"run", read_run, "wants letters, digits, - and _"},
    {"parent", read_parent, "wants a process id"},
    {"dump", read_dump, "wants a signal: a name like USR2, or a number"},
    {"reset", read_reset, "wants a signal: a name like USR2, or a number"},
};

/* item: NAME=VALUE in memory that may be written to. */
static void read_item(struct options *options, char *item)
{
    const char *wrong = "is no option of the runtime";
    char *value = item;
    while (*value && *value != '=')
        value++;
    if (*value)
        *value++ = 0;
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        if (!text_equal(item, table[i].name))
            continue;
        if (table[i].read(options, value))
            return;
        wrong = table[i].wanted;
    }
    text_complain("GPTUI_RT:", item, wrong, 0);
}

void options_read(struct options *options, const char *text)
{
    char item[OUT_BYTES + 16];
    options->out[0] = options->run[0] = 0;
    options->rate_hz = 100; /* libc's */
    options->rate_is_auto = false;
    options->clock = OPTIONS_CLOCK_THREAD;
    options->event = NULL;
    options->bin_shift = 2; /* 4 bytes, about one instruction: libc's too */
    options->delay_ms = 0;
    options->start = options->exits = options->fatal = options->libs = options->info = true;
    options->keep = options->paths = options->ranks = false;
    options->wait_s = 60;
    options->parent = 0;
    options->dump_signal = options->reset_signal = 0;
    while (text && *text) {
        size_t n = 0;
        for (; *text && *text != ','; text++)
            if (n + 1 < sizeof item)
                item[n++] = *text;
        item[n] = 0;
        if (n > 0)
            read_item(options, item);
        text += *text == ',';
    }
    if (options->reset_signal && options->reset_signal == options->dump_signal) {
        text_complain("GPTUI_RT:", "reset", "wants another signal than dump", 0);
        options->reset_signal = 0;
    }
}
