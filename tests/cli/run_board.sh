#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# A profile from a board: data/board, compiled as it says, run by qemu, which writes gmon.out for it.
. "$SRC/tests/tap.sh"
LC_ALL=C GPTUI_TEST=1
export LC_ALL GPTUI_TEST
example=$SRC/data/board

flags='-O1 -g -pg -Wall -Wextra -Werror'

# arm FLAGS..., aarch64 FLAGS...: board.elf and its gmon.out, as main.c tells
arm() {
    # shellcheck disable=SC2086
    arm-none-eabi-gcc -mcpu=cortex-a8 $flags "$@" -c "$example/main.c" "$example/profile.c" \
        "$example/newlib.c" &&
        arm-none-eabi-gcc -mcpu=cortex-a8 "$@" --specs=rdimon.specs -o board.elf main.o profile.o newlib.o &&
        timeout 600 qemu-arm -cpu cortex-a8 ./board.elf
}
aarch64() {
    # shellcheck disable=SC2086
    aarch64-linux-gnu-gcc -ffreestanding -fno-pie $flags -c "$example/main.c" "$example/profile.c" \
        "$example/aarch64.c" &&
        aarch64-linux-gnu-gcc -nostdlib -static -o board.elf main.o profile.o aarch64.o &&
        timeout 600 qemu-aarch64 ./board.elf
}

# board NAME COMMAND...: makes it and reads its profile
board() {
    code=$1
    shift
    rm -f board.elf gmon.out
    "$@" >out 2>err
    result $? "$code: compiled and run"
    cat out err | grep -qx 'sum 9139e13f, 0 calls lost' # qemu says it there or there
    result $? "$code: it did what it does"

    for report in -p -q; do
        "$GPTUI" -b $report board.elf gmon.out >out 2>err
        result $? "$code: $report"
        gprof -b $report board.elf gmon.out >gprof.out 2>gprof.err
        cmp -s out gprof.out && cmp -s err gprof.err
        result $? "$code: $report as gprof has it"
    done
    "$GPTUI" -b -p board.elf gmon.out 2>err | awk 'NF == 7 && $4 ~ /^[0-9]/ { print $7, $1, $4 }' >out
    printf '%s\n' 'mix 80.00 20000' 'check_sum 10.00 20' 'fill 10.00 20' 'work 0.00 1' | cmp -s - out
    result $? "$code: functions with steps and calls"
    "$GPTUI" -b -q board.elf gmon.out 2>err |
        awk '/^\[/ { primary = $(NF - 1) } primary == "check_sum" && /mix/ { print $(NF - 2) }' >out
    holds "$code: who calls whom" [ "$(cat out)" = 20000/20000 ]
    "$GPTUI" -b -l -p board.elf gmon.out >out 2>err
    holds "$code: lines" grep -Eq '^ [48]0\.00 .* (mix|step) \(main\.c:[0-9]+ @ ' out
    "$GPTUI" -b -A board.elf gmon.out >out 2>err
    grep -A 1 'uint32_t mix' out | grep -q '^ *20000 -> {$'
    result $? "$code: source"
    printf 'gptui-script 1\nkeys /mix<CR>5\ndump d\n' >script
    "$GPTUI" --script script board.elf gmon.out >out 2>err </dev/null
    sed -n '/^--text--$/,/^--roles--$/p' d >out
    holds "$code: the browser shows the source" grep -q 'value = value >> 1' out
}

why='out err'
compiles() { echo 'int main(void) { return 0; }' | "$@" -xc -o nothing - 2>/dev/null; }
if ! compiles arm-none-eabi-gcc -mcpu=cortex-a8 --specs=rdimon.specs; then
    skip 'ARM' 'no gcc-arm-none-eabi with libnewlib-arm-none-eabi'
elif ! command -v qemu-arm >/dev/null; then
    skip 'ARM' 'no qemu-arm: qemu-user'
else
    board arm arm -marm
    board thumb arm -mthumb
fi
if ! compiles aarch64-linux-gnu-gcc; then
    skip 'AArch64' 'no gcc-aarch64-linux-gnu'
elif ! command -v qemu-aarch64 >/dev/null; then
    skip 'AArch64' 'no qemu-aarch64: qemu-user'
else
    board aarch64 aarch64
fi
echo "1..$n"
