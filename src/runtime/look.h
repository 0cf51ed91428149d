/* SPDX-License-Identifier: MIT */
/* look: what another thread of this process waits for, and where. It is not interrupted: the kernel
 * says which system call it is in, and the rest stands in our own memory. */
#ifndef GPTUI_RUNTIME_LOOK_H
#define GPTUI_RUNTIME_LOOK_H

#include <stdbool.h>
#include <stdint.h>

/* What a thread waits for. */
enum wait_kind {
    WAIT_FUTEX, /* a lock, a condition or another thread */
    WAIT_FILE,
    WAIT_SOCKET,
    WAIT_PIPE, /* or a terminal */
    WAIT_TIMER,
    WAIT_CHILD,
    WAIT_PAGE, /* of memory, that the kernel fetches */
    WAIT_OTHER,
    N_WAIT_KINDS,
};

enum look_finding {
    LOOK_RUNS, /* or could */
    LOOK_WAITS,
    LOOK_GONE, /* the thread has ended */
};

struct thread_look {
    enum wait_kind kind;
    uintptr_t pc, sp; /* in the program's code, also while the kernel works for it */
};

/* tasks: the folder /proc/self/task, open. *look is filled in if the thread waits. */
enum look_finding look_at(int tasks, int tid, struct thread_look *look);

/* The last byte of the nearest call in the program's code on the thread's stack; 0: the tables do
 * not lead there. The stack may go away meanwhile. */
uintptr_t look_for_caller(const struct thread_look *look);

#endif
