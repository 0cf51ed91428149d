/* SPDX-License-Identifier: GPL-3.0-or-later */
/* state_file: what the browser remembers from one run to the next, as text in the user's state
 * folder:
 *
 *     gptui-state 1
 *     [NAME]
 *     KEY VALUE
 *
 * 1. A section is about what its name says: an image (its absolute path), or everything (""). The
 *    one added or touched last stands first; after STATE_SECTIONS_MOST the oldest go.
 * 2. A key may have several values, in order. What keys and values mean is for the app.
 * 3. Names and values are any bytes without zero: line ends, control characters and backslashes are
 *    written \xHH.
 *
 * An all-zero state is empty and ready. */
#ifndef GPTUI_TUI_KEYS_STATE_FILE_H
#define GPTUI_TUI_KEYS_STATE_FILE_H

#include <stdbool.h>
#include <stddef.h>

#include "core/base/attr.h"
#include "core/base/err.h"
#include "core/base/mem.h"
#include "core/base/text.h"

enum { STATE_SECTIONS_MOST = 1 + 200 }; /* what concerns all, and images */

struct state_section;

struct state {
    struct state_section *sections; /* n */
    size_t n, cap;
    struct arena memory;
};

void state_release(struct state *s);

/* Value number i of the key in the section of that name; NULL: there is none. Valid until the
 * release. */
const char *state_get(const struct state *s, const char *name, const char *key, size_t i);

/* Give the key one more value. The section is made if there is none, and is the first one then. */
void state_add(struct state *s, const char *name, const char *key, const char *value);

/* The section of that name, if there is one, is the first from now on. */
void state_touch(struct state *s, const char *name);

/* Take away all values of the key. */
void state_forget(struct state *s, const char *name, const char *key);

/* $XDG_STATE_HOME/gptui/state, or $HOME/.local/state/gptui/state. False if neither is set, or if
 * that folder is not the user's own: somebody else's is neither read nor written. */
bool state_path(struct text *out);

/* Add what the file says to s. No file: nothing. Lines that mean nothing are passed over, and so is
 * a file of another version. Fails as config_read does; s then holds what was
 * understood. */
bool state_read(struct state *s, const char *path, struct err *e) ATTR_MUST_USE;

/* Write all of s, through a temporary file; missing folders are made. Fails with ERR_WRITE; the
 * file is then as before. */
bool state_write(const struct state *s, const char *path, struct err *e) ATTR_MUST_USE;

#endif
