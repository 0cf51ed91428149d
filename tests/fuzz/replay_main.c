/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Give each file named to a fuzzer's function; the last line printed names the one that failed. */
#include "fuzz.h"

#include <stdio.h>
#include <stdlib.h>

#include "core/base/file/file.h"

int main(int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        struct bytes b;
        struct err e = ERR_INIT;
        printf("%s\n", argv[i]);
        fflush(stdout);
        if (!file_read(argv[i], &b, NULL, &e)) {
            printf("cannot be read: %s\n", argv[i]);
            return 1;
        }
        LLVMFuzzerTestOneInput(b.p, b.n);
        bytes_release(&b);
    }
    return 0;
}
