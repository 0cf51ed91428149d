/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fuzz: what every fuzz_NAME.c defines. libFuzzer calls it under `make fuzz`, replay_main.c calls
 * it with the inputs of tests/fuzz/corpus/NAME under `make check`. It must neither keep state that
 * later inputs could see nor depend on anything outside of them. While it looks at an input it may
 * write files, whose names begin with "fuzz.", in the current folder, which is its own. */
#ifndef TESTS_FUZZ_H
#define TESTS_FUZZ_H

#include <stddef.h>
#include <stdint.h>

/* Returns 0. */
int LLVMFuzzerTestOneInput(const uint8_t *p, size_t n);

#endif
