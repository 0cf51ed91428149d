/* SPDX-License-Identifier: MIT */
/* signals: one signal for our timers and counters, out of the program's way, and the program out of
 * its.
 *
 * It is chosen among those that nobody handles or blocks. When the program asks for it, by a
 * handler or by a mask that names it, it is the program's from then on, and another takes its
 * place; while all are the program's, nothing is sampled. A mask that names all of them blocks them
 * but for ours: many programs block all signals, hardly any waits for this one. To ignore it, or to
 * want its default, is no reason to give it up. */
#ifndef GPTUI_RUNTIME_SIGNALS_H
#define GPTUI_RUNTIME_SIGNALS_H

#include <signal.h>
#include <stdbool.h>

/* Installs our handler, and one for SIGPROF that does nothing: programs that libc samples have one,
 * and live through such signals. Not for handlers. */
void signals_init(void (*handler)(int, siginfo_t *, void *));

/* What the program learns of its handlers is as before. */
void signals_handle(int number, void (*handler)(int, siginfo_t *, void *));

/* Ours; 0: there is none. */
int signals_number(void);

/* Lets the signal through to the calling thread. */
void signals_open(void);

/* The handler's context, or, if it found one of the program's own handlers at its first
 * instruction, that of the code which was interrupted first: both signals came with one tick, and
 * the time before it is that code's. On x86-64, i386 and AArch64; elsewhere always the handler's.
 */
const void *signals_context(const void *context);

#endif
