/* SPDX-License-Identifier: MIT */
#include "runtime/guard.h"

#include <errno.h>
#include <sys/auxv.h>

void guard_find_user(struct guard_user *user)
{
    user->is_other = getauxval(AT_SECURE) != 0;
    user->user.uid = (unsigned)getauxval(AT_UID);
    user->user.gid = (unsigned)getauxval(AT_GID);
}

int guard_begin(struct guard *guard, const struct guard_user *user)
{
    static const int of_writing[] = {SIGPIPE, SIGXFSZ};
    struct sys_signals set = {{0}};
    for (size_t i = 0; i < sizeof set.word / sizeof set.word[0]; i++)
        set.word[i] = user->is_other ? ~0ul : 0;
    for (size_t i = 0; i < sizeof of_writing / sizeof of_writing[0]; i++)
        set.word[0] |= sys_signal(of_writing[i]).word[0];
    sys_block(&set, &guard->blocked);
    sys_pending(&guard->pending);
    guard->has_taken = user->is_other && sys_take_rights(user->user, &guard->rights);
    return user->is_other && !guard->has_taken ? EPERM : 0;
}

/* Signals that waited before we wrote are the program's. */
static void drop(const struct guard *guard, int number)
{
    struct sys_signals set = sys_signal(number);
    if (!(guard->pending.word[0] & set.word[0]))
        sys_drop_signal(&set);
}

void guard_end(struct guard *guard)
{
    if (guard->has_taken)
        sys_give_rights(&guard->rights);
    drop(guard, SIGPIPE);
    drop(guard, SIGXFSZ);
    sys_set_blocked(&guard->blocked);
}
