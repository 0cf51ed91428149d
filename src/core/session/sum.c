/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/session/sum.h"

#include "core/analyze/sum.h"

/* GNU gprof knows of no libraries: to the letter there are none, but nothing goes in silence. */
bool session_write_sum(const struct session *s, struct sum_rest *rest, struct err *e)
{
    const struct settings *o = &s->settings;
    *rest = (struct sum_rest){0};
    return sum_write(s->analysis, o, o->sum_output, e) &&
           (o->strict ? sum_without_companions(s->profile, rest, e)
                      : sum_write_rest(s->sum, s->profile, o->sum_output, rest, e));
}
