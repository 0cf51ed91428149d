/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/view/pair_lines.h"

#include <string.h>
#include <time.h>

#include "core/base/utf8.h"

enum { VERDICT_COLS = 18, DATE_COLS = 26 };

/* Append a path made safe, and blanks up to `cols`. Of one that has more than `most` columns the
 * end is shown. */
static void add_path(struct text *t, const char *path, size_t cols, size_t most)
{
    struct text shown = {0};
    text_shown(&shown, path, strlen(path), false);
    size_t n = utf8_cols(shown.p, shown.n), at = 0;
    if (n > most) {
        size_t gone;
        at = utf8_fit(shown.p, shown.n, n - most + 2, &gone);
        text_str(t, "..");
        n = 2 + n - gone;
    }
    text_add(t, shown.p + at, shown.n - at);
    text_fill(t, ' ', n < cols ? cols - n : 0);
    text_release(&shown);
}

static size_t path_cols(const char *path)
{
    struct text t = {0};
    add_path(&t, path, 0, SIZE_MAX);
    size_t n = utf8_cols(t.p, t.n);
    text_release(&t);
    return n;
}

/* Columns of both paths. */
struct path_room {
    size_t image, profile;
    bool has_date; /* there is room for that, too */
};

static struct path_room room_of(const struct pairs *p, size_t cols)
{
    struct path_room r = {.has_date = true};
    size_t all = cols > VERDICT_COLS + 5 ? cols - VERDICT_COLS - 5 : 0;
    for (size_t i = 0; i < p->n; i++) {
        size_t n = path_cols(p->p[i].profile), m = path_cols(p->p[i].image);
        r.profile = n > r.profile ? n : r.profile;
        r.image = m > r.image ? m : r.image;
    }
    if (p->fits || r.image + r.profile + DATE_COLS <= all)
        return r;
    r.has_date = false;
    if (r.image + r.profile <= all)
        return r;
    if (r.profile > all / 2)
        r.profile = r.image < all / 2 ? all - r.image : all / 2;
    r.image = r.image < all - r.profile ? r.image : all - r.profile;
    return r;
}

const char *pair_lines_title(const struct pairs *p)
{
    return p->fits ? "These programs and profiles belong together"
                   : "None of these programs wrote one of these profiles";
}

void pair_lines(const struct pairs *p, size_t cols, struct line *out)
{
    const struct path_room room = room_of(p, cols);
    for (size_t i = 0; i < p->n; i++) {
        const struct pair *pair = &p->p[i];
        struct text *t = &out[i].text;
        text_char(t, ' ');
        add_path(t, pair->image, room.image, room.image);
        line_mark(&out[i], 1, ROLE_NAME, COLUMN_NONE);
        text_str(t, "  ");
        add_path(t, pair->profile, room.profile, room.profile);
        text_str(t, "  ");
        if (!p->fits) {
            /* What speaks against a program, in a word or two. */
            static const char *const words[] = {
                [FIT_UNKNOWN] = "not known",       [FIT_OTHER_PROGRAM] = "does not fit",
                [FIT_NOT_PROFILED] = "not -pg",    [FIT_OTHER_BUILD] = "other build",
                [FIT_POINTER_SIZE] = "other size",
            };
            size_t before = t->n;
            bool is_wrong =
                pair->fit.verdict == FIT_POINTER_SIZE || pair->fit.verdict == FIT_NOT_PROFILED;
            if (pair->is_stripped && !is_wrong)
                text_str(t, "stripped");
            else if (pair->fit.verdict == FIT_POINTER_SIZE)
                text_printf(t, "%u bits", 8u * pair->addr_bytes);
            else
                text_str(t, words[pair->fit.verdict]);
            if (pair->fit.verdict == FIT_OTHER_BUILD && !pair->is_stripped)
                text_printf(t, " %u/%u", (unsigned)pair->fit.n_in_place,
                            (unsigned)pair->fit.n_looked_at);
            text_fill(t, ' ', t->n - before < VERDICT_COLS ? VERDICT_COLS - (t->n - before) : 0);
        }
        size_t end = t->n;
        if (room.has_date) {
            char date[32] = "";
            time_t then = (time_t)pair->mtime_sec;
            struct tm tm;
            if (localtime_r(&then, &tm))
                strftime(date, sizeof date, "%Y-%m-%d %H:%M", &tm);
            text_left(t, date, 16);
            uint64_t n_bytes = pair->n_bytes;
            static const char units[][6] = {" B", " KiB", " MiB"};
            size_t unit = 0;
            while (n_bytes >= 10240 && unit + 1 < sizeof units / sizeof *units) {
                n_bytes = (n_bytes + 512) / 1024;
                unit++;
            }
            text_uint(t, n_bytes, 6);
            text_left(t, units[unit], 4);
        }
        line_mark(&out[i], end, ROLE_NUMBER, COLUMN_NONE);
        if (pair->fit.verdict == FIT_SIZE)
            text_str(t, "  fits in size; has no calls");
    }
}
