/* SPDX-License-Identifier: GPL-3.0-or-later */
/* action: everything that a key, a `:` command or the config file can ask for.
 *
 * 1. ACTIONS is the one list: the enum, the names, the handlers, the help, the completion and the
 *    manual's table come from it. Names are an interface: kept once published.
 * 2. A handler gets a struct ui and the call. What it cannot do it reports in the message line. */
#ifndef GPTUI_TUI_KEYS_ACTION_H
#define GPTUI_TUI_KEYS_ACTION_H

#include <stddef.h>
#include <stdint.h>

#include "tui/keys/views.h"

struct ui;

enum action_group {
    ABOUT_MOVE,
    ABOUT_GO,
    ABOUT_FIND,
    ABOUT_VIEW,
    ABOUT_FILTER,
    ABOUT_OUTPUT,
    ABOUT_OTHER,
    ABOUT_LISTS,
    ABOUT_PROMPT, /* nothing happens unless a line is being typed */
    N_ABOUTS,
};

#define VIEW_ACTION(X, ID, name, title, key, noun, help)                                           \
    X(VIEW_##ID, "view-" #name, VIEW, act_view, VIEW_##ID, help)

/* X(ID, "name", GROUP, handler, param, "help"). */
#define ACTIONS(X)                                                                                 \
    X(ROW_DOWN, "row-down", MOVE, act_rows, 1, "next row")                                         \
    X(ROW_UP, "row-up", MOVE, act_rows, -1, "previous row")                                        \
    X(PAGE_DOWN, "page-down", MOVE, act_pages, 1, "a page down")                                   \
    X(PAGE_UP, "page-up", MOVE, act_pages, -1, "a page up")                                        \
    X(FIRST, "first", MOVE, act_end, -1, "first row")                                              \
    X(LAST, "last", MOVE, act_end, 1, "last row")                                                  \
    X(LEFT, "left", MOVE, act_sideways, -8, "scroll left")                                         \
    X(RIGHT, "right", MOVE, act_sideways, 8, "scroll right (numbers stay)")                        \
    X(LINE_START, "line-start", MOVE, act_sideways, 0, "scroll to the start of the names")         \
    X(OPEN, "open", GO, act_open, 0, "open the row; in a list choose the line")                    \
    X(ENTRY, "entry", GO, act_entry, 0, "open the entry of the number typed")                      \
    X(CALLER, "caller", GO, act_caller, 0, "to the heaviest caller; in the source: to its call")   \
    X(HEAVIEST_CALLER, "heaviest-caller", GO, act_heaviest, 0,                                     \
      "to the heaviest caller's line; source: to the line hotter than this")                       \
    X(HEAVIEST_CALLEE, "heaviest-callee", GO, act_heaviest, 1,                                     \
      "to the heaviest callee's line; source: to the next hottest line")                           \
    X(BACK, "back", GO, act_history, -1, "back to where you came from")                            \
    X(FORWARD, "forward", GO, act_history, 1, "forward again")                                     \
    X(HOTTEST, "hottest", GO, act_hottest, 0,                                                      \
      "to the function (source: line) with most self time, in Diff most change")                   \
    X(EDIT, "edit", GO, act_edit, 0, "the source line in $VISUAL or $EDITOR")                      \
    X(ROW_MENU, "row-menu", GO, act_row_menu, 0, "menu of the row's function and the view")        \
    X(FOLD, "fold", GO, act_fold, 0, "fold a cycle's members, a row of Tree")                      \
    X(CYCLES, "cycles", GO, act_cycles, 0, "list of cycles: who enters, what to cut")              \
    X(EXPLAIN, "explain", GO, act_explain, 0, "explain the numbers of the row")                    \
    X(SEARCH, "search", FIND, act_search, 0, "search for text or a regular expression")            \
    X(SEARCH_NEXT, "search-next", FIND, act_search_next, 1, "next match")                          \
    X(SEARCH_PREVIOUS, "search-previous", FIND, act_search_next, -1, "previous match")             \
    X(FILTER_ROWS, "filter-rows", FIND, act_filter_rows, 0,                                        \
      "keep only matching rows; !: drop them; empty: all rows")                                    \
    X(FIND, "find", FIND, act_find, 0, "find a function by parts of its name")                     \
    VIEWS(VIEW_ACTION, X)                                                                          \
    X(GROUP_NEXT, "group-next", VIEW, act_group_next, 1, "modules: by folder ...; tree: callers")  \
    X(TREE_MORE, "tree-more", VIEW, act_tree_more, 0, "tree: open one level more of the row")      \
    X(TREE_ROOT, "tree-root", VIEW, act_tree_root, 0, "tree: the row as the whole; Esc: back")     \
    X(TREE_BARS, "tree-bars", VIEW, act_tree_bars, 0, "tree: as bars (icicle); again: as rows")    \
    X(RUN_MARK, "run-mark", VIEW, act_run_mark, 0, "runs: mark it, for Enter; again: not")         \
    X(RUN_MARK_ALL, "run-mark-all", VIEW, act_run_mark_all, 0, "runs: mark all rows; again: none") \
    X(RUN_NEW, "run-new", VIEW, act_run_side, 1, "runs: those marked are the new side")            \
    X(DIFF_BASE, "diff-base", VIEW, act_run_side, 0,                                               \
      "Diff: to the entry in the base, and back; runs: the marked are the base")                   \
    X(NAMES, "names", VIEW, act_names, 0, "names: short, or in full")                              \
    X(COLUMNS, "columns", VIEW, act_columns, 0, "choose the columns")                              \
    X(SORT_MENU, "sort-menu", VIEW, act_sort_menu, 0, "choose the sort column")                    \
    X(CALLERS_WAY, "callers", VIEW, act_callers_way, 0, "callers' times as measured, or by calls") \
    X(SIDE_PANE, "pane", VIEW, act_side_pane, 0, "callers and callees of the row: on, off")        \
    X(SIDE_PANE_NEXT, "pane-next", VIEW, act_side_pane_next, 0,                                    \
      "keys to the callers, the callees, back")                                                    \
    X(TAKE_OUT, "take-out", FILTER, act_take_out, 0,                                               \
      "take the row's samples out of Flat and Graph (-P); again: back")                            \
    X(OPTION, "option", FILTER, act_option, 0, "any other option letter")                          \
    X(UNDO, "undo", FILTER, act_undo, 0, "take the last change back")                              \
    X(REDO, "redo", FILTER, act_undo, 1, "make it again")                                          \
    X(OPTION_PANEL, "panel", FILTER, act_option_panel, 0, "list of all filters and options")       \
    X(WRITE, "write", OUTPUT, act_write, 0, "write the view to a file")                            \
    X(WRITE_PROFILE, "write-profile", OUTPUT, act_write_profile, 0,                                \
      "live: write a profile: gmon.out.1, .2")                                                     \
    X(YANK_ROW, "yank-row", OUTPUT, act_yank_row, 0, "copy the row")                               \
    X(YANK_COMMAND, "yank-command", OUTPUT, act_yank_command, 0,                                   \
      "copy the command line that prints this")                                                    \
    X(HELP, "help", OTHER, act_help, 0, "this help")                                               \
    X(COMMAND, "command", OTHER, act_command, 0, "type a command; Tab completes")                  \
    X(RELOAD, "reload", OTHER, act_reload, 0, "read the files again")                              \
    X(INTERVAL, "interval", OTHER, act_interval, 0, "live: renew more often, less often")          \
    X(FREEZE, "freeze", OTHER, act_freeze, 0, "live: renew nothing; again: go on")                 \
    X(ZERO, "zero", OTHER, act_zero, 0, "live: count from now on")                                 \
    X(REDRAW, "redraw", OTHER, act_terminal, REQUEST_REDRAW, "draw the screen again")              \
    X(SUSPEND, "suspend", OTHER, act_terminal, REQUEST_SUSPEND, "back to the shell; `fg` returns") \
    X(CANCEL, "cancel", OTHER, act_cancel, 0,                                                      \
      "end what was begun, lists, search marks; else back; quits from no view")                    \
    X(LEAVE, "leave", OTHER, act_leave, 0, "quit; in an entry entered: back")                      \
    X(QUIT, "quit", OTHER, act_quit, 0, "quit")                                                    \
    X(INTERRUPT, "interrupt", OTHER, act_quit, 130, "quit with status 130")                        \
    X(OPTION_PANEL_TOGGLE, "panel-toggle", LISTS, act_option_panel_change, 0,                      \
      "switch the line on or off")                                                                 \
    X(OPTION_PANEL_EDIT, "panel-edit", LISTS, act_option_panel_edit, 0, "change the line")         \
    X(OPTION_PANEL_ADD, "panel-add", LISTS, act_option_panel_add, 0, "add an option")              \
    X(OPTION_PANEL_DELETE, "panel-delete", LISTS, act_option_panel_change, 1, "delete the line")   \
    X(OPTION_PANEL_DOWN, "panel-down", LISTS, act_option_panel_move, 1, "move the line down")      \
    X(OPTION_PANEL_UP, "panel-up", LISTS, act_option_panel_move, -1, "move the line up")           \
    X(OPTION_PANEL_SAVE, "panel-save", LISTS, act_option_panel_save, 0,                            \
      "keep the filters as a numbered set")                                                        \
    X(OPTION_PANEL_LOAD, "panel-load", LISTS, act_option_panel_load, 0, "use the numbered set")    \
    X(PROMPT_ACCEPT, "prompt-accept", PROMPT, act_prompt_accept, 0, "done")                        \
    X(PROMPT_CANCEL, "prompt-cancel", PROMPT, act_prompt_cancel, 0, "leave it")                    \
    X(PROMPT_LEFT, "prompt-left", PROMPT, act_prompt_edit, EDIT_LEFT, "cursor left")               \
    X(PROMPT_RIGHT, "prompt-right", PROMPT, act_prompt_edit, EDIT_RIGHT, "cursor right")           \
    X(PROMPT_HOME, "prompt-home", PROMPT, act_prompt_edit, EDIT_HOME, "to the start")              \
    X(PROMPT_END, "prompt-end", PROMPT, act_prompt_edit, EDIT_END, "to the end")                   \
    X(PROMPT_ERASE, "prompt-erase", PROMPT, act_prompt_edit, EDIT_ERASE,                           \
      "delete the character before")                                                               \
    X(PROMPT_DELETE, "prompt-delete", PROMPT, act_prompt_edit, EDIT_DELETE,                        \
      "delete the character here")                                                                 \
    X(PROMPT_ERASE_WORD, "prompt-erase-word", PROMPT, act_prompt_edit, EDIT_ERASE_WORD,            \
      "delete the word before")                                                                    \
    X(PROMPT_ERASE_LINE, "prompt-erase-line", PROMPT, act_prompt_edit, EDIT_ERASE_LINE,            \
      "delete all before the cursor")                                                              \
    X(PROMPT_OLDER, "prompt-older", PROMPT, act_prompt_history, -1, "older line")                  \
    X(PROMPT_NEWER, "prompt-newer", PROMPT, act_prompt_history, 1, "newer line")                   \
    X(PROMPT_COMPLETE, "prompt-complete", PROMPT, act_prompt_complete, 1, "complete; again: next") \
    X(PROMPT_COMPLETE_BACK, "prompt-complete-back", PROMPT, act_prompt_complete, -1,               \
      "previous completion")                                                                       \
    X(FINDER_SOURCE, "finder-source", PROMPT, act_finder_use, 0, "source of the function found")   \
    X(FINDER_REGEX, "finder-regex", PROMPT, act_finder_regex, 0, "letters or an expression")       \
    X(FINDER_EXCLUDE, "finder-exclude", PROMPT, act_finder_use, 1, "-E with the function found")

enum action {
    ACTION_NONE,
#define X(id, name, group, run, param, help) ACTION_##id,
    ACTIONS(X)
#undef X
        N_ACTIONS,
};

/* A call of a handler: the action's parameter from the table, the last key of the sequence that
 * asked for it (0: a command did). */
struct call {
    int param;
    uint32_t key;
};

typedef void action_fn(struct ui *ui, const struct call *call);

struct action_def {
    char name[24];
    const char *help; /* one line */
    action_fn *run;
    int param;
    enum action_group group;
};

/* The view that an action shows; VIEW_NONE: it does something else. */
static inline enum view action_view(unsigned a)
{
    return a < ACTION_VIEW_FLAT || a - ACTION_VIEW_FLAT >= N_TABS - VIEW_FLAT
               ? VIEW_NONE
               : (enum view)(a - ACTION_VIEW_FLAT + VIEW_FLAT);
}

/* a is a real action. The table with the handlers is made above this folder (tui/parts.c). */
struct action_def action_get(enum action a);

/* ACTION_NONE if there is none of that name (n bytes). */
enum action action_by_name(const char *name, size_t n);

const char *action_group_name(enum action_group g);

#define X(id, name, group, run, param, help) action_fn run;
ACTIONS(X)
#undef X

#endif
