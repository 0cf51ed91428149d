/* SPDX-License-Identifier: GPL-3.0-or-later */
/* short: names below the full ones. Private to view/names. */
#ifndef GPTUI_VIEW_NAMES_SHORT_H
#define GPTUI_VIEW_NAMES_SHORT_H

#include <stdint.h>

#include "core/view/names/names.h"

/* What tells the variants of a constructor or destructor apart, whose source forms are equal: "C1",
 * "D0", and what follows it; NULL if raw has none. */
const char *names_structor_code(const char *raw);

/* NULL: no memory, or `spent`. */
const char *names_short(struct names *n, uint32_t id);

#endif
