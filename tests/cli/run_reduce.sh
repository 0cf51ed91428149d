#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The manual's recipe for sums of many runs: its commands run as they stand there, and give the sum and
# the statistics of all at once.
. "$SRC/tests/cli/lib.sh"
LC_ALL=C PATH=$BUILD:$PATH why=log
export LC_ALL PATH

"$tools/mkelf" prog <<'END' || exit 1
elf 64 le x86_64 exec
section .text 0x401000 0x100 ax
sym aa 0x401000
sym bb 0x401020
sym tail 0x401080 notype
END
mkdir ranks
i=0
while [ $i -lt 230 ]; do
    if [ $i -lt 7 ]; then
        "$tools/mkgmon" ranks/gmon.$i prog <<END || exit 1
hist 0x401000 0x401080 32
bin 1 $((100 + i))
bin 9 $((50 * i))
arc aa bb $((i * i))
END
    else
        ln ranks/gmon.$((i % 7)) ranks/gmon.$i
    fi
    i=$((i + 1))
done
"$GPTUI" -s --sum-output=want.gmon prog ranks/gmon.* >log 2>&1
result $? 'the sum of all at once'

sed -n '/^\.SS Sums of many runs/,/^\.SH/p' "$SRC/man/gptui.1" |
    sed -n '/^\.EX/,/^\.EE/{/^\./!p;}' |
    sed 's/\\(aq/'"'"'/g; s/\\-/-/g; s/\\e$/\\/; s/\\&//g' >commands
[ -s commands ] && sh -e commands >log 2>&1 && [ "$(ls sums/*.gmon | wc -l)" = 3 ] &&
    cmp want.gmon job.gmon >>log 2>&1 && cmp want.gmon.run job.gmon.run >>log 2>&1
result $? 'the same in steps'
echo "1..$n"
