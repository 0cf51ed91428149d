/* SPDX-License-Identifier: MIT */
#include "runtime/unwind.h"

#include <fcntl.h>
#include <link.h>

#include "frames.h"
#include "runtime/maps.h"
#include "runtime/sys.h"
#include "runtime/text.h"
#include "runtime/unwind_code.h"

#ifdef UNWIND_SP

enum {
    PARTS_MOST = 24,  /* program headers that are looked at */
    CIE_BYTES = 64,   /* what is read of a common entry, */
    FDE_BYTES = 1024, /* and of a function's */
    STATES = 8,       /* remembered inside each other */
};

/* Encodings of addresses, of which linkers use these alone. */
enum { DATA_4 = 0x03, SIGNED_4 = 0x0b, HERE_SIGNED_4 = 0x1b, TABLE_SIGNED_4 = 0x3b };

static bool read_all(uintptr_t from, void *to, size_t bytes)
{
    return sys_read_memory(from, to, bytes) == bytes;
}

/* ---- where tables are ---- */

struct table_search {
    uintptr_t pc;
    struct unwind_tables found;
};

/* The program headers of an ELF file that is mapped there. */
static size_t read_parts(uintptr_t file, ElfW(Phdr) part[PARTS_MOST])
{
    ElfW(Ehdr) header;
    if (!file || !read_all(file, &header, sizeof header) || header.e_ident[0] != ELFMAG0 ||
        header.e_ident[1] != ELFMAG1 || header.e_phentsize != sizeof *part)
        return 0;
    size_t n = header.e_phnum < PARTS_MOST ? header.e_phnum : PARTS_MOST;
    return read_all(file + header.e_phoff, part, n * sizeof *part) ? n : 0;
}

static bool read_file(int fd, uint64_t offset, void *to, size_t bytes)
{
    return sys_seek(fd, offset) && sys_read(fd, to, bytes) == (ssize_t)bytes;
}

/* The section .eh_frame of a file, which is open. */
static void find_section(int fd, uintptr_t base, struct unwind_tables *found)
{
    enum { NAME_BYTES = 16 };
    ElfW(Ehdr) header;
    ElfW(Shdr) names, section;
    char name[NAME_BYTES];
    if (!read_file(fd, 0, &header, sizeof header) || header.e_shentsize != sizeof section ||
        !read_file(fd, header.e_shoff + (uint64_t)header.e_shstrndx * sizeof names, &names,
                   sizeof names))
        return;
    for (unsigned i = 0; i < header.e_shnum && !found->frames; i++) {
        if (!read_file(fd, header.e_shoff + (uint64_t)i * sizeof section, &section,
                       sizeof section) ||
            !read_file(fd, names.sh_offset + section.sh_name, name, sizeof name))
            return;
        name[sizeof name - 1] = 0;
        if (!text_equal(name, ".eh_frame"))
            continue;
        found->frames = base + section.sh_addr;
        found->n_frames = section.sh_size;
    }
}

static void find_in_file(const char *path, uintptr_t base, struct unwind_tables *found)
{
    int fd = sys_open(path, O_RDONLY, 0);
    if (fd < 0)
        return;
    find_section(fd, base, found);
    sys_close(fd);
}

static void take_mapping(const struct mapping *mapping, void *data)
{
    struct table_search *s = data;
    ElfW(Phdr) part[PARTS_MOST];
    uintptr_t base = 0;
    if (s->pc < mapping->lo || s->pc >= mapping->hi)
        return;
    struct unwind_tables *found = &s->found;
    *found = (struct unwind_tables){.lo = mapping->lo, .hi = mapping->hi};
    size_t n = read_parts(mapping->file, part);
    for (size_t i = n; i-- > 0;)
        if (part[i].p_type == PT_LOAD)
            base = mapping->file - part[i].p_vaddr + part[i].p_offset;
    for (size_t i = 0; i < n; i++)
        if (part[i].p_type == PT_GNU_EH_FRAME)
            found->table = base + part[i].p_vaddr;
    if (n > 0 && !found->table)
        find_in_file(mapping->path, base, found);
}

/* NULL: no file is mapped there. */
static const struct unwind_tables *tables_at(struct unwind *unwind, uintptr_t pc)
{
    struct table_search search = {.pc = pc};
    for (size_t i = 0; i < UNWIND_FILES; i++)
        if (pc >= unwind->tables[i].lo && pc < unwind->tables[i].hi)
            return &unwind->tables[i];
    maps_each(unwind->line, sizeof unwind->line, take_mapping, &search);
    if (!search.found.hi)
        return NULL;
    struct unwind_tables *tables = &unwind->tables[unwind->n_tables++ % UNWIND_FILES];
    *tables = search.found;
    return tables;
}

/* A table of functions, sorted by where they begin, from the head of which all is counted. */
struct table_head {
    uint8_t version, of_frames, of_number, of_entries;
    int32_t frames;
    uint32_t n;
};

struct table_entry {
    int32_t function, description;
};

/* The description of the last function that begins at pc or before; 0: there is none. Few calls of
 * the system: what is left of the table is read at once when it is small. */
static uintptr_t find_in_table(struct unwind *unwind, uintptr_t table, uintptr_t pc)
{
    enum { AT_ONCE = UNWIND_ROOM / sizeof(struct table_entry) };
    struct table_entry *entry = (void *)unwind->room;
    struct table_head head;
    uintptr_t first = table + sizeof head;
    if (!read_all(table, &head, sizeof head) || head.version != 1 ||
        head.of_frames != HERE_SIGNED_4 || head.of_number != DATA_4 ||
        head.of_entries != TABLE_SIGNED_4 || head.n == 0)
        return 0;
    size_t lo = 0, hi = head.n;
    while (hi - lo > AT_ONCE) {
        size_t middle = lo + (hi - lo) / 2;
        if (!read_all(first + middle * sizeof *entry, entry, sizeof *entry))
            return 0;
        *(table + (uintptr_t)(intptr_t)entry->function <= pc ? &lo : &hi) = middle;
    }
    if (!read_all(first + lo * sizeof *entry, entry, (hi - lo) * sizeof *entry))
        return 0;
    size_t n = hi - lo;
    while (n > 1 && table + (uintptr_t)(intptr_t)entry[n - 1].function > pc)
        n--;
    return table + (uintptr_t)(intptr_t)entry[n - 1].description;
}

/* How a description begins; 0 in place of the way back: it is common to some. */
struct frame_head {
    uint32_t n_bytes, back;
    int32_t function;
    uint32_t n_function;
};

/* Where there is no table: from one to the next, of which many are read at once. */
static uintptr_t find_in_frames(struct unwind *unwind, const struct unwind_tables *tables,
                                uintptr_t pc)
{
    enum { LENGTH_BYTES = 4, FUNCTION_AT = 8 };
    const struct frame_head *head;
    uintptr_t at = tables->frames, end = at + tables->n_frames, lo = at, hi = at;
    for (; at < end && end - at >= sizeof *head; at += LENGTH_BYTES + (uintptr_t)head->n_bytes) {
        if (hi < at + sizeof *head) {
            lo = at;
            hi = at + sys_read_memory(at, unwind->room, sizeof unwind->room);
        }
        head = (const void *)((const char *)unwind->room + (at - lo));
        if (hi < at + sizeof *head || head->n_bytes == 0)
            return 0;
        uintptr_t function = at + FUNCTION_AT + (uintptr_t)(intptr_t)head->function;
        if (head->back && pc - function < head->n_function)
            return at;
    }
    return 0;
}

static uintptr_t find_description(struct unwind *unwind, uintptr_t pc)
{
    const struct unwind_tables *tables = tables_at(unwind, pc);
    if (!tables)
        return 0;
    return tables->table ? find_in_table(unwind, tables->table, pc)
                         : find_in_frames(unwind, tables, pc);
}

/* ---- bytes ---- */

struct unwind_bytes {
    const uint8_t *at, *end;
    bool is_bad; /* there were not enough */
};

static uint8_t take_byte(struct unwind_bytes *b)
{
    if (b->at == b->end) {
        b->is_bad = true;
        return 0;
    }
    return *b->at++;
}

static uint32_t take_fixed(struct unwind_bytes *b, unsigned n)
{
    uint32_t value = 0;
    for (unsigned i = 0; i < n; i++) {
        unsigned at = __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ ? i : n - 1 - i;
        value |= (uint32_t)take_byte(b) << 8 * at;
    }
    return value;
}

/* LEB128; what is larger than any offset of a frame is bad. */
static uint32_t take_number(struct unwind_bytes *b)
{
    uint32_t value = 0;
    for (unsigned shift = 0; shift < 28; shift += 7) {
        uint8_t byte = take_byte(b);
        value |= (uint32_t)(byte & 0x7f) << shift;
        if (byte < 0x80)
            return value;
    }
    b->is_bad = true;
    return 0;
}

static int32_t take_signed(struct unwind_bytes *b)
{
    uint32_t value = 0;
    for (unsigned shift = 0; shift < 28;) {
        uint8_t byte = take_byte(b);
        value |= (uint32_t)(byte & 0x7f) << shift;
        shift += 7;
        if (byte < 0x80)
            return (int32_t)(value << (32 - shift)) >> (32 - shift);
    }
    b->is_bad = true;
    return 0;
}

static void skip(struct unwind_bytes *b, uint32_t n)
{
    if ((size_t)(b->end - b->at) < n)
        b->is_bad = true;
    else
        b->at += n;
}

/* ---- what a description says ---- */

struct common {
    uint32_t code_step;
    int32_t data_step;
    uint32_t after; /* the register of the return address */
};

/* What is true at one address of a function. */
struct unwind_state {
    bool is_known, is_from_fp; /* of the caller's stack pointer */
    int32_t offset;
    struct unwind_rule fp, after;
};

struct unwind_program {
    struct common common;
    struct unwind_state now, first, kept[STATES];
    size_t n_kept;
    uintptr_t at, pc; /* what is true from `at` on; what is true at pc is looked for */
};

static struct unwind_rule *rule_of(struct unwind_program *p, uint32_t number)
{
    if (number == p->common.after)
        return &p->now.after;
    return number == UNWIND_FP ? &p->now.fp : NULL;
}

static void set_rule(struct unwind_program *p, uint32_t number, enum unwind_at at, int32_t offset)
{
    struct unwind_rule *rule = rule_of(p, number);
    if (rule)
        *rule = (struct unwind_rule){at, offset};
}

static void restore(struct unwind_program *p, uint32_t number)
{
    if (number == p->common.after)
        p->now.after = p->first.after;
    else if (number == UNWIND_FP)
        p->now.fp = p->first.fp;
}

static void set_base(struct unwind_program *p, uint32_t number)
{
    p->now.is_known = number == UNWIND_SP || number == UNWIND_FP;
    p->now.is_from_fp = number == UNWIND_FP;
}

static bool advance(struct unwind_program *p, uint32_t steps)
{
    p->at += steps * p->common.code_step;
    return p->at <= p->pc;
}

static bool remember(struct unwind_program *p)
{
    if (p->n_kept == STATES)
        return false;
    p->kept[p->n_kept++] = p->now;
    return true;
}

static bool recall(struct unwind_program *p)
{
    if (p->n_kept == 0)
        return false;
    p->now = p->kept[--p->n_kept];
    return true;
}

/* DWARF 5, 7.24. What it cannot do ends the program and is bad. */
static bool execute_long(struct unwind_program *p, uint8_t code, struct unwind_bytes *b)
{
    uint32_t number;
    switch (code) {
    case 0x00: /* nop */
        return true;
    case 0x02: /* advance_loc1, 2, 4 */
        return advance(p, take_fixed(b, 1));
    case 0x03:
        return advance(p, take_fixed(b, 2));
    case 0x04:
        return advance(p, take_fixed(b, 4));
    case 0x05: /* offset_extended */
        number = take_number(b);
        set_rule(p, number, UNWIND_KEPT, (int32_t)take_number(b) * p->common.data_step);
        return true;
    case 0x06: /* restore_extended */
        restore(p, take_number(b));
        return true;
    case 0x07: /* undefined */
        set_rule(p, take_number(b), UNWIND_LOST, 0);
        return true;
    case 0x08: /* same_value */
        set_rule(p, take_number(b), UNWIND_SAME, 0);
        return true;
    case 0x09: /* register */
        number = take_number(b);
        take_number(b);
        set_rule(p, number, UNWIND_LOST, 0);
        return true;
    case 0x0a: /* remember_state, restore_state */
        return remember(p);
    case 0x0b:
        return recall(p);
    case 0x0c: /* def_cfa, def_cfa_register, def_cfa_offset */
        set_base(p, take_number(b));
        p->now.offset = (int32_t)take_number(b);
        return true;
    case 0x0d:
        set_base(p, take_number(b));
        return true;
    case 0x0e:
        p->now.offset = (int32_t)take_number(b);
        return true;
    case 0x0f: /* def_cfa_expression */
        skip(b, take_number(b));
        p->now.is_known = false;
        return true;
    case 0x10: /* expression, val_expression */
    case 0x16:
        set_rule(p, take_number(b), UNWIND_LOST, 0);
        skip(b, take_number(b));
        return true;
    case 0x11: /* offset_extended_sf */
        number = take_number(b);
        set_rule(p, number, UNWIND_KEPT, take_signed(b) * p->common.data_step);
        return true;
    case 0x12: /* def_cfa_sf */
        set_base(p, take_number(b));
        p->now.offset = take_signed(b) * p->common.data_step;
        return true;
    case 0x13: /* def_cfa_offset_sf */
        p->now.offset = take_signed(b) * p->common.data_step;
        return true;
    case 0x2e: /* GNU_args_size */
        take_number(b);
        return true;
    default:
        b->is_bad = true;
        return false;
    }
}

static bool execute_one(struct unwind_program *p, struct unwind_bytes *b)
{
    uint8_t code = take_byte(b), low = code & 0x3f;
    switch (code & 0xc0) {
    case 0x40:
        return advance(p, low);
    case 0x80:
        set_rule(p, low, UNWIND_KEPT, (int32_t)take_number(b) * p->common.data_step);
        return true;
    case 0xc0:
        restore(p, low);
        return true;
    default:
        return execute_long(p, code, b);
    }
}

/* Up to the address that is looked for. */
static bool execute(struct unwind_program *p, struct unwind_bytes *b)
{
    while (b->at < b->end && !b->is_bad)
        if (!execute_one(p, b))
            break;
    return !b->is_bad;
}

/* What stands at an address: its length, the bytes after that, and those of them that were read. */
static bool read_entry(uintptr_t from, uint8_t *room, size_t n_room, struct unwind_bytes *b)
{
    enum { LENGTH_BYTES = 4 };
    size_t n = sys_read_memory(from, room, n_room);
    *b = (struct unwind_bytes){room, room + n, false};
    uint32_t length = take_fixed(b, LENGTH_BYTES);
    if (b->is_bad || length > n - LENGTH_BYTES)
        return false;
    b->end = b->at + length;
    return true;
}

/* "zR" and what may be between, but no frames of signals: there all registers are elsewhere. */
static bool take_augmentation(struct unwind_bytes *b, const uint8_t *letters)
{
    uint8_t encoding = 0;
    uint32_t n = take_number(b);
    if ((size_t)(b->end - b->at) < n)
        return false;
    const uint8_t *after = b->at + n;
    for (letters++; *letters; letters++)
        if (*letters == 'R')
            encoding = take_byte(b);
        else if (*letters == 'L')
            take_byte(b);
        else if (*letters == 'P' && (take_byte(b) & 0x0f) == SIGNED_4)
            skip(b, 4);
        else
            return false;
    b->at = after;
    return encoding == HERE_SIGNED_4 && !b->is_bad;
}

/* A common entry; its instructions are what b holds then. */
static bool take_common(struct unwind_bytes *b, struct common *common)
{
    uint32_t id = take_fixed(b, 4);
    uint8_t version = take_byte(b);
    const uint8_t *letters = b->at;
    while (take_byte(b))
        ;
    common->code_step = take_number(b);
    common->data_step = take_signed(b);
    common->after = version == 1 ? take_byte(b) : take_number(b);
    return !b->is_bad && id == 0 && (version == 1 || version == 3) && letters[0] == 'z' &&
           take_augmentation(b, letters);
}

/* The function's own entry stands at `from`. */
static bool take_function(uintptr_t from, struct unwind_bytes *b, struct unwind_row *row)
{
    uintptr_t field = from + 8; /* after the length and the way to the common entry */
    row->lo = field + (uintptr_t)(intptr_t)(int32_t)take_fixed(b, 4);
    row->hi = row->lo + take_fixed(b, 4);
    skip(b, take_number(b));
    return !b->is_bad && row->pc >= row->lo && row->pc < row->hi;
}

static bool find_row(struct unwind *unwind, struct unwind_row *row)
{
    struct unwind_program p;
    struct unwind_bytes common, function;
    uint8_t common_room[CIE_BYTES], function_room[FDE_BYTES];
    uintptr_t from = find_description(unwind, row->pc);
    if (!from || !read_entry(from, function_room, sizeof function_room, &function))
        return false;
    uint32_t back = take_fixed(&function, 4);
    if (!take_function(from, &function, row) ||
        !read_entry(from + 4 - back, common_room, sizeof common_room, &common) ||
        !take_common(&common, &p.common))
        return false;
    p.now = (struct unwind_state){0};
    p.n_kept = 0;
    p.at = row->lo;
    p.pc = row->pc;
    if (!execute(&p, &common))
        return false;
    p.first = p.now;
    if (!execute(&p, &function) || !p.now.is_known)
        return false;
    row->is_from_fp = p.now.is_from_fp;
    row->offset = p.now.offset;
    row->fp = p.now.fp;
    row->after = p.now.after;
    return true;
}

/* ---- steps ---- */

/* What the tables say, if they do. */
static struct unwind_row *row_at(struct unwind *unwind, uintptr_t pc)
{
    struct unwind_row *row = &unwind->rows[(pc * 0x9e3779b1u >> 16) % UNWIND_ROWS];
    if (row->pc != pc) {
        *row = (struct unwind_row){.pc = pc};
        row->is_found = find_row(unwind, row);
    }
    return row;
}

/* What the tables say, or else the code. NULL: nothing is known. */
static const struct unwind_row *row_for(struct unwind *unwind, const struct unwind_stack *stack,
                                        const struct unwind_place *place)
{
    struct unwind_row *row = row_at(unwind, place->pc - !place->is_exact);
    if (!row->is_found && !row->is_by_code)
        row->is_by_code = unwind_code_row(stack, place, row);
    return row->is_found || row->is_by_code ? row : NULL;
}

static bool word_at(const struct unwind_stack *stack, uintptr_t address, uintptr_t *word)
{
    uintptr_t i = (address - stack->lo) / sizeof *word;
    if (address < stack->lo || address % sizeof *word != 0 || i >= stack->n_words)
        return false;
    *word = stack->words[i];
    return true;
}

/* The frame pointer may be lost without harm: what needs it later fails. */
static uintptr_t frame_of(const struct unwind_rule *rule, const struct unwind_stack *stack,
                          uintptr_t sp, uintptr_t fp)
{
    uintptr_t word;
    if (rule->at == UNWIND_SAME)
        return fp;
    bool is_there =
        rule->at == UNWIND_KEPT && word_at(stack, sp + (uintptr_t)(intptr_t)rule->offset, &word);
    return is_there ? word : 0;
}

bool unwind_step(struct unwind *unwind, const struct unwind_stack *stack,
                 struct unwind_place *place)
{
    const struct unwind_row *row = row_for(unwind, stack, place);
    uintptr_t after, fp = place->fp;
    place->is_outermost = row && row->after.at == UNWIND_LOST;
    if (!row || row->after.at != UNWIND_KEPT)
        return false;
    if (row->is_from_fp && !fp)
        fp = unwind_code_frame(stack, place, row);
    if (row->is_from_fp && !fp)
        return false;
    uintptr_t sp = (row->is_from_fp ? fp : place->sp) + (uintptr_t)(intptr_t)row->offset;
    uintptr_t at = sp + (uintptr_t)(intptr_t)row->after.offset;
    if (sp <= place->sp || !word_at(stack, at, &after) || !after)
        return false;
    fp = frame_of(&row->fp, stack, sp, fp);
    *place = (struct unwind_place){.pc = after, .sp = sp, .fp = fp};
    return true;
}

void unwind_forget(struct unwind *unwind)
{
    for (size_t i = 0; i < UNWIND_ROWS; i++)
        unwind->rows[i].pc = 0;
    for (size_t i = 0; i < UNWIND_FILES; i++)
        unwind->tables[i].hi = 0;
}

bool unwind_has_frame(struct unwind *unwind, const struct unwind_place *place)
{
    const struct unwind_row *row = row_at(unwind, place->pc - !place->is_exact);
    return place->fp && row->is_found && row->is_from_fp;
}

bool unwind_function(struct unwind *unwind, uintptr_t after, uintptr_t *lo, uintptr_t *hi)
{
    const struct unwind_row *row = row_at(unwind, after - 1);
    *lo = row->is_found ? row->lo : 0;
    *hi = row->is_found ? row->hi : 0;
    return row->is_found;
}

#else

void unwind_forget(struct unwind *unwind)
{
    (void)unwind;
}

bool unwind_step(struct unwind *unwind, const struct unwind_stack *stack,
                 struct unwind_place *place)
{
    (void)unwind, (void)stack, (void)place;
    return false;
}

bool unwind_has_frame(struct unwind *unwind, const struct unwind_place *place)
{
    (void)unwind, (void)place;
    return false;
}

bool unwind_function(struct unwind *unwind, uintptr_t after, uintptr_t *lo, uintptr_t *hi)
{
    (void)unwind, (void)after;
    *lo = *hi = 0;
    return false;
}

#endif
