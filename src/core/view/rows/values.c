/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/view/rows/values.h"

#include <math.h>

double sampling_error(double ticks)
{
    return ticks > 0 ? sqrt(ticks) : 0;
}

static double percent(double part, double whole)
{
    return 100 * part / (whole > 0 ? whole : 1);
}

bool function_value(const struct analysis *a, sym_id s, enum row_value value, double *out)
{
    double self = a->samples->self[s], child = a->times->node[s].child, hz = a->rate_hz;
    double calls = (double)a->graph->calls[s], all = a->samples->total;

    switch (value) {
    case VALUE_SELF:
        return *out = self / hz, hz > 0;
    case VALUE_CHILDREN:
        return *out = child / hz, hz > 0;
    case VALUE_TOTAL:
        return *out = (self + child) / hz, hz > 0;
    case VALUE_ERROR:
        return *out = sampling_error(self) / hz, hz > 0;
    case VALUE_SELF_PCT:
        return *out = percent(self, all), hz > 0;
    case VALUE_TOTAL_PCT:
        return *out = percent(self + child, all), hz > 0;
    case VALUE_CALLS:
        return *out = calls, true;
    case VALUE_SELF_PER_CALL:
        return *out = self / hz / calls, hz > 0 && calls > 0;
    case VALUE_TOTAL_PER_CALL:
        return *out = (self + child) / hz / calls, hz > 0 && calls > 0;
    case VALUE_CUMULATIVE:
    case VALUE_SHARE_PCT:
        break;
    }
    return false;
}
