/* SPDX-License-Identifier: MIT */
#include "runtime/unwind_code.h"

#include "frames.h"
#include "runtime/sys.h"

#ifdef UNWIND_BY_CODE

enum { WORD = sizeof(uintptr_t) };

static size_t read_code(uintptr_t from, void *to, size_t bytes)
{
    return sys_read_memory(from, to, bytes);
}

/* Where a stub for calls of other images goes, "[endbr] [bnd] jmp *address"; 0: it is none. */
static uintptr_t end_of_stub(uintptr_t at)
{
    enum { STUB_BYTES = 16, JUMP_BYTES = 6 };
    uint8_t code[STUB_BYTES];
    uintptr_t target;
    int32_t away;
    if (read_code(at, code, sizeof code) < sizeof code)
        return 0;
    size_t i = code[0] == 0xf3 && code[1] == 0x0f && code[2] == 0x1e ? 4 : 0;
    i += code[i] == 0xf2;
    if (code[i] != 0xff || code[i + 1] != 0x25)
        return 0;
    __builtin_memcpy(&away, code + i + 2, sizeof away);
    uintptr_t from = WORD == 8 ? at + i + JUMP_BYTES : 0;
    bool is_read = read_code(from + (uintptr_t)(intptr_t)away, &target, WORD) == WORD;
    return is_read ? target : 0;
}

enum caller { CALLER_NONE, CALLER_OF_ANOTHER, CALLER_LIKELY, CALLER_CERTAIN };

/* Does code that returns there call the function at lo? */
static enum caller caller_of(uintptr_t after, uintptr_t lo)
{
    enum { CALL_BYTES = 7, DIRECT_BYTES = 5 };
    uint8_t code[CALL_BYTES];
    int32_t away;
    if (after < CALL_BYTES || read_code(after - CALL_BYTES, code, CALL_BYTES) < CALL_BYTES)
        return CALLER_NONE;
    if (code[CALL_BYTES - DIRECT_BYTES] != 0xe8)
        return x86_calls_any(code + CALL_BYTES) ? CALLER_LIKELY : CALLER_NONE;
    __builtin_memcpy(&away, code + CALL_BYTES - sizeof away, sizeof away);
    uintptr_t target = after + (uintptr_t)(intptr_t)away;
    bool is_it = target == lo || end_of_stub(target) == lo;
    return is_it ? CALLER_CERTAIN : CALLER_OF_ANOTHER;
}

static bool word_at(const struct unwind_stack *stack, uintptr_t address, uintptr_t *word)
{
    uintptr_t i = (address - stack->lo) / WORD;
    if (address < stack->lo || address % WORD != 0 || i >= stack->n_words)
        return false;
    *word = stack->words[i];
    return true;
}

struct at_exit {
    const struct unwind_stack *stack;
    uintptr_t sp;
};

static bool is_return(const struct x86_exit *found, void *data)
{
    const struct at_exit *at = data;
    uintptr_t after;
    return word_at(at->stack, at->sp + found->after, &after) && caller_of(after, 0) != CALLER_NONE;
}

bool unwind_code_row(const struct unwind_stack *stack, const struct unwind_place *place,
                     struct unwind_row *row)
{
    struct at_exit at = {stack, place->sp};
    struct x86_exit found;
    if (!x86_find_exit(place->pc, read_code, is_return, &at, &found))
        return false;
    row->is_from_fp = false;
    row->offset = (int32_t)(found.after + WORD);
    row->after = (struct unwind_rule){UNWIND_KEPT, -WORD};
    row->fp = (struct unwind_rule){UNWIND_SAME, 0};
    if (found.fp != SIZE_MAX)
        row->fp = (struct unwind_rule){UNWIND_KEPT, (int32_t)found.fp - row->offset};
    return true;
}

/* Does what stands there lead to a frame further up, as that of code does whose callers have some?
 */
static bool leads_up(const struct unwind_stack *stack, uintptr_t fp)
{
    uintptr_t next;
    return word_at(stack, fp, &next) && next > fp && next - stack->lo < stack->n_words * WORD;
}

/* Where the code has made room on its stack of a size that is not known before, the frame stands
 * further up than the least, and what others left there may look like one. */
uintptr_t unwind_code_frame(const struct unwind_stack *stack, const struct unwind_place *place,
                            const struct unwind_row *row)
{
    size_t below = x86_below_frame(row->lo, read_code);
    uintptr_t least = place->sp + below, likely = 0, after;
    intptr_t up = row->offset + row->after.offset;
    if (below == SIZE_MAX || row->after.at != UNWIND_KEPT)
        return 0;
    for (uintptr_t fp = least; word_at(stack, fp + (uintptr_t)up, &after); fp += WORD) {
        enum caller caller = caller_of(after, row->lo);
        if (caller == CALLER_CERTAIN ||
            (fp == least && caller != CALLER_NONE && leads_up(stack, fp)))
            return fp;
        if (!likely && (caller == CALLER_LIKELY || (fp == least && caller != CALLER_NONE)))
            likely = fp;
    }
    return likely;
}

#else

bool unwind_code_row(const struct unwind_stack *stack, const struct unwind_place *place,
                     struct unwind_row *row)
{
    (void)stack, (void)place, (void)row;
    return false;
}

uintptr_t unwind_code_frame(const struct unwind_stack *stack, const struct unwind_place *place,
                            const struct unwind_row *row)
{
    (void)stack, (void)place, (void)row;
    return 0;
}

#endif
