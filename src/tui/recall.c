/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/recall.h"

#include <stdlib.h>
#include <unistd.h>

#include "core/view/message.h"
#include "tui/app.h"

static bool write_empty(const struct recall *r, struct err *e)
{
    const struct state empty = {0};
    return state_write(&empty, r->path.p, e);
}

void recall_begin(struct recall *r, bool testing, struct state *s, struct text *why)
{
    const char *own = getenv("XDG_STATE_HOME");
    struct err e = ERR_INIT;
    if ((testing && !(own && *own)) || !state_path(&r->path))
        return;
    r->first = access(text_z(&r->path), F_OK) != 0;
    if (r->first) {
        r->on = write_empty(r, &e);
    } else {
        r->on = state_read(s, r->path.p, &e);
        if (!r->on)
            message_text(&e, "state", why);
    }
}

/* Nobody is there any more who could learn that it failed. */
void recall_end(const struct recall *r, const struct app *a)
{
    struct state now = {0};
    struct err ignored = ERR_INIT;
    if (r->on && state_read(&now, r->path.p, &ignored)) {
        app_remember(a, &now);
        (void)!state_write(&now, r->path.p, &ignored);
    }
    state_release(&now);
}

bool recall_forget(struct recall *r, struct err *e)
{
    r->on = false;
    return write_empty(r, e);
}

void recall_release(struct recall *r)
{
    text_release(&r->path);
    *r = (struct recall){0};
}
