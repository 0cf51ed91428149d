/* SPDX-License-Identifier: MIT */
/* rt: the state of the runtime, all of it but what each thread has for itself.
 *
 * No caller hands over a context: compilers call mcount, the kernel calls the handler, libc calls
 * at fork and exit. So there is one static struct, this one.
 *
 * Life:
 *
 *     constructor, __monstartup            fork's child            last destructor
 *     ------------ rt_start() ------ on ---- forked() ---- on ------ rt_finish() ---- off
 *                                    |  ^                              |
 *                     moncontrol(0)  v  |  moncontrol(1)               v
 *                                    off                            dump()
 *
 * _mcleanup() dumps at any time and changes nothing else. Programs compiled with -pg call it at the
 * end, before the last destructor, which writes only if something was counted in between. */
#ifndef GPTUI_RUNTIME_RT_H
#define GPTUI_RUNTIME_RT_H

#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "runtime/account.h"
#include "runtime/counter.h"
#include "runtime/guard.h"
#include "runtime/images.h"
#include "runtime/info.h"
#include "runtime/keep.h"
#include "runtime/options.h"
#include "runtime/output.h"
#include "runtime/paths.h"
#include "runtime/place.h"
#include "runtime/timer.h"
#include "runtime/unwind.h"
#include "runtime/waits.h"

struct sampler;

/* The assembly knows these numbers. */
enum rt_counting {
    RT_NEW, /* neither started nor called when counting could begin */
    RT_ON,
    RT_OFF,
};

enum { RT_NOTHING = 1024 };

/* A page, or more. */
#if defined __aarch64__ || defined __powerpc__
enum { RT_ALIGN = 65536 };
#else
enum { RT_ALIGN = 4096 };
#endif

/* A process that is made past libc's fork - by clone, _Fork or a system call - must not count in
 * the pages that it shares with its parent (keep.h), and no handler tells us of it. So the word
 * that is looked at before each call lies in a page that the kernel clears in every child that gets
 * memory of its own: there it is RT_NEW. */
struct rt {
    _Alignas(RT_ALIGN) _Atomic int counting; /* enum rt_counting; read by the assembly: must stay
                                                first */
    _Alignas(RT_ALIGN) int was_counting;     /* the same, for children of fork */
    _Atomic int started;                     /* rt_start was called */
    _Atomic int pid;                         /* of the process that all this belongs to */
    _Atomic int dumper;                      /* id of the thread that writes right now; 0: none */
    _Atomic int updater;                     /* of the thread that looks for libraries */
    _Atomic int n_closing;                   /* threads that are closing a library */
    struct options options;
    struct arc_table *_Atomic tables;
    struct counter n_lost_calls; /* calls that found no memory for their arc */
    struct counter n_own_ticks;  /* samples in our own entry: what counting costs */
    struct counter n_threads;    /* that called something, ever */
    _Atomic bool is_waiting;     /* for the end of the delay */
    struct {
        struct sampler *_Atomic all;         /* those of all threads, ever */
        const struct sampler_event *counter; /* NULL: timers */
        const struct sampler_event *event;   /* that, if it is not of time */
        bool is_on;                          /* each thread gets one */
        struct account_pace pace;
        uint64_t tick_ns;         /* of the system's clock */
        struct counter n_threads; /* that had one, ever */
    } sampling;
    struct counter n_samples; /* however many ticks each was worth */
    bool complained;          /* about a file that cannot be written */
    struct {
        bool program, run;
        bool is_cleanup;    /* _mcleanup has written all that there was */
        uint64_t n_counted; /* as dump.c counts */
    } written;              /* of the last dump */
    bool ends_late;         /* rt_finish is called after all destructors */
    bool is_late;           /* what was counted before is written: libgptui-rt-mpi.so */
    bool is_helper;         /* not a child of options.parent */
    struct {
        void (*handler)(int, siginfo_t *, void *);
        _Atomic int number;      /* ours; 0: none */
        _Atomic bool is_ignored; /* ours, as far as the program knows */
        _Atomic bool is_moving;  /* to another number */
        _Atomic unsigned long
            asked[SYS_SIGNAL_BYTES / sizeof(unsigned long)]; /* for by the program */
    } signals;
    struct timer delay;
    struct rt_images images;
    _Atomic uintptr_t nothing[RT_NOTHING]; /* pages with code that is in no file */
    _Atomic unsigned n_unknown;            /* how often other code than images' was asked for */
    uintptr_t walk_restorer;               /* what handlers of signals return to; 0: not known */
    struct unwind unwind;
    struct paths paths;
    struct guard_user user;
    struct info_span run;                           /* since the start or the last reset */
    _Atomic unsigned n_phases;                      /* how often gptui_rt_phase was called */
    struct keep_phase *_Atomic phases[PHASES_MOST]; /* NULL: not made yet */
    struct {
        _Atomic int is_on;
        _Atomic int is_looking;           /* a thread, at the clocks */
        _Atomic uint32_t pause_ns;        /* until the next look, at least */
        _Atomic int is_new;               /* nothing is written down of it yet: a child of fork */
        _Atomic int is_open;              /* counted in head->n_open */
        _Atomic int has_ended;            /* keep_end() was called */
        struct keep_head *head;           /* of the file, and of the window; NULL: there is none */
        _Atomic uint32_t part;            /* of this process; 0: it has none yet */
        struct keep_chunk *_Atomic chunk; /* that has room */
        struct keep_chunk *_Atomic last;  /* of all that the process has */
        size_t page_bytes;
        uintptr_t n_most; /* pages that the file may have */
        char path[2 * PATH_BYTES + RUN_BYTES + HOST_BYTES + 8];
    } keep;
    struct counter own_sums[N_KEEP_SUMS], *_Atomic sums; /* the second: those that count */
    struct rt_waits waits;
    struct rt_place place;
    struct rt_output output;
    char path[PATH_BYTES * 3]; /* this and the next: of the one dumper */
    struct writer writer;      /* a handler's stack may be too small for them */
};

extern struct rt rt __attribute__((visibility("hidden")));

/* Has the program code that can be profiled? Else the runtime does nothing. */
static inline bool rt_is_ready(void)
{
    return rt.images.program.n_bins > 0;
}

static inline bool rt_is_counting(void)
{
    return atomic_load_explicit(&rt.counting, memory_order_relaxed) == RT_ON;
}

/* Where something is counted that is said of the whole process. */
static inline struct counter *rt_fact(enum unite_fact_kind kind)
{
    return &rt.sums[KEEP_FACTS + kind];
}

/* The first call: where that is possible, counting begins before the start, for constructors of
 * libraries that run before ours. Returns whether calls are counted now. Safe in handlers. */
bool rt_begin(void);

/* Its own address in a shared runtime that the dynamic loader has prepared. Else there may be no
 * thread-local storage. */
extern const void *const volatile rt_loaded __attribute__((visibility("hidden")));

/* Counting goes on or stops. */
static inline void rt_set_counting(enum rt_counting counting)
{
    rt.was_counting = counting;
    atomic_store_explicit(&rt.counting, counting, memory_order_relaxed);
}

/* Is this the process that was started, or forked with our knowledge? Not a child of vfork. */
bool rt_is_ours(void);

/* Starts counting and sampling, once; later calls do nothing. Not for handlers. */
void rt_start(void);

/* The end: destructors and atexit handlers have been counted. Not for handlers. */
void rt_finish(void);

/* Counting and sampling go on or stop. */
void rt_control(bool on);

/* Everything counts from 0 again. Any thread, also in handlers. */
void rt_reset(void);

#endif
