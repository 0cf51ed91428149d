/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Kept counts. Whatever they are, what is made of them is a message that can be read, and says of
 * no process that it has written its files when it has not. */
#include "fuzz.h"

#include "core/load/run/kept.h"
#include "core/load/run/run.h"
#include "tests/support/require.h"

int LLVMFuzzerTestOneInput(const uint8_t *p, size_t n)
{
    struct kept *k = kept_take(&(struct bytes){(uint8_t *)p, n});
    struct err e = ERR_INIT;
    for (size_t i = 0; k && i < kept_count(k); i++) {
        struct unite_message m;
        struct run run = {0};
        kept_message(k, i, &m);
        if (m.n > 0)
            require(run_of_message(&m, "kept", &run, &e) && run.n_images > 0 &&
                    run.facts.n_kept == 1);
        run_release(&run);
        unite_message_release(&m);
    }
    kept_close(k);
    return 0;
}
