/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Config files: every line is taken or complained about, and what comes out can be used. */
#include "fuzz.h"

#include "core/base/utf8.h"
#include "tests/support/require.h"
#include "tui/keys/config.h"
#include "tui/keys/keyline.h"

int LLVMFuzzerTestOneInput(const uint8_t *p, size_t n)
{
    struct keymap keys;
    struct prefs prefs;
    struct config c = {&keys, &prefs};
    struct text why = {0}, line = {0};
    struct key_item items[KEY_ITEMS_MAX];
    keymap_init(&keys);
    prefs_init(&prefs);
    size_t bad = config_apply(&c, "config", (const char *)p, n, &why);
    require((bad > 0) == (why.n > 0));
    for (int i = 0; i < N_PREFS; i++)
        require(prefs.v[i] >= 0 && prefs.v[i] < pref_n_values((enum pref)i));
    for (size_t i = 0; i < keys.n; i++)
        require(keys.b[i].n_keys >= 1 && keys.b[i].n_keys <= KEYS_MAX &&
                keys.b[i].action < N_ACTIONS && keys.b[i].mode < N_MODES);
    for (int m = 0; m < N_MODES; m++) {
        text_clear(&line);
        keyline_make(&(struct keyline_request){.keys = &keys, .mode = (enum mode)m, .cols = 80},
                     &line, items);
        require(utf8_cols(line.p ? line.p : "", line.n) <= 80);
    }
    text_release(&why);
    text_release(&line);
    keymap_release(&keys);
    return 0;
}
