/* SPDX-License-Identifier: MIT */
/* gptui_rt.h: what a program can do about its own profile. Link with -lgptui-rt; see gptui_rt(3).
 *
 * All functions may be called by any thread at any time, in signal handlers too. */
#ifndef GPTUI_RT_H
#define GPTUI_RT_H

#ifdef __cplusplus
extern "C" {
#endif

/* Counting of calls and sampling begin, or go on. */
void gptui_rt_start(void);

/* They stop; what was counted stays. */
void gptui_rt_stop(void);

/* Writes everything counted since the start or the last reset, as at the end of the program;
 * counting goes on. Returns 0, or the errno of what could not be done. In a child after vfork, and
 * in a handler that interrupted a dump, nothing is done. */
int gptui_rt_dump(void);

/* Notes that a phase of the program begins here; its name, cut off after 39 bytes, and the times
 * stand in the text beside the profile. The first 256 are kept. */
void gptui_rt_phase(const char *name);

/* From now on everything counts from 0. */
void gptui_rt_reset(void);

#ifdef __cplusplus
}
#endif

#endif
