/* SPDX-License-Identifier: GPL-3.0-or-later */
/* narrow: one name within some columns. */
#ifndef GPTUI_VIEW_NAMES_NARROW_H
#define GPTUI_VIEW_NAMES_NARROW_H

#include "core/view/names/form.h"

enum { NAME_KEEP_MOST = 12 };

/* Where a form differs from others: bytes that must be seen, ascending. */
struct name_keep {
    uint32_t at[NAME_KEEP_MOST];
    unsigned n;
};

/* Memory that is used again; all-zero at first but for `loud`, released by narrow_tools_release. */
struct narrow_tools {
    bool loud; /* quiet parts are not set off */
    uint8_t *how, *forced;
    size_t cap_how, cap_forced;
    struct text plain;
};
void narrow_tools_release(struct narrow_tools *t);

/* Append f, in `cols` columns at most (0: any), at most as long as the level has it. */
void name_narrow(struct narrow_tools *t, const struct form *f, enum name_level level, size_t cols,
                 const struct name_keep *keep, struct text *out);

#endif
