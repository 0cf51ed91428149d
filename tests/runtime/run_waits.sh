#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# clock=wall: how long threads wait, where and for what, while no wait ends early; every reader shows it.
RT=$BUILD/tests/rt
. "$SRC/tests/runtime/lib.sh"
compile prog "$here/waits.c" -pg
compile static "$here/waits.c" -pg -static
GPTUI_RT=clock=wall
export GPTUI_RT

value() { about | sed -n "s/^$1 //p"; }

# run WHAT...: what it reported is in told
run() {
    rm -rf gmon.out*
    ./$program "$@" >told
    equal "$program $1: no wait is cut short" 'cut 0' "$(tail -n 1 told)"
}

# run_until PREDICATE WHAT: runs it, and again while that does not hold, up to three times in all: where a
# machine gives the thread that looks no processor for a fifth of a second, a wait is short of that.
run_until() {
    run "$2"
    for again in 2 3; do
        "$1" && return
        echo "# $program $2: run $again"
        run "$2"
    done
    "$1"
}

# near TRUE FOUND [SHARE], same NAME TRUE FOUND [SHARE]: to 15 % and a tenth of a second; with SHARE the least part of it that must be
# found: threads that were woken, and have no processor yet, wait for nothing.
near() {
    awk -v true="$1" -v found="${2:-0}" -v least="${3:-0.85}" 'BEGIN {
        exit !(found < 1.15 * true + 0.1 && found > least * true - 0.1) }'
}
same() {
    near "$2" "$3" "${4-}"
    verdict $? "$1" "wanted: $2 found: ${3:-0}
$(cat told; about)"
}

# truth FIELD VALUE: the sum of what was reported there
truth() { awk -v field="$1" -v value="$2" '$field == value { sum += $3 } END { print sum + 0 }' told; }

# kinds LEAST KIND...
kinds() {
    least=$1
    shift
    for kind in "$@"; do
        same "$program: time of kind $kind" "$(truth 2 $kind)" "$(value "wait-$kind")" "$least"
    done
}

functions() { sed -n 's/^\(do_[a-z_]*\) .*/\1/p' told | sort -u; }
found_in() { awk -v f="$1" '$NF == f { print $3 }' flat; }
least_of() { case $1 in do_lock) echo 0.4 ;; *) echo 0.85 ;; esac; }
all_in_flat() {
    "$GPTUI" --unpack gmon.out >unpacked
    "$GPROF" -b -p prog gmon.out.wait >flat 2>err
    for function in $(functions); do
        near "$(truth 1 "$function")" "$(found_in "$function")" "$(least_of "$function")" || return 1
    done
}

# What the program itself does not have bins for is booked on the function of the program that called it.
export GPTUI_RT=clock=wall,libs=off
if ! { rm -rf gmon.out*; ./prog exit >told 2>&1; about | grep -q '^looks'; }; then
    echo "1..0 # SKIP this system lets nobody look: $(grep '^gptui-rt' told)"
    exit 0
fi
program=prog
for what in timers kinds; do
    run_until all_in_flat $what
    grep -q '^Each sample counts as 0.01 wait.$' flat
    verdict $? "$what: gprof shows waits" "$(cat flat err)"
    "$GPTUI" --batch -b -p prog gmon.out.wait 2>&1 | cmp -s - flat
    verdict $? "$what: and so does gptui"
    case $(uname -m) in
    x86_64 | i?86)
        for function in $(functions); do
            same "$what: waits in $function" "$(truth 1 "$function")" "$(found_in "$function")" \
                "$(least_of "$function")"
        done
        ;;
    esac
done

# As samples do, waits belong to the library that the thread is in; a static program has all of it.
export GPTUI_RT=clock=wall
run timers
kinds 0.5 timer futex
about | awk '/^image/ { for (i = 3; i < NF; i += 2) if ($i == "waits") sum += $(i + 1) } /^waits / { waits = $2 }
    END { exit !(sum > 100 * waits - 5 && sum < 100 * waits + 5) }'
verdict $? 'all of it is in some image' "$(about)"
"$GPTUI" -b -p --waits prog gmon.out >flat
shown() { awk '$4 ~ /^[0-9.]+$/ { sum += $4 } END { print sum }' flat; }
same 'and gptui shows all of it' "$(value waits)" "$(shown)"
all_kinds() {
    for kind in socket pipe child; do
        near "$(truth 2 $kind)" "$(value wait-$kind)" || return 1
    done
}
run_until all_kinds kinds
kinds 0.85 socket pipe child
"$GPTUI" -s prog gmon.out gmon.out >/dev/null 2>err
"$GPTUI" -b -p --waits prog gmon.sum >flat
same 'the sum of two runs' "$(value waits | awk '{ print 2 * $1 }')" "$(shown)"
program=static
run timers
kinds 0.5 timer futex

# Who called what waits, by call paths: the time of all waits below a function, where frames are known.
below() {
    printf 'gptui-script 1\nresize 40 140\nkeys 2\n:goto %s\ndump entry\n' "$1" >keys
    "$GPTUI" --script keys $program gmon.out >out 2>err </dev/null
    awk '/ waited / { for (i = 2; i < NF; i++) if ($(i - 1) == "waited" || $(i + 2) == "with") found = $i } END { print found + 0 }' entry
}
# in_graph SECTION NAME: the wait and wall of a row of the call graph as other programs get them
in_graph() {
    "$GPTUI" --waits --format=csv $program gmon.out 2>err | awk -F, -v section="$1" -v name="$2" '
        NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i }
        $at["section"] == section && $at["name"] == name { printf "%.2f %.2f\n", $at["wait_seconds"], $at["wall_seconds"]; exit }'
}
# in_entry: the same of the primary line that below() has shown; without samples there is no other time
in_entry() { awk '/^ *index / { at = !/%time/ ? 2 : /self/ ? 5 : 3 } /^> *\[/ { sub(/^> */, ""); print $at, $(at + 1) }' entry; }
timed='do_nanosleep do_poll do_epoll do_sleep'
all_below() {
    for function in $timed; do
        near "$(truth 1 $function)" "$(below $function)" || return 1
    done
}
stale_below() { near "$(truth 1 do_stale)" "$(below do_stale)"; }
after_below() { near "$(truth 1 do_after)" "$(below do_after)"; }
export GPTUI_RT=clock=wall,paths=on
for program in prog static; do
    run_until all_below timers
    kinds 0.5 timer futex
    case $(uname -m) in
    x86_64)
        for function in $timed; do
            same "$program: waits below $function" "$(truth 1 $function)" "$(below $function)"
        done
        equal "$program: the columns wait and wall of Graph" "$(in_graph entry do_sleep)" "$(in_entry)"
        equal "$program: with all waits below" "$(below do_sleep)" "$(in_entry | awk '{ print $1 + 0 }')"
        equal "$program: and the arc to it, in CSV" "$(in_graph entry do_sleep)" "$(in_graph callee do_sleep)"
        all=$(awk '/^do_/ && !/^do_lock/ { sum += $3 } END { print sum }' told)
        same "$program: waits below main" "$all" "$(below main)"
        awk '/^ callees/ { on = 1 } /source of/ { on = 0 } on && match($0, /[0-9]+[.][0-9]%/) { sum += substr($0, RSTART) }
            END { exit !(sum > 99 && sum < 101) }' entry
        verdict $? "$program: what main calls has shares of wall time" "$(cat entry)"
        run_until stale_below stale
        same "$program: waits below do_stale" "$(truth 1 do_stale)" "$(below do_stale)"
        equal "$program: and none below what left its words there" 0 "$(below do_other)"
        run_until after_below left
        same "$program: waits below do_after" "$(truth 1 do_after)" "$(below do_after)"
        equal "$program: and none below who called the same function before" 0 "$(below do_before)"
        ;;
    esac
done

# Libraries with frame pointers: their tables count from one that nobody knows; a call of the very
# function tells where it is. What is called by an address ends the path.
framed='do_framed do_sized'
all_framed() {
    for function in $framed; do
        near "$(truth 1 $function)" "$(below $function)" || return 1
    done
}
program=framed
for compiler in gcc clang; do
    [ "$(uname -m)" = x86_64 ] || break
    if ! command -v $compiler >/dev/null; then
        skip "$compiler: libraries with frame pointers" 'not installed'
        continue
    fi
    $compiler -O2 -fno-omit-frame-pointer -fPIC -shared -DLIBRARY -o libframed.so "$here/framed.c" &&
        compile framed "$here/framed.c" -pg -L. -lframed -Wl,-rpath,"$PWD"
    verdict $? "$compiler: a library with frame pointers"
    run_until all_framed framed
    for function in $framed; do
        same "$compiler, frame pointers: waits below $function" "$(truth 1 $function)" "$(below $function)"
    done
    equal "$compiler, frame pointers: nobody is known to have called by an address" 0 "$(below do_through)"
    equal "$compiler, frame pointers: none below what left its words there" 0 "$(below do_other)"
done

# musl has no tables: who called its code is not known, and the waits are in its functions all the same.
if ! command -v musl-gcc >/dev/null; then
    skip 'waits with musl' 'no musl-tools'
elif [ "$(uname -m)" = x86_64 ]; then
    (cd "$SRC" && make -s rt-libs BUILD="$TMPDIR/musl" CC=musl-gcc) >log 2>&1
    verdict $? 'musl: builds' "$(cat log)"
    for kind in static shared; do
        program=musl-$kind
        [ $kind = static ] && set -- -static || set -- -Wl,-rpath,"$TMPDIR/musl"
        musl-gcc -O2 -g -pg -pthread -w "$@" -o $program "$here/waits.c" -L"$TMPDIR/musl" -lgptui-rt
        verdict $? "$program: links"
        run timers
        kinds 0.5 timer futex
        run stale
        equal "$program: none below what left its words there" 0 "$(below do_other)"
    done
fi
export GPTUI_RT=clock=wall

# Many threads: their time is there, at the price of one.
program=prog
run many 500 3000
awk -v all="$(truth 1 many)" -v found="$(value wait-futex)" 'BEGIN { exit !(found > 0.5 * all && found < 1.2 * all) }'
verdict $? '500 threads: most of their time is counted' "$(cat told; about)"
awk -v wall="$(value wall)" -v cpu="$(value look-cpu)" 'BEGIN { exit !(cpu < 0.01 * wall + 0.002) }'
verdict $? '500 threads: a hundredth of one processor' "$(about)"

# The thread that looks is in nobody's way.
run lowest
rm -rf gmon.out*
./prog exit >told
equal 'a main thread that ends first: status' 0 $?
equal 'and what the last one wrote' 'the last thread' "$(cat told)"
same 'and its time' 0.1 "$(value wait-timer)"
finish
