/* SPDX-License-Identifier: GPL-3.0-or-later */
/* gzip: the door to zlib: an emitter that compresses what it gets for another one. */
#ifndef GPTUI_SINK_GZIP_H
#define GPTUI_SINK_GZIP_H

#include <stdbool.h>

#include "core/base/attr.h"
#include "core/base/err.h"
#include "core/base/file/emitter.h"

struct gzip;

/* `to` must outlive it. */
struct gzip *gzip_new(const struct emitter *to) ATTR_MUST_USE;
struct emitter gzip_emitter(struct gzip *z);

/* Pass on what is left, and the end of the file. Fails with ERR_MEMORY or as `to` does. */
bool gzip_finish(struct gzip *z, struct err *e) ATTR_MUST_USE;
void gzip_free(struct gzip *z);

#endif
