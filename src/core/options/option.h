/* SPDX-License-Identifier: GPL-3.0-or-later */
/* option: the one table of options. It says for each its letter, long name, argument, whether GNU
 * gprof has it (only those take part in abbreviations), its help line, and what it does. */
#ifndef GPTUI_OPTIONS_OPTION_H
#define GPTUI_OPTIONS_OPTION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum option_arg { OPTION_NO_ARG, OPTION_NEEDS_ARG, OPTION_MAY_ARG };

/* What an argument is, for completion and for checks in prompts. */
enum option_kind { OPTION_PLAIN, OPTION_SYMSPEC, OPTION_ARC, OPTION_NUMBER, OPTION_PATH };

/* Chapters of the help text, in its order. */
enum option_group {
    GROUP_VIEWS,
    GROUP_FILTERS,
    GROUP_LAYOUT,
    GROUP_FILES,
    GROUP_RUNS,
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

/* What an option is for somebody who browses the reports. */
struct option_use {
    bool selects;        /* functions, samples or arcs: its effect can be measured */
    uint32_t seen;       /* STYLE_* of the report that shows what it does; 0: not just one */
    bool in_files;       /* only what is written shows it */
    bool opens_with_arg; /* the report that it names is opened for the functions of its argument */
    const char *on_row;  /* what it does for the function or arc of a row, one line */
    const char *on_key;  /* what its keys, a dash and the letter, do, one line */
    const char *word;    /* that in a word, of which 21 stand on the screen at once */
    bool key_takes_row;  /* they are about the row at hand; else they switch, or ask for a value */
};

/* An option that sets a value. */
enum option_value {
    VALUE_NONE,
    VALUE_DEMANGLE,
    VALUE_NO_DEMANGLE,
    VALUE_WIDTH,
    VALUE_FORMAT,
    VALUE_OUTPUT,
    VALUE_ORDER,
    VALUE_MAX_OUTPUT,
    VALUE_MIN_FUNCTION,
    VALUE_DIRS,
    VALUE_SOURCE_MAP,
    VALUE_MIN_COUNT,
    VALUE_TOP_LINES,
    VALUE_IMAGES,
    VALUE_CALLERS,
    VALUE_BASE,
    VALUE_CLONES,
    VALUE_SPLIT,
    VALUE_DIFF,
    VALUE_FAIL_IF,
};

struct option_row {
    struct option_def def;
    size_t flag;       /* FLAG(member): the bool of struct settings that it sets; 0: none */
    size_t text;       /* TEXT(member): the string of struct settings that it sets; 0: none */
    uint32_t style;    /* STYLE_* that it mentions; set unless `unstyle` says otherwise */
    bool unstyle;      /* without an argument it clears the style */
    uint32_t sets;     /* bit 1 << enum filter_set: the sets that its symspec feeds */
    uint32_t arc_sets; /* those that it feeds instead if the symspec names an arc */
    enum option_value value;
    struct option_use use;
    const char *values; /* words that its argument can be, separated by blanks; NULL: anything */
};

/* For who knows struct settings. */
#define FLAG(member) (offsetof(struct settings, member) + 1)
#define TEXT(member) FLAG(member)

typedef int option_id; /* index in the table, or OPTION_NONE */
#define OPTION_NONE (-1)

size_t option_count(void);
const struct option_def *option_get(option_id id);
const struct option_row *option_row(option_id id);
option_id option_by_letter(int letter);
option_id option_by_name(const char *name); /* spelled in full, without the dashes */
const char *option_group_title(enum option_group g);

const struct option_use *option_use(option_id id);

/* Is its result no view? */
bool option_is_for_batch(const struct option_def *d);

/* Does it mean something in a browser that runs? */
static inline bool option_is_for_views(const struct option_def *d)
{
    return d->group != GROUP_PROGRAM && !option_is_for_batch(d);
}

/* The option at a place, from 1, among the switches that are offered although they are off, among
 * those offered for the function or arc of a row, and among those with keys of their own;
 * OPTION_NONE after the last. */
option_id option_switch_at(unsigned place);
option_id option_row_at(unsigned place);
option_id option_key_at(unsigned place);

/* STYLE_* of the report that it asks to see; 0: it asks for none. */
uint32_t option_opens(option_id id, bool has_arg);

#endif
