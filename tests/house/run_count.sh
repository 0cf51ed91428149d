#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# scripts/count counts code without comments and blank lines, and functions by their lines.
. "$SRC/tests/tap.sh"
why=out

mkdir -p src/base src/view
cat >src/base/base.h <<'END'
/* base: a comment
 * of two lines. */

int base(int a); /* and one beside code */
END
cat >src/view/view.c <<'END'
#include "base/base.h"

static const char text[] = "/* no comment";

int one(void)
{
    return base(1);
}

static int two(int a,
               int b)
{
    /* why */
    return a +
           b;
}
END
"$SRC/scripts/count" "$PWD" >out 2>&1
result $? 'it counts a folder'
holds 'lines of code have neither comments nor blanks' grep -q '^code: 13 lines' out
grep -q '^functions: 2, median 4 lines, nine in ten at most 7, longest 7 (src/view/view.c:10)' out
result $? 'functions end at their brace'
grep -q '^arrows between folders: 1' out && grep -q '^  1 src/view' out
result $? 'arrows and sources of folders'
echo "1..$n"
