/* SPDX-License-Identifier: GPL-3.0-or-later */
/* clock: the time that has passed. */
#ifndef GPTUI_BASE_CLOCK_H
#define GPTUI_BASE_CLOCK_H

#include <stdint.h>
#include <time.h>

/* Milliseconds since some moment before the program began; never goes back. */
static inline int64_t clock_ms(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

#endif
