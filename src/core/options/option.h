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
    const char *word;    /* that in a word, of which 21 stand on the screen at once */
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
option_id option_at(size_t member, unsigned place);
#define option_switch_at(place) option_at(offsetof(struct option_use, switch_at), place)
#define option_row_at(place)    option_at(offsetof(struct option_use, row_at), place)
#define option_key_at(place)    option_at(offsetof(struct option_use, key_at), place)

/* STYLE_* of the report that it asks to see; 0: it asks for none. */
uint32_t option_opens(option_id id, bool has_arg);

#endif
