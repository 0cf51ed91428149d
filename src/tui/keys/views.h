/* SPDX-License-Identifier: GPL-3.0-or-later */
/* views: the one list of views, in the order of their tabs.
 *
 * VIEWS makes the enum, the tabs, the modes of keys (keys/keymap), the actions (keys/action), their
 * keys and the table of screens (tui/parts.c). To add a view, add a row here and define its
 * `screen_NAME` in a file of src/tui/screens.
 *
 * INNER_VIEWS are opened from a row of another view, and have its tab and its keys besides their
 * own. */
#ifndef GPTUI_TUI_KEYS_VIEWS_H
#define GPTUI_TUI_KEYS_VIEWS_H

/* V(X, ID, name, "title of the tab", "key", "what shows it, in a sentence", "help of its action");
 * the name is that of its mode, of its action after "view-", and of its screen. X is handed on. */
#define VIEWS(V, X)                                                                                \
    V(X, FLAT, flat, "Flat", "1", "the flat profile", "flat profile")                              \
    V(X, GRAPH, graph, "Graph", "2", "the graph", "call graph, one entry at a time")               \
    V(X, TREE, tree, "Tree", "8", "the tree", "measured call paths as a tree")                     \
    V(X, MODULES, modules, "Modules", "3", "the modules",                                          \
      "time by image, folder, file, namespace")                                                    \
    V(X, INFO, info, "Info", "4", "the info", "what the files have, what looks wrong")             \
    V(X, SOURCE, source, "Source", "5", "the source", "annotated source: of the row's function")   \
    V(X, RUNS, runs, "Runs", "6", "the runs", "the runs of a set, and which are shown")            \
    V(X, DIFF, diff, "Diff", "7", "the comparison", "old and new runs compared: what is real")

/* V(X, ID, name, OUTER, "title of its tab", "key of that", "what shows it, in a sentence"); OUTER
 * is the ID of the view with the tab. */
#define INNER_VIEWS(V, X) V(X, BASE, base, DIFF, "Diff", "7", "the entry of the base")

enum view {
    VIEW_NONE,
#define V(X, ID, name, title, key, noun, help) VIEW_##ID,
    VIEWS(V, )
#undef V
        N_TABS, /* those before it have tabs */
    BEFORE_INNER_VIEWS_ = N_TABS - 1,
#define V(X, ID, name, OUTER, title, key, noun) VIEW_##ID,
    INNER_VIEWS(V, )
#undef V
        N_VIEWS,
};

struct view_def {
    const char *title;
    const char *key;  /* opens it, unless the user binds another one */
    const char *noun; /* "the flat profile" */
    int mode;         /* enum mode */
    enum view tab;    /* itself, or of an inner view the one whose tab it has */
};

/* v is a real view. */
const struct view_def *view_get(enum view v);

#endif
