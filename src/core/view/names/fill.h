/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fill: many names, made ahead by several threads. */
#ifndef GPTUI_VIEW_NAMES_FILL_H
#define GPTUI_VIEW_NAMES_FILL_H

#include <stdbool.h>
#include <stdint.h>

#include "core/base/attr.h"
#include "core/model/symbol.h"
#include "core/view/names/names.h"

/* Some symbols of a table. */
struct name_list {
    const struct symbol *symbols;
    uint32_t n;
    const uint8_t *wanted; /* per symbol: 0 for those that are none of the list */
};

/* Make their names as gprof prints them, `helpers` other threads with this one. If that is done,
 * names_printed changes nothing when it is asked for them, so that many threads may ask it at a
 * time. False if memory ran out, if there are line symbols, which may share names, or if the names
 * swell too much: then nothing is gained and nothing is lost. */
bool names_fill(struct names *n, const struct name_list *l, unsigned helpers) ATTR_MUST_USE;

#endif
