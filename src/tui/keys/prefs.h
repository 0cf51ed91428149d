/* SPDX-License-Identifier: GPL-3.0-or-later */
/* prefs: the browser's own settings, for `:set`, the config file and the settings menu. */
#ifndef GPTUI_TUI_KEYS_PREFS_H
#define GPTUI_TUI_KEYS_PREFS_H

#include <stdbool.h>
#include <stddef.h>

enum pref {
    PREF_NAMES,     /* enum name_level */
    PREF_SIDE_PANE, /* enum side_pane_when */
    PREF_MOUSE,     /* 0, 1 */
    PREF_FOLLOW,    /* files that change are read again: 0, 1 */
    N_PREFS,
};

enum side_pane_when { SIDE_PANE_AUTO, SIDE_PANE_ON, SIDE_PANE_OFF };

struct prefs {
    int v[N_PREFS];
    bool by_hand[N_PREFS]; /* changed in this run, so worth remembering */
};

struct pref_def {
    const char *name;
    const char *help;
    const char *const *values; /* their names, NULL after the last */
    /* If it is changed by hand: whose next runs have it, too. */
    enum { PREF_OF_RUN, PREF_OF_PROGRAM, PREF_OF_ALL } stays;
};

const struct pref_def *pref_get(enum pref p);
bool pref_by_name(const char *name, size_t n, enum pref *p);

/* The value's number, or -1. */
int pref_value(enum pref p, const char *name, size_t n);
int pref_n_values(enum pref p);

void prefs_init(struct prefs *p);

#endif
