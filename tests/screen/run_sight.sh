#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# What must be in sight where entries and lists are longer than the screen: the cursor, the function of an entry and
# a caller above it, the heaviest row after a change of order or rows. In the program f0 to f59 call f60, which
# calls f61 to f120; f0 to f39 call each other in a ring. All screens together have a check sum for each size and
# start in expected/sight.sums (`make bless T=screen/run_sight`).
. "$SRC/tests/tap.sh"
why='wrong said'
sums=$SRC/tests/screen/expected/sight.sums
GPTUI_TEST=1 LC_ALL=C.UTF-8
export GPTUI_TEST LC_ALL
awk 'BEGIN {
    print "elf 64 le x86_64 exec\nsection .text 0x10000 0x10000 ax" >"elf"
    print "hist 0x10000 0x20000 4096" >"gmon"
    for (i = 0; i <= 120; i++) {
        printf "sym f%d 0x%x\n", i, 65536 + 256 * i >"elf"
        print "tick f" i, 1 + i * 7 % 60 >"gmon"
    }
    for (i = 0; i <= 120; i++) {
        if (i < 60) print "arc f" i " f60", 1 + i >"gmon"
        if (i > 60) print "arc f60 f" i, i >"gmon"
        if (i < 40) print "arc f" i " f" (i + 1) % 40, 2 >"gmon"
    }
    print "sym tail 0x1f000" >"elf"
}'
"$BUILD/tests/tools/mkelf" hub <elf && "$BUILD/tests/tools/mkgmon" hub.out hub <gmon || exit 1
touch -d 2020-01-01T00:00:00Z hub hub.out

# Keys before each change, in turn; then the changes, one a line.
moves='G . <PageDown> <PageDown>k'
cat >changes <<'.'
:sort total
:sort calls
:sort name
:sort self asc
:sort total asc
:sort name desc
:sort self
keys s<Down><Down><Enter>
keys &7<Enter>
keys &!3<Enter>
keys &<Enter>
keys &total%>=1<Enter>
keys &<Enter>
keys &nothing<Enter>
keys U
keys -z
keys -l
keys -l
keys X
keys X
keys -E
keys -k
keys -a
keys -D
keys -f
keys U
keys U
keys <C-r>
keys z
keys -F
keys U
keys b
:-P f100
:-n f60
:-k f60/f100
keys UU
keys UU
keys UU
keys gjjj
keys -E-E
keys <PageDown><PageDown>
keys DDp-b
.

# look ROWS COLUMNS NAME LINES: all screens after the changes, from where the lines lead
look() {
    rows=$1 cols=$2 name=$3-$1x$2 lines=$4
    {
        printf 'gptui-script 1\nresize %s %s\n%s\ndump d000\n' "$rows" "$cols" "$lines" | sed 's/ | /\n/g'
        awk -v moves="$moves" '{ n = split(moves, move, " "); m = move[(NR - 1) % n + 1]
            if (m != ".") print "keys " m
            print
            printf "dump d%03d\n", NR }' changes
    } >script
    rm -f d0*
    "$GPTUI" --script script hub hub.out >said 2>&1
    status=$?
    awk '
        function end() { if (n && !cursor) print "not in sight: " file }
        FNR == 1 {
            end()
            file = FILENAME
            match($0, /cursor=[0-9]+/)
            at = substr($0, RSTART + 7, RLENGTH - 7)
            n = / mode=(flat|graph|modules) / && !/ row=[0-9]*\/0 /
            cursor = 0
        }
        /^--/ { on = $0 == "--text--"; first = FNR + 1; next }
        on && FNR == first + at && /^>/ { cursor = 1 }
        END { end() }' d0* >wrong
    [ $status -eq 0 ] && [ ! -s wrong ]
    result $? "$name: the cursor is in sight"
    # Without the title.
    echo "$name $(awk '/^--/ { plane = $1; row = 0; next } plane != "--looks--" && ++row > 1' d0* | cksum)" >>all
}

: >all
for size in 24x80 12x60 8x40 40x120 16x100; do
    look "${size%x*}" "${size#*x}" start 'keys 1'
    look "${size%x*}" "${size#*x}" entry ':goto f60'
    look "${size%x*}" "${size#*x}" modules 'keys 3'
    look "${size%x*}" "${size#*x}" cycle ':goto f3 | keys zz'
    look "${size%x*}" "${size#*x}" last ':goto f120 | keys Gu'
done
[ -z "${GPTUI_BLESS-}" ] || cp all "$sums"
diff "$sums" all >wrong
result $? 'all screens are as they were'
echo "1..$n"
