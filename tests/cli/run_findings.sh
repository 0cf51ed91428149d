#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Forty and more made situations, in each of which something is changed in a sound profile: what is found wrong with it, and
# advised, and what the browser says of it above its keys in 80 columns. tests/cli/findings.txt has the answers
# (`make bless T=cli/run_findings`); run_advice tries what is advised on real programs.
. "$SRC/tests/tap.sh"
why='got difference said'
answers=$SRC/tests/cli/findings.txt
options='' # of gptui
GPTUI_TEST=1 COLUMNS=80 LINES=24 LC_ALL=C
export GPTUI_TEST COLUMNS LINES LC_ALL
cat >elf <<'END'
elf 64 le x86_64 exec
section .text 0x1000 0xa0 ax
sym aa 0x1000
sym bb 0x1020
sym cc 0x1040
sym dd 0x1060
sym zz 0x1080
END
cat >gmon <<'END'
rate 100
hist 0x1000 0x10a0 40
tick aa 100
tick bb 200
tick cc 300
tick dd 40
arc aa aa 5
arc aa bb 5
arc aa cc 5
arc aa dd 5
END
cat >run <<'END'
rate-asked 1000
rate-achieved 800
ticks 1000
ticks-unknown 9
ticks-counting 49
calls 1000000
image 0 ticks 640 build-id - entry 0x1000 file gmon.out path ./prog
END

# made NAME GMON ELF RUN [newer|info]: sed's commands for the profile, the program, and the run, of which there is none
# without; the program is newer, or all of Info is an answer, too.
made() {
    rm -rf prog gmon.out* dump
    sed "$3" elf | "$BUILD/tests/tools/mkelf" prog && sed "$2" gmon | "$BUILD/tests/tools/mkgmon" gmon.out prog || exit 1
    [ -z "$4" ] || sed "$4" run | "$BUILD/tests/cli/make_run" gmon.out || exit 1
    touch -d 2020-01-01T00:00:00Z prog gmon.out*
    [ "${5-}" != newer ] || touch -d 2021-01-01T00:00:00Z prog
    printf 'gptui-script 1\ndump dump\nkeys 4\nresize 200 80\ndump info\n' >script
    "$GPTUI" --script script $options prog gmon.out >said 2>&1
    {
        echo "== $1"
        "$GPTUI" --batch -i $options prog gmon.out 2>said | sed '1,/^Findings:$/d'
        awk '/^--text--$/ { n = NR }
            n && (NR == n + 1 || NR == n + 23 && !/ [0-9]+\/[0-9]+ *$/)' dump
        [ "${5-}" != info ] || sed -n '/^ program -/,/^--roles--$/{/^ [a-z0-9]/!p;}' info | sed '/^$/d; /^--/d'
    } >got
    [ -z "${GPTUI_BLESS-}" ] || cat got >>blessed
    awk -v name="== $1" '/^== / { on = $0 == name } on' "$answers" >want
    diff want got >difference
    result $? "$1"
}

made 'nothing' '' '' ''
made 'no samples' '/^tick/d' '' ''
made 'no samples and no calls' '/^tick/d; /^arc/d' '' ''
made 'no histogram' '/^tick/d; /^hist/d; /^rate/d' '' ''
made 'no calls' '/^arc/d' '' ''
made 'calls of unknown ends' 's/^arc .*/arc 0x90000 0x90010 5/' '' ''
made 'a call of an unknown end' 's/^arc aa bb/arc 1 bb/' '' ''
options=-kaa/bb
made 'a call that is cut' '' '' ''
options=''
made 'full bins' 's/^tick aa .*/tick aa 65535/' '' ''
made 'an odd rate, of which the second histogram has another' 's/^rate .*/rate 3/; $s/$/\nrate 5\nhist 0x10a0 0x1140 40/' '' ''
made 'a short range' 's/^hist .*/hist 0x1000 0x1080 32/' '' ''
made 'another range' 's/^hist .*/hist 0x101000 0x1010a0 40/; s/^tick \(.*\) \(.*\)/bin 1 \2/' '' ''
made 'a newer program' '' '' '' newer
made '65 samples' '/^tick [a-c]/d; s/^tick dd .*/tick dd 65/' '' ''
made '64 samples' '/^tick [a-c]/d; s/^tick dd .*/tick dd 64/' '' ''
made '20 samples' '/^tick [a-c]/d; s/^tick dd .*/tick dd 20/' '' ''
made '19 samples' '/^tick [a-c]/d; s/^tick dd .*/tick dd 19/' '' ''
made '1 sample' '/^tick [a-c]/d; s/^tick dd .*/tick dd 1/' '' ''
made 'few samples and no calls' '/^tick [a-c]/d; s/^tick dd .*/tick dd 4/; /^arc/d' '' ''
made 'calls that cost what no row shows' 's/^arc aa cc .*/arc aa cc 139000000/' '' ''
made 'somewhat fewer calls' 's/^arc aa cc .*/arc aa cc 40000000/' '' ''
# Code that counts: a twentieth of 640 samples is 32, a hundredth of 700 is 7.
one='s/ dd/ __fentry__/' both='s/ dd/ __fentry__/; s/ bb/ __gnu_mcount_nc/'
made 'counting takes a twentieth' "s/ dd 40/ dd 32/; s/ cc 300/ cc 308/; $one" "$one" ''
made 'counting takes less' "s/ dd 40/ dd 31/; s/ cc 300/ cc 309/; $one" "$one" ''
made 'what has less than a hundredth of the time is left aside' \
    "s/ dd 40/ dd 29/; s/ bb 200/ bb 6/; s/ cc 300/ cc 565/; $both" "$both" ''
made 'what has a hundredth counts' "s/ dd 40/ dd 28/; s/ bb 200/ bb 7/; s/ cc 300/ cc 565/; $both" "$both" ''
made 'calls whose cost a row shows' \
    "s/ dd 40/ dd 7/; s/ cc 300/ cc 333/; s/^arc aa cc .*/arc aa cc 139000000/; $one" "$one" ''
made 'threads of libc' '' '$a\
sym pthread_create@plt 0x1090' ''
made 'a run' '' '' p info
made 'a run of many calls' 's/^arc aa cc .*/arc aa cc 139000000/' '' '/none/d'
made 'a run of threads' '' '$a\
sym pthread_create@plt 0x1090' '/none/d'
made 'lost calls' '' '' '$a\
lost-calls 7'
made 'a low rate' '' '' 's/^rate-achieved .*/rate-achieved 799/'
made 'unknown code' '' '' 's/^ticks-unknown .*/ticks-unknown 10/'
made 'dear calls' '' '' 's/^ticks-counting .*/ticks-counting 50/'
made 'missing samples' '' '' '$a\
missing-samples 100'
made 'fewer missing samples' '' '' '$a\
missing-samples 9'
made 'a killed process' '' '' '$a\
kept 1\
cpu 12.345\
wall 23.456'
made 'three of them' '' '' '$a\
kept 3\
cpu 12.345\
wall 23.456'
made 'killed at once' '' '' '$a\
kept 1'
made 'killed, and samples are missing' '' '' '$a\
kept 1\
cpu 12.345\
wall 23.456\
missing-samples 30' info
made 'phases' '' '' '$a\
phase 0 0 begin\
phase 1500 250 a\\012b' info
made 'lost paths' '' '' '$a\
lost-path-ticks 3' info
made 'a library' '' '' '$a\
image 1 ticks 700 build-id - file gmon.out.x.so path /lib/libx.so' info
made 'the runtime itself' '' '' '$a\
image 1 ticks 40 build-id - path /usr/lib/libgptui-rt.so' info
made 'several ranks' '' '' '$a\
runs 4' info
made 'a tick' '' '' '$a\
rate-tick 100' info
if [ -n "${GPTUI_BLESS-}" ]; then
    { sed '/^==/,$d' "$answers" && cat blessed; } >renewed && cp renewed "$answers"
fi
holds 'every answer belongs to a situation' [ "$(grep -c '^==' "$answers")" = $n ]

# The number in the title after a change of options is that of a start with them, and the one before when it is taken
# back.
sed 's/^arc aa bb/arc 1 bb/' gmon | "$BUILD/tests/tools/mkgmon" gmon.out prog || exit 1
number_in() {
    sed -n '/^--text--$/,/^--roles--$/p' "$1" | sed -n 's/.* \([^ ]* findings*\) *$/\1/p'
}
for options in -kaa/bb -kaa/cc -l -c -a '-pbb' '-N.' '--clones' '-E.'; do
    printf 'gptui-script 1\ndump start\n' >script
    "$GPTUI" --script script "$options" prog gmon.out >said 2>&1
    printf 'gptui-script 1\ndump before\n:%s\ndump changed\nkeys U\ndump back\n' "$options" >script
    "$GPTUI" --script script prog gmon.out >>said 2>&1
    { number_in start && number_in before; } >want
    { number_in changed && number_in back; } >got
    [ "$(grep -c finding want)" = 2 ] && diff want got >difference
    result $? "the same findings after a change to $options"
done
echo "1..$n"
