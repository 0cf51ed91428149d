#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Many profiles as a set of runs: sums, parts, statistics, and files that are no good.
. "$SRC/tests/cli/lib.sh"

"$tools/mkelf" prog <<'END' || exit 1
elf 64 le x86_64 exec
section .text 0x401000 0x100 ax
sym aa 0x401000
sym bb 0x401020
sym cc 0x401040
sym tail 0x401080 notype
END
# run NAME TICKS_OF_AA TICKS_OF_BB CALLS_OF_BB
run() {
    mkdir -p "$(dirname "$1")"
    "$tools/mkgmon" "$1" prog <<END || exit 1
hist 0x401000 0x401080 32
bin 1 $2
bin 9 $3
arc aa bb $4
END
}
run r/gmon.1 100 50 7
run r/gmon.2 100 50 7
run r/gmon.3 100 50 8
run r/gmon.4 100 250 7
run r/gmon.10 100 50 0

# The sum is gprof's, whether the runs are told apart or not.
gprof -b prog r/gmon.* >want 2>err
"$GPTUI" -b prog r/gmon.* >out 2>>err && cmp -s want out
result $? 'the sum of all'
"$GPTUI" -b --statistics prog r/gmon.* >out 2>err && cmp -s want out
result $? 'the sum of a set of runs'

# part LIST FILE...: those runs are these files.
part() {
    list=$1
    shift
    gprof -b prog "$@" >want 2>err
    "$GPTUI" -b --only-runs="$list" prog r/gmon.* >out 2>>err && cmp -s want out
    result $? "--only-runs=$list"
}
part 4 r/gmon.4
part 1,4 r/gmon.1 r/gmon.4
part 3-10 r/gmon.3 r/gmon.4 r/gmon.10
part '#5' r/gmon.10
part '#1-#2' r/gmon.1 r/gmon.2
"$GPTUI" -b --only-runs=5 prog r/gmon.* >out 2>err
[ $? = 1 ] && [ "$(cat err)" = "$GPTUI: 5: no run has this name or number" ]
result $? 'a run that is not there'
"$GPTUI" -b --only-runs=1 prog r/gmon.1 >out 2>err
[ $? = 1 ] && grep -q 'there is only one run' err
result $? 'a run of a single file'

# A file may have an arc more than once.
mkdir twice
for i in 1 2; do
    "$tools/mkgmon" twice/$i prog <<END || exit 1
hist 0x401000 0x401080 32
bin 1 10
arc aa bb $i
arc bb cc 5
arc aa bb 4
END
done
gprof -b prog twice/2 >want 2>err
"$GPTUI" -b --only-runs=2 prog twice/1 twice/2 >out 2>>err && cmp -s want out
result $? 'an arc that a file has twice'

# Columns come at the end, and only if asked for.
"$GPTUI" --format=csv -p prog r/gmon.* >plain 2>err
"$GPTUI" --format=csv -p --statistics prog r/gmon.* >out 2>>err
columns=,runs,mean_seconds,max_seconds,worst_run
tr -d '\r' <plain | head -n 1 | sed "s/\$/$columns/" >want
tr -d '\r' <out | head -n 1 | cmp -s - want
result $? 'columns of statistics'
tr -d '\r' <out | grep '^flat,,2,bb,' | grep -q ',5,0.9,2.5,4$'
result $? 'statistics of a function'
tr -d '\r' <out | grep '^flat,,1,aa,' | grep -q ',5,1,1,1$'
result $? 'statistics of a function that is alike in all runs'
"$GPTUI" --format=csv -p --statistics=runs prog r/gmon.* >out 2>err
[ $? = 1 ] && [ "$(head -n 1 err)" = "$GPTUI: option '--statistics' doesn't allow an argument" ] && [ ! -s out ]
result $? 'no times of each run'
"$GPTUI" --format=csv -p --statistics --only-runs=3-4 prog r/gmon.* 2>err | tr -d '\r' >out
grep '^flat,,2,bb,' out | grep -q ',2,1.5,2.5,4$'
result $? 'statistics of some runs'
"$GPTUI" --format=json -p --statistics prog r/gmon.* >out 2>err
grep -q '"run":"4".*"calls":7,"mark":"outlier"' out && grep -q '"runs":5,.*"worst_run":"4"}' out
result $? 'statistics in JSON, with the run that stands out'

# A sum knows them as well, however it was made; the file of a single run knows none.
"$GPTUI" -s --sum-output=part.sum prog r/gmon.1 r/gmon.4 && "$GPTUI" -s --sum-output=rest.sum prog r/gmon.3 r/gmon.2 r/gmon.10 &&
    "$GPTUI" -s --sum-output=all.sum prog rest.sum part.sum
"$GPTUI" --format=csv -p --statistics prog all.sum 2>err | tr -d '\r' >out
grep '^flat,,2,bb,' out | grep -q ',5,0.9,2.5,r/gmon.4$' &&
    grep '^flat,,1,aa,' out | grep -q ',5,1,1,r/gmon.1$'
result $? 'statistics of a sum'
"$GPTUI" --format=json -p --statistics prog all.sum >out 2>err
grep -q '"run":"r/gmon.4","seconds":3.5,"calls":7' out && grep -q '"runs":5,.*"worst_run":"r/gmon.4"' out
result $? 'statistics of a sum in JSON'
"$GPTUI" --format=csv -p --statistics prog r/gmon.1 >out 2>err && ! grep -q worst_run out
result $? 'no statistics of a single run'

# What is no good is left out, and the rest opens.
mkdir bad
cp r/gmon.1 bad/a1
cp r/gmon.2 bad/a2
head -c 100 r/gmon.3 >bad/b-half
head -c 10 r/gmon.3 >bad/c-short
: >bad/d-empty
echo 'this is no profile but a text that is long enough' >bad/e-text
"$tools/mkgmon" bad/f-scale prog <<'END' || exit 1
hist 0x401000 0x401080 16
bin 1 1
END
"$tools/mkgmon" bad/g-rate prog <<'END' || exit 1
rate 1000
hist 0x401000 0x401080 32
bin 1 1
END
ln -s nowhere bad/h-gone
"$GPTUI" -b --statistics prog bad/a* bad/b* bad/c* bad/d* bad/e* bad/f* bad/g* bad/h* >out 2>err
gprof -b prog r/gmon.1 r/gmon.2 >want 2>/dev/null
holds 'files that are no good change nothing' cmp -s want out
sed -n "s|^$GPTUI: warning: bad/\(.\)-[a-z]* is left out: |\1: |p" err >out
cat >want <<'END'
b: it ends too early
c: it is too short for a profile
d: it is too short for a profile
e: it is no profile, or ends too early
f: its histogram does not go with the others
g: its samples were taken at another rate
h: it cannot be read
END
holds 'each of them with a reason' cmp -s want out
"$GPTUI" -b --statistics prog bad/c* bad/d* >out 2>err
[ $? = 1 ] && [ "$(wc -l <err)" = 1 ] && [ ! -s out ]
result $? 'nothing but such files'
"$GPTUI" -b prog bad/a* bad/b* >out 2>err
holds 'a plain sum fails as in gprof' [ $? = 1 ]

# Runs beside the files say which are of one run.
mkdir told
# told NAME RUN RANK FILE: what the runtime would write; no RANK: it has none
told() {
    cp "$4" "told/$1"
    printf 'run %s\n%shost node%s\npid 7\nrate-asked 100\nimage 0 ticks 1000 build-id - file %s path prog\n' \
        "$2" "${3:+rank $3
}" "$3" "$1" | "$BUILD/tests/cli/make_run" "told/$1"
}
told x.1 job 0 r/gmon.1
told x.2 job 1 r/gmon.2
told x.3 job 1 r/gmon.4
told x.4 job 2 r/gmon.3
"$GPTUI" --format=json -p --statistics prog told/x.? >out 2>err
grep -q '"runs":\[' out && grep -q '"run":"1","host":"node1","rank":1,"seconds":5,"calls":14' out &&
    grep -q '"runs":3,.*"worst_run":"1"}' out
result $? 'files of one run and rank are one run, ranks are names'
gprof -b prog r/gmon.2 r/gmon.4 >want 2>err
"$GPTUI" -b --only-runs=1 prog told/x.? >out 2>>err && cmp -s want out
result $? 'a rank of two processes'
for f in 1 2 3 4; do told x.$f same '' r/gmon.$f; done
"$GPTUI" -b --only-runs=1 prog told/x.? >out 2>err
[ $? = 1 ] && grep -q 'there is only one run' err
result $? 'processes of a single run are no set'
# What Info says of files is that of the runs shown: as of these files alone, but for the lines on runs.
mkdir odd && cp r/gmon.2 r/gmon.3 r/gmon.4 odd
run odd/full 65535 50 7
# info TO [OPTION] FILE...: the lines of Info but for those on runs; the whole of it in TO.all
info() {
    to=$1
    shift
    printf 'gptui-script 1\nkeys 4\n:w! %s.all\n' "$to" >script
    LINES=24 COLUMNS=100 "$GPTUI" --script script "$@" >out 2>err
    grep -Ev '^ +(runs|files) |^ +filter ' "$to.all" >"$to"
}
info alone prog odd/full odd/gmon.3 odd/gmon.4
info some --only-runs=gmon.3,full,gmon.4 prog odd/*
why='alone some some.all'
[ -s alone ] && cmp -s alone some && grep -q 'bin stands at 65535' some && grep -q '^ *files  *3 of 4, of the runs' some.all
result $? 'Info of some runs is that of their files'
info alone prog odd/gmon.2 odd/gmon.3
info some --only-runs=gmon.2,gmon.3 prog odd/*
[ -s alone ] && cmp -s alone some && ! grep -q 'bins stand at' some
result $? 'what is odd in others is not said of them'
"$GPTUI" --only-runs=gmon.2,gmon.3 --format=json prog odd/* >some 2>err
grep -q '"profiles":' some && grep -q 'odd/gmon.3' some && ! grep -q 'odd/full' some
result $? 'JSON has their files alone'
why='diff out err'

# The sides of a comparison, set by marks.
# keyed NAME KEYS PATTERN: what a dump after the keys shows
keyed() {
    printf 'gptui-script 1\nkeys %s\ndump d\n' "$2" >script
    rm -f d
    LINES=24 COLUMNS=100 "$GPTUI" --script script prog r/gmon.* >out 2>err && grep -Eq -e "$3" d
    result $? "$1"
}
keyed 'the slowest run is the first' 6 '^> .* 4$'
keyed 'marked runs are the base, all others new' '6<Space><Space>b7' ' 2 runs -> runs 2,3,10( |$)'
keyed 'the row alone is new, all others base' '6B7' '-> run 4( |$)'
keyed 'runs show that they are the base' '6<Space><Space>b' '^ b .* 4$'
keyed 'base and new, one after the other' '6j<Space><Space>b<Space>B7' ' 2 runs -> run 3( |$)'
keyed 'new and base likewise' '6jjj<Space>Bggj<Space><Space>b7' ' 2 runs -> run 3( |$)'
keyed 'a base of the new runs has all others against it' '6jjj<Space>Bkb7' ' r/gmon.3 -> runs 1,2,4,10( |$)'
keyed 'they are options' '6j<Space>b<Space>B--' '\[x\] --only-runs=2 '
keyed 'both of them' '6j<Space>b<Space>B--' '\[x\] --diff=r/gmon\.1 '
keyed 'the new side is what all views show' '6j<Space>b<Space>B' 'prog \+ run 2 of 5'
keyed 'so a side is taken back' '6j<Space>b<Space>BU7' ' r/gmon.1 -> runs 2,3,4,10( |$)'
keyed 'and the comparison' '6j<Space>b<Space>BUU7' 'Nothing to compare with yet'
keyed 'marks are gone then' '6j<Space>bgg<Enter>' 'prog \+ run 4 of 5'
keyed 'all runs have no others' '6Mb' 'no run is left to compare these with'
keyed 'no sides, no base' '7b' 'nothing is compared'
keyed 'files take the place of runs' '6j<Space>b:diff<Space>r/gmon.4<Enter>' ' r/gmon.4 -> runs 2,3,4,10 '
keyed 'runs take the place of files' ':diff<Space>r/gmon.4<Enter>6jb7' ' r/gmon.1 -> runs 2,3,4,10 '
keyed 'no comparison any longer' '6<Space>b:diff<Enter>7' 'Nothing to compare with yet'
# from OPTIONS NAME KEYS PATTERN: likewise, of a browser that began with the options
from() {
    printf 'gptui-script 1\nkeys %s\ndump d\n' "$3" >script
    rm -f d
    LINES=24 COLUMNS=100 "$GPTUI" --script script "$1" prog r/gmon.* >out 2>err && grep -Eq -e "$4" d
    result $? "$2"
}
keyed 'the title says how many runs there are' g 'prog *\+ *5 runs'
from --only-runs=4 'and which one is shown' g 'prog *\+ *run 4 of 5'
from --as-one 'all as one: no runs' g 'prog *\+ *5 profiles'
keyed 'all runs, marked at once' '6M<Enter>' ' all 5 runs'
keyed 'no option says so' '6M<Enter>' 'prog *\+ *5 runs'
keyed 'nor is it a step to take back' '6M<Enter>U' 'nothing to undo'
keyed 'from some of them to all' '6jjj<Enter>6MM<Enter>6M<Enter>' 'all 5 runs; U goes back to those before'
keyed 'all but the one that is unmarked' '6jjM<Space><Enter>--' '\[x\] --only-runs=1,3,4,10 '
keyed 'U shows all again' '6jM<Space><Enter>U' 'prog *\+ *5 runs'
keyed 'also in Runs, where marks stay' '6jjj<Enter>6MU' ' 5 marked'
keyed 'all marked, then none: the run of the row' '6MM<Enter>--' '\[x\] --only-runs=4 '
keyed 'what a row filter leaves is marked' '6&[34]<Enter>M<Enter>--' '\[x\] --only-runs=3,4 '
from --only-runs=4 'others in place of those that options name' '6<Enter>' '1 run of 5; U goes back to those before'
from --only-runs=4 'U brings those back' '6<Enter>U--' '\[x\] --only-runs=4 '
from --only-runs=2-3 'all take the place of some' '6M<Enter>' 'prog *\+ *5 runs'
from --only-runs=2-3 'U brings those back, too' '6M<Enter>U--' '\[x\] --only-runs=2-3 '
from --only-runs=2-3 'what options say is no step of its own' '6U' 'nothing to undo'
# Restricted step by step, with filters in between, or at once: the screens are the same.
# steps OPTIONS KEYS: after the keys the rows are those of a start with the options
steps() {
    options=$1
    printf 'gptui-script 1\nkeys 1g\ndump want\n' >script
    # shellcheck disable=SC2086
    LINES=24 COLUMNS=200 "$GPTUI" --script script $options prog r/gmon.* >out 2>err
    printf 'gptui-script 1\nkeys %s1g\ndump d\n' "$2" >script
    LINES=24 COLUMNS=200 "$GPTUI" --script script prog r/gmon.* >>out 2>>err
    for f in want d; do sed -n '/^ *%time/,/^--/p' $f | grep -v '^--' | head -n 12 >$f.rows; done
    grep -q 'aa\|bb' d.rows && cmp -s want.rows d.rows
    result $? "step by step: $1"
}
steps --only-runs=#2-#4 '6<Space>j<Space><Space><Enter>'
steps '--only-runs=4 -Paa' '6<Enter>:-P<Space>aa<Enter>'
steps '-Paa --only-runs=4' ':-P<Space>aa<Enter>6<Enter>'
steps --only-runs=4 ':-P<Space>aa<Enter>6<Enter>:-P<Space>aa<Enter>'
steps '-kaa/bb --only-runs=#3-#4' '6<Space>jj<Space><Enter>:-k<Space>aa/bb<Enter>'
# The browser shows of the functions of a sum what it shows of those of the set of these runs.
mkdir alike
entry=$(readelf -h prog | sed -n 's/.*Entry point address: *//p')
for run in 1 2 3 4; do
    cp r/gmon.$run alike/$run
    printf '%s\n' "rank $run" 'rate-asked 100' "image 0 ticks 9999 build-id - entry $entry file $run path ./prog" |
        "$BUILD/tests/cli/make_run" alike/$run
done
(cd alike && "$GPTUI" -s --sum-output=sum ../prog 1 2 3 4)
printf 'gptui-script 1\nkeys 1\ndump d\n' >alike/script
for files in '1 2 3 4' sum; do
    # shellcheck disable=SC2086
    (cd alike && LINES=24 COLUMNS=200 "$GPTUI" --script script ../prog $files) >out 2>err
    sed -n '/ mean s.*worst/,/^--/p' alike/d | sed -n 's/│.*//; /[0-9]/p' >"rows.${files%% *}"
done
cmp -s rows.1 rows.sum && grep -q ' 1.00  *2.50 .*bb' rows.sum
result $? 'Flat of a sum has the columns of a set'
# View 6 lists the runs of a sum, whose files are opened from there.
printf 'gptui-script 1\nkeys 6\ndump d\nkeys <Enter>\ndump e\n' >script
LINES=24 COLUMNS=160 "$GPTUI" --script script prog all.sum >out 2>err
grep -q 'prog + all.sum of 5 runs, slowest: r/gmon.4 ' d && grep -q '^> .* r/gmon.4$' d &&
    grep -q 'prog + r/gmon.4 of 5 runs  *350 samples' e
result $? 'the runs of a sum, and one of them opened'
(cd alike && LINES=24 COLUMNS=160 "$GPTUI" --script ../script ../prog sum) >out 2>err
grep -q 'prog + sum of 4 ranks, slowest: rank 4 ' alike/d && grep -q '^> .* 4 *$' alike/d && grep -q 'of this run there is no file' alike/e
result $? 'ranks of a job are called so'
# Statistics of another version are not counted as one run.
printf 'gptui-runs 1\n' >alike/sum.run
(cd alike && "$GPTUI" -s --sum-output=more ../prog sum 1) >out 2>err
[ $? = 1 ] && [ "$(wc -l <err)" = 1 ] && grep -q ': sum.run: another version of gptui wrote it: ' err && [ ! -e alike/more ]
result $? '-s refuses statistics of another version'
printf 'gptui-script 1\nkeys 4\ndump d\n' >alike/script
(cd alike && LINES=40 COLUMNS=120 "$GPTUI" --script script ../prog sum) >out 2>err
holds 'and Info says that they are not shown' grep -q 'sum.run is left out: another version of gptui wrote it' alike/d
# The numbers are those of the batch program.
"$GPTUI" --diff=r/gmon.4 --format=text prog r/gmon.1 r/gmon.2 r/gmon.3 r/gmon.10 >want 2>err
"$GPTUI" --diff=r/gmon.4 --only-runs='#1-#3,10' --format=text prog r/gmon.* >out 2>>err
grep -q '2.50 .*0.50 .*bb$' out && sed 1d want >want.rows && sed 1d out | cmp -s - want.rows
result $? 'some runs of a set are compared as their files are'
# Several runs on both sides: --diff names files as operands do.
"$GPTUI" --diff='r/gmon.[12]' prog r/gmon.3 r/gmon.4 >want 2>err
"$GPTUI" --diff=r/gmon.1 --diff=r/gmon.2 prog r/gmon.3 r/gmon.4 >out 2>>err
grep -q '^Compared: 2 runs -> 2 runs$' out && cmp -s want out
result $? '--diff takes a pattern'
"$GPTUI" --runs='old=r/gmon.1 new=r/gmon.2' prog >out 2>err
[ $? = 1 ] && grep -q 'unrecognized option' err && [ ! -s out ]
result $? 'groups are named by --diff alone'
echo "1..$n"
