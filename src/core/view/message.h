/* SPDX-License-Identifier: GPL-3.0-or-later */
/* view/message: errors as sentences, in GNU gprof's words where it has a message for the case. */
#ifndef GPTUI_VIEW_MESSAGE_H
#define GPTUI_VIEW_MESSAGE_H

#include "core/base/err.h"
#include "core/base/text.h"

/* Append the message for e, as a line for standard error with its newline (one of gprof's messages
 * has none, and so it comes out here). `program` is argv[0]. */
void message_text(const struct err *e, const char *program, struct text *out);

#endif
