/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/load/file/build_id.h"

#include <string.h>

enum { NOTE_HEAD = 16 };

struct build_id build_id_of(const struct elf *f)
{
    uint8_t b[NOTE_HEAD + BUILD_ID_MOST];
    struct build_id id = {.n = 0};
    size_t n = elf_first_bytes(f, ".note.gnu.build-id", b, sizeof b);
    if (n < NOTE_HEAD || elf_u32(f, b) != 4 || elf_u32(f, b + 8) != NT_GNU_BUILD_ID ||
        memcmp(b + 12, "GNU", 4) != 0)
        return id;
    uint32_t bytes = elf_u32(f, b + 4);
    if (bytes > n - NOTE_HEAD)
        return id;
    id.n = bytes;
    memcpy(id.bytes, b + NOTE_HEAD, bytes);
    return id;
}

bool build_id_same(const struct build_id *a, const struct build_id *b)
{
    return a->n == b->n && memcmp(a->bytes, b->bytes, a->n) == 0;
}

bool build_id_is(const struct build_id *id, const char *digits)
{
    static const char hex[] = "0123456789abcdef";
    size_t i = 0;
    for (; i < id->n && digits[2 * i]; i++)
        if (digits[2 * i] != hex[id->bytes[i] / 16] || digits[2 * i + 1] != hex[id->bytes[i] % 16])
            return false;
    return !digits[2 * i] && (i == id->n || i >= BUILD_ID_NOTED);
}
