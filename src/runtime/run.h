/* SPDX-License-Identifier: MIT */
/* run: what this process counted up to now, as a message of src/unite (gmon.out(5), "The run
 * file"). */
#ifndef GPTUI_RUNTIME_RUN_H
#define GPTUI_RUNTIME_RUN_H

#include <stdbool.h>

#include "unite/message.h"

struct rt_image;
struct unite_entries;

/* Pages of our own: the program may have any malloc, or be out of it. */
extern const struct unite_memory run_memory __attribute__((visibility("hidden")));

/* Finds where the functions of an image begin; *out is empty before, but for `memory`. */
typedef void run_functions(struct unite_entries *out, const struct rt_image *image);

/* Makes the message, which is empty before, of what lies in memory that is kept. functions: there
 * are to be functions in it, because it is to be united with others; NULL: there are none. False:
 * there is no memory. In a dump; safe in handlers if functions() is. */
bool run_take(run_functions *functions, struct unite_message *m);

/* Makes a message of what is known of the process alone, as long as it has counted nothing: its
 * unit, run and words. False: there is no memory. */
bool run_about(struct unite_message *m);

#endif
