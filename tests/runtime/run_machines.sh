#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The runtime for other machines, built by Debian's cross compilers and run by qemu-user; with an argument
# (run_native.sh) what runs by itself: 32-bit x86, plain C without assembly, and musl. What is not installed is
# skipped. With LONG=1 all of it; else AArch64 and 32-bit x86, static programs and few cases.
. "$SRC/tests/runtime/lib.sh"

# What a machine's compiler may want besides: arithmetic in libgcc, clearing and copying of structs where
# the program calls it.
cat >allowed <<'LIST'
.TOC.
_GLOBAL_OFFSET_TABLE_
__aeabi_idiv
__aeabi_ldivmod
__aeabi_uidiv
__aeabi_uidivmod
__aeabi_uldivmod
__aeabi_unwind_cpp_pr0
__clzdi2
__ctzdi2
__errno_location
__sigaction
__start_gptui_rt_entry
__stop_gptui_rt_entry
__udivdi3
at_quick_exit
dl_iterate_phdr
environ
fork
getauxval
getenv
memcpy
memset
pthread_atfork
clone
sigaction
sigaddset
sigemptyset
sigfillset
ssignal
LIST

# build_runtime NAME ARGUMENTS...: make's; the libraries go to $TMPDIR/NAME, those for tests to tests/rt there
build_runtime() {
    name=$1
    shift
    (cd "$SRC" && make -s BUILD="$TMPDIR/$name" "$@" "$TMPDIR/$name/libgptui-rt.a" "$TMPDIR/$name/libgptui-rt.so" \
        rt-tested) >log 2>&1
    status=$?
    verdict $status "$name: builds" "$(cat log)"
    return $status
}

# agree NAME PROGRAM: gprof and gptui say the same of gmon.out
agree() {
    "$GPROF" -b "$2" gmon.out >gprof.out 2>&1
    "$GPTUI" --batch -b "$2" gmon.out >gptui.out 2>&1
    cmp gprof.out gptui.out >differences 2>&1
    verdict $? "$1: gprof and gptui agree" "$(cat differences)"
}

# try NAME PROGRAM ARGUMENTS...: run by $run, counts compared
try() {
    name=$1 program=$2
    shift 2
    rm -rf gmon.out*
    # shellcheck disable=SC2086
    timeout 600 $run "./$program" "$@" >printed 2>log
    verdict $? "$name: $program $*" "$(cat printed log)"
    counts "$name: $program $*" "$program"
}

# run_all NAME CASES: programs threads, arguments, busy and events
run_all() {
    rm -rf gmon.out*
    # shellcheck disable=SC2086
    timeout 600 $run ./threads 4 10000 >log 2>&1
    verdict $? "$1: threads" "$(cat log)"
    equal "$1: calls of leaf" 40000 "$(calls threads gmon.out leaf)"
    equal "$1: calls from middle" 20000 "$(arc threads gmon.out middle leaf)"
    agree "$1" threads
    try "$1" arguments
    samples "$1"
    for case in $2; do
        try "$1" events "$case"
    done
}

# samples NAME: of a program that spins until there are some
samples() {
    rm -rf gmon.out*
    # shellcheck disable=SC2086
    timeout 600 $run ./busy spin 1 5 >log 2>&1
    "$GPROF" -b -p busy gmon.out 2>&1 | awk '$NF == "spin" && $3 > 0 { found = 1 } END { exit !found }'
    verdict $? "$1: samples are where the time goes" "$(cat log; "$GPROF" -b -p busy gmon.out 2>&1)"
}

# sites PROGRAM EXPRESSION: each arc of its profile, of 64 bits in little-endian, comes from an address that
# follows such an instruction
sites() {
    rm -rf gmon.out*
    # shellcheck disable=SC2086
    timeout 600 $run "./$1" 4 1000 >log 2>&1
    od -An -v -tu1 -w1 gmon.out | awk '
        function hex(at, n,   v) { while (n--) v = v sprintf("%02x", b[at + n]); sub(/^0+/, "", v); return v }
        function number(at, n,   v) { while (n--) v = 256 * v + b[at + n]; return v }
        { b[n++] = $1 }
        END { for (at = 20; at < n; at += b[at] ? 21 : 41 + 2 * number(at + 17, 4)) if (b[at]) print hex(at + 1, 8) }' >froms
    "$triplet-objdump" -d --no-show-raw-insn "$1" | awk -v call="$2" '
        NR == FNR { if ($1 ~ /^[0-9a-f]+:$/) { here = substr($1, 1, length($1) - 1); if (was) follows[here] = 1; was = $2 ~ call }; next }
        { n++; if (!($1 in follows)) print "no call before", $1 }
        END { if (n < 10) print n + 0, "arcs" }' - froms >strange
    [ ! -s strange ]
    verdict $? "$triplet: all arcs are of calls in the code" "$(cat strange log)"
}

# only_general TRIPLET EXPRESSION: no floating point or vector register in the library
only_general() {
    "$1-objdump" -d --no-show-raw-insn "$1/libgptui-rt.so" | cut -f3- | sed 's/[0-9a-f]* <.*//' |
        grep -E "(^|[ ,{(])($2)\>" >vector
    [ ! -s vector ]
    verdict $? "$1: no vector or floating point register" "$(cat vector)"
}

# blocks NAME COMPILER FOLDER: counts of basic blocks, in the words of gprof -l -A
blocks() {
    rm -rf gmon.out* blocks
    # shellcheck disable=SC2086
    { $2 -O0 -g -pg -fsanitize-coverage=trace-pc -c -o blocks.o "$here/blocks.c" &&
        $2 -pg -pthread -static -o blocks blocks.o -L"$3" -lgptui-rt && timeout 600 $run ./blocks; } >log 2>&1
    verdict $? "$1: basic blocks" "$(cat log)"
    "$GPTUI" --batch -b -l -A -x blocks gmon.out >log 2>&1
    grep -q '3142,1005 -> .*n = 3' log && grep -q '1005,2137 -> .*n /= 2' log
    verdict $? "$1: counts of basic blocks" "$(cat log)"
    # GNU gprof on another machine of little endian takes their number as it is and finds no end.
    [ "$1" = s390x-linux-gnu ] || equal "$1: records of basic blocks" 1 \
        "$("$GPROF" -i blocks gmon.out 2>gprof.err | awk '/basic-block/ { print $1 }')"
}

# link COMPILER FOLDER PROGRAM FLAGS...: compiled with $entry
entry=-pg
link() {
    compiler=$1 folder=$2 program=$3
    shift 3
    rm -f "$program"
    $compiler -O2 $entry -pthread -w -o "$program" "$here/$program.c" "$@" -L"$folder" -lgptui-rt >log 2>&1
    status=$?
    verdict $status "$folder: $program links $*" "$(cat log)"
    return $status
}

# link_all COMPILER FOLDER FLAGS...: the programs of run_all
link_all() {
    compiler=$1 folder=$2
    shift 2
    for program in threads events arguments; do
        link "$compiler" "$folder" $program "$@" || return 1
    done
    link "$compiler" "$folder/tests/rt" busy -Wl,-rpath,"$TMPDIR/$folder/tests/rt" "$@"
}

# instrumented NAME COMPILER FOLDER CASES: functions that report their beginnings and ends themselves
instrumented() {
    entry=-finstrument-functions
    for program in threads events arguments entered; do
        link "$2" "$3" $program -static
    done
    entry=-pg
    rm -rf gmon.out*
    # shellcheck disable=SC2086
    timeout 600 $run ./threads 4 10000 >log 2>&1
    verdict $? "$1, -finstrument-functions: threads" "$(cat log)"
    equal "$1, -finstrument-functions: calls of leaf" 40000 "$(calls threads gmon.out leaf)"
    equal "$1, -finstrument-functions: calls from middle" 20000 "$(arc threads gmon.out middle leaf)"
    try "$1, -finstrument-functions" arguments
    try "$1, -finstrument-functions" entered
    for case in $4; do
        try "$1, -finstrument-functions" events "$case"
    done
}

# killed NAME COMPILER FOLDER: what was kept of a program that was killed
killed() {
    [ -z "$run" ] || return
    link "$2" "$3" killed -static
    rm -rf gmon.out.d gmon.sum*
    (GPTUI_RT=rate=1000 ./killed clocks 20 >used 2>log) 2>>log
    settle ./killed gmon.out
    about >told 2>>log
    awk 'NR == FNR { least = $1; most = $2; next }
        $1 == "cpu" { cpu = 1000 * $2 }
        END { exit !(cpu > least - 2 && cpu < most + 2) }' used told
    verdict $? "$1: what the clocks of a killed program showed" "$(cat used log told)"
}

all='signals altstack nested threadforks jumps leaps recursion coroutines threads ending forks vforks errno'
few='signals altstack nested recursion coroutines ending forks'
reported='signals altstack recursion'

# counters NAME COMPILER: 64 bits, also where the machine adds 32 at once
counters() {
    # shellcheck disable=SC2086
    $2 -O2 -I"$SRC/src" -pthread -static -o counters "$here/counters.c" >log 2>&1 &&
        timeout 600 $run ./counters >>log 2>&1
    verdict $? "$1: counters" "$(cat log)"
}

# wide NAME COMPILER FOLDER: more calls than 32 bits hold, and where the machine's 32 bits fill a half
wide() {
    for how in -pg -finstrument-functions; do
        # shellcheck disable=SC2046,SC2086
        $2 -O2 $how -pthread -static -I"$SRC/src" -o wide "$here/wide.c" $(objects "$3") >log 2>&1
        verdict $? "$1: wide links with $how" "$(cat log)"
        [ $how = -pg ] && counts_of='2147483646 4294967294 1099511627774' || counts_of=4294967294
        for count in $counts_of; do
            try "$1, $how" wide $count
        done
    done
}

# preload NAME TRIPLET COMMAND...: a program that knows nothing of the runtime
preload() {
    which=$1 compiler=$2-gcc
    shift 2
    rm -rf gmon.out*
    "$compiler" -O2 -pg -pthread -w -o plain "$here/threads.c" >log 2>&1 &&
        timeout 600 "$@" ./plain 4 1000 >>log 2>&1
    verdict $? "$which, preloaded" "$(cat log)"
    equal "$which, preloaded: calls of leaf" 4000 "$(calls plain gmon.out leaf)"
    equal "$which, preloaded: calls from middle" 2000 "$(arc plain gmon.out middle leaf)"
}

# clang_link TRIPLET PROGRAM FLAGS...
clang_link() {
    target=$1 program=$2
    shift 2
    { clang "--target=$target" -O2 -w -pg "$@" -c -o $program.o "$here/$program.c" -isystem "/usr/$target/include" &&
        "$target-gcc" -static -pthread -o $program $program.o -L"$target" -lgptui-rt; } >log 2>&1
    verdict $? "$target, clang: $program links $*" "$(cat log)"
}

# by_clang TRIPLET FLAGS...: clang has its own ways of telling who calls, or tells nothing
by_clang() {
    [ -n "${LONG-}" ] || return 0
    command -v clang >/dev/null || { skip "$1, clang" 'not installed'; return; }
    target=$1 name="$1, clang${2:+ $2}"
    shift
    for program in threads arguments events; do
        clang_link "$target" $program "$@"
    done
    rm -rf gmon.out*
    # shellcheck disable=SC2086
    timeout 600 $run ./threads 4 1000 >log 2>&1
    verdict $? "$name: threads" "$(cat log)"
    equal "$name: calls of leaf" 4000 "$(calls threads gmon.out leaf)"
    equal "$name: calls from middle" 2000 "$(arc threads gmon.out middle leaf)"
    equal "$name: calls from work" 2000 "$(arc threads gmon.out work leaf)"
    equal "$name: arcs" 13 "$(about | sed -n 's/^arcs //p')"
    try "$name" arguments
    try "$name" events signals
}

# clang_with_libc ARGUMENTS...: clang for $triplet, linked as its gcc links; both leave aside what is not theirs
clang_with_libc() {
    clang "--target=$triplet" "$@" -isystem "/usr/$triplet/include" -c -o callers.o &&
        "$triplet-gcc" -pthread -o callers callers.o -L"$folder" -lgptui-rt -Wl,-rpath,"$folder" -lm
}

# paths NAME COMPILER FOLDER CASES FLAGS...: who called the code that samples hit
paths() {
    name=$1 compiler=$2 folder=$3/tests/rt cases=$4
    shift 4
    $compiler -O2 -pg -pthread -w "$@" -o callers "$here/callers.c" -L"$folder" -lgptui-rt -Wl,-rpath,"$folder" -lm >log 2>&1
    verdict $? "$name $*: callers links" "$(cat log)"
    for case in $cases; do
        rm -rf gmon.out*
        # shellcheck disable=SC2086
        GPTUI_RT=asked=on,paths=on timeout 600 $run ./callers "${case%%;*}" $turns >log 2>&1
        "$GPTUI" --batch --images --format=folded callers gmon.out >>log 2>&1
        grep -q "^\(_start;\)*\(main;\)*${case#*;}" log
        verdict $? "$name $*: path of $case" "$(cat log)"
    done
}
turns=${LONG:+100}
turns=${turns:-50}
whole='dear;run_dear;dear;work sort;run_sort;sort_it;compare threads;in_thread;dear;work'
innermost='dear;dear;work threads;dear;work'
handlers='signals;run_signals;interrupted;dear;work.*;handle altstack;run_signals;interrupted;dear;work.*;handle'

# machine TRIPLET QEMU REGISTERS: static and shared. No threads that come and go by the thousand, no vfork:
# what is tested there is qemu.
machine() {
    triplet=$1 run=
    if ! echo 'int main(void) { return 0; }' | "$triplet-gcc" -xc -o prog - 2>/dev/null; then
        skip "$triplet" "no compiler: gcc-$triplet"
        return
    fi
    build_runtime "$triplet" CC="$triplet-gcc" || return
    "$triplet-nm" -u "$triplet/libgptui-rt.a" | awk '$1 == "U" { print $2 }' | sort -u |
        grep -vxF -f allowed >stray
    [ ! -s stray ]
    verdict $? "$triplet: what the archive calls" "$(cat stray)"
    only_general "$triplet" "$3"
    if ! command -v "$2" >/dev/null; then
        skip "$triplet: runs" "no $2: qemu-user"
        return
    fi
    run="$2 -L /usr/$triplet"
    counters "$triplet" "$triplet-gcc"
    wide "$triplet" "$triplet-gcc" "$triplet"
    link_all "$triplet-gcc" "$triplet" -static && run_all "$triplet, static" "$few"
    [ -z "${LONG-}" ] || { link_all "$triplet-gcc" "$triplet" -Wl,-rpath,"$TMPDIR/$triplet" && run_all "$triplet, shared" "$few"; }
    case $triplet in aarch64*) sites threads '^blr?$' ;; esac
    instrumented "$triplet" "$triplet-gcc" "$triplet" "$reported"
    blocks "$triplet" "$triplet-gcc" "$triplet"
    by_clang "$triplet"
    case $triplet in
    powerpc*) paths "$triplet" "$triplet-gcc" "$TMPDIR/$triplet" "$whole $handlers" ;;
    riscv64*)
        paths "$triplet" "$triplet-gcc" "$TMPDIR/$triplet" "$whole" -fno-omit-frame-pointer
        paths "$triplet" "$triplet-gcc" "$TMPDIR/$triplet" "$innermost"
        ;;
    s390x*)
        paths "$triplet" "$triplet-gcc" "$TMPDIR/$triplet" "$whole" -mbackchain
        paths "$triplet" "$triplet-gcc" "$TMPDIR/$triplet" "$innermost"
        ;;
    arm*)
        paths "$triplet" "$triplet-gcc" "$TMPDIR/$triplet" "$whole" -marm -fno-omit-frame-pointer
        paths "$triplet" "$triplet-gcc" "$TMPDIR/$triplet" "$innermost" -marm
        if command -v clang >/dev/null; then
            paths "$triplet, clang" clang_with_libc "$TMPDIR/$triplet" "$whole" -marm -fno-omit-frame-pointer
        else
            skip "$triplet, clang: paths" 'not installed'
        fi
        ;;
    esac
    case $triplet in
    aarch64*)
        paths "$triplet" "$triplet-gcc" "$TMPDIR/$triplet" "$whole $handlers"
        by_clang "$triplet" -mbranch-protection=standard
        equal "$triplet: programs keep the protection of branches" BTI \
            "$("$triplet-readelf" -n "$triplet/rt/gptui-rt.o" | sed -n 's/.*AArch64 feature: //p')"
        ;;
    arm*) by_clang "$triplet" -mthumb ;;
    esac
    preload "$triplet" "$triplet" "$2" -L "/usr/$triplet" -E "LD_PRELOAD=$TMPDIR/$triplet/libgptui-rt.so"
}

# some CASES: those of them that are among the few
some() {
    for case in $1; do
        case " $few " in *" $case "*) echo "$case" ;; esac
    done
}

# native NAME COMPILER CPU CASES FLAGS...: programs that run here; flags are of shared ones
native() {
    which=$1 compiler=$2 cpu=$3 cases=$4
    [ -n "${LONG-}" ] || cases=$(some "$cases")
    shift 4
    run=
    counters "$which" "$compiler"
    build_runtime "$which" CC="$compiler" CPU="$cpu" || return
    wide "$which" "$compiler" "$which"
    instrumented "$which" "$compiler" "$which" "$reported"
    [ "$cpu" = generic ] || killed "$which" "$compiler" "$which"
    link_all "$compiler" "$which" -static && run_all "$which, static" "$cases"
    [ -n "${LONG-}" ] || return 0
    link_all "$compiler" "$which" -Wl,-rpath,"$TMPDIR/$which" "$@" && run_all "$which, shared" "$cases"
}

[ $# -gt 0 ] || machine aarch64-linux-gnu qemu-aarch64 '[vqds][0-9]+'
if [ $# = 0 ] && [ -n "${LONG-}" ]; then
    machine arm-linux-gnueabihf qemu-arm '[qds][0-9]+'
    machine riscv64-linux-gnu qemu-riscv64 'f[ast][0-9]+'
    machine powerpc64le-linux-gnu qemu-ppc64le '(f|v|vs)[0-9]+'
    machine s390x-linux-gnu qemu-s390x '%[fv][0-9]+'
    [ -z "$run" ] || { link s390x-linux-gnu-gcc s390x-linux-gnu arguments -static -mfentry && try 's390x, -mfentry' arguments; }
fi

[ $# -gt 0 ] || finish
if [ "$(uname -m)" != x86_64 ]; then
    skip 'i386, generic and musl' 'tested on x86-64'
    finish
fi
[ -z "${LONG-}" ] || native generic "$CC" generic "$all"

i686=/usr/i686-linux-gnu/lib
if [ -e $i686/libc.so.6 ] && command -v i686-linux-gnu-gcc >/dev/null; then
    native i386 i686-linux-gnu-gcc '' "$all" -Wl,-rpath,$i686 -Wl,-dynamic-linker,$i686/ld-linux.so.2
    blocks i386 i686-linux-gnu-gcc i386
    link i686-linux-gnu-gcc i386 arguments -static -no-pie -fno-pic -mfentry -msse2 &&
        try 'i386, -mfentry' arguments
    i686-linux-gnu-gcc -O2 -static -o registers "$here/registers.c" "$here/registers_i386.S" -Li386 -lgptui-rt &&
        ./registers >log 2>&1
    status=$?
    [ $status = 77 ] && skip 'i386: registers' 'no AVX' || verdict $status 'i386: registers: none changes' "$(cat log)"
    cases="dear;run_dear;dear;work threads;in_thread;dear;work"
    [ -z "${LONG-}" ] || cases="$cases sort;run_sort;sort_it;.*compare $handlers"
    paths i386 i686-linux-gnu-gcc "$TMPDIR/i386" "$cases" \
        -Wl,-rpath,$i686 -Wl,-dynamic-linker,$i686/ld-linux.so.2
    i686-linux-gnu-gcc -O2 -pg -static -pthread -w -o handled "$here/callers.c" -Li386/tests/rt -lgptui-rt -lm
    rm -rf gmon.out*
    GPTUI_RT=asked=on,paths=on timeout 600 ./handled altstack 100 >log 2>&1 &&
        "$GPTUI" --batch --images --format=folded handled gmon.out >stacks 2>>log
    awk '!/;?handle[; ]/ { next } { n += $NF } /;run_signals;.*;handle[; ]/ { whole += $NF }
        END { print whole, "of", n; exit !(n >= 60000 && whole > 0.8 * n) }' stacks >verdicts
    verdict $? 'i386: paths go on with the code that a handler interrupted' "$(cat verdicts log stacks)"
else
    skip i386 'no gcc-i686-linux-gnu with libc6-dev-i386-cross'
fi

if [ -z "${LONG-}" ]; then
    :
elif command -v musl-gcc >/dev/null; then # has no coroutines
    native musl musl-gcc '' 'signals altstack nested threadforks jumps leaps recursion threads ending forks vforks errno'
else
    skip musl 'no musl-tools'
fi
finish
