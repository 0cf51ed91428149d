/* SPDX-License-Identifier: GPL-3.0-or-later */
/* linker_order: orders of symbols as linkers read them. Private to view/gnu. */
#ifndef GPTUI_VIEW_GNU_LINKER_ORDER_H
#define GPTUI_VIEW_GNU_LINKER_ORDER_H

#include "core/analyze/linker/id_list.h"
#include "core/view/writer.h"

/* Orders as linkers read them (--order-format), from symbols in their order; *order is changed.
 * Object files have no form but that for gcc. */
void linker_functions(struct gnu_out *o, struct id_list *order);
void linker_files(struct gnu_out *o, struct id_list *order);

#endif
