/* SPDX-License-Identifier: GPL-3.0-or-later */
/* prefs: the browser's own settings, for `:set`, the config file and the settings menu. */
#ifndef GPTUI_TUI_KEYS_PREFS_H
#define GPTUI_TUI_KEYS_PREFS_H

#include <stdbool.h>
#include <stddef.h>

enum pref {
    PREF_NAMES,     /* enum name_level */
    PREF_SIDE_PANE, /* enum side_pane_when */
    PREF_SIDE,      /* enum side_pane_place */
    PREF_MOUSE,     /* 0, 1 */
    PREF_BAR,       /* enum key_bar */
    PREF_ASCII,     /* 0, 1 */
    PREF_FOLD,      /* cycles start folded: 0, 1 */
    PREF_GROUPING,  /* commas between thousands: 0, 1 */
    N_PREFS,
};

enum side_pane_when { SIDE_PANE_AUTO, SIDE_PANE_ON, SIDE_PANE_OFF };
enum side_pane_place { SIDE_AUTO, SIDE_BELOW, SIDE_RIGHT };
enum key_bar { BAR_KEYS, BAR_FKEYS, BAR_OFF };

struct prefs {
    int v[N_PREFS];
};

struct pref_def {
    const char *name;
    const char *help;
    const char *const *values; /* their names, NULL after the last */
};

const struct pref_def *pref_get(enum pref p);
bool pref_by_name(const char *name, size_t n, enum pref *p);

/* The value's number, or -1. */
int pref_value(enum pref p, const char *name, size_t n);
int pref_n_values(enum pref p);

void prefs_init(struct prefs *p);

#endif
