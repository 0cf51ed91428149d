/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Give each file named to a fuzzer's function, as it is, cut off, and with a byte changed: at 128
 * places, or at all with LONG in the environment. The last line printed says what failed, or made
 * the program take a gigabyte. */
#include "fuzz.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "core/base/file/file.h"

/* A copy of this size lets a sanitizer see its end. `bits` of the byte after it, if there is one,
 * are others in a second copy, of all. */
static void give(const struct bytes *b, size_t n, uint8_t bits)
{
    uint8_t *copy = malloc(n);
    if (n)
        memcpy(copy, b->p, n);
    LLVMFuzzerTestOneInput(copy, n);
    free(copy);
    if (n == b->n)
        return;
    b->p[n] ^= bits;
    LLVMFuzzerTestOneInput(b->p, b->n);
    b->p[n] ^= bits;
}

int main(int argc, char **argv)
{
    enum { KB_MOST = 1 << 20 };
    const char *all = getenv("LONG");
    struct rusage used;
    for (int i = 1; i < argc; i++) {
        struct bytes b;
        struct err e = ERR_INIT;
        if (!file_read(argv[i], &b, &e)) {
            printf("cannot be read: %s\n", argv[i]);
            return 1;
        }
        const size_t step = all && *all ? 1 : 1 + b.n / 128;
        for (size_t at = b.n;; at = at > step ? at - step : 0) {
            printf("%s: byte %zu\n", argv[i], at);
            fflush(stdout);
            give(&b, at, at % 3 ? 0x81 : 0xff);
            if (getrusage(RUSAGE_SELF, &used) != 0 || used.ru_maxrss > KB_MOST)
                return 1;
            if (at == 0)
                break;
        }
        bytes_release(&b);
    }
    return 0;
}
