/* SPDX-License-Identifier: MIT */
/* signals: keeps the signal of our timers and counters out of the program's way, and the program
 * out of its.
 *
 * It is one of real time that hardly anybody uses, CLOCK_SIGNAL; SIGPROF and ITIMER_PROF are the
 * program's. To programs that block or handle all signals it looks as if that one were theirs, too:
 * sigaction, signal and their like know it by what the program set, and never tell the kernel;
 * sigprocmask and pthread_sigmask never block it. One that is not from our clocks goes to the
 * program's own handler. */
#ifndef GPTUI_RUNTIME_SIGNALS_H
#define GPTUI_RUNTIME_SIGNALS_H

#include <signal.h>
#include <stdbool.h>

enum { CLOCK_SIGNAL = 48 };

/* Installs our handler, and one for SIGPROF that does nothing: programs that libc samples have one,
 * and live through such signals. Not for handlers. */
void signals_init(void (*handler)(int, siginfo_t *, void *));

/* Lets the signal through to the calling thread. */
void signals_open(void);

/* A signal that is not ours: to the handler of the program, if it has set one. */
void signals_pass_on(int number, siginfo_t *info, void *context);

#endif
