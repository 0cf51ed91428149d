/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/session/pick.h"

bool session_pick(const struct session *s, const char *spec, struct symset *out, struct err *e)
{
    const struct filter filter = {spec, 1u << SET_FLAT_IN};
    const struct table_options table = settings_table(&s->settings);
    const struct analysis *a = s->analysis;
    struct sources *own = NULL;
    *out = (struct symset){0};
    if (!a->sources && symset_needs_sources(&filter, 1, 1u << SET_FLAT_IN, s->settings.strict)) {
        own = sources_new(a->table, &table, s->lookup.lines, s->request.progress, e);
        if (!own)
            return false;
    }
    const struct symset_source source = {a->table, own ? own : a->sources, &filter, 1,
                                         s->settings.strict};
    bool ok = symset_build(out, &source, SET_FLAT_IN, e);
    sources_free(own);
    return ok;
}
