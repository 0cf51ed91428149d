/* SPDX-License-Identifier: MIT */
#include "runtime/unwind.h"

#include <fcntl.h>
#include <link.h>

#include "frames.h"
#include "runtime/dump.h"
#include "runtime/rt.h"
#include "runtime/text.h"

#if FRAMES_HAVE_TABLES

enum {
    WORD = sizeof(uintptr_t),
    CIE_BYTES = 64,  /* what is read of a common entry, */
    FDE_BYTES = 512, /* and of a function's, where they are not read in place */
    STATES = 8,      /* remembered inside each other */
};

/* Encodings of addresses, of which linkers use these alone. */
enum { DATA_4 = 0x03, SIGNED_4 = 0x0b, HERE_SIGNED_4 = 0x1b, TABLE_SIGNED_4 = 0x3b };

/* ---- where tables are ---- */

static bool read_other(uintptr_t from, void *to, size_t bytes)
{
    return sys_read_memory(from, to, bytes) == bytes;
}

/* The section .eh_frame of a file, which is open. */
static void find_section(int fd, uintptr_t base, struct unwind_tables *found)
{
    enum { NAME_BYTES = 16 };
    ElfW(Ehdr) header;
    ElfW(Shdr) names, section;
    char name[NAME_BYTES];
    if (!sys_read_at(fd, 0, &header, sizeof header) || header.e_shentsize != sizeof section ||
        !sys_read_at(fd, header.e_shoff + (uint64_t)header.e_shstrndx * sizeof names, &names,
                     sizeof names))
        return;
    for (unsigned i = 0; i < header.e_shnum && !found->frames; i++) {
        if (!sys_read_at(fd, header.e_shoff + (uint64_t)i * sizeof section, &section,
                         sizeof section) ||
            !sys_read_at(fd, names.sh_offset + section.sh_name, name, sizeof name))
            return;
        name[sizeof name - 1] = 0;
        if (!text_equal(name, ".eh_frame"))
            continue;
        found->frames = found->read_lo = base + section.sh_addr;
        found->n_frames = section.sh_size;
        found->read_hi = found->read_lo + found->n_frames;
    }
}

/* Static programs have no table of functions. */
void unwind_init(void)
{
    int fd = rt.images.program.table ? -1 : sys_open("/proc/self/exe", O_RDONLY, 0);
    if (fd < 0)
        return;
    find_section(fd, rt.images.program.base, &rt.unwind.of_static);
    sys_close(fd);
}

static struct unwind_tables tables_of(uintptr_t pc)
{
    const struct rt_image *image = dump_image_at(pc);
    if (!image)
        return (struct unwind_tables){0};
    if (image == &rt.images.program && !image->table)
        return rt.unwind.of_static;
    return (struct unwind_tables){
        .table = image->table, .read_lo = image->read_lo, .read_hi = image->read_hi};
}

/* ---- reading them ---- */

/* What stands at an address: in place, or copied to room. NULL: it cannot be read. */
static const void *look(const struct unwind_tables *t, uintptr_t from, void *room, size_t bytes)
{
    if (from >= t->read_lo && from < t->read_hi && t->read_hi - from >= bytes)
        return (const void *)from;
    return read_other(from, room, bytes) ? room : NULL;
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

/* The description of the last function that begins at pc or before; 0: there is none. */
static uintptr_t find_in_table(const struct unwind_tables *t, uintptr_t pc)
{
    struct table_head head_room;
    struct table_entry room;
    uintptr_t table = t->table, first = table + sizeof head_room, description = 0;
    const struct table_head *head = look(t, table, &head_room, sizeof head_room);
    if (!head || head->version != 1 || head->of_frames != HERE_SIGNED_4 ||
        head->of_number != DATA_4 || head->of_entries != TABLE_SIGNED_4)
        return 0;
    for (size_t lo = 0, hi = head->n; lo < hi;) {
        size_t middle = lo + (hi - lo) / 2;
        const struct table_entry *entry = look(t, first + middle * sizeof room, &room, sizeof room);
        if (!entry)
            return 0;
        if (table + (uintptr_t)(intptr_t)entry->function <= pc) {
            description = table + (uintptr_t)(intptr_t)entry->description;
            lo = middle + 1;
        } else
            hi = middle;
    }
    return description;
}

/* How a description begins; 0 in place of the way back: it is common to some. */
struct frame_head {
    uint32_t n_bytes, back;
    int32_t function;
    uint32_t n_function;
};

/* Where there is no table: from one to the next. */
static uintptr_t find_in_frames(const struct unwind_tables *t, uintptr_t pc)
{
    enum { LENGTH_BYTES = 4, FUNCTION_AT = 8 };
    struct frame_head room;
    const struct frame_head *head;
    uintptr_t at = t->frames, end = at + t->n_frames;
    for (; at < end && end - at >= sizeof room; at += LENGTH_BYTES + (uintptr_t)head->n_bytes) {
        head = look(t, at, &room, sizeof room);
        if (!head || head->n_bytes == 0)
            return 0;
        uintptr_t function = at + FUNCTION_AT + (uintptr_t)(intptr_t)head->function;
        if (head->back && pc - function < head->n_function)
            return at;
    }
    return 0;
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

struct frame_program {
    struct common common;
    struct unwind_state now, first, kept[STATES];
    size_t n_kept;
    uintptr_t at, pc; /* what is true from `at` on; what is true at pc is looked for */
};

static void set_rule(struct frame_program *p, uint32_t number, struct unwind_rule rule)
{
    if (number == p->common.after)
        p->now.after = rule;
    else if (number == UNWIND_FP)
        p->now.fp = rule;
}

static void set_kept(struct frame_program *p, uint32_t number, int32_t steps)
{
    set_rule(p, number, (struct unwind_rule){RULE_KEPT, steps * p->common.data_step});
}

static void restore(struct frame_program *p, uint32_t number)
{
    set_rule(p, number, number == p->common.after ? p->first.after : p->first.fp);
}

static enum unwind_base base_of(uint32_t number)
{
    return number == UNWIND_SP ? BASE_SP : number == UNWIND_FP ? BASE_FP : BASE_UNKNOWN;
}

static void set_base(struct frame_program *p, uint32_t number)
{
    p->now.sp.base = base_of(number);
    p->now.sp.is_there = false;
}

static bool advance(struct frame_program *p, uint32_t steps)
{
    p->at += steps * p->common.code_step;
    return p->at <= p->pc;
}

static bool remember(struct frame_program *p)
{
    if (p->n_kept == STATES)
        return false;
    p->kept[p->n_kept++] = p->now;
    return true;
}

static bool recall(struct frame_program *p)
{
    if (p->n_kept == 0)
        return false;
    p->now = p->kept[--p->n_kept];
    return true;
}

/* ---- expressions ---- */

enum { VALUES = 4 };

struct values {
    struct unwind_value v[VALUES];
    size_t n;
};

static bool push(struct values *s, struct unwind_value value)
{
    if (s->n == VALUES)
        return false;
    s->v[s->n++] = value;
    return true;
}

/* A register plus a number. The address of the code is known: of it, only the low bits are asked
 * for, to tell where in a stub it is. */
static bool push_register(const struct frame_program *p, struct values *s, uint32_t number,
                          int32_t more)
{
    enum { LOW_BITS = 0xffff };
    if (number == UNWIND_PC)
        return push(s, (struct unwind_value){.offset = (int32_t)(p->pc & LOW_BITS) + more});
    return base_of(number) != BASE_UNKNOWN &&
           push(s, (struct unwind_value){base_of(number), false, more});
}

static bool dereference(struct values *s)
{
    struct unwind_value *top = s->n > 0 ? &s->v[s->n - 1] : NULL;
    if (!top || top->base == BASE_UNKNOWN || top->is_there)
        return false;
    top->is_there = true;
    return true;
}

/* DW_OP_and, plus, shl, ge: of two numbers, of which plus alone may be an address. */
static bool combine(struct values *s, uint8_t code)
{
    if (s->n < 2 || s->v[s->n - 1].base != BASE_UNKNOWN)
        return false;
    int32_t b = s->v[--s->n].offset;
    struct unwind_value *a = &s->v[s->n - 1];
    if (a->is_there || (a->base != BASE_UNKNOWN && code != 0x22))
        return false;
    if (code == 0x22)
        a->offset += b;
    else if (code == 0x1a)
        a->offset &= b;
    else if (code == 0x2a)
        a->offset = a->offset >= b;
    else
        a->offset = b >= 0 && b < 16 ? (int32_t)((uint32_t)a->offset << b) : 0;
    return true;
}

/* DWARF 5, 7.7.1: what is used for frames. */
static bool evaluate(const struct frame_program *p, struct unwind_bytes *b,
                     struct unwind_value *value)
{
    struct values s;
    s.n = 0;
    uint32_t n = take_number(b);
    if ((size_t)(b->end - b->at) < n) {
        b->is_bad = true;
        return false;
    }
    struct unwind_bytes code = {b->at, b->at + n, false};
    bool is_good = true;
    b->at += n;
    while (is_good && code.at < code.end && !code.is_bad) {
        uint8_t op = take_byte(&code);
        if (op >= 0x30 && op <= 0x4f) /* lit */
            is_good = push(&s, (struct unwind_value){.offset = op - 0x30});
        else if (op >= 0x70 && op <= 0x8f) /* breg */
            is_good = push_register(p, &s, op - 0x70u, take_signed(&code));
        else if (op == 0x06)
            is_good = dereference(&s);
        else if (op == 0x1a || op == 0x22 || op == 0x24 || op == 0x2a)
            is_good = combine(&s, op);
        else
            is_good = false;
    }
    *value = s.v[0];
    return is_good && !code.is_bad && s.n == 1 && value->base != BASE_UNKNOWN;
}

static void set_base_by_expression(struct frame_program *p, struct unwind_bytes *b)
{
    if (!evaluate(p, b, &p->now.sp))
        p->now.sp.base = BASE_UNKNOWN;
}

static void set_rule_by_expression(struct frame_program *p, struct unwind_bytes *b)
{
    struct unwind_value value;
    uint32_t number = take_number(b);
    struct unwind_rule rule = {RULE_LOST, 0};
    if (evaluate(p, b, &value) && !value.is_there)
        rule =
            (struct unwind_rule){value.base == BASE_SP ? RULE_KEPT_SP : RULE_KEPT_FP, value.offset};
    set_rule(p, number, rule);
}

/* ---- instructions ---- */

/* DWARF 5, 7.24. What it cannot do ends the program and is bad. */
static bool execute_long(struct frame_program *p, uint8_t code, struct unwind_bytes *b)
{
    uint32_t number;
    switch (code) {
    case 0x00: /* nop; and of AArch64, where return addresses are signed: those that are not */
    case 0x2d:
        return true;
    case 0x02: /* advance_loc1, 2, 4 */
    case 0x03:
    case 0x04:
        return advance(p, take_fixed(b, 1u << (code - 0x02)));
    case 0x05: /* offset_extended, offset_extended_sf */
    case 0x11:
        number = take_number(b);
        set_kept(p, number, code == 0x05 ? (int32_t)take_number(b) : take_signed(b));
        return true;
    case 0x06: /* restore_extended */
        restore(p, take_number(b));
        return true;
    case 0x07: /* undefined, same_value */
    case 0x08:
        set_rule(p, take_number(b), (struct unwind_rule){code == 0x07 ? RULE_NONE : RULE_SAME, 0});
        return true;
    case 0x09: /* register, val_offset, val_offset_sf, val_expression */
    case 0x14:
    case 0x15:
    case 0x16:
        set_rule(p, take_number(b), (struct unwind_rule){RULE_LOST, 0});
        number = take_number(b);
        skip(b, code == 0x16 ? number : 0);
        return true;
    case 0x0a: /* remember_state, restore_state */
        return remember(p);
    case 0x0b:
        return recall(p);
    case 0x0c: /* def_cfa, _register, _offset; def_cfa_sf, _offset_sf */
    case 0x0d:
    case 0x0e:
    case 0x12:
    case 0x13:
        if (code != 0x0e && code != 0x13)
            set_base(p, take_number(b));
        if (code >= 0x12)
            p->now.sp.offset = take_signed(b) * p->common.data_step;
        else if (code != 0x0d)
            p->now.sp.offset = (int32_t)take_number(b);
        return true;
    case 0x0f: /* def_cfa_expression */
        set_base_by_expression(p, b);
        return true;
    case 0x10: /* expression */
        set_rule_by_expression(p, b);
        return true;
    case 0x2e: /* GNU_args_size */
        take_number(b);
        return true;
    default:
        b->is_bad = true;
        return false;
    }
}

static bool execute_one(struct frame_program *p, struct unwind_bytes *b)
{
    uint8_t code = take_byte(b), low = code & 0x3f;
    switch (code & 0xc0) {
    case 0x40:
        return advance(p, low);
    case 0x80:
        set_kept(p, low, (int32_t)take_number(b));
        return true;
    case 0xc0:
        restore(p, low);
        return true;
    default:
        return execute_long(p, code, b);
    }
}

/* Up to the address that is looked for. */
static bool execute(struct frame_program *p, struct unwind_bytes *b)
{
    while (b->at < b->end && !b->is_bad)
        if (!execute_one(p, b))
            break;
    return !b->is_bad;
}

/* What stands at an address after its length. */
static bool read_entry(const struct unwind_tables *t, uintptr_t from, uint8_t *room, size_t n_room,
                       struct unwind_bytes *b)
{
    enum { LENGTH_BYTES = 4 };
    uint32_t length_room;
    const uint32_t *length = look(t, from, &length_room, sizeof length_room);
    if (!length || (*length > n_room && from - t->read_lo >= t->read_hi - t->read_lo))
        return false;
    const uint8_t *at = look(t, from + LENGTH_BYTES, room, *length);
    *b = (struct unwind_bytes){at, at ? at + *length : NULL, false};
    return at;
}

/* Code that is not moved has addresses of other code there as they are. */
static void skip_address(struct unwind_bytes *b, uint8_t encoding)
{
    enum { FORM = 0x0f, WHOLE = 0x00 };
    uint8_t form = encoding & FORM;
    if (form == WHOLE)
        skip(b, WORD);
    else if (form == DATA_4 || form == SIGNED_4)
        skip(b, 4);
    else
        b->is_bad = true;
}

/* "zR" and what may be between. Of the frames of signals all registers are elsewhere: what returns
 * from handlers is known by its address. */
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
        else if (*letters == 'P')
            skip_address(b, take_byte(b));
        else if (*letters != 'B') /* return addresses are signed with another key */
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

/* Runs both programs. False: they are not understood. */
static bool run(struct frame_program *p, struct unwind_bytes *common, struct unwind_bytes *function)
{
    if (!take_common(common, &p->common) || !execute(p, common))
        return false;
    p->first = p->now;
    skip(function, take_number(function));
    return !function->is_bad && execute(p, function) && p->now.sp.base != BASE_UNKNOWN;
}

static struct unwind_row find_row(uintptr_t pc)
{
    const struct unwind_tables t = tables_of(pc);
    struct unwind_bytes common, function;
    uint8_t common_room[CIE_BYTES], function_room[FDE_BYTES];
    const struct unwind_row nothing = {.told = TOLD_NOTHING};
    struct frame_program p; /* not all of it is set: compilers call memset for that */
    struct unwind_row row = {.told = TOLD_UNKNOWN};
    uintptr_t from = t.table ? find_in_table(&t, pc) : t.frames ? find_in_frames(&t, pc) : 0;
    if (!from || !read_entry(&t, from, function_room, sizeof function_room, &function))
        return nothing;
    uint32_t back = take_fixed(&function, 4);
    uintptr_t field = from + 8; /* after the length and the way to the common entry */
    row.function = field + (uintptr_t)(intptr_t)(int32_t)take_fixed(&function, 4);
    p.at = row.function;
    p.pc = pc;
    p.now = (struct unwind_state){.sp.base = BASE_UNKNOWN};
    p.n_kept = 0;
    if (pc - p.at >= take_fixed(&function, 4) || function.is_bad)
        return nothing;
    if (read_entry(&t, from + 4 - back, common_room, sizeof common_room, &common) &&
        run(&p, &common, &function))
        row.told = TOLD;
    row.is = p.now;
    return row;
}

/* ---- steps ---- */

static bool word_at(const struct unwind_stack *stack, uintptr_t address, uintptr_t *word)
{
    uintptr_t i = (address - stack->lo) / WORD;
    if (address < stack->lo || address % WORD != 0 || i >= stack->n_words)
        return false;
    *word = stack->words[i];
    return true;
}

/* What stands so far from a register; false: that is not known. */
static bool from_base(const struct walk_place *place, enum unwind_base base, int32_t offset,
                      uintptr_t *address)
{
    uintptr_t from = base == BASE_SP ? place->sp : place->fp;
    *address = from + (uintptr_t)(intptr_t)offset;
    return from;
}

/* The value of a register that the rule says to be on the stack. */
static bool kept(const struct unwind_stack *stack, const struct walk_place *place,
                 const struct unwind_rule *rule, uintptr_t sp, uintptr_t *value)
{
    uintptr_t address = sp + (uintptr_t)(intptr_t)rule->offset;
    if (rule->kind == RULE_KEPT_SP && !from_base(place, BASE_SP, rule->offset, &address))
        return false;
    if (rule->kind == RULE_KEPT_FP && !from_base(place, BASE_FP, rule->offset, &address))
        return false;
    return rule->kind >= RULE_KEPT && rule->kind <= RULE_KEPT_FP && word_at(stack, address, value);
}

/* Until a call it is in a register, where there is one. */
static bool find_return(const struct unwind_stack *stack, const struct walk_place *place,
                        const struct unwind_rule *rule, uintptr_t sp, uintptr_t *after)
{
    if (rule->kind != RULE_SAME)
        return kept(stack, place, rule, sp, after);
    *after = place->is_exact ? place->link : 0;
    return true;
}

/* What code that returns there calls. */
enum called { CALLED_IT, CALLED_OTHER, CALLED_UNKNOWN };

/* Is it a function, at once or by a stub for calls of other images? */
static enum called is_call_of(uintptr_t after, uintptr_t function)
{
#ifdef FRAMES_HAVE_CALLS
    uint8_t code[FRAMES_STUB_BYTES];
    uintptr_t slot, goal;
    if (!read_other(after - FRAMES_CALL_BYTES, code, FRAMES_CALL_BYTES))
        return CALLED_UNKNOWN;
    uintptr_t target = frames_call(code, after);
    if (!target)
        return CALLED_UNKNOWN;
    if (target == function || !read_other(target, code, sizeof code))
        return target == function ? CALLED_IT : CALLED_OTHER;
    slot = frames_stub(code, target);
    return slot && read_other(slot, &goal, sizeof goal) && goal == function ? CALLED_IT
                                                                            : CALLED_OTHER;
#else
    return CALLED_UNKNOWN;
#endif
}

/* It may be lost without harm: what needs it later fails. Of a function that returns next, tables
 * say that it is kept where nothing is any more: it is back in the register. */
static uintptr_t frame_pointer(const struct unwind_stack *stack, const struct walk_place *place,
                               const struct unwind_rule *rule, uintptr_t sp)
{
    uintptr_t fp;
    bool is_back = rule->kind == RULE_KEPT && sp + (uintptr_t)(intptr_t)rule->offset < place->sp;
    if (rule->kind == RULE_SAME || is_back)
        return place->fp;
    return kept(stack, place, rule, sp, &fp) ? fp : 0;
}

/* By what the tables say of the place. */
static enum unwind_end step_by(const struct unwind_row *row, const struct unwind_stack *stack,
                               struct walk_place *place)
{
    const struct unwind_state *is = &row->is;
    uintptr_t sp, after;
    if (row->told != TOLD)
        return row->told == TOLD_NOTHING ? UNWIND_UNTOLD : UNWIND_UNKNOWN;
    if (is->after.kind == RULE_NONE)
        return UNWIND_OUTERMOST;
    if (!from_base(place, is->sp.base, is->sp.offset, &sp) ||
        (is->sp.is_there && !word_at(stack, sp, &sp)) ||
        !find_return(stack, place, &is->after, sp, &after))
        return UNWIND_UNKNOWN;
    if (!after || sp < place->sp || (sp == place->sp && is->after.kind != RULE_SAME))
        return UNWIND_UNKNOWN;
    uintptr_t fp = frame_pointer(stack, place, &is->fp, sp);
    *place = (struct walk_place){.pc = after, .sp = sp, .fp = fp};
    return UNWIND_CALLED;
}

static bool take(struct unwind_slot *slot)
{
    return !atomic_exchange_explicit(&slot->is_taken, true, memory_order_acquire);
}

static void give(struct unwind_slot *slot)
{
    atomic_store_explicit(&slot->is_taken, false, memory_order_release);
}

static struct unwind_row row_of(const struct walk_place *place)
{
    uintptr_t pc = place->pc - !place->is_exact;
    struct unwind_slot *slot = &rt.unwind.rows[(pc * 0x9e3779b1u >> 16) % UNWIND_ROWS];
    if (!take(slot))
        return find_row(pc);
    if (slot->pc != pc)
        slot->row = find_row(pc);
    const struct unwind_row row = slot->row;
    slot->pc = row.told == TOLD_NOTHING ? 0 : pc; /* perhaps nobody could look */
    give(slot);
    return row;
}

/* Is each return address of a call of the function that returns there, as far as that is known?
 * Where a frame that is left over on the stack leads on to one that is there, that has called
 * something else since, and its return address stands in the same place. */
static bool leads_out(const struct unwind_stack *stack, struct walk_place place)
{
    enum { MOST = 128 };
    for (int i = 0; i < MOST; i++) {
        const struct unwind_row row = row_of(&place);
        if (step_by(&row, stack, &place) != UNWIND_CALLED)
            return true;
        if (!images_at(&rt.images, place.pc) || is_call_of(place.pc, row.function) == CALLED_OTHER)
            return false;
    }
    return true;
}

/* The frame pointer of a function that counts from it, where nobody knows it: that by which a call
 * of that very function has left its return address, the nearest that leads on as it should. 0:
 * none does, or only some that do not. */
static uintptr_t find_frame(const struct unwind_stack *stack, const struct unwind_row *row,
                            struct walk_place place)
{
    const struct unwind_state *is = &row->is;
    uintptr_t found = 0;
    size_t n = 0;
    for (size_t i = 0; i < stack->n_words && !is->sp.is_there && is->after.kind == RULE_KEPT; i++) {
        uintptr_t after = stack->words[i];
        if (!images_at(&rt.images, after) || is_call_of(after, row->function) != CALLED_IT)
            continue;
        place.fp = stack->lo + i * WORD - (uintptr_t)(intptr_t)(is->sp.offset + is->after.offset);
        if (leads_out(stack, place))
            return place.fp;
        found = place.fp;
        n++;
    }
    return n == 1 ? found : 0;
}

enum unwind_end unwind_step(const struct unwind_stack *stack, struct walk_place *place)
{
    const struct unwind_row row = row_of(place);
    if (row.told == TOLD && row.is.sp.base == BASE_FP && !place->fp && stack->is_waiting)
        place->fp = find_frame(stack, &row, *place);
    return step_by(&row, stack, place);
}

void unwind_forget(void)
{
    for (size_t i = 0; i < UNWIND_ROWS; i++)
        if (take(&rt.unwind.rows[i])) {
            rt.unwind.rows[i].pc = 0;
            give(&rt.unwind.rows[i]);
        }
}

#else

void unwind_init(void) {}

void unwind_forget(void) {}

enum unwind_end unwind_step(const struct unwind_stack *stack, struct walk_place *place)
{
    return UNWIND_UNTOLD;
}

#endif
