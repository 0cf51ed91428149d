/* SPDX-License-Identifier: GPL-3.0-or-later */
/* run_maker: files of runs (FILE.run) from lines such as gptui --info prints, through src/unite.
 *
 * An image may have `file NAME`: a profile beside, whose samples, calls and blocks it then has,
 * without those by its entry, which the lines for arcs say; NAME.wait are its waits. Besides:
 *
 *   unit DIMENSION RATE             what ticks are
 *   node DEPTH IMAGE:ADDR TICKS WAITS    of call paths, in their order; IMAGE is - for none
 *   bin IMAGE LO HI N INDEX TICKS   a range of N bins with one that is not 0
 *   self IMAGE:ADDR TICKS           a function, for statistics over runs
 *   next                            what follows is of another run, united with those before
 *   goes-with BYTES CHECK           the profile that it goes with; else PROFILE as it is
 *
 * Lines that cannot be understood are left out. */
#ifndef GPTUI_TESTS_RUN_MAKER_H
#define GPTUI_TESTS_RUN_MAKER_H

/* Write PROFILE.run. `text` is not changed. Ends the program on failure. */
void run_make(const char *text, const char *profile);

#endif
