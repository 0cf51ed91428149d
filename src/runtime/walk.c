/* SPDX-License-Identifier: MIT */
#include "runtime/walk.h"

#include <sys/auxv.h>
#include <sys/resource.h>
#include <sys/syscall.h>

#include "frames.h"
#include "machine.h"
#include "runtime/maps.h"
#include "runtime/rt.h"
#include "runtime/signals.h"
#include "runtime/sys.h"
#include "runtime/unwind.h"

extern char **environ;

enum {
    WORD = sizeof(uintptr_t),
    SEARCH_WORDS = 1024, /* looked at for one frame */
    START_BYTES = 96,    /* code at the program's entry, which calls libc */
    LEAST_BYTES = 4096,  /* of a stack, for what libc keeps at its ends; of a page */
    SEARCHES = 4,        /* for a thread's stack */
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
    if (here.hi || n_searches >= SEARCHES || !rt.walk.code.hi)
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
    const long args[6] = {CLOCK_SIGNAL, 0, (long)&action, SYS_SIGNAL_BYTES};
    return machine_syscall(SYS_rt_sigaction, args) == 0 ? action.restorer : 0;
#else
    return 0;
#endif
}

void walk_init(void)
{
    rt.walk.code = (struct walk_code){rt.images.program.lo, rt.images.program.hi};
    rt.walk.vdso = (uintptr_t)getauxval(AT_SYSINFO_EHDR);
    begin_main_thread();
}

void walk_find_signals(void)
{
    rt.walk.restorer = find_restorer();
}

void walk_find_return(uintptr_t after)
{
#if defined(__i386__) || defined(FRAMES_HAVE_SIGNALS)
    if (!rt.walk.restorer && rt.walk.code.hi)
        rt.walk.restorer = after;
#else
    (void)after;
#endif
}

/* ---- one walk ---- */

/* What the next step begins at, and the path so far. */
struct walker {
    struct walk_place place;
    struct walk_stack stack; /* hi is its end, lo is not looked at any more */
    struct walk_stack outer; /* where code was that a signal interrupted; lo == hi: not known */
    uintptr_t shift;         /* what is read stands this far up from where it was */
    bool is_exact;           /* pc was interrupted, it is no return address */
    struct unwind *unwind;   /* where frames begin is not known; NULL: it is */
    struct walk *walk;
};

static uintptr_t word_at(const struct walker *w, uintptr_t address)
{
    return *(const uintptr_t *)(address + w->shift);
}

static bool is_in_program(uintptr_t address)
{
    return walk_code_has(&rt.walk.code, address);
}

static const struct rt_image *library_at(uintptr_t address)
{
    const struct rt_image *image = atomic_load_explicit(&rt.images.libraries, memory_order_acquire);
    while (image && !image_holds(image, address))
        image = image->next;
    return image;
}

static bool is_in_library(uintptr_t address)
{
    return library_at(address);
}

/* The kernel's own code for programs, which has frames and is called by libraries. */
static bool is_in_vdso(uintptr_t address)
{
    const struct rt_image *image = rt.walk.vdso ? library_at(address) : NULL;
    return image && image->base == rt.walk.vdso;
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

static bool is_return(uintptr_t after)
{
    return is_in_library(after) || call_before(after) != FRAMES_CALL_NONE;
}

/* Is a frame at fp all within the part of the stack that is left? */
static bool fits(const struct walker *w, uintptr_t fp)
{
    return fp >= w->place.sp && fp % WORD == 0 && fp < w->stack.hi &&
           w->stack.hi - fp >= FRAME_BYTES;
}

/* The frame that the frame pointer stands for. Where compilers do not agree at which of its words
 * that points, the one with a return address is it. */
static uintptr_t frame_of(const struct walker *w, uintptr_t pointer)
{
    uintptr_t fp = pointer + (uintptr_t)FRAME_BIAS;
#ifdef FRAME_OTHER_BIAS
    uintptr_t other = pointer + FRAME_OTHER_BIAS;
    bool is_it = fits(w, fp) && is_return(word_at(w, fp + FRAME_RETURN));
    if (!is_it && fits(w, other) && is_return(word_at(w, other + FRAME_RETURN)))
        return other;
#else
    (void)w;
#endif
    return fp;
}

static bool has_frame(const struct walker *w)
{
    return fits(w, w->place.fp);
}

/* Where the frame pointer points that is kept at an address. */
static uintptr_t frame_at(const struct walker *w, uintptr_t address)
{
    return frame_of(w, word_at(w, address));
}

/* Is it one at all? Libraries use the register for other things. */
static bool is_believable(const struct walker *w)
{
    return has_frame(w) && is_return(word_at(w, w->place.fp + FRAME_RETURN));
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
    const void *context = frames_signal(sp, w->shift, w->stack.hi - sp);
    struct walk_place place;
    if (!context)
        return false;
    frames_of(context, &place);
    bool is_deeper = place.sp >= sp && place.sp < w->stack.hi;
    if (!is_deeper && is_on(&w->outer, place.sp))
        w->stack = w->outer;
    else if (!is_deeper)
        return false;
    if (place.sp % WORD != 0 || !add(w, place.pc, true))
        return false;
    w->place = place;
    return true;
}

/* By the frame at fp, to whoever called the function that made it. */
static bool step_frame(struct walker *w)
{
    if (!has_frame(w))
        return false;
    uintptr_t fp = w->place.fp, after = word_at(w, fp + FRAME_RETURN);
    if (rt.walk.restorer && after == rt.walk.restorer)
        return step_signal(w);
    if (!is_in_library(after) && call_before(after) == FRAMES_CALL_NONE) {
        w->walk->end = is_start(after) ? WALK_WHOLE : WALK_CUT;
        return false;
    }
    if (!add(w, after, false))
        return false;
    w->place.sp = fp + FRAME_BYTES;
    w->place.fp = frame_at(w, fp + FRAME_NEXT);
    return true;
}

/* The return address of a function that has no frame now; 0: there is none. */
static uintptr_t return_without_frame(const struct walker *w, size_t missing)
{
    uintptr_t after = w->place.link;
    if (missing < FRAMES_IN_LINK_OVER)
        after = w->stack.hi - w->place.sp < missing + WORD ? 0 : word_at(w, w->place.sp + missing);
    return is_in_library(after) || call_before(after) != FRAMES_CALL_NONE ? after : 0;
}

static bool step_in_program(struct walker *w)
{
    size_t missing = w->is_exact ? frames_missing(&w->place, &rt.walk.code) : FRAMES_WHOLE;
    uintptr_t after = missing == FRAMES_WHOLE ? 0 : return_without_frame(w, missing);
    if (!after)
        return step_frame(w);
    if (missing < FRAMES_IN_LINK_OVER)
        w->place.sp += missing + WORD;
    else if (missing == FRAMES_IN_LINK_OVER && has_frame(w))
        w->place.fp = frame_at(w, w->place.fp + FRAME_RETURN);
    return add(w, after, false);
}

static uintptr_t search_end(const struct walker *w, uintptr_t end)
{
    uintptr_t sp = w->place.sp;
    return end - sp > SEARCH_WORDS * WORD ? sp + SEARCH_WORDS * WORD : end;
}

/* The address on the stack, from the stack pointer up to end, of the word that is most likely a
 * return address into the program; 0: none is. */
static uintptr_t find_return(const struct walker *w, uintptr_t end)
{
    uintptr_t likely = 0;
    end = search_end(w, end);
    for (uintptr_t at = w->place.sp; at < end; at += WORD) {
        enum frames_call call = call_before(word_at(w, at));
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
        uintptr_t fp = frame_at(w, at);
        if (fp <= end || fp % WORD != 0 || fp >= w->stack.hi || w->stack.hi - fp < FRAME_BYTES ||
            (nearest && fp >= nearest))
            continue;
        if (is_return(word_at(w, fp + FRAME_RETURN)))
            nearest = fp;
    }
    return nearest;
}

/* The frame of the function of the program that was to be returned to by the word at `at`. */
static uintptr_t frame_of_caller(const struct walker *w, uintptr_t at)
{
    if (!FRAMES_ARE_CHAINED)
        return find_saved_frame(w, at);
    return at - w->place.sp < FRAME_RETURN ? 0 : word_at(w, at - FRAME_RETURN);
}

/* With chained frames, a function that calls nothing may have one and still its return address in a
 * register: then the frame is not that of its caller. */
static void skip_own_frame(struct walker *w, uintptr_t link)
{
#ifdef FRAMES_HAVE_BYTES
    size_t bytes = frames_bytes(link, &rt.walk.code);
    if (!has_frame(w) || bytes == 0 || w->place.fp - w->place.sp == bytes)
        return;
    w->place.sp = w->place.fp;
    w->place.fp = frame_at(w, w->place.fp + FRAME_NEXT);
#else
    (void)w, (void)link;
#endif
}

/* A function that keeps nothing on its stack has its return address in a register; one that has a
 * frame has it there, too. */
static bool step_link(struct walker *w)
{
    uintptr_t link = w->place.link;
    bool is_kept = has_frame(w) && word_at(w, w->place.fp + FRAME_RETURN) == link;
    if (!link || is_kept || call_before(link) == FRAMES_CALL_NONE)
        return false;
    uintptr_t at = w->place.sp, end = search_end(w, w->stack.hi);
    if (FRAMES_ARE_CHAINED && !FRAMES_EVERYWHERE) {
        while (at < end && word_at(w, at) != link)
            at += WORD;
        w->place.fp = at < end ? frame_of_caller(w, at) : w->place.fp;
    }
    skip_own_frame(w, link);
    return add(w, link, false);
}

/* Where the function begins that is called before an address; 0: that does not say. */
static uintptr_t function_called(uintptr_t after)
{
#ifdef FRAMES_HAVE_TARGETS
    return is_in_program(after) ? frames_target(after, &rt.walk.code) : 0;
#else
    (void)after;
    return 0;
#endif
}

/* By the frame of the program's function that called the library, whose call stands too far up to
 * be found. The call of that function tells which it is: its first instruction stands for the one
 * that is to be returned to. */
static bool step_unseen(struct walker *w)
{
    uintptr_t function = function_called(word_at(w, w->place.fp + FRAME_RETURN));
    return (!function || add(w, function + 1, false)) && step_frame(w);
}

/* To the nearest function of the program below library code, which has no frame of its own, or
 * uses fp in its own way. */
static bool step_search(struct walker *w)
{
    bool is_framed = !FRAMES_ARE_CHAINED && is_believable(w);
    uintptr_t at = find_return(w, is_framed ? w->place.fp : w->stack.hi);
    if (!at)
        return is_framed && step_unseen(w);
    uintptr_t fp = is_framed ? w->place.fp : frame_of_caller(w, at);
    if (!add(w, word_at(w, at), false))
        return false;
    w->place.sp = at + WORD;
    w->place.fp = fp;
    return true;
}

/* Is the frame with that return address the one of the library code at the place? What stands after
 * a call of another image tells. */
static bool is_frame_of_library(const struct walker *w, uintptr_t after)
{
    return FRAMES_EVERYWHERE || call_before(after) == FRAMES_CALL_OUT ||
           (is_in_vdso(w->place.pc) && is_in_library(after));
}

static bool step_in_library(struct walker *w)
{
    if (step_link(w))
        return true;
    if (!is_believable(w) || (FRAMES_ARE_CHAINED && !FRAMES_EVERYWHERE))
        return step_search(w);
    bool is_own = is_frame_of_library(w, word_at(w, w->place.fp + FRAME_RETURN));
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

static void begin_walk(struct walk *walk, uintptr_t pc)
{
    walk->n = 1;
    walk->at[0] = pc;
    walk->end = WALK_ALONE;
}

/* Does code that returns there call the function around pc? */
enum frame_use { FRAME_OF_IT, FRAME_OF_ANOTHER, FRAME_LEFT_OVER };

static enum frame_use frame_use(struct walker *w, uintptr_t pc, uintptr_t after)
{
    uintptr_t lo, hi, target = function_called(after);
    if (!pc || !unwind_function(w->unwind, pc, &lo, &hi))
        return FRAME_OF_IT;
    if (target == lo || !target)
        return FRAME_OF_IT;
    return after > lo && after <= hi ? FRAME_LEFT_OVER : FRAME_OF_ANOTHER;
}

/* The nearest frame from an address on that was made for the function around pc, which code of the
 * program has called; 0: there is none. Before it may stand what is left over from functions that
 * have returned. One that was made for another function is right if that went on with ours. */
static uintptr_t find_frame(struct walker *w, uintptr_t pc, uintptr_t from)
{
    enum { NEAR = 1 << 20 };
    uintptr_t likely = 0;
    for (uintptr_t at = from; w->stack.hi - at >= FRAME_BYTES && at < w->stack.hi; at += WORD) {
        uintptr_t next = word_at(w, at + FRAME_NEXT), after = word_at(w, at + FRAME_RETURN);
        if (next <= at || next - at >= NEAR || next % WORD != 0 ||
            call_before(after) == FRAMES_CALL_NONE)
            continue;
        enum frame_use use = frame_use(w, pc, after);
        if (use == FRAME_OF_IT)
            return at;
        if (use == FRAME_OF_ANOTHER && !likely)
            likely = at;
    }
    return likely;
}

/* From a system call by the tables for exceptions, to the function of the program that has frames.
 * False: they do not lead there, or nobody has called it. */
static bool step_tables(struct walker *w)
{
    uintptr_t sp = w->place.sp, end = w->stack.hi;
    const struct unwind_stack stack = {sp, (const void *)(sp + w->shift), (end - sp) / WORD};
    struct unwind_place place = {.pc = w->place.pc, .sp = sp, .is_exact = true};
    bool is_found = false;
    while (!is_found && unwind_step(w->unwind, &stack, &place))
        is_found = is_in_program(place.pc);
    if (place.is_outermost)
        w->walk->end = WALK_WHOLE;
    if (!is_found || call_before(place.pc) == FRAMES_CALL_NONE)
        return false;
    do {
        if (!add(w, place.pc, false))
            return false;
        w->place.sp = place.sp;
        w->place.fp = place.fp;
    } while (!unwind_has_frame(w->unwind, &place) && unwind_step(w->unwind, &stack, &place) &&
             is_in_program(place.pc));
    if (!w->place.fp)
        w->place.fp = find_frame(w, w->place.pc, w->place.sp);
    return true;
}

/* From a system call, of which the frame pointer is not known, to the function of the program whose
 * frame is the nearest: in a library, what called that; where the program has libc in it, what
 * stands last below the frame. */
static bool step_call(struct walker *w)
{
    bool is_in = is_in_program(w->place.pc);
    uintptr_t at = is_in ? 0 : find_return(w, w->stack.hi);
    uintptr_t fp = 0;
    if (is_in || at)
        fp = find_frame(w, is_in ? 0 : word_at(w, at), is_in ? w->place.sp : at + WORD);
    for (uintptr_t below = fp; is_in && !at && below > w->place.sp;) {
        below -= WORD;
        at = call_before(word_at(w, below)) != FRAMES_CALL_NONE ? below : 0;
    }
    if (!at || !add(w, word_at(w, at), false))
        return false;
    w->place.sp = at + WORD;
    w->place.fp = fp;
    return true;
}

static bool begin_at_call(struct walker *w)
{
    bool is_found = step_tables(w) || (w->walk->end != WALK_WHOLE && step_call(w));
    w->unwind = NULL;
    return is_found;
}

static bool step(struct walker *w)
{
    if (w->unwind)
        return begin_at_call(w);
    return is_in_program(w->place.pc) ? step_in_program(w) : step_in_library(w);
}

static void go(struct walker *w)
{
    w->walk->end = WALK_CUT;
    while (step(w))
        ;
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
                       .is_exact = true,
                       .unwind = copy->unwind,
                       .walk = walk};
    go(&w);
    end_walk(walk);
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
    struct walker w = {.stack = here, .outer = here, .is_exact = true, .walk = walk};
    frames_of(context, &w.place);
    if (!is_on(&here, w.place.sp))
        w.stack = other_stack(context, w.place.sp);
    begin_walk(walk, w.place.pc);
    if (!FRAMES_ARE_KEPT || w.place.sp % WORD != 0 || !is_on(&w.stack, w.place.sp))
        return;
#ifdef FRAME_OTHER_BIAS
    w.place.fp = frame_of(&w, w.place.fp - (uintptr_t)FRAME_BIAS);
#endif
    go(&w);
    end_walk(walk);
}
