/* SPDX-License-Identifier: MIT */
/* profile: calls and samples of a program without an operating system, as a gmon.out.
 *
 * All memory is static: nothing is allocated, and nothing is lost silently. For one core; functions
 * that interrupt others (handlers) are compiled without -pg. */
#ifndef PROFILE_H
#define PROFILE_H

#include <stddef.h>
#include <stdint.h>

/* From here on calls are counted. [lo, hi): the code, usually from __executable_start to etext of
 * the linker's script; rate_hz: how often profile_tick() will be called in a second. */
void profile_start(uintptr_t lo, uintptr_t hi, uint32_t rate_hz);
void profile_stop(void);

/* A sample: the program was at pc. To be called from the handler of a timer with the address that
 * it interrupted. */
void profile_tick(uintptr_t pc);

/* Calls that found no room in the table. */
extern uint32_t profile_lost_calls;

/* The whole file, piece by piece, to be stored or sent as it is. */
void profile_write(void (*put)(void *to, const void *bytes, size_t n), void *to);

#endif
