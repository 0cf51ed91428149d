/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Enters leaf by hand, as functions compiled with -finstrument-functions do: from address 0, where
 * a stack made by hand may end, and from N_PLACES others, of which some share a home and which make
 * the table grow; each as a new arc and then as one that is known. Prints "FUNCTION COUNT". */
#include <stdint.h>
#include <stdio.h>

#define BY_HAND __attribute__((no_instrument_function))

enum { N_PLACES = 3000, N_ROUNDS = 3 };

BY_HAND void __cyg_profile_func_enter(void *self, void *from);

BY_HAND static void leaf(void) {}

BY_HAND int main(void)
{
    unsigned n = 0;
    for (int round = 0; round < N_ROUNDS; round++)
        for (uintptr_t i = 0; i < N_PLACES; i++, n += 2) {
            __cyg_profile_func_enter((void *)(uintptr_t)leaf, NULL);
            __cyg_profile_func_enter((void *)(uintptr_t)leaf, (void *)(64 + 2 * i));
        }
    printf("leaf %u\n", n);
    return 0;
}
