/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/load/dwarf/split.h"

#include "core/base/file/path.h"
#include "core/base/text.h"

/* --- a package: DWARF 5, section 7.3.5; for DWARF 4 GNU's, which differs in the numbers
 * ----------*/

enum {
    INDEX_HEAD = 16, /* bytes before the table of ids */
    INDEX_COLUMNS_MOST = 16,
    INDEX_MOST = 1 << 26, /* bytes */
};

struct index {
    const struct elf *elf;
    const uint8_t *p;
    uint64_t n_bytes;
    bool old; /* GNU's, for DWARF 4 */
    uint32_t n_columns, n_units, n_slots;
    uint64_t numbers, columns; /* where the numbers of units and the heads of the columns are */
};

static bool index_open(struct index *x, const struct dwarf_package *p)
{
    const struct elf *elf = &p->file.elf;
    *x = (struct index){.elf = elf, .p = p->index.p, .n_bytes = p->index.n};
    if (x->n_bytes < INDEX_HEAD)
        return false;
    x->old = elf_u32(elf, x->p) == 2;
    x->n_columns = elf_u32(elf, x->p + 4);
    x->n_units = elf_u32(elf, x->p + 8);
    x->n_slots = elf_u32(elf, x->p + 12);
    x->numbers = INDEX_HEAD + 8 * (uint64_t)x->n_slots;
    x->columns = x->numbers + 4 * (uint64_t)x->n_slots;
    if ((!x->old && elf_u16(elf, x->p) != 5) || x->n_columns > INDEX_COLUMNS_MOST)
        return false;
    uint64_t rows = 1 + 2 * (uint64_t)x->n_units;
    return x->columns <= x->n_bytes && 4 * rows * x->n_columns <= x->n_bytes - x->columns;
}

/* The number of the unit with that id, from 1; 0: there is none. */
static uint32_t index_find(const struct index *x, uint64_t id)
{
    uint64_t mask = x->n_slots - 1, slot = id & mask, step = (id >> 32 & mask) | 1;
    if (x->n_slots == 0 || x->n_slots & mask)
        return 0;
    for (uint32_t tries = 0; tries < x->n_slots; tries++, slot = (slot + step) & mask) {
        uint32_t number = elf_u32(x->elf, x->p + x->numbers + 4 * slot);
        if (number == 0)
            return 0;
        if (elf_u64(x->elf, x->p + INDEX_HEAD + 8 * slot) == id)
            return number <= x->n_units ? number : 0;
    }
    return 0;
}

/* Which section a column is about; DWARF_SECTIONS: one that is not needed. */
static enum dwarf_section_id section_of(const struct index *x, uint32_t column)
{
    enum { INFO = 1, ABBREV = 3, STR_OFFSETS = 6, RNGLISTS = 8 };
    switch (column) {
    case INFO:
        return DWARF_INFO;
    case ABBREV:
        return DWARF_ABBREV;
    case STR_OFFSETS:
        return DWARF_STR_OFFSETS;
    case RNGLISTS:
        return x->old ? DWARF_SECTIONS : DWARF_RNGLISTS;
    default:
        return DWARF_SECTIONS;
    }
}

/* Let d have only what is of that unit. */
static bool take_parts(struct dwarf *d, const struct index *x, uint32_t number)
{
    const uint8_t *head = x->p + x->columns;
    for (uint32_t i = 0; i < x->n_columns; i++) {
        enum dwarf_section_id id = section_of(x, elf_u32(x->elf, head + 4 * (size_t)i));
        size_t at = 4 * ((size_t)number * x->n_columns + i);
        size_t size = at + 4 * (size_t)x->n_units * x->n_columns;
        if (id != DWARF_SECTIONS &&
            !dwarf_take_part(d, id, elf_u32(x->elf, head + at), elf_u32(x->elf, head + size)))
            return false;
    }
    return true;
}

void dwarf_package_close(struct dwarf_package *p)
{
    bytes_release(&p->index);
    if (p->file.path)
        debug_file_close(&p->file);
}

/* --- one unit ----------------------------------------------------------------------------------*/

/* The unit with the id of the skeleton, in s->dwarf. */
static bool open_unit(struct dwarf_split *s, const struct dwarf_root *skeleton)
{
    struct dwarf_root r;
    uint64_t off = 0;
    while (dwarf_root_read(&s->dwarf, off, &r) && !(r.known && r.split_id == skeleton->split_id))
        off = r.next;
    if (r.split_id != skeleton->split_id || r.unit.version != skeleton->unit.version ||
        r.unit.addr_bytes != skeleton->unit.addr_bytes ||
        !dwarf_open_unit(&s->unit, &s->dwarf, off))
        return false;
    struct dwarf_bounds *b = &s->unit.root.bounds;
    b->base = skeleton->bounds.base;
    b->addr_base = skeleton->bounds.addr_base;
    b->ranges_base = skeleton->bounds.ranges_base;
    return true;
}

static bool open_in(struct dwarf_split *s, const struct elf *elf, const struct index *index,
                    const struct dwarf_open_unit *skeleton)
{
    uint32_t number = index ? index_find(index, skeleton->root.split_id) : 0;
    if (index && number == 0)
        return false;
    dwarf_init(&s->dwarf, elf, skeleton->d);
    if ((!index || take_parts(&s->dwarf, index, number)) && open_unit(s, &skeleton->root))
        return true;
    dwarf_open_unit_release(&s->unit);
    dwarf_release(&s->dwarf);
    return false;
}

/* Open the unit in the package, which is looked for beside the image once. */
static bool open_packed(struct dwarf_split *s, const struct dwarf_open_unit *skeleton,
                        const char *image, struct dwarf_package *p)
{
    struct index x;
    if (!p->tried) {
        struct text path = {0};
        struct err e = ERR_INIT;
        p->tried = true;
        text_str(&path, image);
        text_str(&path, ".dwp");
        bool ok = debug_file_open(&p->file, text_z(&path), false);
        text_release(&path);
        const struct elf_section *index =
            ok ? elf_find_name(&p->file.elf, ".debug_cu_index") : NULL;
        if (index && index->size <= INDEX_MOST && !elf_contents(&p->file.elf, index, &p->index, &e))
            err_need_memory(&e);
    }
    return p->file.path && index_open(&x, p) && open_in(s, &p->file.elf, &x, skeleton);
}

static bool open_file(struct dwarf_split *s, const struct dwarf_open_unit *skeleton,
                      struct text *path)
{
    bool ok = debug_file_open(&s->file, text_z(path), false);
    if (!ok || open_in(s, &s->file.elf, NULL, skeleton))
        return ok;
    debug_file_close(&s->file);
    return false;
}

static void add_string(struct text *path, const struct dwarf_open_unit *u,
                       const struct dwarf_value *v)
{
    const char *s = dwarf_value_string(u->d, &u->root.unit, v);
    text_str(path, s ? s : "");
}

/* Open the file where the compiler put it, or beside the image if the program was moved. */
static bool open_named(struct dwarf_split *s, const struct dwarf_open_unit *skeleton,
                       const char *image)
{
    struct text name = {0}, path = {0}, beside = {0};
    add_string(&name, skeleton, &skeleton->root.split_name);
    const char *z = text_z(&name);
    if (name.n && z[0] != '/') {
        add_string(&path, skeleton, &skeleton->root.unit.comp_dir);
        text_str(&path, path.n ? "/" : "");
    }
    text_add(&path, name.p, name.n);
    text_add(&beside, image, (size_t)(path_base(image) - image));
    text_str(&beside, name.n ? path_base(z) : "");
    bool ok = name.n && (open_file(s, skeleton, &path) || open_file(s, skeleton, &beside));
    text_release(&name);
    text_release(&path);
    text_release(&beside);
    return ok;
}

bool dwarf_split_open(struct dwarf_split *s, const struct dwarf_open_unit *skeleton,
                      const char *image, struct dwarf_package *package)
{
    *s = (struct dwarf_split){.file.source.fd = -1};
    return skeleton->root.split_name.form && skeleton->root.split_id &&
           (open_packed(s, skeleton, image, package) || open_named(s, skeleton, image));
}

void dwarf_split_close(struct dwarf_split *s)
{
    dwarf_open_unit_release(&s->unit);
    dwarf_release(&s->dwarf);
    if (s->file.path)
        debug_file_close(&s->file);
}
