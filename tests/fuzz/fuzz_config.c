/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Config files: every line is taken or complained about, and what comes out can be used. The keys
 * that there are without one are made once, and the key line of one mode is looked at. */
#include "fuzz.h"

#include <string.h>

#include "core/base/mem.h"
#include "core/base/utf8.h"
#include "tests/support/require.h"
#include "tui/keys/config.h"
#include "tui/keys/keyline.h"

int LLVMFuzzerTestOneInput(const uint8_t *p, size_t n)
{
    static struct keymap first;
    struct keymap keys = {0};
    struct prefs prefs;
    struct config c = {&keys, &prefs};
    struct text why = {0}, line = {0};
    struct key_item items[KEY_ITEMS_MAX];
    if (!first.n)
        keymap_init(&first);
    mem_grow(&keys.b, &keys.cap, first.n, sizeof *keys.b);
    memcpy(keys.b, first.b, first.n * sizeof *keys.b);
    keys.n = first.n;
    prefs_init(&prefs);
    size_t bad = config_apply(&c, "config", (const char *)p, n, &why);
    require((bad > 0) == (why.n > 0));
    for (int i = 0; i < N_PREFS; i++)
        require(prefs.v[i] >= 0 && prefs.v[i] < pref_n_values((enum pref)i));
    for (size_t i = 0; i < keys.n; i++)
        require(keys.b[i].n_keys >= 1 && keys.b[i].n_keys <= KEYS_MAX &&
                keys.b[i].action < N_ACTIONS && keys.b[i].mode < N_MODES);
    const enum mode mode = (enum mode)(n % N_MODES);
    keyline_make(&(struct keyline_request){.keys = &keys, .mode = mode, .cols = 80}, &line, items);
    require(utf8_cols(text_z(&line), line.n) <= 80);
    text_release(&why);
    text_release(&line);
    keymap_release(&keys);
    return 0;
}
