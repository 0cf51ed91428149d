/* SPDX-License-Identifier: MIT */
#include "runtime/look.h"

#include "runtime/rt.h"
#include "runtime/sys.h"
#include "runtime/text.h"
#include "runtime/wait_kind.h"

enum { N_ARGS = 6, STACK_WORDS = 512 };

/* A line of /proc/PID/task/TID/syscall: "running", or the number of a system call, its arguments if
 * it is one, stack pointer and PC; -1: a wait that is no call (proc(5)). */
struct call_line {
    long number;
    uint64_t value[N_ARGS + 2];
    unsigned n_values;
};

/* False: it is no such line. */
static bool parse(const char *at, struct call_line *line)
{
    bool is_negative = *at == '-';
    line->number = 0;
    line->n_values = 0;
    at += is_negative;
    if (*at < '0' || *at > '9')
        return false;
    for (; *at >= '0' && *at <= '9'; at++)
        line->number = line->number * 10 + (*at - '0');
    line->number = is_negative ? -line->number : line->number;
    while (line->n_values < N_ARGS + 2 && at[0] == ' ' && at[1] == '0' && at[2] == 'x') {
        at += 3;
        line->value[line->n_values++] = text_take_hex(&at);
    }
    return line->n_values >= 2;
}

/* The line, as a text; false: there is no such thread. */
static bool read_line(int tasks, int tid, char *text, size_t room)
{
    char path[32];
    path[0] = 0;
    text_add_number(path, sizeof path, (uint64_t)tid);
    text_add(path, sizeof path, "/syscall");
    int fd = sys_open_in(tasks, path);
    if (fd < 0)
        return false;
    ssize_t n = sys_read(fd, text, room - 1);
    sys_close(fd);
    text[n < 0 ? 0 : n] = 0;
    return n > 0;
}

enum look_finding look_at(int tasks, int tid, struct thread_look *look)
{
    char text[256];
    struct call_line line;
    if (!read_line(tasks, tid, text, sizeof text))
        return LOOK_GONE;
    if (!parse(text, &line))
        return LOOK_RUNS;
    look->sp = (uintptr_t)line.value[line.n_values - 2];
    look->pc = (uintptr_t)line.value[line.n_values - 1];
    if (look->pc == 0) /* this is a main thread that has ended before the others */
        return LOOK_GONE;
    look->kind = WAIT_PAGE;
    if (line.number >= 0)
        look->kind = line.n_values == N_ARGS + 2 ? wait_kind_of(tasks, tid, line.number, line.value)
                                                 : WAIT_OTHER;
    return LOOK_WAITS;
}

uintptr_t look_for_caller(const struct thread_look *look)
{
    uintptr_t word[STACK_WORDS];
    const struct rt_image *program = &rt.images.program;
    size_t n = sys_read_memory(look->sp, word, sizeof word) / sizeof word[0];
    const struct unwind_stack stack = {look->sp, word, n, true};
    struct walk_place place = {.pc = look->pc, .sp = look->sp, .is_exact = true};
    while (unwind_step(&rt.unwind, &stack, &place) == UNWIND_CALLED)
        if (place.pc - program->lo < program->hi - program->lo)
            return place.pc - 1;
    return 0;
}
