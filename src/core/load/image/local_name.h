/* SPDX-License-Identifier: GPL-3.0-or-later */
/* local_name: which names of local symbols GNU gprof takes for functions.
 *
 * Compilers give clones and parts of functions local names with dots. Judging all names of a string
 * table takes time linear in its size, however the names are arranged. */
#ifndef GPTUI_LOAD_IMAGE_LOCAL_NAME_H
#define GPTUI_LOAD_IMAGE_LOCAL_NAME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct local_names {
    const char *names; /* a whole string table; the last byte is zero */
    size_t n;
    char leading;      /* what names of C begin with on the image's target, '\0': anything */
    size_t work;       /* bytes looked at so far */
    uint64_t *verdict; /* one bit per byte, made when too much work shows a hostile table */
};

void local_names_init(struct local_names *l, const char *names, size_t n, char leading);
void local_names_release(struct local_names *l);

/* Is the name at offset `at` < n taken? */
bool local_name_taken(struct local_names *l, size_t at);

/* Is the name at offset `at` < n, which is not taken, that of a function that the compiler made of
 * another (.part.0, .cold, ._omp_fn.0), or of one within another (Ada's .3)? */
bool local_name_is_clone(const struct local_names *l, size_t at);

#endif
