#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Shared libraries: each has a profile of its own in the run, which gprof and gptui read with the library;
# and the run says what they cannot.
RT=$BUILD/tests/rt
. "$SRC/tests/runtime/lib.sh"
export GPTUI_RT=asked=on

for name in libx plug_one plug_two; do
    "$CC" -O2 -g -pg -fPIC -shared -Wl,-Bsymbolic -Wl,--build-id=0x$(printf $name | od -An -tx1 | tr -d ' \n') \
        -o $name.so "$here/library.c"
done
compile prog "$here/plugins.c" -pg -I"$SRC/src/runtime" libx.so -Wl,-rpath,. -ldl

# ticks FUNCTION LIBRARY FILE: its time, as gprof shows it
ticks() { "$GPROF" -b -p "$2" "$3" 2>gprof.err | awk -v f="$1" '$NF == f { n += $3 } END { print n + 0 }'; }

# run COMMAND...: and what it leaves, with the profiles of libraries
run() {
    rm -rf gmon.out*
    "$@"
    status=$?
    "$GPTUI" --unpack gmon.out >unpacked
    return $status
}

# value NAME: from what is known of the run
value() { about | sed -n "s/^$1 //p"; }

run ./prog linked 'with a space'
equal 'a linked library: calls' 1000 "$(calls libx.so gmon.out.libx.so lib_leaf)"
equal 'a linked library: called from the program' 1 "$(calls libx.so gmon.out.libx.so lib_burn)"
equal 'a linked library: time' 2 "$(ticks lib_burn libx.so gmon.out.libx.so)"
equal 'called back by a library' 30 "$(calls prog gmon.out called_back)"
"$GPROF" -b libx.so gmon.out.libx.so >gprof.out 2>&1
"$GPTUI" --batch -b libx.so gmon.out.libx.so >gptui.out 2>&1
cmp gprof.out gptui.out >differences
verdict $? 'a linked library: gprof and gptui agree' "$(cat differences)"

equal 'text: command' './prog linked with\040a\040space' "$(value command)"
equal 'text: calls' 1034 "$(value calls)"
equal 'text: threads' 1 "$(value threads)"
equal 'text: nothing lost' 0 "$(value lost-calls)"
equal 'text: phases' 'first second\040phase' "$(about | awk '$1 == "phase" { printf "%s%s", s, $4; s = " " }')"
printf 'gptui-script 1\nresize 80 120\nkeys 4\ndump info\n:-l\nkeys 1\ndump lines\n' >keys
"$GPTUI" --script keys prog gmon.out >out 2>&1 </dev/null
equal 'the browser shows them' 'first second phase' "$(sed -n 's/.* on, .* s of CPU time: //p' info | xargs)"
equal 'and lines of a library' library.c "$(sed -n 's/^ 100.00 .* \(library.c\):[0-9]* lib_burn .*/\1/p' lines)"
equal 'text: build-id' "$(printf libx | od -An -tx1 | tr -d ' \n')" \
    "$(about | awk '$1 == "image" && $NF ~ /libx.so$/ { print $6 }')"
equal 'text: ticks add up' "$(value ticks)" \
    "$(about | awk '$1 == "image" { n += $4 } $1 == "ticks-unknown" { n += $2 } END { print n }')"
lib=$(about | awk '$1 == "image" && $NF ~ /libx.so$/ { print $2 }')
equal 'text: arcs between images' '1 1 1 30' "$(about | awk -v lib="$lib" '
    $1 == "arc" && $2 ~ /^0:/ && $3 ~ "^" lib ":" { print $4 }
    $1 == "arc" && $3 ~ /^0:/ && $2 ~ "^" lib ":" { print $4 }' | sort -n | xargs)"
equal 'profiles of images' "$(echo gmon.out.lib* | tr ' ' '\n')" "$(sed 's/ .*//' unpacked | sort)"
equal 'and what they are of' "$(about | sed -n 's/^image .* path //p' | grep -c libx.so)" "$(grep -c '^gmon.out.libx.so .*libx.so$' unpacked)"
equal 'text: stands for callers elsewhere' "0x$(readelf -d libx.so | awk '$2 == "(INIT)" { print substr($3, 3) }')" \
    "$(about | awk '$1 == "image" && $7 == "entry" && $NF ~ /libx.so$/ { print $8 }')"

holds 'libraries that come and go' run ./prog plugins
equal 'opened five times: calls' 500 "$(calls plug_one.so gmon.out.plug_one.so lib_leaf)"
equal 'opened five times: calls in all' $((535 + 3 * 10 + 1)) "$(value calls)"
equal 'another at the same place: calls' 35 "$(calls plug_two.so gmon.out.plug_two.so lib_leaf)"
equal 'opened five times: time' 2 "$(ticks lib_burn plug_one.so gmon.out.plug_one.so)"
equal 'opened five times: one image each' '1 1' "$(echo $(about | grep -c 'plug_one.so$') \
    $(about | grep -c 'plug_two.so$'))"

# Of libraries that are there when nobody may ask the dynamic loader for them.
run ./prog dump
equal 'opened, dump: calls' 100 "$(calls plug_one.so gmon.out.plug_one.so lib_leaf)"
equal 'opened, dump: time' 0.6 "$(ticks lib_burn plug_one.so gmon.out.plug_one.so)"
equal 'opened, dump: one image, no unknown code' '1 0' "$(about | grep -c 'plug_one.so$') $(value ticks-unknown)"
# All is kept of one that a sudden end finds open, from its first call on.
for how in leave die; do
    rm -rf gmon.out* && ./prog $how
    settle prog gmon.out
    "$GPTUI" --unpack gmon.out >unpacked
    equal "opened, $how: calls" 100 "$(calls plug_one.so gmon.out.plug_one.so lib_leaf)"
    equal "opened, $how: time" 0.6 "$(ticks lib_burn plug_one.so gmon.out.plug_one.so)"
    equal "opened, $how: one image" 1 "$(about | grep -c 'plug_one.so$')"
done
# What dumps find and what the dynamic loader tells is one.
holds 'dumps while libraries come and go' run ./prog dumps
equal 'dumps while libraries come and go: calls' '50 50' \
    "$(calls plug_one.so gmon.out.plug_one.so lib_leaf) $(calls plug_two.so gmon.out.plug_two.so lib_leaf)"
equal 'dumps while libraries come and go: one image each' '1 1' \
    "$(about | grep -c 'plug_one.so$') $(about | grep -c 'plug_two.so$')"

# A library may take the place of another before anybody could see that: so which of the two was called
# is not certain then. None is lost, and each has one file.
storm_calls() {
    for file in gmon.out.plug_*.so*; do
        library=${file#gmon.out.}
        calls "${library%.so*}.so" "$file" lib_leaf
    done | awk '!/^[0-9]+$/ { print } { n += $1 } END { print n }'
}
i=0
while [ $i -lt 5 ]; do
    holds 'four threads open and close: runs' run ./prog storm
    equal 'four threads open and close: calls of both libraries' 4000 "$(storm_calls)"
    equal 'four threads open and close: a file for each' 2 "$(echo gmon.out.plug_* | wc -w)"
    i=$((i + 1))
done

"$CC" -O2 -pg -o plain "$here/plugins.c" -I"$SRC/src/runtime" libx.so -Wl,-rpath,. -ldl -L"$RT" -lgptui-rt
run env LD_PRELOAD=$RT/libgptui-rt.so ./plain plugins
equal 'preloaded: calls' '500 35' "$(calls plug_one.so gmon.out.plug_one.so lib_leaf) $(calls plug_two.so \
    gmon.out.plug_two.so lib_leaf)"

# Libraries that are initialised before the runtime and finished after it.
"$CC" -O2 -g -pg -fPIC -shared -Wl,-Bsymbolic -DLIFE=40 -o liblife.so "$here/library.c"
"$CC" -O2 -pg -o plain "$here/plugins.c" -I"$SRC/src/runtime" liblife.so -Wl,-rpath,. -ldl -L"$RT" -lgptui-rt
run env LD_PRELOAD=$RT/libgptui-rt.so ./plain linked
equal 'preloaded: of libraries that begin before us and end after us' 1080 "$(calls liblife.so gmon.out.liblife.so lib_leaf)"
run env LD_LIBRARY_PATH=$RT ./plain linked
equal 'linked: of libraries that begin before us and end after us' 1080 "$(calls liblife.so gmon.out.liblife.so lib_leaf)"
run env GPTUI_RT=asked=on,delay=1000 LD_PRELOAD=$RT/libgptui-rt.so ./plain linked
equal 'delay: nothing of them counts' 0 "$(value calls)"

GPTUI_RT=asked=on,out=/dev/null ./prog linked
[ -c /dev/null ] && [ ! -e /dev/null.run ]
verdict $? 'nothing is written beside a device'
finish
