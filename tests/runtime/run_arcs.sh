#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Every measured arc into the program's own functions is in objdump's listing, or its site is an indirect
# call or a tail jump. Samples are taken of every n-th instruction of the programs (steps.h), so each run has the same.
RT=$BUILD/tests/rt
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
    GPTUI_RT=paths=on,asked=on LD_BIND_NOW=1 timeout 900 "$@" >printed 2>&1
    verdict $? "$what: ends well" "$(cat printed)"
    { listing "$1" | before | sort -s -k1,1r -k2,2 && od -An -v -tu1 gmon.out.run | sed 's/^/N /'; } >facts
    awk -f "$SRC/tests/runtime/arcs.awk" facts >found
    grep '^?' found | while read -r _ file site; do
        is_indirect "$file" "$site" || echo "from $file at $site: no indirect call"
    done >outer
    ! grep '^from' found outer >wrong
    verdict $? "$what: every arc is there" "$(cat wrong)"
    tail -n 1 found | awk '{ exit !($1 == "arcs" && $2 >= 100) }'
    verdict $? "$what: there are some" "$(cat found)"
    "$GPTUI" --batch --images --format=folded "$1" gmon.out >stacks 2>log
    # Where libgcc hands an exception over, its own frame has the registers of whoever catches it, maybe in main.cold:
    # callers that need %rbp, as at -O0, are not to be found from there. What ends the steps has moved the stack.
    ! grep -vE '^(__libc_start_[^;]*;)*__wrap_main( |;main(\.cold)?[; ]|;steps_)|^(_Unwind_RaiseException|trap)[; ]' stacks >parts
    verdict $? "$what: all paths begin in main" "$(cat parts)"
}

# stepped NAME WORDS FLAGS SOURCE...: with a step for each instruction of main. Each way of compiling is tried with
# one program, each program with one; with LONG=1 all are.
stepped() {
    name=$1 words=$2 flags=$3
    shift 3
    case ${LONG:+all}$name$flags in
    all* | demo-O2 | interpreter*-static | peeked*-no-pie | thrown-O0) ;;
    *) return 0 ;;
    esac
    # shellcheck disable=SC2086
    compile "$name" "$@" -pg $flags -Wl,--wrap=main begin.o steps.o >log 2>&1
    # shellcheck disable=SC2086
    right "$name $flags" "./$name" $words
}

printf '%s' '#include "steps.h"
int __real_main(int n, char **args);
int __wrap_main(int n, char **args) { steps_begin(3); int status = __real_main(n, args); steps_end(); return status; }
' >begin.c
"$CC" -O2 -I"$here" -c begin.c "$here/steps.c" || exit 1
# The demonstration, with few documents and queries.
cp -r "$SRC/tests/demo" few && sed -i 's/= 12000/= 4/; s/round < 16/round < 1/; s/= 300,/= 9,/; s/= 30000/= 2/; s/% 6/% 3/; s/< 4000/< 1/' few/*
for flags in -O0 -O2 '-O0 -static' '-O2 -fno-pie -no-pie'; do
    stepped demo '' "$flags" few/*.c
    stepped interpreter 1 "$flags" "$here/interpreter.c"
    stepped peeked 12 "$flags" "$here/peeked.c" -w -fno-inline
    if command -v "${CXX:-c++}" >/dev/null; then
        COMPILER=${CXX:-c++} stepped thrown '1 5' "$flags" "$here/thrown.cc"
    else
        skip "thrown $flags" 'no C++ compiler'
    fi
done
finish
