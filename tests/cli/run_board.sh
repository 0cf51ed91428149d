#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# A profile from a board: data/board, compiled as it says, run by qemu, which writes gmon.out for it.
set -u
. "$SRC/tests/tap.sh"
cd "$TMPDIR" || exit 1
LC_ALL=C GPTUI_TEST=1
export LC_ALL GPTUI_TEST
example=$SRC/data/board

if ! echo 'int main(void) { return 0; }' |
    arm-none-eabi-gcc -mcpu=cortex-a8 --specs=rdimon.specs -xc -o nothing - 2>/dev/null; then
    echo '1..0 # SKIP no gcc-arm-none-eabi with libnewlib-arm-none-eabi'
    exit 0
fi
if ! command -v qemu-arm >/dev/null; then
    echo '1..0 # SKIP no qemu-arm: qemu-user'
    exit 0
fi

# make_board FLAGS...: board.elf and its gmon.out, as main.c tells
make_board() {
    rm -f board.elf gmon.out
    arm-none-eabi-gcc -mcpu=cortex-a8 -O1 -g -pg -Wall -Wextra -Werror "$@" -c "$example/main.c" \
        "$example/profile.c" &&
        arm-none-eabi-gcc -mcpu=cortex-a8 "$@" --specs=rdimon.specs -o board.elf main.o profile.o &&
        timeout 60 qemu-arm -cpu cortex-a8 ./board.elf
}

why='out err'
for code in arm thumb; do
    make_board -m$code >out 2>err
    result $? "$code: compiled and run"
    echo 'sum 9139e13f, 0 calls lost' | cmp -s - out
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
    [ "$(cat out)" = 20000/20000 ]
    result $? "$code: who calls whom"
    line=$(grep -n 'value = value >> 1' "$example/main.c" | cut -d: -f1)
    "$GPTUI" -b -l -p board.elf gmon.out >out 2>err
    grep -q "mix (main.c:$line @ " out
    result $? "$code: lines"
    "$GPTUI" -b -A board.elf gmon.out >out 2>err
    grep -A 1 'uint32_t mix' out | grep -q '^ *20000 -> {$'
    result $? "$code: source"
    printf 'gptui-script 1\nkeys /mix<CR>5\ndump d\n' >script
    "$GPTUI" --script script board.elf gmon.out >out 2>err </dev/null
    sed -n '/^--text--$/,/^--roles--$/p' d >out
    grep -q 'value = value >> 1' out
    result $? "$code: the browser shows the source"
done
echo "1..$n"
