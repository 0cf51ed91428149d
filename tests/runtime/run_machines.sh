#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The runtime for other machines, built by Debian's cross compilers and run by qemu-user; 32-bit x86
# runs by itself. Also plain C without assembly, and musl. What is not installed is skipped.
. "$SRC/tests/runtime/lib.sh"

# What a machine's compiler may want besides: arithmetic in libgcc, clearing of structs at the start.
cat >allowed <<'LIST'
.TOC.
_GLOBAL_OFFSET_TABLE_
__aeabi_idiv
__aeabi_uidiv
__aeabi_uldivmod
__aeabi_unwind_cpp_pr0
__ctzdi2
__start_gptui_rt_entry
__stop_gptui_rt_entry
__udivdi3
at_quick_exit
dl_iterate_phdr
getauxval
getenv
memset
pthread_atfork
sigaction
sigfillset
LIST

# build_runtime NAME ARGUMENTS...: make's; the libraries go to $TMPDIR/NAME
build_runtime() {
    name=$1
    shift
    (cd "$SRC" && make -s rt-libs BUILD="$TMPDIR/$name" "$@") >log 2>&1
    verdict $? "$name: builds" "$(cat log)" || return 1
}

# counts NAME PROGRAM: every line "FUNCTION COUNT" or "PID FUNCTION COUNT" of told is in its file
counts() {
    [ -s told ] || verdict 1 "$1: told nothing"
    while read -r first second third; do
        file=gmon.out function=$first count=$second
        [ -z "$third" ] || file=gmon.out.$first function=$second count=$third
        equal "$1: calls of $function" "$count" "$(calls "$2" "$file" "$function")"
    done <told
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
    rm -f gmon.out*
    # shellcheck disable=SC2086
    timeout 60 $run "./$program" "$@" >told 2>log
    verdict $? "$name: $program $*" "$(cat told log)"
    counts "$name: $program $*" "$program"
}

# run_all NAME CASES: programs threads, events and arguments
run_all() {
    rm -f gmon.out
    # shellcheck disable=SC2086
    timeout 60 $run ./threads 4 10000 >log 2>&1
    verdict $? "$1: threads" "$(cat log)"
    equal "$1: calls of leaf" 40000 "$(calls threads gmon.out leaf)"
    equal "$1: calls from middle" 20000 "$(arc threads gmon.out middle leaf)"
    agree "$1" threads
    try "$1" arguments
    for case in $2; do
        try "$1" events "$case"
    done
}

# link COMPILER FOLDER PROGRAM FLAGS...
link() {
    compiler=$1 folder=$2 program=$3
    shift 3
    rm -f "$program"
    $compiler -O2 -pg -pthread -w -o "$program" "$here/$program.c" "$@" -L"$folder" -lgptui-rt >log 2>&1
    verdict $? "$folder: $program links $*" "$(cat log)"
}

# link_all COMPILER FOLDER FLAGS...: the programs of run_all
link_all() {
    compiler=$1 folder=$2
    shift 2
    for program in threads events arguments; do
        link "$compiler" "$folder" $program "$@" || return 1
    done
}

all='signals jumps leaps recursion coroutines threads ending forks vforks errno'
few='signals recursion coroutines ending forks'

# counters NAME COMPILER: 64 bits, also where the machine adds 32 at once
counters() {
    # shellcheck disable=SC2086
    $2 -O2 -I"$SRC/src" -pthread -static -o counters "$here/counters.c" >log 2>&1 &&
        timeout 60 $run ./counters >>log 2>&1
    verdict $? "$1: counters" "$(cat log)"
}

# machine TRIPLET QEMU: static and shared. No threads that come and go by the thousand, no vfork:
# what is tested there is qemu.
machine() {
    triplet=$1
    if ! echo 'int main(void) { return 0; }' | "$triplet-gcc" -xc -o prog - 2>/dev/null; then
        skip "$triplet" "no compiler: gcc-$triplet"
        return
    fi
    build_runtime "$triplet" CC="$triplet-gcc" || return
    "$triplet-nm" -u "$triplet/libgptui-rt.a" | awk '$1 == "U" { print $2 }' | sort -u |
        grep -vxF -f allowed >stray
    [ ! -s stray ]
    verdict $? "$triplet: what the archive calls" "$(cat stray)"
    if ! command -v "$2" >/dev/null; then
        skip "$triplet: runs" "no $2: qemu-user"
        return
    fi
    run="$2 -L /usr/$triplet"
    counters "$triplet" "$triplet-gcc"
    link_all "$triplet-gcc" "$triplet" -static && run_all "$triplet, static" "$few"
    link_all "$triplet-gcc" "$triplet" -Wl,-rpath,"$TMPDIR/$triplet" && run_all "$triplet, shared" "$few"
}

# native NAME COMPILER CPU CASES FLAGS...: programs that run here; flags are of shared ones
native() {
    which=$1 compiler=$2 cpu=$3 cases=$4
    shift 4
    run=
    counters "$which" "$compiler"
    build_runtime "$which" CC="$compiler" CPU="$cpu" || return
    link_all "$compiler" "$which" -static && run_all "$which, static" "$cases"
    link_all "$compiler" "$which" -Wl,-rpath,"$TMPDIR/$which" "$@" && run_all "$which, shared" "$cases"
}

machine aarch64-linux-gnu qemu-aarch64
machine arm-linux-gnueabihf qemu-arm
machine riscv64-linux-gnu qemu-riscv64
machine powerpc64le-linux-gnu qemu-ppc64le
machine s390x-linux-gnu qemu-s390x

if [ "$(uname -m)" != x86_64 ]; then
    skip 'i386, generic and musl' 'tested on x86-64'
    finish
fi
native generic "$CC" generic "$all"

i686=/usr/i686-linux-gnu/lib
if [ -e $i686/libc.so.6 ] && command -v i686-linux-gnu-gcc >/dev/null; then
    native i386 i686-linux-gnu-gcc '' "$all" -Wl,-rpath,$i686 -Wl,-dynamic-linker,$i686/ld-linux.so.2
    link i686-linux-gnu-gcc i386 arguments -static -no-pie -fno-pic -mfentry -msse2 &&
        try 'i386, -mfentry' arguments
else
    skip i386 'no gcc-i686-linux-gnu with libc6-dev-i386-cross'
fi

if command -v musl-gcc >/dev/null; then # has no coroutines
    native musl musl-gcc '' 'signals jumps leaps recursion threads ending forks vforks errno'
else
    skip musl 'no musl-tools'
fi
finish
