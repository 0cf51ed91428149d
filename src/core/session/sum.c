/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/session/sum.h"

#include "core/analyze/sum.h"
#include "core/load/runs_file.h"
#include "core/load/runs_sum.h"

/* GNU gprof knows of no libraries: to the letter there are none, but nothing goes in silence. */
bool session_write_sum(const struct session *s, const struct progress *progress,
                       struct sum_rest *rest, struct err *e)
{
    const struct settings *o = &s->settings;
    const struct sum_request sum = {
        .profile = s->profile, .path = o->sum_output, .progress = progress};
    const struct gmon_options gmon = {.format = (enum gmon_format)o->file_format,
                                      .progress = progress};
    const struct runs_sum runs = {.profile = s->profile, .gmon = &gmon};
    struct unite_message m = {.memory = &runs_memory};
    *rest = (struct sum_rest){0};
    if (o->strict)
        return sum_write(s->analysis, o, o->sum_output, e) &&
               sum_without_companions(s->profile, rest, e);
    bool ok = runs_sum_make(&runs, &m, e) && sum_write(s->analysis, o, o->sum_output, e) &&
              sum_companions(&sum, rest, e) && runs_sum_write(o->sum_output, &m, e);
    unite_message_release(&m);
    return ok;
}
