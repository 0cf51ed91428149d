/* SPDX-License-Identifier: GPL-3.0-or-later */
/* values: the numbers of a function that do not depend on the view. */
#ifndef GPTUI_VIEW_ROWS_VALUES_H
#define GPTUI_VIEW_ROWS_VALUES_H

#include <stdbool.h>

#include "core/analyze/analysis.h"

/* What row filters compare. */
enum row_value {
    VALUE_SELF,     /* seconds */
    VALUE_CHILDREN, /* seconds */
    VALUE_TOTAL,    /* seconds */
    VALUE_CUMULATIVE,
    VALUE_ERROR,     /* seconds */
    VALUE_SELF_PCT,  /* of all samples */
    VALUE_TOTAL_PCT, /* of all samples */
    VALUE_SHARE_PCT, /* of the entry shown */
    VALUE_CALLS,
    VALUE_SELF_PER_CALL,  /* seconds */
    VALUE_TOTAL_PER_CALL, /* seconds */
};

/* Values of a function that do not depend on the view. False if it has none of that kind (no calls,
 * no rate). */
bool function_value(const struct analysis *a, sym_id s, enum row_value value, double *out);

/* One standard deviation of a number of samples (GNU manual, node "Sampling Error"). */
double sampling_error(double ticks);

#endif
