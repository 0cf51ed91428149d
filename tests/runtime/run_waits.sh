#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# clock=wall: where threads wait and for what, while no wait ends early; every reader shows it. Each wait lasts
# until it was seen (programs/seen.h). How exactly they are measured is for tests/bench/run_clock.sh.
RT=$BUILD/tests/rt
. "$SRC/tests/runtime/lib.sh"
compile prog "$here/waits.c" -pg
compile static "$here/waits.c" -pg -static

value() { about | sed -n "s/^$1 //p"; }

# run WHAT: what it reported is in told
run() {
    rm -rf gmon.out*
    ./$program "$1" >told
    equal "$program $1: no wait is cut short" 'cut 0' "$(tail -n 1 told)"
}

# is_some NAME SECONDS: more than none
is_some() {
    awk -v found="${2:-0}" 'BEGIN { exit !(found > 0) }'
    verdict $? "$1" "${2:-0}: $(cat told; about)"
}

# kinds KIND...: there is time of each, and none of what nobody here waits for
kinds() {
    equal "$program: what threads wait for" "$(printf '%s\n' "$@" | sort | xargs)" \
        "$(about | sed -n 's/^wait-\(timer\|futex\|socket\|pipe\|child\) .*[1-9].*/\1/p' | sort | xargs)"
}

functions() { sed -n 's/^\(do_[a-z_]*\) .*/\1/p' told | sort -u; }
found_in() { awk -v f="$1" '$NF == f { print $3 }' flat; }

# What the program itself does not have bins for is booked on the function of the program that called it.
export GPTUI_RT=clock=wall,libs=off
if ! { rm -rf gmon.out*; ./prog exit >told 2>&1; about | grep -q '^looks'; }; then
    echo "1..0 # SKIP this system lets nobody look: $(grep '^gptui-rt' told)"
    exit 0
fi
program=prog
for what in timers kinds; do
    run $what
    "$GPTUI" --unpack gmon.out >unpacked
    "$GPROF" -b -p prog gmon.out.wait >flat 2>err
    grep -q '^Each sample counts as 0.01 wait.$' flat
    verdict $? "$what: gprof shows waits" "$(cat flat err)"
    "$GPTUI" --batch -b -p prog gmon.out.wait 2>&1 | cmp -s - flat
    verdict $? "$what: and so does gptui"
    case $(uname -m) in
    x86_64 | i?86)
        for function in $(functions); do
            is_some "$what: waits in $function" "$(found_in "$function")"
        done
        ;;
    esac
done

# As samples do, waits belong to the library that the thread is in; a static program has all of it.
export GPTUI_RT=clock=wall
run timers
kinds timer futex
about | awk '/^image/ { for (i = 3; i < NF; i += 2) if ($i == "waits") sum += $(i + 1) } /^waits / { waits = $2 }
    END { exit !(sum > 100 * waits - 5 && sum < 100 * waits + 5) }'
verdict $? 'all of it is in some image' "$(about)"
"$GPTUI" -b -p --waits prog gmon.out >flat
# shown NAME SECONDS: the flat profile has all of them, but for what is less than a hundredth for a function
shown() {
    awk -v all="$2" '$4 ~ /^[0-9.]+$/ { sum += $4; n++ } END { print sum, "of", all; exit !(n && sum < all + 0.01 * n && sum > all - 0.01 * n - 0.05) }' flat >told
    verdict $? "$1" "$(cat told flat)"
}
shown 'and gptui shows all of it' "$(value waits)"
run kinds
for kind in socket pipe child; do
    is_some "kinds: time of kind $kind" "$(value wait-$kind)"
done
"$GPTUI" -s prog gmon.out gmon.out >/dev/null 2>err
"$GPTUI" -b -p --waits prog gmon.sum >flat
shown 'the sum of two runs' "$(value waits | awk '{ print 2 * $1 }')"
program=static
run timers
kinds timer futex

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
export GPTUI_RT=clock=wall,paths=on
for program in prog static; do
    run timers
    kinds timer futex
    case $(uname -m) in
    x86_64)
        for function in do_nanosleep do_poll do_epoll do_sleep; do
            below $function
        done >each
        awk '{ n += $1 > 0 } END { exit n != 4 }' each
        verdict $? "$program: waits below each function" "$(cat each told)"
        equal "$program: the columns wait and wall of Graph" "$(in_graph entry do_sleep)" "$(in_entry)"
        equal "$program: with all waits below" "$(below do_sleep)" "$(in_entry | awk '{ print $1 + 0 }')"
        equal "$program: and the arc to it, in CSV" "$(in_graph entry do_sleep)" "$(in_graph callee do_sleep)"
        below main | awk 'FILENAME == "each" { sum += $1; next } { print $1, "for", sum; exit !($1 > sum - 0.02) }' each - >all
        verdict $? "$program: all of them below main" "$(cat all)"
        awk '/^ callees/ { on = 1 } /source of/ { on = 0 } on && match($0, /[0-9]+[.][0-9]%/) { sum += substr($0, RSTART) }
            END { exit !(sum > 99 && sum < 101) }' entry
        verdict $? "$program: what main calls has shares of wall time" "$(cat entry)"
        run stale
        is_some "$program: waits below do_stale" "$(below do_stale)"
        equal "$program: and none below what left its words there" 0 "$(below do_other)"
        run left
        is_some "$program: waits below do_after" "$(below do_after)"
        equal "$program: and none below who called the same function before" 0 "$(below do_before)"
        ;;
    esac
done

# Libraries with frame pointers: their tables count from one that nobody knows; a call of the very
# function tells where it is. What is called by an address ends the path.
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
    run framed
    for function in do_framed do_sized; do
        is_some "$compiler, frame pointers: waits below $function" "$(below $function)"
    done
    equal "$compiler, frame pointers: nobody is known to have called by an address" 0 "$(below do_through)"
    equal "$compiler, frame pointers: none below what left its words there" 0 "$(below do_other)"
done

# musl has no tables: who called its code is not known, and the waits are in its functions all the same.
if ! command -v musl-gcc >/dev/null; then
    skip 'waits with musl' 'no musl-tools'
elif [ "$(uname -m)" = x86_64 ]; then
    (cd "$SRC" && make -s rt-tested BUILD="$TMPDIR/musl" CC=musl-gcc) >log 2>&1
    verdict $? 'musl: builds' "$(cat log)"
    for kind in static shared; do
        program=musl-$kind
        [ $kind = static ] && set -- -static || set -- -Wl,-rpath,"$TMPDIR/musl/tests/rt"
        musl-gcc -O2 -g -pg -pthread -w "$@" -o $program "$here/waits.c" -L"$TMPDIR/musl/tests/rt" -lgptui-rt
        verdict $? "$program: links"
        run timers
        kinds timer futex
        run stale
        equal "$program: none below what left its words there" 0 "$(below do_other)"
    done
fi
export GPTUI_RT=clock=wall

# The thread that looks is in nobody's way.
program=prog
run lowest
rm -rf gmon.out*
./prog exit >told
equal 'a main thread that ends first: status' 0 $?
equal 'and what the last one wrote' 'the last thread' "$(cat told)"
is_some 'and its time' "$(value wait-timer)"
finish
