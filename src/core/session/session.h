/* SPDX-License-Identifier: GPL-3.0-or-later */
/* session: from files and options to all that a view reads.
 *
 * 1. The batch program, the browser and its exports are users of it; what differs between them is a
 *    field of the request.
 * 2. A session owns its list of options, and always holds the result of applying them to the
 *    files: a change that fails leaves everything as it was. */
#ifndef GPTUI_SESSION_SESSION_H
#define GPTUI_SESSION_SESSION_H

#include "core/analyze/questions/call_tree.h"
#include "core/base/err.h"
#include "core/base/progress.h"
#include "core/base/text.h"
#include "core/load/load.h"
#include "core/load/run/sum.h"
#include "core/options/option_list.h"
#include "core/options/settings.h"
#include "core/view/context.h"
#include "core/view/option_effect.h"
#include "core/view/rows/findings.h"
#include "core/view/rows/source_facts.h"

struct session;
struct session_comparison;

/* What is reported while a session is made, in gprof's order of events. */
struct session_watch {
    const char *program; /* for the messages */

    /* A warning, whole lines. NULL: not wanted; views find most of it in the profile. */
    void (*warn)(void *ctx, const struct text *message);

    /* What file f holds is to be printed now (-i). A failure ends the session after all files are
     * read. NULL: not wanted. */
    bool (*print_info)(void *ctx, const struct profile_file *f, struct err *e);
    void *ctx;
};

/* All but `options` and `profile` is borrowed and outlives the session. */
struct session_request {
    const char *image;
    const char *const *files; /* n_files >= 1 */
    size_t n_files;
    const struct kept_held *held; /* of these: load/run/kept.h; session_reload finds rates. NULL:
                                     none */
    struct option_list *options;  /* taken over, also on failure: then empty */
    struct profile *profile;      /* NULL: load it; else taken over, also on failure */
    const char *source_dirs;      /* folders after those of -I, by colons (GPROF_PATH); or NULL */
    const struct progress *progress;   /* NULL: none */
    const struct session_watch *watch; /* NULL: nothing is reported */

    bool clones; /* functions with a dot are known if no option says otherwise */
    bool splits; /* split debug information is read if no option says otherwise */
    bool runs;   /* several files are a set of runs if no option says otherwise */
    bool joins;  /* libraries' profiles are joined at first if no option says otherwise; if there
                    are any, the options say so from then on */

    /* One report is made, that of the options: what it does not print need not be known. */
    bool report;
    bool traces;       /* the report is traced as well (trace_write), so all must be known */
    bool for_terminal; /* of struct view_context */

    /* A session of the same files, which outlives this one; what the options leave unchanged is
     * shared with it. NULL: none. */
    const struct session *base;
};

struct session {
    struct session_request request; /* without options and profile */
    struct profile *profile;
    struct profile *whole; /* as read, which `profile` is, unless it is of some runs alone */
    struct lookup lookup;
    struct option_list options;
    struct settings settings;
    struct settings_memory memory; /* of settings */
    uint32_t styles;               /* STYLE_*: what these options print */
    struct analysis *analysis;     /* NULL for a report of what the files hold alone (-i) */
    struct ranges *ranges;         /* likewise */
    struct rates *rates;           /* between the two last times the files were read, or NULL */
    int64_t read_ms;               /* when they were, by clock_ms() */
    struct names *names;
    struct view_context view; /* what views read: all of the above */

    /* Those of the profile, counted when session_findings is first called. */
    struct finding_summary findings;
    bool has_findings;

    /* Made when session_source is first called, else NULL. The source view needs the opposite of
     * -l, too; an older analysis of that kind is kept to share stages with the next one. */
    struct source_facts *source;
    struct analysis *source_analysis, *old_source_analysis;

    struct call_tree *tree, *inverse;      /* made when session_tree first asks, else NULL */
    struct sum *sum;                       /* of the files' runs, if options ask for it (-s) */
    struct session_comparison *comparison; /* private; NULL: nobody asked for one */
    struct analysis *other; /* that of view.other; made when session_both_ways is first called */
    bool waits;             /* private: until session_catch_up */
};

/* Read and analyse. NULL and e as load_profile and analysis_new have it, or if the options make no
 * sense or, for a report, cannot be printed. */
struct session *session_new(const struct session_request *r, struct err *e) ATTR_MUST_USE;
void session_free(struct session *s);

/* Make *options the options that are on; the old ones come back in it. Files are read again if the
 * options read them otherwise. *ready: the analysis of *options and of the files as they were read,
 * or NULL; taken over, also on failure. The old analysis comes back in it, or NULL if files were
 * read again. On failure *options and s stay as they were. */
bool session_change(struct session *s, struct option_list *options, struct analysis **ready,
                    struct err *e) ATTR_MUST_USE;

/* Read the files again. On failure all stays as it was. */
bool session_reload(struct session *s, struct err *e) ATTR_MUST_USE;

/* What the source view says; made when first asked for after a change, valid until the next one.
 * NULL and e as in session_change. */
const struct source_facts *session_source(struct session *s, struct err *e);

/* What looks wrong: in the profile, and in what the options make of it. */
struct finding_summary session_findings(struct session *s);

/* The tree of call paths, or the one from the other end; made when first asked for after a change,
 * valid until the next one. Without paths it is what is certain of calls, and has no other end:
 * NULL and ERR_NONE. Else NULL and e is ERR_CANCELLED. */
struct call_tree *session_tree(struct session *s, bool inverted, struct err *e);

/* Let views compare the times of callers as they are measured with those that are shared out by
 * calls, until the next change: view.other. It stays NULL for a profile without call paths, where
 * the progress says to stop, and if it is to be made `later`. */
void session_both_ways(struct session *s, bool later);

/* Whether a view was shown without what is not needed for its numbers: what bears marks, and how
 * far times can be off; and make that. False: the progress said to stop. */
bool session_waits(const struct session *s);
bool session_catch_up(struct session *s) ATTR_MUST_USE;

/* The analysis that `options`, which read files as s does, would give: to be freed before s
 * changes; *unused: whether they show what was never called. Nothing changes. NULL and e as in
 * session_change. */
struct analysis *session_try(const struct session *s, const struct option_list *options,
                             bool *unused, struct err *e) ATTR_MUST_USE;

/* Does the report tell what the files hold and what looks wrong with them, and nothing else? Then
 * it knows what the browser knows. */
static inline bool session_finds(const struct session *s)
{
    const struct settings *o = &s->settings;
    return s->request.report && o->styles == STYLE_INFO && o->output == OUTPUT_TEXT && !o->strict &&
           !o->compares;
}

/* Whether s is for a report in GNU gprof's layout. */
static inline bool session_is_gnu(const struct session *s)
{
    return s->request.report && s->settings.output == OUTPUT_TEXT && !s->settings.compares &&
           !session_finds(s);
}

/* The sums that `options` would give. Nothing changes. False and e as in session_change. */
bool session_sums(const struct session *s, const struct option_list *options,
                  struct effect_sums *out, struct err *e) ATTR_MUST_USE;

/* Write the sum (-s) to the file that the settings of s name, and the sums of what goes with its
 * files beside it; to the letter (strict) the sum alone. *rest says what that leaves out. Fails as
 * sum_write and sum_write_run. */
bool session_write_sum(const struct session *s, struct sum_rest *rest, struct err *e) ATTR_MUST_USE;

/* ---- compared with other runs (--diff) ----
 *
 * The old side is a session of its own, of the files of --diff and the program of --diff-image,
 * under the same filters. It is made when somebody first asks for the comparison, and follows the
 * options of the new side. Several files are several runs. */

/* Is there anything to compare with? */
static inline bool session_compares(const struct session *s)
{
    return s->settings.compares;
}

/* The comparison with the session as it is; valid until the session changes. NULL and e as
 * session_new, or with ERR_SPEC if nothing is to be compared with. */
const struct view_diff *session_diff(struct session *s, struct err *e);

/* The session of the old side of a comparison that was made, else NULL. */
struct session *session_old(const struct session *s);

#endif
