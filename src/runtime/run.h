/* SPDX-License-Identifier: MIT */
/* run: what this process counted up to now, as a message of src/unite (gmon.out(5), "The run
 * file"). */
#ifndef GPTUI_RUNTIME_RUN_H
#define GPTUI_RUNTIME_RUN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "unite/message.h"

struct rt_arc;
struct rt_image;
struct unite_entries;

/* Pages of our own: the program may have any malloc, or be out of it. */
extern const struct unite_memory run_memory __attribute__((visibility("hidden")));

/* What is to be in the message. */
struct run_wish {
    const struct rt_arc *arcs; /* all there are */
    size_t n_arcs;

    /* Finds where the functions of an image begin; *out is empty before, but for `memory`. Then
     * there are functions in the message, which is to be united with others. NULL: there are none.
     */
    void (*functions)(struct unite_entries *out, const struct rt_image *image);
};

/* Makes the message, which is empty before. False: there is no memory. In a dump; safe in handlers
 * if wish->functions is. */
bool run_take(const struct run_wish *wish, struct unite_message *m);

/* Makes a message of what is known of the process alone, as long as it has counted nothing: its
 * unit, run and words. False: there is no memory. */
bool run_about(struct unite_message *m);

#endif
