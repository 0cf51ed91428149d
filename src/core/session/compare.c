/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/session/compare.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"
#include "core/view/message.h"
#include "core/view/number.h"
#include "core/view/rows/run_values.h"

struct comparing {
    struct session_comparison own; /* first, so that the whole is found from it */
    struct session *old;           /* NULL: to be made */
    struct diff *diff;             /* NULL: to be made */
    struct view_diff view;
    struct text label[N_DIFF_SIDES];
    struct text image, files; /* of the old session; files end in zero bytes */
    const char **paths;       /* to the texts in files */
    size_t n_paths;
};

static struct comparing *comparison_of(const struct session *s)
{
    return (struct comparing *)s->comparison;
}

bool session_compares(const struct session *s)
{
    return s->settings.compares;
}

struct session *session_old(const struct session *s)
{
    return s->comparison ? comparison_of(s)->old : NULL;
}

static void drop_diff(struct comparing *c)
{
    arena_object_free(c->diff);
    c->diff = NULL;
}

static void drop_old(struct comparing *c)
{
    drop_diff(c);
    session_free(c->old);
    c->old = NULL;
}

static void retire_comparison(struct session_comparison *own)
{
    drop_diff((struct comparing *)own);
}

static void free_comparison(struct session_comparison *own)
{
    struct comparing *c = (struct comparing *)own;
    drop_old(c);
    for (int i = 0; i < N_DIFF_SIDES; i++)
        text_release(&c->label[i]);
    text_release(&c->image);
    text_release(&c->files);
    free(c->paths);
    free(c);
}

/* ---- the old side ---- */

static const char *old_image(const struct session *s)
{
    return s->settings.diff_image ? s->settings.diff_image : s->request.image;
}

/* Options that are not about the files of the new side. */
static bool is_shared(option_id id)
{
    static const char *const own[] = {"diff", "diff-image", "fail-if", "only-runs"};
    for (size_t i = 0; i < ARRAY_LEN(own); i++)
        if (id == option_by_name(own[i]))
            return false;
    return true;
}

static void share_options(const struct session *s, struct option_list *out)
{
    *out = (struct option_list){0};
    for (size_t i = 0; i < s->options.n; i++) {
        const struct option_item *it = &s->options.items[i];
        if (it->on && is_shared(it->id))
            option_list_add(out, it->id, it->arg);
    }
}

/* Is the old session one of these files? */
static bool is_of(const struct comparing *c, const struct session *s)
{
    if (!c->old || c->n_paths != s->settings.n_diff_files ||
        strcmp(c->old->request.image, old_image(s)) != 0)
        return false;
    for (size_t i = 0; i < c->n_paths; i++)
        if (strcmp(c->paths[i], s->settings.diff_files[i]) != 0)
            return false;
    return true;
}

/* Keep the names of its files: those in the options may go. */
static void keep_names(struct comparing *c, const struct session *s)
{
    const struct settings *o = &s->settings;
    text_clear(&c->image);
    text_clear(&c->files);
    free(c->paths);
    c->paths = mem_array(o->n_diff_files, sizeof *c->paths);
    c->n_paths = 0;
    text_str(&c->image, old_image(s));
    for (size_t i = 0; i < o->n_diff_files; i++)
        text_add(&c->files, o->diff_files[i], strlen(o->diff_files[i]) + 1);
    if (!*text_z(&c->image))
        return;
    const char *at = c->files.p;
    for (; c->n_paths < o->n_diff_files; at += strlen(at) + 1)
        c->paths[c->n_paths++] = at;
}

/* What GNU gprof says of some damage takes several lines, or does not name the file; here there are
 * files of two sides. */
static void name_file(const struct comparing *c, struct err *e)
{
    struct run_left_out l = {.code = e->code};
    struct err named = ERR_INIT;
    switch (e->code) {
    case ERR_GMON_EOF_BSD:
    case ERR_GMON_EOF_BB:
    case ERR_GMON_DIMENSION:
    case ERR_GMON_ABBREV:
    case ERR_GMON_SCALE:
    case ERR_GMON_OVERLAP:
        err_what(&named, ERR_COMPARED, *e->file ? e->file : c->paths[0], message_run_reason(&l),
                 NULL);
        *e = named;
        break;
    default:
        break;
    }
}

static bool make_old(struct comparing *c, const struct session *s, struct option_list *options,
                     struct err *e)
{
    drop_old(c);
    keep_names(c, s);
    struct session_request r = s->request;
    r.image = text_z(&c->image);
    r.files = c->paths;
    r.n_files = c->n_paths;
    r.options = options;
    r.profile = NULL;
    r.report = false; /* all is known */
    r.clones = true;
    r.runs = true;
    r.base = NULL;
    struct session_watch watch;
    if (r.watch) {
        watch = *r.watch;
        watch.print_info = NULL;
        r.watch = &watch;
    }
    c->old = session_new(&r, e);
    if (c->old)
        c->old->request.watch = NULL;
    else
        name_file(c, e);
    return c->old != NULL;
}

/* Make the old side what the options of s say. */
static bool settle_old(struct comparing *c, const struct session *s, struct err *e)
{
    struct option_list options;
    struct analysis *none = NULL;
    share_options(s, &options);
    if (!is_of(c, s))
        return make_old(c, s, &options, e);
    bool ok =
        option_list_equal(&options, &c->old->options) || session_change(c->old, &options, &none, e);
    option_list_release(&options);
    analysis_free(none);
    return ok;
}

/* ---- the comparison ---- */

/* The runs of a set, or of a sum that has statistics over them. */
static struct diff_side side_of(const struct session *s)
{
    const struct analysis *a = s->analysis;
    struct diff_side side = {.analysis = a, .lines = s->lookup.lines, .n_runs = 1};
    if (!knows_runs(a))
        return side;
    uint64_t n = a->runs ? a->runs->n_shown : a->profile->run_sums->n_all;
    if (n < 2 || n > UINT32_MAX)
        return side;
    side.n_runs = (uint32_t)n;
    side.spread = function_spread;
    side.whole = whole_spread(a);
    return side;
}

/* "9 runs of prog, 1 file left out", "gmon.sum (sum of 9 runs)"; image: NULL where that is clear.
 */
static void set_label(struct text *label, const struct session *s, const char *image)
{
    uint32_t n = s->analysis->runs ? profile_shown_runs(s->profile) : 0;
    size_t n_left_out = n ? s->whole->runs->n_left_out : 0;
    text_clear(label);
    if (s->request.n_files == 1)
        text_str(label, s->request.files[0]);
    else if (n && s->settings.only_runs)
        text_printf(label, n == 1 ? "run %s" : "runs %s", s->settings.only_runs);
    else if (n)
        text_printf(label, "%u run%s", (unsigned)n, n == 1 ? "" : "s");
    else
        text_printf(label, "%zu files", s->request.n_files);
    if (s->profile->run_sums) {
        text_str(label, " (sum of ");
        text_count(label, s->profile->run_sums->n_all, false);
        text_str(label, " runs)");
    }
    if (image)
        text_printf(label, " of %s", image);
    if (n_left_out)
        text_printf(label, ", %zu file%s left out", n_left_out, n_left_out == 1 ? "" : "s");
}
static void name_sides(struct comparing *c, const struct session *s)
{
    set_label(&c->label[DIFF_OLD], c->old, s->settings.diff_image);
    set_label(&c->label[DIFF_NEW], s, NULL);
    c->view.label[DIFF_OLD] = text_z(&c->label[DIFF_OLD]);
    c->view.label[DIFF_NEW] = text_z(&c->label[DIFF_NEW]);
}

static bool compare(struct comparing *c, struct session *s, struct err *e)
{
    const struct diff_side side[N_DIFF_SIDES] = {
        [DIFF_OLD] = side_of(c->old), [DIFF_NEW] = side_of(s)};
    name_sides(c, s);
    c->diff = diff_new(side, e);
    c->view.diff = c->diff;
    c->view.side[DIFF_OLD] = &c->old->view;
    c->view.side[DIFF_NEW] = &s->view;
    return c->diff != NULL;
}

static struct comparing *begin(struct session *s)
{
    struct comparing *c = mem_array(1, sizeof *c);
    c->own = (struct session_comparison){retire_comparison, free_comparison};
    s->comparison = &c->own;

    return c;
}

const struct view_diff *session_diff(struct session *s, struct err *e)
{
    if (!session_compares(s)) {
        err_what(e, ERR_SPEC, NULL, "nothing to compare with: --diff=FILE names it", NULL);
        return NULL;
    }
    struct comparing *c = s->comparison ? comparison_of(s) : begin(s);
    if (c->diff)
        return &c->view;
    return settle_old(c, s, e) && compare(c, s, e) ? &c->view : NULL;
}
