/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/keys/prefs.h"

#include <string.h>

static const char *const NAMES[] = {"short", "full", NULL};
static const char *const WHEN[] = {"auto", "on", "off", NULL};
static const char *const SWITCH[] = {"off", "on", NULL};

static const struct pref_def PREFS[N_PREFS] = {
    [PREF_NAMES] = {"names", "how much of a name is shown", NAMES, PREF_OF_PROGRAM},
    [PREF_SIDE_PANE] = {"pane", "callers and callees of the row (auto: from 110 columns)", WHEN,
                        PREF_OF_ALL},
    [PREF_MOUSE] = {"mouse", "whether the mouse is ours or the terminal's", SWITCH, PREF_OF_RUN},
    [PREF_FOLLOW] = {"follow", "files that change are read again by themselves", SWITCH,
                     PREF_OF_RUN},
};

const struct pref_def *pref_get(enum pref p)
{
    return &PREFS[p];
}

bool pref_by_name(const char *name, size_t n, enum pref *p)
{
    for (int i = 0; i < N_PREFS; i++)
        if (strlen(PREFS[i].name) == n && !memcmp(PREFS[i].name, name, n)) {
            *p = (enum pref)i;
            return true;
        }
    return false;
}

int pref_n_values(enum pref p)
{
    int n = 0;
    while (PREFS[p].values[n])
        n++;
    return n;
}

int pref_value(enum pref p, const char *name, size_t n)
{
    for (int v = 0; PREFS[p].values[v]; v++)
        if (strlen(PREFS[p].values[v]) == n && !memcmp(PREFS[p].values[v], name, n))
            return v;
    return -1;
}

void prefs_init(struct prefs *p)
{
    *p = (struct prefs){.v = {[PREF_MOUSE] = 1}};
}
