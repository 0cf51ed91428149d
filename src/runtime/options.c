/* SPDX-License-Identifier: MIT */
#include "runtime/options.h"

#include <signal.h>

#include "runtime/perf.h"
#include "runtime/text.h"

/* Reads a value into the field that the table names, or into options where it names none; false: it
 * is not valid, and they are unchanged. */
typedef bool reader(void *field, const char *value);

static bool read_out(void *field, const char *value)
{
    struct options *options = field;
    if (!value[0] || text_length(value) >= sizeof options->out)
        return false;
    options->out[0] = 0;
    text_add(options->out, sizeof options->out, value);
    return true;
}

static bool read_rate(void *field, const char *value)
{
    struct options *options = field;
    options->rate_is_auto = text_equal(value, "auto");
    return options->rate_is_auto || text_to_number(value, 1, RATE_MOST, &options->rate_hz);
}

static bool read_either(bool *field, const char *value, const char *yes, const char *no)
{
    const bool is_yes = text_equal(value, yes);
    if (!is_yes && !text_equal(value, no))
        return false;
    *field = is_yes;
    return true;
}

static bool read_clock(void *field, const char *value)
{
    return read_either(field, value, "wall", "thread");
}

static bool read_event(void *field, const char *value)
{
    struct options *options = field;
    const struct sampler_event *event = sampler_event_find(value);
    if (!event)
        return false;
    options->event = event;
    return true;
}

static bool read_delay(void *field, const char *value)
{
    unsigned seconds, *ms = field;
    if (!text_to_number(value, 0, 1000000, &seconds))
        return false;
    *ms = seconds * 1000;
    return true;
}

static bool read_switch(void *field, const char *value)
{
    return read_either(field, value, "on", "off");
}

/* A number, or a name with or without SIG. */
static bool read_signal(void *field, const char *value)
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
    *(unsigned char *)field = (unsigned char)found;
    return true;
}

/* What gptui record says: RUN, a part of names of files, and perhaps /PARENT, a process id. */
static bool read_record(void *field, const char *value)
{
    struct options *options = field;
    size_t n = 0;
    for (; value[n] && value[n] != '/'; n++)
        if (!((value[n] >= '0' && value[n] <= '9') || (value[n] >= 'a' && value[n] <= 'z') ||
              (value[n] >= 'A' && value[n] <= 'Z') || value[n] == '-' || value[n] == '_'))
            return false;
    if (n == 0 || n >= sizeof options->run ||
        (value[n] && !text_to_number(value + n + 1, 1, INT32_MAX, &options->parent)))
        return false;
    for (size_t i = 0; i < n; i++)
        options->run[i] = value[i];
    options->run[n] = 0;
    return true;
}

#ifdef GPTUI_RT_TESTS
static bool read_wait(void *field, const char *value)
{
    return text_to_number(value, 1, 1000000, field);
}
#endif

static const struct {
    char name[8];
    reader *read;
    size_t field;
    const char *wanted;
} table[] = {
    {"out", read_out, 0, "wants the name of a file"},
    {"rate", read_rate, 0, "wants samples per second, from 1 to 10000, or auto"},
    {"clock", read_clock, offsetof(struct options, is_wall), "wants thread or wall"},
    {"event", read_event, 0, "wants an event, such as task-clock or page-faults"},
    {"delay", read_delay, offsetof(struct options, delay_ms), "wants whole seconds"},
    {"dump", read_signal, offsetof(struct options, dump_signal),
     "wants a signal: a name like USR2, or a number"},
    {"reset", read_signal, offsetof(struct options, reset_signal),
     "wants a signal: a name like USR2, or a number"},
    {"paths", read_switch, offsetof(struct options, paths), "wants on or off"},
    {"record", read_record, 0, "wants what gptui record says"},
#ifdef GPTUI_RT_TESTS
    {"asked", read_switch, offsetof(struct options, asked), "wants on or off"},
    {"libs", read_switch, offsetof(struct options, libs), "wants on or off"},
    {"ranks", read_switch, offsetof(struct options, ranks), "wants on or off"},
    {"wait", read_wait, offsetof(struct options, wait_s), "wants whole seconds, at least one"},
#endif
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
        if (table[i].read((char *)options + table[i].field, value))
            return;
        wrong = table[i].wanted;
    }
    text_complain("GPTUI_RT:", item, wrong, 0);
}

void options_read(struct options *options, const char *text)
{
    char item[OUT_BYTES + 16];
    options->rate_hz = 100; /* libc's */
    options->libs = true;
    options->wait_s = 60;
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
