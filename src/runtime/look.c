/* SPDX-License-Identifier: MIT */
#include "runtime/look.h"

#include "frames.h"
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

/* By the tables for exceptions; 0: nobody in the program has called it, *is_known: for certain. */
static uintptr_t find_by_tables(const struct thread_look *look, const struct unwind_stack *stack,
                                const struct walk_code *code, bool *is_known)
{
    struct unwind_place place = {.pc = look->pc, .sp = look->sp, .is_exact = true};
    bool is_found = false;
    while (!is_found && unwind_step(&rt.waits.unwind, stack, &place))
        is_found = walk_code_has(code, place.pc);
    *is_known = is_found || place.is_outermost;
    return is_found ? place.pc - 1 : 0;
}

/* A call that leaves the program is believed before one that stays inside, which may be left over
 * on the stack from earlier calls. */
static uintptr_t guess(const struct unwind_stack *stack, const struct walk_code *code)
{
    const uintptr_t *word = stack->words;
    uintptr_t likely = 0;
    for (size_t i = 0; i < stack->n_words; i++) {
        enum frames_call call =
            walk_code_has(code, word[i]) ? frames_call(word[i], code) : FRAMES_CALL_NONE;
        if (call >= FRAMES_CALL_ANY)
            return word[i] - 1;
        if (call == FRAMES_CALL_IN && !likely)
            likely = word[i] - 1;
    }
    return likely;
}

uintptr_t look_for_caller(const struct thread_look *look)
{
    const struct walk_code code = {rt.images.program.lo, rt.images.program.hi};
    uintptr_t word[STACK_WORDS];
    size_t n = sys_read_memory(look->sp, word, sizeof word) / sizeof word[0];
    const struct unwind_stack stack = {look->sp, word, n};
    bool is_known;
    uintptr_t caller = find_by_tables(look, &stack, &code, &is_known);
    return is_known ? caller : guess(&stack, &code);
}
