/* SPDX-License-Identifier: GPL-3.0-or-later */
/* values: every number that a row shows, computed here alone and in gprof's order of floating-point
 * operations, so that it has the same digits on a screen, in a report and in every other format.
 *
 * A row is described by its amounts: ticks and calls, as the analysis has them. What it shows are
 * values of its amounts. All of this is inline and nothing is kept, because a call graph may have
 * ten million lines. */
#ifndef GPTUI_VIEW_VALUES_H
#define GPTUI_VIEW_VALUES_H

#include <math.h>
#include <stdbool.h>

#include "core/analyze/questions/rates.h"
#include "core/analyze/questions/diff.h"
#include "core/analyze/entry.h"

/* ---- atoms ---- */

/* Ticks as time, in seconds times the unit: 1e3 makes milliseconds. Without a rate (hz is 0) the
 * result is infinite or NaN, which gprof prints. */
static inline double time_of(double ticks, double hz, double unit)
{
    return unit * ticks / hz;
}

/* Percent; where the whole is nothing, gprof takes 1 for it. */
static inline double percent(double part, double whole)
{
    return 100 * part / (whole > 0 ? whole : 1);
}

/* Percent; 0 where the whole is nothing. */
static inline double percent_or_0(double part, double whole)
{
    return whole > 0 ? percent(part, whole) : 0;
}

/* From 0 to 1, for lengths and colours; 0 where the whole is nothing. */
static inline double part_of(double part, double whole)
{
    return whole > 0 ? part / whole : 0;
}

/* What a function did in a second, and for which percentage of it a processor worked. */
static inline double calls_a_second(const struct rates *r, const struct rate *x)
{
    return (double)x->calls / r->seconds;
}
static inline double processor_pct(const struct rates *r, const struct rate *x, double hz)
{
    return hz > 0 ? 100 * time_of(x->ticks, hz, 1) / r->seconds : 0;
}

/* Seconds; 0 without a rate. */
static inline double seconds_or_0(const struct analysis *a, double ticks)
{
    return a->rate_hz > 0 ? time_of(ticks, a->rate_hz, 1) : 0;
}

/* One standard deviation of a number of samples (GNU manual, node "Sampling Error"). */
static inline double sampling_error(double ticks)
{
    return ticks > 0 ? sqrt(ticks) : 0;
}

/* One standard deviation of a number of samples as a part of all, whose number is given: binomial,
 * sqrt(n p (1 - p)) with p = part / n (Bevington and Robinson, "Data Reduction and Error Analysis
 * for the Physical Sciences", section 2.1). */
static inline double share_error(double part, double n)
{
    return part > 0 && n > part ? sqrt(part * (1 - part / n)) : 0;
}

/* Is the error of a number of samples more than half of it? No sample at all is the least certain
 * number of them. */
static inline bool is_uncertain(double ticks)
{
    return !(ticks > 0) || 2 * sampling_error(ticks) > ticks;
}

/* ---- rows ---- */

/* What the values of a row are made of. */
struct amounts {
    double hz;          /* ticks per second; 0 without a histogram */
    double self, child; /* ticks */
    double wait;        /* ticks of waiting time; below 0: the profile has none */
    double cumulative;  /* ticks of the row and of those above it, where rows add up */
    double all;         /* ticks that are 100 % of the profile */
    double whole;       /* ticks that are 100 % of the entry in which the row stands, if in one */
    double wait_all; /* ticks of waiting time that are with `all` 100 %, which then is wall time; */
    double wait_whole; /* and with `whole`; 0: CPU time counts */
    uint64_t calls;
};

/* The ticks of a row itself by which it is ranked and has a part of `all`. */
static inline double ranked_ticks(const struct amounts *r)
{
    return r->self + (r->wait_all > 0 && r->wait > 0 ? r->wait : 0);
}

enum row_value {
    VALUE_SELF,     /* time */
    VALUE_CHILDREN, /* time */
    VALUE_TOTAL,    /* time: self and children */
    VALUE_CUMULATIVE,
    VALUE_ERROR,       /* time: sampling error of self */
    VALUE_ERROR_PCT,   /* of self */
    VALUE_TOTAL_ERROR, /* time: sampling error of self and children, a sum of samples like self */
    VALUE_SELF_PCT_ERROR,  /* points: sampling error of VALUE_SELF_PCT */
    VALUE_SELF_PCT,        /* of the profile */
    VALUE_TOTAL_PCT,       /* of the profile; wait is then that of callees as well */
    VALUE_SHARE_PCT,       /* of the entry */
    VALUE_TOTAL_PCT_ERROR, /* points: sampling error of VALUE_TOTAL_PCT */
    VALUE_CALLS,
    VALUE_SELF_PER_CALL,        /* time */
    VALUE_TOTAL_PER_CALL,       /* time */
    VALUE_TOTAL_PER_CALL_ERROR, /* time: that of the total over the calls, which are counted and
                                   have none (Bevington and Robinson, section 3.2) */
    VALUE_WAIT,                 /* time */
    VALUE_WALL,                 /* time: self and wait */
    VALUE_TOTAL_WALL,           /* time: self, children and wait */
};

/* A value of a row, times in seconds times the unit. It is infinite or NaN where there is none (no
 * rate, no calls), which gprof prints. */
static inline double value_of(const struct amounts *r, enum row_value value, double unit)
{
    switch (value) {
    case VALUE_SELF:
        return time_of(r->self, r->hz, unit);
    case VALUE_CHILDREN:
        return time_of(r->child, r->hz, unit);
    case VALUE_TOTAL:
        return time_of(r->self + r->child, r->hz, unit);
    case VALUE_CUMULATIVE:
        return time_of(r->cumulative, r->hz, unit);
    case VALUE_ERROR:
        return time_of(sampling_error(r->self), r->hz, unit);
    case VALUE_ERROR_PCT:
        return percent(sampling_error(r->self), r->self);
    case VALUE_TOTAL_ERROR:
        return time_of(sampling_error(r->self + r->child), r->hz, unit);
    case VALUE_SELF_PCT_ERROR:
        return percent(share_error(r->self, r->all), r->all);
    case VALUE_SELF_PCT:
        return percent(ranked_ticks(r), r->all + r->wait_all);
    case VALUE_TOTAL_PCT:
        return percent(ranked_ticks(r) + r->child, r->all + r->wait_all);
    case VALUE_SHARE_PCT:
        return percent(r->self + r->child + (r->wait_whole > 0 && r->wait > 0 ? r->wait : 0),
                       r->whole + r->wait_whole);
    case VALUE_TOTAL_PCT_ERROR:
        return percent(share_error(r->self + r->child, r->all), r->all);
    case VALUE_WAIT:
        return time_of(r->wait, r->hz, unit);
    case VALUE_WALL:
        return time_of(r->self + r->wait, r->hz, unit);
    case VALUE_TOTAL_WALL:
        return time_of(r->self + r->child + r->wait, r->hz, unit);
    case VALUE_CALLS:
        return (double)r->calls;
    case VALUE_SELF_PER_CALL:
        return time_of(r->self, r->hz, unit) / (double)r->calls;
    case VALUE_TOTAL_PER_CALL:
        return time_of(r->self + r->child, r->hz, unit) / (double)r->calls;
    case VALUE_TOTAL_PER_CALL_ERROR:
        return time_of(sampling_error(r->self + r->child), r->hz, unit) / (double)r->calls;
    }
    return NAN;
}

/* A value of a row, times in seconds times the unit; NaN where there is none. */
static inline double known_value(const struct amounts *r, enum row_value value, double unit)
{
    bool per_call = value >= VALUE_SELF_PER_CALL && value <= VALUE_TOTAL_PER_CALL_ERROR;
    if (value != VALUE_CALLS && !(r->hz > 0))
        return NAN;
    if (value >= VALUE_WAIT && value <= VALUE_TOTAL_WALL && r->wait < 0)
        return NAN;
    if ((per_call && !r->calls) || (value == VALUE_SHARE_PCT && !(r->whole + r->wait_whole > 0)))
        return NAN;
    return value_of(r, value, unit);
}

/* Ticks per call, children included; 0 without calls. gprof chooses the unit of a report by the
 * largest one and divides that by the rate. */
static inline double ticks_per_call(const struct amounts *r)
{
    return r->calls ? (r->self + r->child) / (double)r->calls : 0;
}

/* A row of the flat profile. */
static inline struct amounts function_amounts(const struct analysis *a, sym_id s)
{
    return (struct amounts){.hz = a->rate_hz,
                            .self = a->samples->self[s],
                            .wait = a->samples->wait ? a->samples->wait[s] : -1,
                            .child = a->times->node[s].child,
                            .all = a->samples->total,
                            .calls = a->graph->calls[s]};
}

/* A primary line of the call graph, or one that names a member of a cycle. */
static inline struct amounts node_amounts(const struct analysis *a, node_id n)
{
    return (struct amounts){.hz = a->rate_hz,
                            .self = a->times->node[n].prop_self,
                            .wait = -1,
                            .child = a->times->node[n].prop_child,
                            .all = a->times->total,
                            .calls = node_calls(a, n)};
}

/* A line of the call graph that names a caller or a callee. */
static inline struct amounts arc_amounts(const struct analysis *a, const struct entry_arc *arc)
{
    return (struct amounts){.hz = a->rate_hz,
                            .self = arc->time.self,
                            .wait = -1,
                            .child = arc->time.child,
                            .all = a->times->total,
                            .calls = arc->count};
}

/* What a browser takes for 100 % beside samples: ticks of waiting time, where there are any. */
static inline double wait_ticks(const struct analysis *a)
{
    return a->samples->wait ? a->samples->wait_total : 0;
}

/* Whether it is known who waited in callees. */
static inline bool knows_waits_below(const struct analysis *a)
{
    return a->samples->wait && a->paths && a->paths->wait;
}

/* Does a function call others, by calls that were counted? */
static inline bool calls_others(const struct graph *g, sym_id s)
{
    for (arc_id i = g->child_lo[s]; i < g->child_lo[s + 1]; i++)
        if (g->arcs[i].count > 0)
            return true;
    return false;
}

/* Ticks of waiting time with an arc on the path; below 0: that is not known. */
static inline double arc_wait(const struct analysis *a, arc_id arc)
{
    const struct arc *x = &a->graph->arcs[arc];
    if (!knows_waits_below(a))
        return -1;
    const struct path_arc *found = path_arc_find(a->paths, x->from, x->to);
    return found ? found->wait : 0;
}

/* ---- differences ---- */

/* What is compared of a row; times in seconds of one run. */
enum diff_value { DIFF_VALUE_SELF, DIFF_VALUE_TOTAL, DIFF_VALUE_CALLS, DIFF_VALUE_PER_CALL };

/* The time that is tested for a value; self for calls, which are not. */
static inline enum diff_time diff_time_of(enum diff_value value)
{
    return value == DIFF_VALUE_TOTAL      ? DIFF_TOTAL
           : value == DIFF_VALUE_PER_CALL ? DIFF_SELF_PER_CALL
                                          : DIFF_SELF;
}

/* A value of one side (DIFF_OLD, DIFF_NEW); NaN where there is none: no rate, no calls. */
static inline double diff_value(const struct diff *d, const struct diff_row *r,
                                enum diff_value value, int side)
{
    const struct diff_part *p = &r->part[side];
    double hz = d->side[side].analysis->rate_hz, exposure = d->exposure[side];
    switch (value) {
    case DIFF_VALUE_SELF:
        return exposure > 0 ? p->self / exposure : NAN;
    case DIFF_VALUE_TOTAL:
        return exposure > 0 ? (p->self + p->child) / exposure : NAN;
    case DIFF_VALUE_CALLS:
        return diff_calls(d, side, p->calls);
    case DIFF_VALUE_PER_CALL:
        return hz > 0 && p->calls ? time_of(p->self, hz, 1) / (double)p->calls : NAN;
    }
    return NAN;
}

/* The new side less the old one. */
static inline double diff_delta(const struct diff *d, const struct diff_row *r,
                                enum diff_value value)
{
    return diff_value(d, r, value, DIFF_NEW) - diff_value(d, r, value, DIFF_OLD);
}

/* That difference in percent of the old side: infinite where that has nothing and the new side
 * something; NaN where neither has. */
static inline double change_pct(double old, double delta)
{
    if (old > 0)
        return percent(delta, old);
    return delta > 0 ? INFINITY : NAN;
}
static inline double diff_delta_pct(const struct diff *d, const struct diff_row *r,
                                    enum diff_value value)
{
    return change_pct(diff_value(d, r, value, DIFF_OLD), diff_delta(d, r, value));
}

/* One standard deviation of a difference (analyze/diff_test.h says of what); 0 for calls, which are
 * exact; NaN where nothing is known of it. */
static inline double diff_error(const struct diff_row *r, enum diff_value value)
{
    static const enum diff_time times[] = {[DIFF_VALUE_SELF] = DIFF_SELF,
                                           [DIFF_VALUE_TOTAL] = DIFF_TOTAL,
                                           [DIFF_VALUE_PER_CALL] = DIFF_SELF_PER_CALL};
    if (value == DIFF_VALUE_CALLS)
        return 0;
    const struct diff_test *t = &r->test[times[value]];
    return t->error > 0 ? t->error : NAN;
}

#endif
