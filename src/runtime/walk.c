/* SPDX-License-Identifier: MIT */
#include "runtime/walk.h"

#include <sys/auxv.h>
#include <sys/resource.h>
#include <sys/syscall.h>

#include "frames.h"
#include "machine.h"
#include "runtime/rt.h"
#include "runtime/signals.h"

extern char **environ;

enum {
    WORD = sizeof(uintptr_t),
    START_BYTES = 96,   /* code at the program's entry, which calls libc */
    LEAST_BYTES = 4096, /* of a stack, for what libc keeps at its ends; of a page */
    SEARCHES = 4,       /* for a thread's stack */
};

static _Thread_local struct walk_stack here;
static _Thread_local unsigned n_searches;

/* ---- stacks ---- */

/* The main thread's grows down, as far as its limit lets it; the environment is its upper end. */
static void begin_main_thread(void)
{
    uint64_t limit[2] = {0}; /* struct rlimit64 */
    uintptr_t top = (uintptr_t)getauxval(AT_RANDOM), sp = (uintptr_t)limit;
    const long args[6] = {0, RLIMIT_STACK, 0, (long)limit};
    enum { MOST = 1 << 30 };
    if (machine_syscall(SYS_prlimit64, args) < 0 || limit[0] == 0)
        return;
    uintptr_t bytes = limit[0] < MOST ? (uintptr_t)limit[0] : MOST;
    if ((uintptr_t)environ > sp && (uintptr_t)environ < top)
        top = (uintptr_t)environ;
    if (top <= sp || top - sp > bytes || top < bytes)
        return;
    here = (struct walk_stack){top - bytes + LEAST_BYTES, top & ~(uintptr_t)(WORD - 1)};
}

/* From that frame the stack reaches down at least so far. */
void walk_begin_thread(const struct walk_start *start)
{
    uintptr_t hi = start->frame, own = start->own;
    uintptr_t top = own > hi && own - hi < start->stack ? own : hi;
    uintptr_t lo = top - start->stack + start->guard + LEAST_BYTES;
    if (start->stack > start->guard + 2 * LEAST_BYTES && lo < hi)
        here = (struct walk_stack){lo, hi};
}

static bool is_on(const struct walk_stack *stack, uintptr_t sp)
{
    return sp >= stack->lo && sp < stack->hi;
}

/* What a thread has for itself, libc puts at the upper end of its stack. The main thread, which has
 * it elsewhere, is known. */
void walk_find_stack(const void *context)
{
    struct walk_place place;
    struct walk_stack found;
    uintptr_t own = (uintptr_t)&here & ~(uintptr_t)(WORD - 1);
    if (here.hi || n_searches >= SEARCHES)
        return;
    n_searches++;
    frames_of(context, &place);
    if (place.sp < own && maps_around(place.sp, &found.lo, &found.hi) && is_on(&found, own))
        here = (struct walk_stack){found.lo, own};
}

/* ---- signals ---- */

/* What handlers return to, as libc has set it; 0: the kernel has code of its own for that, which
 * our handler finds out. */
static uintptr_t find_restorer(void)
{
#if defined(__x86_64__) || defined(__i386__)
    struct {
        uintptr_t handler;
        unsigned long flags;
        uintptr_t restorer;
        struct sys_signals mask;
    } action = {0};
    const long args[6] = {signals_number(), 0, (long)&action, SYS_SIGNAL_BYTES};
    return machine_syscall(SYS_rt_sigaction, args) == 0 ? action.restorer : 0;
#else
    return 0;
#endif
}

bool walk_init(void)
{
    unwind_init();
    begin_main_thread();
    return FRAMES_HAVE_TABLES;
}

void walk_find_signals(void)
{
    rt.walk_restorer = find_restorer();
}

void walk_find_return(uintptr_t after)
{
#ifndef __x86_64__
    if (!rt.walk_restorer)
        rt.walk_restorer = after;
#else
#endif
}

/* ---- one walk ---- */

/* What the next step begins at, and the path so far. */
struct walker {
    struct walk_place place;
    struct walk_stack stack; /* hi is its end, lo is not looked at any more */
    struct walk_stack outer; /* where code was that a signal interrupted; lo == hi: not known */
    uintptr_t shift;         /* what is read stands this far up from where it was */
    bool is_waiting;         /* its frame pointer is not known */
    struct walk *walk;
};

static bool is_in_program(uintptr_t address)
{
    return address - rt.images.program.lo < rt.images.program.hi - rt.images.program.lo;
}

#ifndef FRAMES_HAVE_SIGNAL
/* Where a handler of signals returns to, its ucontext stands FRAMES_SIGNAL_BYTES above the stack
 * pointer; not defined: it is not looked for. */
static const void *frames_signal(uintptr_t sp, uintptr_t shift, size_t room)
{
#ifdef FRAMES_SIGNAL_BYTES
    bool is_there = room >= FRAMES_SIGNAL_BYTES + sizeof(ucontext_t);
    return is_there ? (const void *)(sp + FRAMES_SIGNAL_BYTES + shift) : NULL;
#else
    return NULL;
#endif
}
#endif

/* From what a handler of the program returns to, to the code that the signal interrupted. */
static bool step_signal(struct walker *w)
{
    uintptr_t sp = w->place.sp;
    const void *context = sp < w->stack.hi ? frames_signal(sp, w->shift, w->stack.hi - sp) : NULL;
    if (!context)
        return false;
    frames_of(context, &w->place);
    bool is_deeper = w->place.sp >= sp && w->place.sp < w->stack.hi;
    if (!is_deeper && is_on(&w->outer, w->place.sp))
        w->stack = w->outer;
    else if (!is_deeper)
        return false;
    return w->place.sp % WORD == 0;
}

/* Where there are no tables: from a stub for calls of other code, which keeps nothing on the stack;
 * else by the frame pointer, which code of the program that counts calls keeps. */
static bool step_pointer(struct walker *w, const struct unwind_stack *stack)
{
#ifdef FRAMES_HAVE_POINTER
    struct walk_place *place = &w->place;
    uintptr_t fp = place->fp, at = (fp - stack->lo) / WORD;
    if (!is_in_program(place->pc))
        return false;
    if (place->is_exact && frames_in_stub(place->pc) && (place->link || stack->n_words > 0)) {
        uintptr_t bytes = place->link ? 0 : WORD, after = place->link;
        *place = (struct walk_place){
            .pc = after ? after : stack->words[0], .sp = place->sp + bytes, .fp = fp};
        return place->pc;
    }
    if (fp < place->sp || fp % WORD != 0 || at + FRAME_BYTES / WORD > stack->n_words)
        return false;
    *place = (struct walk_place){.pc = stack->words[at + FRAME_RETURN / WORD],
                                 .sp = fp + FRAME_BYTES,
                                 .fp = stack->words[at + FRAME_NEXT / WORD]};
    return place->pc;
#else
    return false;
#endif
}

static bool step(struct walker *w)
{
    uintptr_t sp = w->place.sp;
    const struct unwind_stack stack = {sp, (const void *)(sp + w->shift),
                                       sp < w->stack.hi ? (w->stack.hi - sp) / WORD : 0,
                                       w->is_waiting};
    enum unwind_end end = unwind_step(&stack, &w->place);
    if (end == UNWIND_OUTERMOST)
        w->walk->end = WALK_WHOLE;
    if (end != UNWIND_CALLED && !(end == UNWIND_UNTOLD && step_pointer(w, &stack)))
        return false;
    if (rt.walk_restorer && w->place.pc == rt.walk_restorer && !step_signal(w))
        return false;
    struct walk *walk = w->walk;
    /* The program's first code, which nothing calls. */
    if (w->place.pc - rt.images.program.entry < START_BYTES) {
        walk->end = WALK_WHOLE;
        return false;
    }
    if (walk->n == WALK_MOST)
        return false;
    walk->at[walk->n++] = w->place.pc - !w->place.is_exact;
    return true;
}

static void begin_walk(struct walk *walk, uintptr_t pc)
{
    walk->n = 1;
    walk->at[0] = pc;
    walk->end = WALK_ALONE;
}

static void go(struct walker *w)
{
    w->walk->end = WALK_CUT;
    while (step(w))
        ;
    /* Library code that no code of the program has called is how the thread began: it is left out,
     * but for the innermost. */
    struct walk *walk = w->walk;
    size_t n = walk->n;
    while (walk->n > 1 && !is_in_program(walk->at[walk->n - 1]))
        walk->n--;
    if (walk->n < n && is_in_program(walk->at[walk->n - 1]))
        walk->end = WALK_WHOLE;
}

void walk_from_copy(const struct walk_copy *copy, struct walk *walk)
{
    const struct walk_place *place = &copy->place;
    uintptr_t hi = place->sp + copy->n_stack;
    begin_walk(walk, place->pc);
    if (copy->n_stack == 0 || place->sp % WORD != 0 || hi < place->sp)
        return;
    struct walker w = {.place = *place,
                       .stack = {place->sp, hi},
                       .shift = (uintptr_t)copy->stack - place->sp,
                       .is_waiting = true,
                       .walk = walk};
    go(&w);
}

/* That for signals, as the kernel knows it; else, as coroutines have one, what can be read. */
static struct walk_stack other_stack(const void *context, uintptr_t sp)
{
    const stack_t *alternate = &((const ucontext_t *)context)->uc_stack;
    struct walk_stack stack = {(uintptr_t)alternate->ss_sp,
                               (uintptr_t)alternate->ss_sp + alternate->ss_size};
    return is_on(&stack, sp) ? stack : (struct walk_stack){sp, sp + sys_readable(sp)};
}

void walk_from(const void *context, struct walk *walk)
{
    struct walker w = {.stack = here, .outer = here, .walk = walk};
    frames_of(context, &w.place);
    if (!is_on(&here, w.place.sp))
        w.stack = other_stack(context, w.place.sp);
    begin_walk(walk, w.place.pc);
    if (w.place.sp % WORD == 0 && is_on(&w.stack, w.place.sp))
        go(&w);
}
