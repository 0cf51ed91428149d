/* SPDX-License-Identifier: GPL-3.0-or-later */
/* usage: what --help and --version print; both from the table of options. */
#ifndef GPTUI_CLI_USAGE_H
#define GPTUI_CLI_USAGE_H

#include <stdbool.h>

#include "core/base/text.h"
#include "core/options/option.h"

/* All options that can be used, by chapters. gnu_only: without ours. */
void usage_text(const char *program, bool gnu_only, struct text *out);

/* The line that says where the options are listed: "Try 'gptui --help' for the options." */
void usage_hint(const char *program, struct text *out);

/* One option with its argument: "-p, --flat-profile[=SYMSPEC]". */
void usage_option(const struct option_def *d, struct text *out);

void usage_version(struct text *out);

#endif
