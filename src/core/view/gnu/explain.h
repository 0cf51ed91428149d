/* SPDX-License-Identifier: GPL-3.0-or-later */
/* explain: the explanatory texts of a report without -b. Their source is data/explain_*.txt. */
#ifndef GPTUI_VIEW_GNU_EXPLAIN_H
#define GPTUI_VIEW_GNU_EXPLAIN_H

enum explain_id { EXPLAIN_FLAT, EXPLAIN_GRAPH };

/* The text: zero-terminated whole lines, neither starting nor ending with an empty one. */
const char *explain_text(enum explain_id id);

#endif
