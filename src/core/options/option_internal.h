/* SPDX-License-Identifier: GPL-3.0-or-later */
/* option_internal: what the table of options knows beyond options/option.h: the effect of each
 * option. Only the table and the folding of settings read it. */
#ifndef GPTUI_OPTIONS_OPTION_INTERNAL_H
#define GPTUI_OPTIONS_OPTION_INTERNAL_H

#include "core/options/option.h"
#include "core/options/settings.h"

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

#define FLAG(member) (offsetof(struct settings, member) + 1)
#define TEXT(member) FLAG(member)

const struct option_row *option_row(option_id id);

#endif
