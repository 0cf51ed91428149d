/* SPDX-License-Identifier: GPL-3.0-or-later */
/* clock: the time that has passed. */
#ifndef GPTUI_BASE_CLOCK_H
#define GPTUI_BASE_CLOCK_H

#include <stdint.h>

/* Milliseconds since some moment before the program began; never goes back. */
int64_t clock_ms(void);

#endif
