#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Every measured arc into the program's own functions is in objdump's listing, or its site is an indirect
# call or a tail jump.
. "$SRC/tests/runtime/lib.sh"

if [ "$(uname -m)" != x86_64 ]; then
    echo "1..0 # SKIP calls are read in the listing of x86-64 alone"
    exit 0
fi

# listing FILE: what arcs.awk needs of the program
listing() {
    nm "$1" | awk '$2 ~ /^[tTwWuU]$/ { print "S", "x" $1, $3 }' | sort -u -k2,2
    # Stubs, which have no symbols, are functions, too: their jump leads away.
    objdump -d -w --no-show-raw-insn "$1" | awk '
        function wide(x) { x = sprintf("%16s", x); gsub(/ /, "0", x); return "x" x }
        /^[0-9a-f]+ <.*>:$/ { fun = wide($1); last = ""; if ($2 ~ /@plt>|plt/) print "S", fun, $2; next }
        /^ *[0-9a-f]+:/ {
            here = wide(substr($1, 1, length($1) - 1))
            if (last != "") print "C", here, last
            last = ""
            sub(/^ *[0-9a-f]+:[ \t]*/, "")
            sub(/^((notrack|bnd|addr32|rex.W|data16|cs) )+/, "")
            op = $1
            if (op ~ /^call/ && /mcount|__fentry__|__cyg_profile/) last = "counts"
            else if (op ~ /^call/ && $2 ~ /^\*/) last = "*"
            else if (op ~ /^call/) last = wide($2)
            else if (op ~ /^jmp/ && $2 ~ /^\*/) print "J", fun, "*"
            else if (op ~ /^j/ && !index($3, "+")) print "J", fun, wide($2)
            else if (op ~ /^j/) print "J", fun, wide($2) }'
}
# What C lines have is the address after the call: its last byte is the one before.
before() {
    awk 'function minus(x,   i, d) {
            for (i = length(x); i > 1; i--) {
                d = index("0123456789abcdef", substr(x, i, 1)) - 1
                x = substr(x, 1, i - 1) substr("f0123456789abcde", d + 1, 1) substr(x, i + 1)
                if (d) break }
            return x }
        $1 == "C" { $2 = minus($2) } { print }'
}
# is_indirect FILE SITE: in a library, does a call of what a register or memory holds end there?
is_indirect() {
    objdump -d -w --no-show-raw-insn --start-address="$((0$2 - 64))" --stop-address="$((0$2 + 1))" "$1" 2>/dev/null |
        awk 'NF { last = $0 } END { exit last !~ /call +\*/ }'
}
# right NAME PROGRAM ARGUMENTS...
right() {
    what=$1
    shift
    rm -rf gmon.out*
    GPTUI_RT=paths=on,rate=1000 timeout 900 "$@" >printed 2>&1
    verdict $? "$what: ends well" "$(cat printed)"
    { listing "$1" | before | sort -s -k1,1r -k2,2 && od -An -v -tu1 gmon.out.run | sed 's/^/N /'; } >facts
    awk -f "$SRC/tests/runtime/arcs.awk" facts >found
    grep '^?' found | while read -r _ file site; do
        is_indirect "$file" "$site" || echo "from $file at $site: no indirect call"
    done >outer
    ! grep '^from' found outer >wrong
    verdict $? "$what: every arc is there" "$(cat wrong)"
    tail -n 1 found | awk -v least="$least" '{ exit !($1 == "arcs" && $2 >= least) }'
    verdict $? "$what: there are some" "$(cat found)"
    "$GPTUI" --batch --images --format=folded "$1" gmon.out >stacks 2>log
    # Compilers put what handles exceptions apart, into main.cold. Where libgcc hands one over, its own frame has
    # the registers of whoever catches it: callers that need %rbp, as at -O0, are not to be found from there.
    awk '/^_Unwind_(RaiseException|Resume)[; ]/ { next } { n += $NF } /^(__libc_start[^;]*;)*main(\.cold)?[; ]/ { whole += $NF }
        END { exit !(n > 0 && whole > 0.97 * n) }' stacks
    verdict $? "$what: paths begin in main" "$(grep -v '^main' stacks)"
}

# tried PROGRAM FLAGS: each way of compiling is tried with one program, each program with one; with LONG=1 all are
tried() {
    case $1$2 in
    demo-O2 | interpreter*-static | peeked*-no-pie | thrown-O0) ;;
    *) [ -n "${LONG-}" ] ;;
    esac
}

least=3
for flags in -O0 -O2 '-O0 -static' '-O2 -fno-pie -no-pie'; do
    # shellcheck disable=SC2086
    tried demo "$flags" && compile demo "$SRC"/tests/demo/*.c -pg $flags >log 2>&1 && right "demo $flags" ./demo
    # shellcheck disable=SC2086
    tried interpreter "$flags" && compile interpreter "$here/interpreter.c" -pg $flags >log 2>&1 &&
        right "interpreter $flags" ./interpreter 40000
    # shellcheck disable=SC2086
    tried peeked "$flags" && compile peeked "$here/peeked.c" -w -pg $flags -fno-inline >log 2>&1 &&
        right "peeked $flags" ./peeked 400000
    tried thrown "$flags" || continue
    # shellcheck disable=SC2086
    if COMPILER=${CXX:-c++} compile thrown "$here/thrown.cc" -pg $flags >log 2>&1; then
        right "thrown $flags" ./thrown 20000
    else
        skip "thrown $flags" 'no C++ compiler'
    fi
done
finish
