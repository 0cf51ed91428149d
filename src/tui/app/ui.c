/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/app/ui.h"

#include <string.h>

#include "core/view/message.h"
#include "tui/app/prompt.h"

static void ATTR_PRINTF(3, 0) say(struct ui *ui, bool warns, const char *fmt, va_list ap)
{
    ui_say_nothing(ui);
    text_vprintf(&ui->reply->message, fmt, ap);
    ui->reply->warns = warns;
    ui->dirty = true;
}

void ui_say(struct ui *ui, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    say(ui, false, fmt, ap);
    va_end(ap);
}

void ui_warn(struct ui *ui, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    say(ui, true, fmt, ap);
    va_end(ap);
}

/* The sentence without the program's name and the line end. */
void ui_say_error(struct ui *ui, const struct err *e)
{
    struct text t = {0};
    message_text(e, "gptui", &t);
    const char *s = text_z(&t);
    if (!strncmp(s, "gptui: ", 7))
        s += 7;
    ui_warn(ui, "%.*s", (int)strcspn(s, "\n"), s);
    text_release(&t);
}

void ui_say_nothing(struct ui *ui)
{
    text_clear(&ui->reply->message);
}

void ui_request(struct ui *ui, enum request_kind kind, const char *p, size_t n)
{
    struct reply *r = ui->reply;
    if (r->n_requests == REQUESTS_MAX)
        return;
    struct terminal_request *q = &r->requests[r->n_requests++];
    *q = (struct terminal_request){.kind = kind};
    text_add(&q->text, p, n);
}

void ui_run(struct ui *ui, enum action action, uint32_t key)
{
    struct action_def d = action_get(action);
    if (d.group != ABOUT_PROMPT || ui->prompt->def)
        d.run(ui, &(struct call){.param = d.param, .key = key});
}

enum name_level ui_name_level(const struct ui *ui)
{
    return (enum name_level)ui->prefs.v[PREF_NAMES];
}
