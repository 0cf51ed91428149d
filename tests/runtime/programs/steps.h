/* SPDX-License-Identifier: GPL-3.0-or-later */
/* steps: samples of any code, of libraries and libc, too, at any of its instructions: x86 stops
 * after each instruction of the calling thread, and after every n-th a sample is taken of the place
 * where it is (sample.h). Handlers of signals are not stepped through unless they begin it
 * themselves. On other processors only steps_here() is a step. A program has steps.c in it, or is
 * linked with it. */
#ifndef GPTUI_TESTS_STEPS_H
#define GPTUI_TESTS_STEPS_H

#include "sample.h"

#ifdef __cplusplus
extern "C" {
#endif

/* From now on a sample after each n-th step of the calling thread. */
void steps_begin(unsigned n);

void steps_end(void);

/* Samples that the calling thread has taken up to now. */
long steps_taken(void);

/* The calling thread gets a signal after each n-th step, too; 0: none. */
void steps_raise(int number, unsigned n);

/* Is a sample to be taken after this step? */
int steps_turn(void);

#ifdef __cplusplus
}
#endif

#if defined __x86_64__ || defined __i386__
#define steps_here() (void)0
#else
#define steps_here() (steps_turn() ? gptui_rt_sample() : (void)0)
#endif

#endif
