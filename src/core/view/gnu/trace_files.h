/* SPDX-License-Identifier: GPL-3.0-or-later */
/* trace_files: the categories of a trace (trace.h) that show what the files hold. */
#ifndef GPTUI_VIEW_GNU_TRACE_FILES_H
#define GPTUI_VIEW_GNU_TRACE_FILES_H

#include "core/view/writer.h"

void trace_symbols(struct gnu_out *o);
void trace_records(struct gnu_out *o);
void trace_lookups(struct gnu_out *o);
void trace_tally(struct gnu_out *o);
void trace_blocks(struct gnu_out *o);
void trace_sources(struct gnu_out *o);

#endif
