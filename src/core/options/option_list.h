/* SPDX-License-Identifier: GPL-3.0-or-later */
/* option_list: a command line as an editable list of items.
 *
 * 1. Order and repetition matter. Items that are off stay in the list (the browser's panel toggles
 *    them) and mean nothing.
 * 2. Lists are values: option_list_copy, change, compare; undo keeps old ones. */
#ifndef GPTUI_OPTIONS_OPTION_LIST_H
#define GPTUI_OPTIONS_OPTION_LIST_H

#include "core/base/mem.h"
#include "core/base/text.h"
#include "core/options/option.h"

struct option_item {
    const char *arg; /* NULL: none given; in the list's text */
    option_id id;
    bool on;
    bool found; /* by what the profile has; nobody chose it */
};

struct option_list {
    struct option_item *items;
    size_t n;
    struct arena text; /* of arguments, until the list goes: a command line may have millions */
};

void option_list_release(struct option_list *l);
void option_list_copy(struct option_list *to, const struct option_list *from);
bool option_list_equal(const struct option_list *a, const struct option_list *b);

/* Append (arg is copied, NULL: none). */
void option_list_add(struct option_list *l, option_id id, const char *arg);
void option_list_remove(struct option_list *l, size_t i);
void option_list_drop(struct option_list *l, option_id id); /* all items with this id */
void option_list_move(struct option_list *l, size_t from, size_t to);

/* The index of the last item with this id and argument (NULL = none), or SIZE_MAX. */
size_t option_list_find(const struct option_list *l, option_id id, const char *arg);

/* -P FILE:LINE means a line only where lines are counted (-l). Without -l gprof takes the whole
 * function that begins there, so in the browser such an item waits: it is off until -l is on.
 *
 * Whether item i waits: it is such a one, and neither it nor -l is on. */
bool option_waits_for_lines(const struct option_list *l, size_t i);

/* Switch item i, if it is such a one, off where -l is off, and on where it is on. */
void option_list_settle_lines(struct option_list *l, size_t i);

/* Whether lines are counted. */
bool option_list_by_line(const struct option_list *l);

/* Append the items that are on, as words of a shell (base/shell), separated by blanks.
 * Short options where there is one: "-b -E mcount -pfoo -k 'a b/c'". */
void option_list_command(const struct option_list *l, struct text *out);

#endif
