/* SPDX-License-Identifier: GPL-3.0-or-later */
/* build_id: the number that linkers give an ELF file, the same in its separate debug file. */
#ifndef GPTUI_LOAD_FILE_BUILD_ID_H
#define GPTUI_LOAD_FILE_BUILD_ID_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/load/file/elf.h"

enum { BUILD_ID_MOST = 64, BUILD_ID_NOTED = 32 }; /* bytes; how many of them the runtime notes */

struct build_id {
    uint8_t bytes[BUILD_ID_MOST];
    size_t n; /* 0: the file has none */
};

struct build_id build_id_of(const struct elf *f);

bool build_id_same(const struct build_id *a, const struct build_id *b);

/* Is it the one written in hexadecimal digits? */
bool build_id_is(const struct build_id *id, const char *digits);

#endif
