/* SPDX-License-Identifier: GPL-3.0-or-later */
/* floor IMAGE: opens the image with libbfd and reads its symbols, the least that any analyser does.
 */
#define PACKAGE         "floor" /* bfd.h insists */
#define PACKAGE_VERSION "0"
#include <bfd.h>

#include "../tools/tool.h"

#include <stdlib.h>

int main(int argc, char **argv)
{
    bfd_init();
    bfd *b = argc == 2 ? bfd_openr(argv[1], NULL) : NULL;
    long bytes = b && bfd_check_format(b, bfd_object) ? bfd_get_symtab_upper_bound(b) : -1;
    asymbol **symbols = bytes < 0 ? NULL : malloc((size_t)bytes);
    if (!symbols || bfd_canonicalize_symtab(b, symbols) < 0)
        fail("floor IMAGE: %s", bfd_errmsg(bfd_get_error()));
    free(symbols);
    return 0;
}
