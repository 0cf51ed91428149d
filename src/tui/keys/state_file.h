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
 * 3. The file has at most CONFIG_BYTES_MOST: sections for which there is no room are left out.
 * 4. Names and values are any bytes without zero: line ends, control characters and backslashes are
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

/* The value of the key that comes next in the section of that name, after the *at values of any key
 * that were passed; NULL: there is none. Valid until the release. */
const char *state_next(const struct state *s, const char *name, const char *key, size_t *at);

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

/* Read the file, change what it says, and write it, while no other process does (a lock on a file
 * beside it); change NULL: write an empty one, whatever there is. Fails as state_read and
 * state_write. */
typedef void state_change(void *ctx, struct state *s);
bool state_update(const char *path, state_change *change, void *ctx, struct err *e) ATTR_MUST_USE;

#endif
