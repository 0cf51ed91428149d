/* SPDX-License-Identifier: GPL-3.0-or-later */
/* floor_libdw IMAGE: the least that line granularity asks for, to compare with: elfutils' libdw
 * opens the image and reads the line tables of all units. Prints the number of rows. */
#include "../tools/tool.h"

#include <elfutils/libdw.h>
#include <fcntl.h>
#include <unistd.h>

int main(int argc, char **argv)
{
    if (argc != 2)
        fail("usage: floor_libdw IMAGE");
    int fd = open(argv[1], O_RDONLY);
    Dwarf *d = fd >= 0 ? dwarf_begin(fd, DWARF_C_READ) : NULL;
    if (!d)
        fail("%s: %s", argv[1], dwarf_errmsg(-1));
    size_t rows = 0;
    Dwarf_CU *unit = NULL;
    Dwarf_Die die;
    while (dwarf_get_units(d, unit, &unit, NULL, NULL, &die, NULL) == 0) {
        Dwarf_Lines *lines;
        size_t n;
        if (dwarf_getsrclines(&die, &lines, &n) == 0)
            rows += n;
    }
    printf("%zu\n", rows);
    dwarf_end(d);
    close(fd);
    return 0;
}
