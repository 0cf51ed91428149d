#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The program and its libraries shown together: every call once and by its true caller, every sample,
# and nothing of other runs or other builds.
RT=$BUILD/tests/rt
. "$SRC/tests/runtime/lib.sh"
GPTUI_TEST=1
export GPTUI_TEST

for name in a b; do
    "$CC" -O1 -g -pg -fPIC -shared -Wl,-Bsymbolic -Wl,--build-id=0x0${name}0${name} -DPREFIX\(x\)=${name}_##x \
        -o lib$name.so "$here/library.c"
done
compile prog "$here/images.c" -pg ./liba.so ./libb.so
run() { rm -rf gmon.out* && GPTUI_RT=asked=on ./prog; }

report() { "$GPTUI" --batch -b "$@" prog gmon.out 2>report.err; }

# called CALLER CALLEE: how often, by the callee's entry in a graph on standard input
called() {
    awk -v from="$1" -v to="$2" '
        /^-----/ { n = 0 }
        /^\[/ { if ($(NF - 1) == to) sum += n; n = 0; next }
        NF > 2 && $(NF - 1) == from { split($(NF - 2), part, "/"); n = part[1] }
        END { print sum + 0 }'
}

# count NAME: calls in a flat profile on standard input
count() { awk -v f="$1" '$NF == f && $4 ~ /^[0-9]+$/ { n += $4 } END { print n + 0 }'; }

# sum COLUMN FILE: of the flat profile as csv
sum() {
    awk -F, -v name="$1" '
        NR == 1 { for (i = 1; i <= NF; i++) if ($i == name) column = i }
        $1 == "flat" { n += $column }
        END { printf "%.0f\n", n }' "$2"
}

# samples: of all images that are files, but for the runtime
samples() { about | awk '$1 == "image" && $NF ~ /\// && !/libgptui-rt/ { n += $4 } END { print n }'; }

run
report --images -q >graph
verdict "$(wc -c <report.err)" 'nothing to complain of' "$(cat report.err)"
equal 'calls from the program' '1 1 1 1' "$(called main a_work <graph) $(called main a_back <graph) \
$(called main a_burn <graph) $(called main b_burn <graph)"
equal 'calls back, and from there into another library' '30 30' \
    "$(called a_back called_back <graph) $(called called_back b_work <graph)"
equal 'calls within libraries' '1000 60' "$(called a_work a_leaf <graph) $(called b_work b_leaf <graph)"
equal 'no stand-in is left' '0 0' "$(called _init a_work <graph) $(called _start called_back <graph)"

report --images --format=csv -p >flat.csv
tr -d '\r' <flat.csv >flat
equal 'calls in all' "$(about | sed -n 's/^calls //p')" "$(sum calls flat)"
equal 'samples in all' "$(samples)" "$(sum self_ticks flat)"
equal 'samples of a library' "$(about | awk '$1 == "image" && /libb.so$/ { print $4 }')" \
    "$(awk -F, '/libb.so$/ { n += $15 } END { printf "%.0f\n", n }' flat)"
equal 'the image of each function' ./liba.so "$(awk -F, '$4 == "a_work" { print $NF }' flat)"
report --images -l -p | grep -q ' b_burn (library.c:'
verdict $? 'lines of libraries'
equal 'addresses are those of the file' "$(nm libb.so | awk '$3 == "b_work" { sub(/^0*/, "", $1); print "0x" $1 }')" \
    "$(awk -F, '$4 == "b_work" { print $19 }' flat)"
for format in json dot callgrind folded pprof; do
    report --images --format=$format >out.$format
    verdict $? "format $format" "$(cat report.err)"
done
grep -q '^cob=([0-9]*) ./libb.so$' out.callgrind && grep -q '^ob=([0-9]*)$' out.callgrind
verdict $? 'callgrind: objects' "$(cat out.callgrind)"
grep -q '^{"path":"./libb.so","profile":"gmon.out.run","ticks":[0-9]*}' out.json &&
    grep -q '"name":"b_work".*"image":"./libb.so"' out.json
verdict $? 'json: libraries, and the image of each function' "$(cat out.json)"
gzip -dc out.pprof | grep -aq './libb.so'
verdict $? 'pprof: mappings'

"$GPROF" -b prog gmon.out >wanted 2>/dev/null
report >found
cmp wanted found >differences
verdict $? 'without --images as gprof' "$(cat differences)"
report --images --images=no >found
cmp wanted found >differences
verdict $? '--images=no as gprof' "$(cat differences)"
report --strict --images >found
cmp wanted found >differences
verdict $? '--strict as gprof' "$(cat differences)"

mkdir one && cp -rp gmon.out* one && run
"$GPTUI" --batch -b --images -p prog gmon.out one/gmon.out >two
equal 'two runs' '2000 60 120' "$(count a_leaf <two) $(count called_back <two) $(count b_leaf <two)"

# H2: the sum of profiles has their libraries, and is the same again when it is summed.
for view in -p -q; do
    rm -rf gmon.sum* again*
    "$GPTUI" --batch -b --images $view prog gmon.out one/gmon.out >wanted
    for sum in 'gmon.sum gmon.out one/gmon.out' 'again gmon.sum'; do
        # shellcheck disable=SC2086
        set -- $sum
        sum=$1
        shift
        "$GPTUI" --batch -s --sum-output="$sum" prog "$@" >log 2>&1
        "$GPTUI" --batch -b --images $view prog "$sum" >found 2>&1
        [ -s wanted ] && [ ! -s log ] && cmp wanted found >>log
        verdict $? "H2: $sum of $*, $view" "$(cat log; diff wanted found)"
    done
done
rm -rf gmon.sum* && ln -s "$GPTUI" gprof
./gprof -s prog gmon.out one/gmon.out 2>err >out
equal 'H2: under the name gprof the sum is alone, with a line' \
    "gmon.sum ./gprof: warning: gmon.sum: $({ about; about one/gmon.out; } | awk '/^ticks / { all += $2 } /^image 0 / { own += $4 }
        END { print all - own, "of", all }') ticks are left out, which are in shared libraries" \
    "$(echo gmon.sum*) $(cat err)"
mv gmon.out.run kept
"$GPTUI" --batch -s prog gmon.out one/gmon.out 2>err >out
verdict $? 'H2: a run that is not there' "$(cat err)"
mv kept gmon.out.run
rm -rf gmon.sum* again*

mkdir renamed && for file in gmon.out*; do cp -rp $file renamed/other${file#gmon.out}; done
"$GPTUI" --batch -b --images -p prog renamed/other >two
equal 'renamed together' '1000 30 60' "$(count a_leaf <two) $(count called_back <two) $(count b_leaf <two)"
mkdir recorded && GPTUI_RT= "$GPTUI" record --no-open -o recorded/one ./prog >record.out 2>&1
"$GPTUI" --batch -b --images -p prog recorded/one >two
equal 'recorded' '1000 30 60' "$(count a_leaf <two) $(count called_back <two) $(count b_leaf <two)"

# browse LINES OPTIONS...
browse() {
    printf 'gptui-script 1\nresize 60 100\n%b' "$1" >script
    shift
    "$GPTUI" --script script "$@" prog gmon.out >browse.out 2>&1 </dev/null
    cat browse.out
}
browse 'dump flat\nkeys 4\ndump info\nkeys 1\n:w! gprof exported\n:w! command command\n'
grep -q -- ' --images ' command && grep -q ' image ' flat && grep -q 'libb.so *b_burn' flat
verdict $? 'the browser shows images by itself' "$(cat flat)"
holds 'Info lists them' grep -q 'joined.*/libb.so' info
grep -q -- '--images' command && sed "s|^gptui |$GPTUI --batch |" command >again && sh ./again >wanted && cmp wanted exported >differences
verdict $? 'what is exported is what the command shown prints' "$(cat differences)"
browse 'dump flat\n' --images=no
! grep -q 'libb.so' flat
verdict $? 'the browser without images' "$(cat flat)"
browse ':--images\ndump alone\n:--images\ndump together\n:undo\ndump alone2\n'
! grep -q 'libb.so' alone && grep -q 'libb.so' together && ! grep -q 'libb.so' alone2
verdict $? 'with and without, while it runs' "$(cat alone together)"
browse ':sort image\ndump sorted\n'
awk '{ for (i = 1; i <= NF; i++) if ($i ~ /^(prog|lib[ab].so)$/) print $i }' sorted | sed 1d | uniq >runs
equal 'a run of rows for each image' "$(sort -u runs | wc -l)" "$(wc -l <runs)"

# What must not be joined.
"$GPTUI" --batch -b -p prog gmon.out --images=no >plain
"$GPTUI" --batch -s --sum-output=both prog gmon.out one/gmon.out
cp gmon.out.run good.run && mv both.run gmon.out.run
report -p >found
cmp plain found >differences && [ "$(wc -l <report.err)" = 1 ]
verdict $? 'a run that belongs to another profile: one line' "$(cat differences report.err)"
head -c $(($(wc -c <good.run) / 2)) good.run >gmon.out.run
report -p >found
cmp plain found >differences && [ "$(wc -l <report.err)" = 1 ]
verdict $? 'half a run: one line' "$(cat differences report.err)"
cp good.run gmon.out.run
report --images -q >graph
equal 'its own run' '30 1000' "$(called a_back called_back <graph) $(called a_work a_leaf <graph)"
browse 'keys 4\ndump info\n'
grep -q 'joined.*/libb.so' info
verdict $? 'Info lists it' "$(cat info)"

run
cp libb.so whole.so && strip libb.so
report --images -q >graph
equal 'a stripped library: calls' '1 30 1000' "$(called main b_burn <graph) $(called called_back b_work <graph) \
$(called a_work a_leaf <graph)"
report --images --format=csv -p | tr -d '\r' >flat
equal 'a stripped library: samples' "$(samples)" "$(sum self_ticks flat)"
objcopy --remove-section=.note.gnu.build-id whole.so libb.so
report --images -q >graph
equal 'another build' '0 1000' "$(called main b_burn <graph) $(called a_work a_leaf <graph)"
rm libb.so
report --images -q >graph
grep -q 'libb.so is left out: its file is not there' report.err
verdict $? 'what is left out is reported' "$(cat report.err)"
equal 'a library that is gone' '0 1000' "$(called main b_burn <graph) $(called a_work a_leaf <graph)"
finish
