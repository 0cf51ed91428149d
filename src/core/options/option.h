/* SPDX-License-Identifier: GPL-3.0-or-later */
/* option: the one table of options, and a command line as an editable list of items.
 *
 * 1. The table (option.c) says for each option its letter, long name, argument, whether GNU gprof
 *    has it (only those take part in abbreviations), its help line, and what it does.
 * 2. A list of items is a command line: order and repetition matter. Items that are off stay in the
 *    list (the browser's panel toggles them) and mean nothing.
 * 3. Lists are values: option_list_copy, change, compare; undo keeps old ones. */
#ifndef GPTUI_OPTIONS_OPTION_H
#define GPTUI_OPTIONS_OPTION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/attr.h"
#include "core/base/err.h"
#include "core/base/mem.h"
#include "core/base/text.h"
#include "core/options/settings.h"

enum option_arg { OPTION_NO_ARG, OPTION_NEEDS_ARG, OPTION_MAY_ARG };

/* What an argument is, for completion and for checks in prompts. */
enum option_kind { OPTION_PLAIN, OPTION_SYMSPEC, OPTION_ARC, OPTION_NUMBER, OPTION_PATH };

/* Chapters of the help text, in its order. */
enum option_group {
    GROUP_VIEWS,
    GROUP_FILTERS,
    GROUP_LAYOUT,
    GROUP_FILES,
    GROUP_PROGRAM,
    N_GROUPS
};

struct option_def {
    int letter;       /* the short option, or 0 */
    const char *name; /* the long option, "" for gprof's nameless ones, NULL for none */
    enum option_arg arg;
    enum option_kind kind;
    bool gnu; /* GNU gprof has it */
    enum option_group group;
    const char *arg_name; /* for help, e.g. "SYMSPEC" */
    const char *help;     /* one line */
};

/* What an option is for somebody who browses the reports. Places count from 1; 0: not there. */
struct option_use {
    unsigned switch_at;  /* among the switches that are offered although they are off */
    bool selects;        /* functions, samples or arcs: its effect can be measured */
    uint32_t seen;       /* STYLE_* of the report that shows what it does; 0: not just one */
    bool in_files;       /* only what is written shows it */
    bool opens_with_arg; /* the report that it names is opened for the functions of its argument */
    unsigned row_at;     /* among the options offered for the function or arc of a row */
    const char *on_row;  /* what it does there, one line */
    unsigned key_at;     /* among the options with keys of their own: a dash and the letter */
    const char *on_key;  /* what these do, one line */
    bool key_takes_row;  /* they are about the row at hand; else they switch, or ask for a value */
};

enum { N_OPTION_KEYS = 21 }; /* the places of key_at */

typedef int option_id; /* index in the table, or OPTION_NONE */
#define OPTION_NONE (-1)

size_t option_count(void);
const struct option_def *option_get(option_id id);
option_id option_by_letter(int letter);
option_id option_by_name(const char *name); /* spelled in full, without the dashes */
const char *option_values(option_id id); /* words its argument can be, by blanks; NULL: anything */
const char *option_group_title(enum option_group g);

const struct option_use *option_use(option_id id);

/* The option at a place of struct option_use; OPTION_NONE after the last. */
option_id option_switch_at(unsigned place);
option_id option_row_at(unsigned place);
option_id option_key_at(unsigned place);

/* STYLE_* of the report that it asks to see; 0: it asks for none. */
uint32_t option_opens(option_id id, bool has_arg);

struct option_item {
    const char *arg; /* NULL: none given; in the list's text */
    option_id id;
    bool on;
};

struct option_list {
    struct option_item *items;
    size_t n, cap;
    struct arena text; /* of arguments, until the list goes: a command line may have millions */
};

void option_list_release(struct option_list *l);
bool option_list_copy(struct option_list *to, const struct option_list *from) ATTR_MUST_USE;
bool option_list_equal(const struct option_list *a, const struct option_list *b);

/* Append (arg is copied, NULL: none). False when memory runs out. */
bool option_list_add(struct option_list *l, option_id id, const char *arg) ATTR_MUST_USE;
void option_list_remove(struct option_list *l, size_t i);
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

/* Fold the items that are on into *s, whose image and files are set by the caller afterwards.
 * Strings of *s point into l; its arrays are in *own and live until settings_release.
 * Fails with ERR_FILE_FORMAT, ERR_DEMANGLE_STYLE (a value that cannot be), ERR_SPEC (no value
 * where there must be one, or none that makes sense), ERR_MEMORY; *own needs settings_release in
 * any case. */
struct settings_memory {
    struct filter *filters;
    const char **dirs;
    size_t cap_dirs;
    struct source_map *maps;
    size_t cap_maps;
    struct arena text; /* single directories, halves of maps */
};
bool settings_fold(struct settings *s, struct settings_memory *own, const struct option_list *l,
                   struct err *e) ATTR_MUST_USE;
void settings_release(struct settings_memory *own);

/* The format that a value of -O asks for: its first letter counts. False if it means none. */
bool settings_file_format(const char *value, int *format);

/* Append colon-separated directories (NULL: none) after those of s: GPROF_PATH comes after all -I.
 * False when memory runs out. */
bool settings_add_dirs(struct settings *s, struct settings_memory *own,
                       const char *dirs) ATTR_MUST_USE;

/* Append the items that are on, as words of a shell (base/shell), separated by blanks.
 * Short options where there is one: "-b -E mcount -pfoo -k 'a b/c'". */
void option_list_command(const struct option_list *l, struct text *out);

#endif
