/* SPDX-License-Identifier: GPL-3.0-or-later */
/* flat: the flat profile, a section of a report (gnu.h). */
#ifndef GPTUI_VIEW_GNU_FLAT_H
#define GPTUI_VIEW_GNU_FLAT_H

#include <stdbool.h>

#include "core/base/attr.h"
#include "core/base/err.h"
#include "core/sink/emitter.h"
#include "core/view/context.h"

bool gnu_flat(const struct view_context *v, const struct emitter *out, struct err *e) ATTR_MUST_USE;

#endif
