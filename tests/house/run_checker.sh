#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# scripts/check-layers finds each kind of breach, and none in a clean folder.
. "$SRC/tests/tap.sh"
d=$TMPDIR/src

spdx='/* SPDX-License-Identifier: GPL-3.0-or-later */'
what='/* a: a file to be checked */'

# finds RULE PATH TEXT: a folder whose file PATH holds TEXT has exactly that breach ("": none)
finds() {
    rm -rf "$d"
    mkdir -p "$d/$(dirname "$2")"
    printf '%s\n%s\n%s\n' "$spdx" "$what" "$3" >"$d/$2"
    printf -- '- `%s/`: a folder\n' "$(dirname "$2")" >"$d/ARCHITECTURE.md"
    [ "$1" != licence ] || printf '%s\nint x;\n' "$what" >"$d/$2"
    got=$(GIT_DIR=/nonexistent "$SRC/scripts/check-layers" "$d" 2>&1 | sed 's/:.*//' | sort -u)
    [ "$got" = "$1" ]
    result $? "${1:-nothing} in $2" "found: $got"
}

finds '' src/core/view/a.c '#include "core/load/gmon/gmon.h" /* exit(1) */'
finds '' src/core/cli/a.c 'void f(void) { puts("exit"); }'
finds include src/core/base/a.c '#include "core/view/line.h"'
finds include src/tui/a.c '#include "core/cli/cli.h"'
finds '' src/core/load/code/a.c '#include "arch/calls.h"'
finds include src/core/view/a.c '#include "arch/calls.h"'
finds include arch/x86/a.c '#include "core/load/code/code.h"'
finds include src/core/base/file/a.c '#include "core/model/profile.h"'
finds include src/core/view/a.c '#include "view/line.h"'
finds include src/elsewhere/a.c ''
finds door src/core/view/a.c '#include <bfd.h>'
finds door src/core/load/a.c '#include "core/load/bfd/door.h"'
finds door src/tui/widget/list.c '#include <curses.h>'
finds call src/core/view/a.c 'void f(void) { exit(1); }'
finds open src/core/view/a.c 'void f(void) { g(open(path, 0)); }'
finds open src/tui/a.c 'void f(void) { DIR *d = opendir(path); }'
finds '' src/core/load/bfd/a.c 'void f(void) { int fd = open("/dev/null", 1); reopen(fd); }'
finds static src/core/view/a.c 'static int count;'
finds number src/core/view/grid/a.c 'double f(void) { return ticks / a->rate_hz; }'
finds number src/tui/a.c 'double f(void) { return self / hz / n; }'
finds number src/core/view/format/a.c 'double f(void) { return t / (double)a->graph->calls[s]; }'
finds number src/core/view/format/a.c 'double f(void) { return 100.0 * part / whole; }'
finds '' src/core/view/values.h 'static inline double f(double t) { return 100 * t / hz; }'
finds '' src/core/view/a.c 'bool f(void) { return a->rate_hz > 0; /* "self/call": self / calls */ }'
finds quote src/core/view/a.c 'const char *f(void) { return "'"'\\\\''"'"; }'
finds quote src/tui/a.c 'const char *f(void) { return "\"'"'"'\""; }'
finds quote src/record/a.c 'const char *f(void) { return "$'"'"'x"; }'
finds quote src/core/cli/a.c 'void f(void) { g("\"$(printf"); }'
finds quote src/record/a.c 'void f(void) { g("see: gptui record %s", name); }'
finds length src/core/view/a.c "$(printf 'void f(void)\n{\n'; yes 'g();' | head -81; echo '}')"
finds licence src/core/view/a.c ''
what='/* a */'
finds map src/core/view/a.c ''
what='/* a: a file to be checked */'

# The page about the whole names every folder, and no other.
says() {
    "$SRC/scripts/check-layers" "$d" | grep -q "$1"
    result $? "$1"
}
GIT_DIR=/nonexistent
export GIT_DIR
echo '- `src/gone/`: a folder' >"$d/ARCHITECTURE.md"
says 'src/core/view/: no line'
says 'src/gone/: named'

# A circle in the table of layers is found, too.
cp -R "$SRC/scripts" "$TMPDIR/scripts"
echo 'core/base: core/view' >>"$TMPDIR/scripts/layers.table"
"$TMPDIR/scripts/check-layers" "$d" | grep -q 'core/view may include itself'
result $? 'a circle of layers'
echo "1..$n"
