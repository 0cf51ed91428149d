/* SPDX-License-Identifier: GPL-3.0-or-later */
/* line_oracle: all places of a program's .text as load/lines walks them, and as libbfd answers for
 * every single byte, which is what GNU gprof asks. For tests inside of cmocka. */
#ifndef GPTUI_TESTS_UNIT_PLACES_H
#define GPTUI_TESTS_UNIT_PLACES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct places_place {
    uint64_t addr;
    char *file, *function;
    uint32_t line;
};

struct places {
    struct places_place *all;
    size_t n, cap;
};

/* The main function of a test: runs the tests in a folder of their own, which is removed. Called
 * by itself it prints what libbfd answers: which function libbfd takes of those with equally long
 * pieces depends on where they are in memory, and so on all that the process did before. */
int places_main(int argc, char **argv);

/* The path of a file in the source folder; valid until the next call. */
const char *places_source(const char *name);

/* Run a shell command; false if it fails. */
bool places_run(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* split: with what GNU gprof does not read (lines_read_split). */
void places_of_walk(struct places *p, const char *image, bool split);
void places_of_libbfd(struct places *p, const char *image);

void places_release(struct places *p);

/* Fail the test where the places got are not those wanted, which are `whose`. */
void places_equal(const char *image, const struct places *got, const char *whose,
                  const struct places *want);

/* Fails the test where walk and libbfd differ. Returns how many places there are. */
size_t places_compare(const char *image);

#endif
