/* SPDX-License-Identifier: MIT */
/* unwind_code: who called code of which the tables for exceptions say nothing, or count from a
 * frame pointer that is not known: by the instructions up to the function's end, or from its
 * beginning.
 *
 * What is found that way is believed if it is a return address: a call stands before it. On
 * machines whose code is not known nothing is found. */
#ifndef GPTUI_RUNTIME_UNWIND_CODE_H
#define GPTUI_RUNTIME_UNWIND_CODE_H

#include "runtime/unwind.h"

/* Fills in what is true at a place, but for the function's ends. False: it is not known. */
bool unwind_code_row(const struct unwind_stack *stack, const struct unwind_place *place,
                     struct unwind_row *row);

/* The frame pointer of a function of which row is what its table says, while the stack pointer is
 * that of place; 0: not known. */
uintptr_t unwind_code_frame(const struct unwind_stack *stack, const struct unwind_place *place,
                            const struct unwind_row *row);

#endif
