/* SPDX-License-Identifier: GPL-3.0-or-later */
/* config: the config file. One command per line; blank lines and lines that begin with # are
 * nothing. The format is an interface:
 *
 *     bind MODE KEYS ACTION    a key sequence of a mode (keyname.h, keymap.h); ACTION none: unbound
 *     set NAME VALUE           a setting (prefs.h)
 *
 * A bad line is reported with its number and otherwise ignored. */
#ifndef GPTUI_TUI_KEYS_CONFIG_H
#define GPTUI_TUI_KEYS_CONFIG_H

#include <stdbool.h>
#include <stddef.h>

#include "core/base/attr.h"
#include "core/base/err.h"
#include "core/base/file/file.h"
#include "core/base/text.h"
#include "tui/keys/keymap.h"
#include "tui/keys/prefs.h"

enum { CONFIG_BYTES_MOST = 1 << 20 };

struct config {
    struct keymap *keys;
    struct prefs *prefs;
};

/* Apply one command, without its line end. False with a sentence in *why. */
bool config_line(struct config *c, const char *line, size_t n, struct text *why);

/* Apply n bytes of a file. Complaints go to *why, one per line, "NAME:LINE: ..."; at most a dozen.
 * Returns the number of bad lines. */
size_t config_apply(struct config *c, const char *name, const char *p, size_t n, struct text *why);

/* $XDG_CONFIG_HOME/gptui/config or $HOME/.config/gptui/config; false if neither is set. */
bool config_path(struct text *out);

/* Append a file of settings to *b: a regular one of up to a MiB that is the user's or root's. Fails
 * with ERR_OPEN, ERR_NOT_REGULAR, ERR_OWNER, ERR_LIMIT, ERR_READ, ERR_MEMORY. The caller releases
 * *b in any case. */
bool config_read(const char *path, struct bytes *b, struct err *e) ATTR_MUST_USE;

/* Read the user's file, if there is one: a regular file of up to a MiB that is the user's or
 * root's. Complaints as above, or one about the file. */
void config_load(struct config *c, struct text *why);

#endif
