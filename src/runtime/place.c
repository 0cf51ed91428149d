/* SPDX-License-Identifier: MIT */
#include "runtime/place.h"

#include <stddef.h>
#include <stdint.h>

#include "runtime/place_names.h"
#include "runtime/text.h"

/* The first variable that is set to a number, without leading zeros. */
static void find(char *digits, size_t room, const char *const *names, size_t n,
                 const char *(*get)(const char *name))
{
    unsigned number;
    digits[0] = 0;
    for (size_t i = 0; i < n && !digits[0]; i++) {
        const char *value = get(names[i]);
        if (value && text_to_number(value, 0, INT32_MAX, &number))
            text_add_number(digits, room, number);
    }
}

void place_find(struct rt_place *place, const char *(*get)(const char *name))
{
    static const char *const ranks[] = {PLACE_RANKS};
    static const char *const worlds[] = {PLACE_WORLDS};
    find(place->rank, sizeof place->rank, ranks, sizeof ranks / sizeof ranks[0], get);
    find(place->world, sizeof place->world, worlds, sizeof worlds / sizeof worlds[0], get);
}

bool place_is_launcher(const char *program)
{
    static const char *const launchers[] = {PLACE_LAUNCHERS};
    for (size_t i = 0; i < sizeof launchers / sizeof launchers[0]; i++)
        if (text_equal(text_base(program), launchers[i]))
            return true;
    return false;
}
