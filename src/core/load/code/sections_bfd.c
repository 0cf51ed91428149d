/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/load/bfd/door.h"
#include "core/load/code/sections_bfd.h"

#include <stdlib.h>
#include <string.h>

#include "arch/calls.h"
#include "core/load/bfd/guard.h"

struct code_job {
    const struct source *source;
    struct code_sections *out;
    bfd *b;
    bool no_memory;
};

static uint16_t machine(bfd *b)
{
    if (bfd_get_arch(b) != bfd_arch_i386)
        return 0;
    return bfd_get_mach(b) & bfd_mach_x86_64 ? CALLS_X86_64 : CALLS_I386;
}

static void add_section(struct code_job *j, asection *s)
{
    bfd_byte *contents = NULL; /* the library's malloc */
    struct code_section c = {.addr = bfd_section_vma(s),
                             .is_text = strcmp(bfd_section_name(s), ".text") == 0};
    if (!(bfd_section_flags(s) & SEC_CODE) || bfd_section_size(s) > j->source->n_bytes)
        return;
    if (!bfd_get_full_section_contents(j->b, s, &contents))
        return;
    c.bytes = (struct bytes){.p = contents, .n = (size_t)bfd_section_size(s)};
    j->no_memory |= !code_sections_add(j->out, c);
}

static void read_sections(void *ctx)
{
    struct code_job *j = ctx;
    j->b = bfd_door_open(j->source);
    if (!j->b || !bfd_door_check(j->b))
        return;
    j->out->machine = machine(j->b);
    j->out->big_endian = bfd_big_endian(j->b);
    j->out->wide = j->out->machine == CALLS_X86_64;
    j->out->unlinked = !(bfd_get_file_flags(j->b) & EXEC_P);
    for (asection *s = j->b->sections; s; s = s->next)
        add_section(j, s);
}

static void leave(void *ctx)
{
    struct code_job *j = ctx;
    bfd_close(j->b);
}

bool bfd_code_read(struct code_sections *out, const struct source *s)
{
    struct code_job j = {.source = s, .out = out};
    bool done = guard_run(read_sections, &j);
    if (j.b && !guard_run(leave, &j))
        done = false;
    code_sections_sort(out);
    return done && !j.no_memory;
}
