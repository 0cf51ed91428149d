/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Options typed by hand, in a prompt or with a key. */
#include "tui/act/option_prompt.h"

#include <string.h>

#include "core/options/option_list.h"
#include "tui/act/options.h"
#include "tui/act/complete.h"
#include "tui/app/prompt.h"
#include "tui/app/screen.h"
#include "tui/app/side_pane.h"
#include "tui/app/wording.h"
#include "tui/keys/keyname.h"

static const struct prompt_def prompt_option;

void filter_check(struct ui *ui, option_id id, const char *arg)
{
    enum option_kind kind = option_get(id)->kind;
    bool on = option_list_find(&ui->session->options, id, arg) != SIZE_MAX;
    if ((kind == OPTION_SYMSPEC || kind == OPTION_ARC) && arg && *arg && on &&
        !spec_selects(ui->session, arg, kind == OPTION_ARC))
        ui_warn(ui, "%s selects nothing here; U takes it back", arg);
}

static void option_accept(struct ui *ui, const char *line)
{
    option_id id = ui->prompt->option;
    if (!*line && option_get(id)->arg != OPTION_MAY_ARG)
        ui_say(ui, "nothing typed, nothing changed");
    else if (filter_toggle(ui, id, *line ? line : NULL))
        filter_check(ui, id, line);
}

static const struct prompt_def prompt_option = {
    .label = "",
    .past = PAST_SPEC,
    .accept = option_accept,
    .complete = complete_spec,
};

static bool check(struct ui *ui, option_id id, const char **arg, const char *s)
{
    const struct option_def *d = option_get(id);
    if (d->group == GROUP_PROGRAM) {
        ui_warn(ui, "%s means nothing in the browser", s);
        return false;
    }
    if (*arg && !**arg)
        *arg = NULL;
    if (d->arg == OPTION_NO_ARG && *arg) {
        ui_warn(ui, "%s takes no value", s);
        return false;
    }
    if (d->arg == OPTION_NEEDS_ARG && !*arg) {
        ui_warn(ui, "%s needs a %s", s, d->arg_name ? d->arg_name : "value");
        return false;
    }
    return true;
}

static bool parse_long(struct ui *ui, const char *s, option_id *id, const char **arg)
{
    size_t n = strcspn(s + 2, "= ");
    char name[64];
    *id = OPTION_NONE;
    if (n < sizeof name) {
        memcpy(name, s + 2, n);
        name[n] = 0;
        *id = *name ? option_by_name(name) : OPTION_NONE;
    }
    if (*id == OPTION_NONE) {
        ui_warn(ui, "there is no option %s", s);
        return false;
    }
    *arg = s[2 + n] ? s + 3 + n : NULL;
    return check(ui, *id, arg, s);
}

bool filter_parse(struct ui *ui, const char *s, option_id *id, const char **arg)
{
    while (*s == ' ')
        s++;
    if (s[0] == '-' && s[1] == '-')
        return parse_long(ui, s, id, arg);
    *id = s[0] == '-' && s[1] > 0 ? option_by_letter(s[1]) : OPTION_NONE;
    if (*id == OPTION_NONE) {
        ui_warn(ui, "there is no option %s", s);
        return false;
    }
    *arg = s + 2;
    while (**arg == ' ')
        (*arg)++;
    return check(ui, *id, arg, s);
}

/* ---- keys ---- */

/* Whether the browser has a use for an option; if not, that is reported. */
static bool usable(struct ui *ui, option_id id, uint32_t letter)
{
    const struct option_def *d = id == OPTION_NONE ? NULL : option_get(id);
    struct text key = {0};
    keyname_text(letter, &key);
    if (!d)
        ui_warn(ui, "there is no option -%s; -- lists them, ? the keys", text_z(&key));
    else if (d->group == GROUP_PROGRAM)
        ui_warn(ui, "-%s means nothing in the browser", text_z(&key));
    text_release(&key);
    return d && d->group != GROUP_PROGRAM;
}

void filter_press(struct ui *ui, option_id id)
{
    if (option_get(id)->arg == OPTION_NO_ARG) {
        filter_flip(ui, id);
    } else {
        /* The prompt for the argument is filled with the row's function if the option takes one. */
        struct text spec = {0};
        node_id n = row_at_hand(ui).subject.node;
        bool named = option_get(id)->kind == OPTION_SYMSPEC && n != NO_ID;
        if (named && screen_ops(ui->views->at)->row_spec && !side_pane_has_keys(ui))
            named = screen_ops(ui->views->at)->row_spec(ui, &spec);
        else
            named = named && !node_is_cycle(ui->session->analysis, n) &&
                    symbol_spec(ui->session, n, &spec);
        if (!named)
            text_clear(&spec);
        /* The prompt for the option's argument. */
        const struct option_def *d = option_get(id);
        prompt_open(ui, &prompt_option, text_z(&spec));
        ui->prompt->option = id;
        if (d->letter)
            prompt_label(ui, "-%c %s: ", d->letter, d->arg_name ? d->arg_name : "");
        else
            prompt_label(ui, "--%s=", d->name);
        text_release(&spec);
    }
}

void act_option(struct ui *ui, const struct call *c)
{
    option_id id = c->key < 128 ? option_by_letter((int)c->key) : OPTION_NONE;
    if (!usable(ui, id, c->key))
        return;
    if (option_use(id)->key_takes_row)
        filter_subject(ui, id, row_at_hand(ui).subject);
    else
        filter_press(ui, id);
}
