/* SPDX-License-Identifier: GPL-3.0-or-later */
/* emitter: where a report goes, for those who write it. */
#ifndef GPTUI_SINK_EMITTER_H
#define GPTUI_SINK_EMITTER_H

#include <stddef.h>

#include "core/base/err.h"

/* Takes text, many lines at a time, in order. */
struct emitter {
    bool (*write)(void *ctx, const char *p, size_t n, struct err *e);
    void *ctx;
    void (*report)(void *ctx, const struct err *e); /* reports what is left out, such as a source
                                                     file that is missing; or NULL */
};

#endif
