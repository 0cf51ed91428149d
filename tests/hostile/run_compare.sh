#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Damaged profiles on either side of a comparison, and in a set of runs: what is no good is left out
# or ends with one line, and never does harm.
. "${0%/*}/lib.sh"

"$tools/mkelf" prog <<'END'
elf 64 le x86_64 exec
section .text 0x1000 0x400 ax
sym main 0x1000
sym alpha 0x1080
sym beta 0x1100 local
sym gamma 0x1180
sym tail 0x1300 notype
END
"$tools/mkelf" older <<'END'
elf 64 le x86_64 exec
section .text 0x1000 0x400 ax
sym main 0x1000
sym alpha 0x10c0
sym delta 0x1180
sym tail 0x1300 notype
END
# profile NAME IMAGE TICKS CALLS
profile() {
    "$tools/mkgmon" "$1" "$2" <<END
hist 0x1000 0x1200 16
bin 0 $3
bin 4 40
arc 0x1004 0x1080 $4
arc 0x1084 0x1100 5
arc 0x1104 0x1180 6
END
}
profile good prog 30 7
profile more prog 35 7
profile bad prog 31 9
profile old older 29 8

{
    damage -m 4 -s $((step * 3)) 'compared with' bad -- --diff=bad --format=text prog good
    damage -m 4 -s $((step * 3)) 'the new side' bad -- --diff=good --format=csv prog bad
    damage -m 4 -s $((step * 7)) 'both sides' bad -- --diff=bad --format=json prog bad
    damage -m 4 -s $((step * 7)) 'of another build' old -- --diff=old --diff-image=older --format=csv prog good
    damage -m 4 -s $((step * 7)) 'one of two old ones' bad -- --diff=good --diff=bad --format=csv prog more good
    damage -m 4 -s $((step * 7)) 'a condition' bad -- --diff=bad --fail-if 'self(main)>+9000s' prog good
    damage -m 4 -c $((cuts * 23)) -s $((step * 47)) 'the other build' older -- --diff=old --diff-image=older --format=csv prog good
    damage -m 4 -s $((step * 3)) 'within a set of runs' bad -- --diff=good --only-runs='#2-#3' --format=csv prog good bad more
    damage -m 4 -s $((step * 7)) 'statistics' bad -- --statistics --format=csv -p prog good bad more
    damage -m 4 -s $((step * 7)) 'some runs' bad -- --only-runs='#1-#2' -b prog good bad more
} | numbered
