/* SPDX-License-Identifier: GPL-3.0-or-later */
/* study: a loaded profile, the options that are on, and what they make of it.
 *
 * 1. `view` always holds a complete analysis: a change of the options that fails leaves everything
 *    as it was.
 * 2. Options are values: undo and redo keep whole lists. study_change drops what could be redone.
 * 3. Node and arc ids are those of the analysis at hand. What must survive a change is kept as an
 *    anchor, which names the symbol as the image has it. */
#ifndef GPTUI_TUI_STUDY_STUDY_H
#define GPTUI_TUI_STUDY_STUDY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/analyze/analysis.h"
#include "core/base/attr.h"
#include "core/base/err.h"
#include "core/base/progress.h"
#include "core/base/text.h"
#include "core/options/option.h"
#include "core/view/context.h"
#include "core/view/option_effect.h"
#include "core/view/rows/source_facts.h"

/* A function, a line of one, or a cycle by one of its members, independent of any analysis. */
struct anchor {
    uint64_t addr;
    bool there; /* else it is nothing */
    bool line;  /* the code of a source line: without -l its function is meant */
    bool cycle;
};
#define NO_ANCHOR ((struct anchor){.there = false})

#define UNDO_MAX 100

struct study {
    struct profile *profile;
    struct names *names;
    struct lookup lookup;
    struct option_list options;
    struct settings settings;
    struct settings_memory memory;
    struct analysis *analysis;
    struct analysis *spare; /* of the options before, so that taking a change back is quick */
    struct option_list spare_options;
    struct view_context view; /* what the views read */
    struct analysis *other;  /* with the opposite of -l, for the source view; NULL: not asked for */
    struct analysis *lender; /* an older one that lends its stages */
    struct source_facts *source;
    struct option_list past[UNDO_MAX], future[UNDO_MAX];
    size_t n_past, n_future;
    const struct progress *progress; /* for long recomputations; NULL: none */
    char *image;                     /* as the user named them */
    char **files;
    size_t n_files;
};

struct study_request {
    const char *image;
    const char *const *files; /* n_files >= 1 */
    size_t n_files;
    struct profile *profile;           /* NULL: load it; else owned by the study, also on failure */
    const struct option_list *options; /* copied */
    const struct progress *progress;   /* outlives the study */
};

/* Load and analyse. NULL and e if that fails. */
struct study *study_new(const struct study_request *r, struct err *e) ATTR_MUST_USE;
void study_free(struct study *s);

/* Read the files again. On failure all stays as it was. */
bool study_reload(struct study *s, struct err *e) ATTR_MUST_USE;

/* Make `options` (copied) the options that are on, remembering the old ones. */
bool study_change(struct study *s, const struct option_list *options, struct err *e) ATTR_MUST_USE;

/* Take the last change back, or make it again. False with e.code ERR_NONE: there is none. */
bool study_undo(struct study *s, struct err *e) ATTR_MUST_USE;
bool study_redo(struct study *s, struct err *e) ATTR_MUST_USE;

/* What the source view says; made when first asked for after a change, valid until the next one.
 * NULL and e as in study_change. */
const struct source_facts *study_source(struct study *s, struct err *e);

/* What there would be with `options` on. Nothing changes. False and e as in study_change. */
bool study_sums(const struct study *s, const struct option_list *options, struct effect_sums *out,
                struct err *e) ATTR_MUST_USE;

struct anchor study_anchor(const struct study *s, node_id n);

/* The node an anchor means now, or NO_ID if the table has no such symbol any more. */
node_id study_node(const struct study *s, struct anchor a);

static inline bool anchor_equal(struct anchor a, struct anchor b)
{
    if (!a.there || !b.there)
        return a.there == b.there;
    return a.addr == b.addr && a.cycle == b.cycle;
}

/* The first symbol of this raw name, a function rather than a line of one, or NO_ID. Looks at all
 * of them. */
sym_id study_find(const struct study *s, const char *raw);

/* The name of a node at a level; for a cycle that of its first member. "" for NO_ID. */
const char *study_name(const struct study *s, node_id n, enum name_level level);

/* Append a symspec that selects the symbol by its name: gprof's form, or a regex where that cannot
 * say it. False, in strict mode, for such a name. */
bool study_spec(const struct study *s, sym_id sym, struct text *out);

/* Whether a symspec, or a pair of them for arcs, selects any symbols of the table at hand; true if
 * memory runs out. */
bool study_selects(const struct study *s, const char *spec, bool arcs);

/* Append a symspec or an arc with the mangled names in it as they read at a level. */
void study_read_spec(const struct study *s, const char *spec, enum name_level level,
                     struct text *out);

/* Append the options that are on as option_list_command does, but with such names. */
void study_read_options(const struct study *s, const struct option_list *list,
                        enum name_level level, struct text *out);

/* Append the command line, as the batch program takes it: "gptui", the options of `list` (NULL:
 * those that are on), `extra` (NULL: nothing), the image and the files. */
void study_command(const struct study *s, const struct option_list *list, const char *extra,
                   struct text *out);

#endif
