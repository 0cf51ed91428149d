/* SPDX-License-Identifier: GPL-3.0-or-later */
/* load/lookup: what is read from an image only when somebody asks: lines of its source, and its
 * machine code. Not part of the frozen profile; not to be shared between threads. */
#ifndef GPTUI_LOAD_LOOKUP_H
#define GPTUI_LOAD_LOOKUP_H

#include <stdbool.h>

#include "core/load/code/code.h"
#include "core/load/lines/lines.h"
#include "core/model/profile.h"

struct lookup {
    struct lines *lines; /* NULL: nobody will ask */
    struct code *code;   /* as lines */
};

/* For the images of p, which is borrowed; their files are not touched yet. strict: paths stay as
 * GNU gprof has them; split: as after lines_read_split. */
void lookup_open(struct lookup *l, const struct profile *p, bool strict, bool split);
void lookup_close(struct lookup *l);

#endif
