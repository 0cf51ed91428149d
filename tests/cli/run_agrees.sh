#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# What one view or format says of a function must not contradict what another says.
. "$SRC/tests/cli/lib.sh"

shown() { # VIEW KEYS FILES...
    name=$1
    printf 'gptui-script 1\nresize 30 120\nkeys %s\ndump %s\n' "$2" "$name" >script
    shift 2
    "$GPTUI" --script=script "$@" >out 2>err && cat "$name" >out
}

# ---- a cycle whose entry is small ----

"$tools/mkelf" round <<'END' || exit 1
elf 64 le x86_64 exec
section .text 0x401000 0x100 ax
sym main 0x401000
sym entry 0x401020
sym heavy 0x401040
sym last 0x401060
END
"$tools/mkgmon" round.out round <<'END' || exit 1
hist 0x401000 0x401060 24
tick heavy 1000
tick main 10
arc main entry 1
arc entry heavy 5
arc heavy entry 5
END
"$GPTUI" --format=dot round round.out >out 2>err
id() { sed -n "s/^ *\(n[0-9]*\) \[label=\"$1.*/\1/p" out; }
[ "$(id entry)" ] && grep -q "$(id main) -> $(id entry) " out
result $? 'dot: a cycle that is drawn is drawn with the members that it is entered by'
grep -q '1 calls' out
result $((!$?)) 'dot: one call'

# ---- libraries, which the screen has ----

"$tools/mkelf" lib.so <<'END' || exit 1
elf 64 le x86_64 dyn
section .text 0x1000 0x100 ax
sym inside 0x1000
sym last 0x1080
END
"$tools/mkgmon" with round <<'END' || exit 1
hist 0x401000 0x401060 24
tick heavy 25
END
"$tools/mkgmon" with.lib lib.so <<'END' || exit 1
hist 0x1000 0x1080 32
tick inside 75
END
printf 'ticks 100\nimage 0 ticks 25 build-id - entry 0x401000 file with path ./round\nimage 1 ticks 75 build-id - entry 0x1000 file with.lib path %s/lib.so\n' "$PWD" | "$BUILD/tests/cli/make_run" with
for f in csv json dot callgrind folded pprof svg; do
    "$GPTUI" --format=$f round with >out 2>err && [ "$(wc -l <err)" -eq 1 ] &&
        grep -q ': 0.75 s (75.0%) in shared libraries left out; --images adds them$' err &&
        "$GPTUI" --format=$f --images round with >out 2>err && [ ! -s err ] &&
        "$GPTUI" --format=$f --images=no round with >out 2>err && [ ! -s err ] &&
        "$GPTUI" --format=$f --strict round with >out 2>err && [ ! -s err ]
    result $? "$f: one line says how much is in libraries, unless they are there or not wanted"
done
"$GPTUI" --batch -p round with >out 2>err && [ ! -s err ]
result $? 'libraries: reports in the layout of gprof say nothing'
printf 'gptui-script 1\n:w csv csv\n:w folded folded\n' >script
"$GPTUI" --script=script round with >out 2>err && tr -d '\r' <csv | grep -q '^flat,.*,inside,,75,' &&
    grep -qx 'inside 750000' folded
result $? 'libraries: what the browser writes has them as the screen does'

"$tools/mkgmon" with.lib lib.so <<'END' || exit 1
hist 0x1000 0x1080 32
tick inside 1
END
printf 'ticks 26\nlost-calls 1\nimage 0 ticks 25 build-id - entry 0x401000 file with path ./round\nimage 1 ticks 1 build-id - entry 0x1000 file with.lib path %s/lib.so\n' "$PWD" | "$BUILD/tests/cli/make_run" with
shown info 4 round with
grep -q ' 1 sample (' out && grep -q ' 1 call was lost' out && ! grep -qE ' 1 (samples|calls)' out
result $? 'Info: one sample, one call'

"$tools/mkgmon" one round <<'END' || exit 1
hist 0x400f00 0x401100 128
tick main 65535
tick 0x400f10 1
END
shown info 4 round one
grep -q ' 1 bin stands at 65535' out && grep -q ' 1 sample (.* lies outside all symbols' out
result $? 'Info: one full bin, one sample outside'

# ---- samples, and no calls counted ----

printf 'volatile int s;\nint main(void)\n{\n    for (int i = 0; i < 9; i++)\n        s += i;\n    return 0;\n}\n' >m.c
if gcc -g -O0 -no-pie -o m m.c 2>err; then
    "$tools/mkgmon" m.out m <<'END' || exit 1
hist main main+0x40 16
fill 5
END
    shown source 5 m m.out
    grep -q 'int main' out && ! grep -q ' ##### ' out
    result $? 'Source: a function with samples is not said to have never run'
    shown modules 3 m m.out
    grep -q 'calls not counted' out && ! grep -q ' 0 calls' out
    result $? 'Modules: calls that nobody counted are not zero calls'
else
    skip 'Source and Modules' 'gcc makes no program here'
fi

printf 'void plain(void)\n{\n}\n' >plain.c
printf 'void plain(void);\nvoid dead(void)\n{\n}\nint main(void)\n{\n    plain();\n    return 0;\n}\n' >counted.c
if gcc -g -O0 -no-pie -c plain.c 2>err && gcc -g -O0 -pg -no-pie -o counted counted.c plain.o 2>err && ./counted; then
    printf 'gptui-script 1\nresize 30 120\n:goto plain\nkeys 5\ndump source\n' >script
    "$GPTUI" --script=script counted gmon.out >out 2>err && cat source >out
    grep -q 'void plain' out && ! grep -q ' ##### ' out
    result $? 'Source: a function that counts no calls is not said to have never run'
    sed -i 's/plain/dead/' script
    "$GPTUI" --script=script counted gmon.out >out 2>err && cat source >out
    grep -q 'void dead' out && [ "$(grep -c ' ##### ' out)" -eq 1 ]
    result $? 'Source: one that counts them and was not called is'
    if [ "$(uname -m)" = x86_64 ]; then
        printf '.globl edge, next\n.type edge, @function\n.type next, @function\nedge: call *mcount@GOTPCREL(%%rip)\nnext: ret\n' >edge.s
        gcc -g -O0 -pg -no-pie -o counted counted.c plain.o edge.s 2>err && sed -i 's/dead/edge/' script &&
            "$GPTUI" --script=script counted gmon.out >out 2>err && grep -q ' ##### .*edge: call' source
        result $? 'Source: so is one that ends with the call of the counter'
    fi
else
    skip 'Source' 'gcc makes no program with -pg here'
fi

# ---- a library whose calls nobody counts, and which calls ----

"$tools/mkgmon" with round <<'END' || exit 1
hist 0x401000 0x401060 24
tick heavy 25
arc main heavy 2
END
"$tools/mkgmon" with.lib lib.so <<'END' || exit 1
hist 0x1000 0x1080 32
tick inside 75
END
printf 'ticks 100\nimage 0 ticks 25 build-id - entry 0x401000 file with path ./round\nimage 1 ticks 75 build-id - entry 0x1000 file with.lib path %s/lib.so\narc 1:0x1010 0:0x401040 2\n' "$PWD" | "$BUILD/tests/cli/make_run" with
shown modules 3 round with
grep -q ' 2 functions; calls not counted, 2 out of it' out && grep -Eq ' 2 +- +- +2 +[0-9.]+ .*lib.so' out
result $? 'Modules: calls into a library are not counted, those out of it are'
echo "1..$n"
