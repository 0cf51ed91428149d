#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The runs that go with a sum, cut off, damaged, of another sum, or no file at all: they are as if they were not
# there, and the sum itself is read and summed again as ever, in little time and memory.
. "${0%/*}/lib.sh"
n=0

result() { # STATUS WHAT
    n=$((n + 1))
    if [ "$1" -eq 0 ]; then echo "ok $n - $2"; else echo "not ok $n - $2"; fi
}

"$tools/mkelf" prog <<'END'
elf 64 le x86_64 exec
section .text 0x401000 0x1000 ax
sym aa 0x401000
sym bb 0x401040
sym cc 0x401080
END
for k in 1 2 3; do
    "$tools/mkgmon" gmon.out.$k prog <<END
hist 0x401000 0x401100 64
bin 3 $k
bin 20 7
arc aa bb $((k * k))
arc bb cc 5
END
done

# works: the sum is shown, and summed again with another file, without a word
works() {
    (
        ulimit -t 60
        [ -n "${HOSTILE_GPTUI_MB-}" ] || ulimit -v 524288
        printf 'gptui-script 1\nkeys 1\nkeys 2\nkeys 3\nkeys 4\ndump info.txt\n' >script
        COLUMNS=200 "$GPTUI" --script=script prog sum >out 2>&1 </dev/null &&
            "$GPTUI" -s --sum-output=again prog sum gmon.out.1 >>out 2>&1 </dev/null
    ) && [ ! -s out ] && cmp -s again want
}

"$GPTUI" -s --sum-output=sum prog gmon.out.1 gmon.out.2 gmon.out.3 &&
    "$GPTUI" -s --sum-output=want prog gmon.out.1 gmon.out.2 gmon.out.3 gmon.out.1
cp sum.run good
works && grep -q '3 are summed up here: .* in gmon.out.1 to .* in gmon.out.3$' info.txt && cmp -s again.run want.run
result $? 'good ones are read, and kept'

bytes=$(wc -c <good) bad=0 at=0
while [ $at -lt "$bytes" ]; do
    head -c $at good >sum.run
    works && ! grep -q 'are summed up' info.txt || bad=1
    at=$((at + 1 + at / 6))
done
result $bad 'cut off anywhere'

bad=0 at=0
while [ $at -lt "$bytes" ]; do
    for byte in '\377' '\000'; do
        { head -c $at good && printf "$byte" && tail -c +$((at + 2)) good; } >sum.run
        works || { bad=1; echo "# $byte at $at"; }
    done
    at=$((at + 3))
done
result $bad 'with another byte'

{ cat good && echo more; } >sum.run
works && ! grep -q 'are summed up' info.txt
result $? 'with bytes after the end'

cp want.run sum.run
works && ! grep -q 'are summed up' info.txt
result $? 'of another sum'

bad=0
rm sum.run && mkfifo sum.run && works || bad=1
rm sum.run && mkdir sum.run && works || bad=1
rmdir sum.run && ln -s /dev/zero sum.run && works || bad=1
rm sum.run && ln -s sum.run sum.run && works || bad=1
rm sum.run
result $bad 'a pipe, a folder, a device, a link to itself'

# What a run says of itself is shown, not sent to the terminal.
"$BUILD/tests/cli/make_run" sum <<'END'
command NAMEHERE\040x y
sampled-by timer
image 0 ticks 0 build-id - path prog
image 1 ticks 1 build-id - path /lib/LIBRARY
image 2 ticks 1 build-id - path /lib/run
bin 1 0x1000 0x1100 64 3 1
bin 2 0x1000 0x1100 64 3 1
END
escape=$(printf '\033')
sed "s/NAMEHERE/NAM$escape[2JE/; s/sampled-by/sampled${escape}by/; s/LIBRARY/LIB${escape}[2J/" sum.run >sent && mv sent sum.run
"$GPTUI" --info sum.run >out 2>&1
[ "$(grep -c "$escape" out)" = 0 ] && grep -q '^command NAM\\033\[2JE\\040x y$' out && grep -q '^sampled\\033by timer$' out
result $? 'escapes in words, which --info shows'
cp sum.run kept
"$GPTUI" --unpack sum.run >out 2>&1
[ -e "sum.LIB$escape[2J" ] && [ "$(grep -c "$escape" out)" = 0 ] && grep -q '^sum.LIB' out
result $? 'and in names, which --unpack shows'
cmp -s sum.run kept && [ -e sum.run.2 ]
result $? 'a library called run takes no place of the run'

echo "1..$n"
