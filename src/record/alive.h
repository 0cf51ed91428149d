/* SPDX-License-Identifier: GPL-3.0-or-later */
/* alive: processes of a run that go on after its program has ended, such as daemons. */
#ifndef GPTUI_RECORD_ALIVE_H
#define GPTUI_RECORD_ALIVE_H

#include <sys/types.h>

/* Call found for each process that the runtime is in and that knows the run by its environment, in
 * no order; program: the path of its file. What cannot be looked at is passed over. */
void alive_each(const char *run, void (*found)(void *ctx, pid_t pid, const char *program),
                void *ctx);

#endif
