/* SPDX-License-Identifier: MIT */
#include "runtime/walk.h"

#include <sys/auxv.h>
#include <sys/resource.h>
#include <sys/syscall.h>

#include "frames.h"
#include "machine.h"
#include "runtime/rt.h"
#include "runtime/signals.h"
#include "runtime/sys.h"

extern char **environ;

enum {
    WORD = sizeof(uintptr_t),
    SEARCH_WORDS = 1024, /* looked at for one frame */
    START_BYTES = 64,    /* code at the program's entry, which calls libc */
    LEAST_BYTES = 4096,  /* of a stack, for what libc keeps at its ends */
};

static _Thread_local struct walk_stack here;

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

struct walk_stack walk_stack_here(void)
{
    return here;
}

/* ---- signals ---- */

/* What handlers return to, as libc told the kernel; 0: the kernel has code of its own for that. */
static uintptr_t find_restorer(void)
{
#if defined(__x86_64__) || defined(__i386__)
    struct {
        uintptr_t handler;
        unsigned long flags;
        uintptr_t restorer;
        struct sys_signals mask;
    } action = {0};
    const long args[6] = {CLOCK_SIGNAL, 0, (long)&action, SYS_SIGNAL_BYTES};
    return machine_syscall(SYS_rt_sigaction, args) == 0 ? action.restorer : 0;
#else
    return 0;
#endif
}

void walk_init(void)
{
    rt.walk.code = (struct walk_code){rt.images.program.lo, rt.images.program.hi};
    rt.walk.restorer = find_restorer();
    begin_main_thread();
}

/* ---- one walk ---- */

/* What the next step begins at, and the path so far. */
struct walker {
    struct walk_place place;
    struct walk_stack stack; /* hi is its end, lo is not looked at any more */
    bool is_exact;           /* pc was interrupted, it is no return address */
    struct walk *walk;
};

static uintptr_t word_at(uintptr_t address)
{
    return *(const uintptr_t *)address;
}

static bool is_in_program(uintptr_t address)
{
    return walk_code_has(&rt.walk.code, address);
}

static bool is_in_library(uintptr_t address)
{
    const struct rt_image *image = atomic_load_explicit(&rt.images.libraries, memory_order_acquire);
    while (image && !image_holds(image, address))
        image = image->next;
    return image;
}

static enum frames_call call_before(uintptr_t address)
{
    return is_in_program(address) ? frames_call(address, &rt.walk.code) : FRAMES_CALL_NONE;
}

/* The program's first code, which nothing calls. */
static bool is_start(uintptr_t address)
{
    return address - rt.images.program.entry < START_BYTES;
}

/* Is the frame at fp all within the part of the stack that is left? */
static bool has_frame(const struct walker *w)
{
    const struct walk_place *at = &w->place;
    return at->fp >= at->sp && at->fp % WORD == 0 && at->fp < w->stack.hi &&
           w->stack.hi - at->fp >= FRAME_BYTES;
}

static bool add(struct walker *w, uintptr_t address, bool is_exact)
{
    struct walk *walk = w->walk;
    if (is_start(address)) {
        walk->end = WALK_WHOLE;
        return false;
    }
    if (walk->n == WALK_MOST)
        return false;
    walk->at[walk->n++] = is_exact ? address : address - 1;
    w->place.pc = address;
    w->place.link = 0;
    w->is_exact = is_exact;
    return true;
}

/* Code of the program that a signal interrupted, below its handler. */
static bool step_signal(struct walker *w)
{
    uintptr_t sp = w->place.fp + FRAME_BYTES;
    const void *context = frames_signal(sp, w->stack.hi - sp);
    struct walk_place place;
    if (!context)
        return false;
    frames_of(context, &place);
    bool is_deeper = place.sp >= sp && place.sp < w->stack.hi && place.sp % WORD == 0;
    if (!is_deeper || !add(w, place.pc, true))
        return false;
    w->place = place;
    return true;
}

/* By the frame at fp, to whoever called the function that made it. */
static bool step_frame(struct walker *w)
{
    if (!has_frame(w))
        return false;
    uintptr_t fp = w->place.fp, after = word_at(fp + FRAME_RETURN);
    if (rt.walk.restorer && after == rt.walk.restorer)
        return step_signal(w);
    if (!is_in_library(after) && call_before(after) == FRAMES_CALL_NONE) {
        w->walk->end = is_start(after) ? WALK_WHOLE : WALK_CUT;
        return false;
    }
    if (!add(w, after, false))
        return false;
    w->place.sp = fp + FRAME_BYTES;
    w->place.fp = word_at(fp + FRAME_NEXT);
    return true;
}

/* The return address of a function that has no frame now; 0: there is none. */
static uintptr_t return_without_frame(const struct walker *w, size_t missing)
{
    uintptr_t after = w->place.link;
    if (missing != FRAMES_IN_LINK)
        after = w->stack.hi - w->place.sp < missing + WORD ? 0 : word_at(w->place.sp + missing);
    return is_in_library(after) || call_before(after) != FRAMES_CALL_NONE ? after : 0;
}

static bool step_in_program(struct walker *w)
{
    size_t missing = w->is_exact ? frames_missing(&w->place, &rt.walk.code) : FRAMES_WHOLE;
    uintptr_t after = missing == FRAMES_WHOLE ? 0 : return_without_frame(w, missing);
    if (!after)
        return step_frame(w);
    if (missing != FRAMES_IN_LINK)
        w->place.sp += missing + WORD;
    return add(w, after, false);
}

/* The address on the stack, from sp up to end, of the word that is most likely a return address
 * into the program; 0: none is. */
static uintptr_t find_return(uintptr_t sp, uintptr_t end)
{
    uintptr_t likely = 0;
    if (end - sp > SEARCH_WORDS * WORD)
        end = sp + SEARCH_WORDS * WORD;
    for (uintptr_t at = sp; at < end; at += WORD) {
        enum frames_call call = call_before(word_at(at));
        if (call >= FRAMES_CALL_ANY)
            return at;
        if (call == FRAMES_CALL_IN && !likely)
            likely = at;
    }
    return likely;
}

/* Library code that uses the frame pointer for something else has put it on the stack before, below
 * its own return address at `end`: the nearest frame that lies above. 0: none does. */
static uintptr_t find_saved_frame(const struct walker *w, uintptr_t end)
{
    uintptr_t nearest = 0;
    for (uintptr_t at = w->place.sp; at < end; at += WORD) {
        uintptr_t fp = word_at(at);
        if (fp <= end || fp % WORD != 0 || fp >= w->stack.hi || w->stack.hi - fp < FRAME_BYTES ||
            (nearest && fp >= nearest))
            continue;
        uintptr_t after = word_at(fp + FRAME_RETURN);
        if (call_before(after) != FRAMES_CALL_NONE || is_in_library(after))
            nearest = fp;
    }
    return nearest;
}

/* A function that keeps nothing on its stack has its return address in a register; one that has a
 * frame has it there, too. */
static bool step_link(struct walker *w)
{
    bool is_kept = has_frame(w) && word_at(w->place.fp + FRAME_RETURN) == w->place.link;
    return w->place.link && !is_kept && call_before(w->place.link) != FRAMES_CALL_NONE &&
           add(w, w->place.link, false);
}

/* To the nearest function of the program below library code, which has no frame of its own, or
 * uses fp in its own way. */
static bool step_search(struct walker *w)
{
    bool is_framed = has_frame(w);
    uintptr_t at = find_return(w->place.sp, is_framed ? w->place.fp : w->stack.hi);
    if (!at)
        return is_framed && step_frame(w);
    uintptr_t fp = is_framed ? w->place.fp : find_saved_frame(w, at);
    if (!add(w, word_at(at), false))
        return false;
    w->place.sp = at + WORD;
    w->place.fp = fp;
    return true;
}

/* With a frame whose return address stands after a call of another image, the library has frames.
 */
static bool step_in_library(struct walker *w)
{
    if (step_link(w))
        return true;
    bool is_own =
        has_frame(w) &&
        (FRAMES_EVERYWHERE || call_before(word_at(w->place.fp + FRAME_RETURN)) == FRAMES_CALL_OUT);
    return is_own ? step_frame(w) : step_search(w);
}

/* Library code that no code of the program has called is how the thread began: it is left out, but
 * for the innermost. */
static void end_walk(struct walk *walk)
{
    size_t n = walk->n;
    while (walk->n > 1 && !is_in_program(walk->at[walk->n - 1]))
        walk->n--;
    if (walk->n < n)
        walk->end = WALK_WHOLE;
}

void walk_from_place(const struct walk_place *place, const struct walk_stack *stack,
                     struct walk *walk)
{
    struct walker w = {*place, *stack, true, walk};
    walk->n = 1;
    walk->at[0] = place->pc;
    walk->end = WALK_ALONE;
    if (!FRAMES_ARE_KEPT || place->sp % WORD != 0 || place->sp < stack->lo ||
        place->sp >= stack->hi)
        return;
    walk->end = WALK_CUT;
    while (is_in_program(w.place.pc) ? step_in_program(&w) : step_in_library(&w))
        ;
    end_walk(walk);
}

void walk_from(const void *context, struct walk *walk)
{
    struct walk_place place;
    frames_of(context, &place);
    walk_from_place(&place, &here, walk);
}
