/* SPDX-License-Identifier: MIT */
/* gmon: what a message says of one image, as a profile data file (GNU gprof's manual, node "File
 * Format"). */
#ifndef GPTUI_UNITE_GMON_H
#define GPTUI_UNITE_GMON_H

#include <stdint.h>

#include "unite/message.h"
#include "unite/put.h"
#include "unite/record.h"

struct unite_gmon_request {
    const struct unite_message *message;
    uint64_t image;           /* from 1 on, the program first */
    enum unite_measure what;  /* UNITE_TICKS, with calls and blocks; or UNITE_WAITS */
    struct unite_gmon layout; /* where to, and in which layout */
    struct unite_unit unit;   /* of ticks; each range has its own rate */
    uint64_t most_bytes;      /* 0: any number; a few bytes may have counts that need millions */
};

/* Write it. Callers in other images become the image's entry; where that is not known such calls
 * are left out, since readers would take them for those of a function at address 0. Fails as unite
 * does, and with UNITE_TOO_LARGE (most_bytes); some of it is written then. */
enum unite_result unite_put_profile(const struct unite_gmon_request *r);

#endif
