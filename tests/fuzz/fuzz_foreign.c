/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Images that libbfd reads: those that are no ELF files, objects that are not linked, and debug
 * information of other kinds. Symbols have names, sections of code lie in order, and a walk over
 * places ascends, says nothing twice, and finds at each place what a search finds there. */
#include "fuzz.h"

#include <string.h>
#include <unistd.h>

#include "core/load/code/sections.h"
#include "core/load/image/image_internal.h"
#include "parts.h"
#include "tests/support/require.h"
#include "walk.h"

#define IMAGE "fuzz.image"

enum { WALK_BYTES = 512 };

/* libbfd keeps some of what it had when it gave an image up. */
const char *__lsan_default_suppressions(void);
const char *__lsan_default_suppressions(void)
{
    return "leak:libbfd\n";
}

static void check_image(const struct image *im)
{
    require(im->addr_bytes == 4 || im->addr_bytes == 8);
    require(im->names && im->n_name_bytes > 0 && im->names[im->n_name_bytes - 1] == '\0');
    for (uint32_t i = 0; i < im->n_symbols; i++)
        require(im->symbols[i].name < im->n_name_bytes);
}

static void check_code(const struct source *s)
{
    struct code_sections code = {0};
    require(bfd_code_read(&code, s) || code.n == 0);
    for (size_t i = 0; i < code.n; i++) {
        require(code.v[i].bytes.n > 0 && code.v[i].bytes.n <= s->n_bytes);
        require(i == 0 || code.v[i - 1].addr <= code.v[i].addr);
    }
    code_sections_release(&code);
}

int LLVMFuzzerTestOneInput(const uint8_t *p, size_t n)
{
    struct source s;
    struct err e = ERR_INIT;
    part_open(&s, IMAGE, (struct part){p, n});
    struct image *im = image_load_source(&s, true, NULL, &e);
    require(!im == (e.code != ERR_NONE));
    if (im) {
        check_image(im);
        check_code(&s);
        part_write(IMAGE, (struct part){p, n});
        walk_check(IMAGE, im->text_lo, im->text_hi, WALK_BYTES, WALK_GNU);
        unlink(IMAGE);
    }
    image_free(im);
    source_close(&s);
    return 0;
}
