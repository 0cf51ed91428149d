/* SPDX-License-Identifier: MIT */
/* endings: ways to end a program that pass by destructors, and signals that ask for a dump. */
#ifndef GPTUI_RUNTIME_ENDINGS_H
#define GPTUI_RUNTIME_ENDINGS_H

/* Sets up what the options ask for. A signal that the program already handles or ignores stays as
 * it is, but for the two that the user named. Not for handlers. */
void endings_init(void);

#endif
