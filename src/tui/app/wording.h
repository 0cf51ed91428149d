/* SPDX-License-Identifier: GPL-3.0-or-later */
/* wording: functions, symspecs and options of a session as the browser writes them. */
#ifndef GPTUI_TUI_APP_WORDING_H
#define GPTUI_TUI_APP_WORDING_H

#include <stdbool.h>

#include "core/session/session.h"

/* The name of a node at a level; for a cycle that of its first member. "" for NO_ID. */
const char *node_name(const struct session *s, node_id n, enum name_level level);

/* Append a symspec, or with in_arc a side of one, that selects the symbol by its name, and by its
 * file if functions of other files are called so: gprof's form, or a regex where that cannot say
 * it. False, in strict mode, for such a name. */
bool symbol_spec(const struct session *s, sym_id sym, bool in_arc, struct text *out);

/* Whether a symspec, or a pair of them for arcs, selects any symbols of the table at hand; true if
 * memory runs out. */
bool spec_selects(const struct session *s, const char *spec, bool arcs);

/* Append a symspec or an arc with the mangled names in it as they read at a level. */
void spec_shown(const struct session *s, const char *spec, enum name_level level, struct text *out);

/* Append the options that are on as option_list_command does, but with such names: all, or those
 * that somebody chose and that say more than what is read. */
enum options_kind { OPTIONS_ALL, OPTIONS_CHOSEN };
void options_shown(const struct session *s, const struct option_list *list, enum options_kind kind,
                   enum name_level level, struct text *out);

/* How many options of a list are on. */
size_t options_on(const struct option_list *list);

/* Append the command line, as the batch program takes it: "gptui", the options of `list` (NULL:
 * those that are on), `extra` (NULL: nothing), the image and the files. */
void batch_command(const struct session *s, const struct option_list *list, const char *extra,
                   struct text *out);

#endif
