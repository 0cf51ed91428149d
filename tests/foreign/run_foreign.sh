#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Profiles of moved programs give the reports of those that were not moved, byte for byte; profiles
# of other programs and builds are named as such, and no distance is invented for them.
. "$SRC/tests/tap.sh"
why='differs err'
tools=$BUILD/tests/tools corpus=$SRC/build/corpus
export LC_ALL=C

# What loaders add to addresses, from one page to 2^47.
far='0x1000 0x800000000000' near='0x1000 0x7ffff000' pairs=200 # near: of 32-bit programs
[ -z "${LONG-}" ] || {
    far='0x1000 0x555555554000 0x7ff4c0040000 0x7fffffff0000 0x800000000000'
    near='0x1000 0x56555000 0x7ffff000' pairs=1000
}

# reports IN FOLDER: all that is printed of prog and gmon.out there, and the sum
reports() (
    cd "$1" || exit 1
    for options in -b '-b -l -p -q' '-b -z -c' '--format=csv' '-s'; do
        # shellcheck disable=SC2086
        "$GPTUI" --batch $options prog >>out 2>>err || echo "status $?" >>out
    done
    [ ! -e gmon.sum ] || mv gmon.sum sum
)

# prepare FOLDER PROGRAM PROFILE 32|64 le|be DISTANCE LAYOUT
prepare() {
    rm -rf "$1"
    mkdir "$1" && cp "$2" "$1/prog" && "$tools/movegmon" "$3" "$1/gmon.out" "$4" "$5" "$6" "$7" &&
        reports "$1"
}

# moved NAME PROGRAM PROFILE 32|64 le|be DISTANCE LAYOUT
moved() {
    if [ "$plain" != "$1/$7" ]; then
        prepare plain "$2" "$3" "$4" "$5" 0 "$7" && [ -s plain/out ] && ! grep written plain/err ||
            bad="$bad plain/$7"
        plain=$1/$7
    fi
    prepare moved "$2" "$3" "$4" "$5" "$6" "$7" || bad="$bad $6/$7"
    diff -r -x gmon.out plain moved >differs
    [ ! -s differs ] || {
        bad="$bad $6/$7"
        head -n 5 differs moved/err >>all_differs
    }
    runs=$((runs + 1))
}

# everywhere NAME PROGRAM PROFILE 32|64 le|be: at all distances, in all layouts
everywhere() {
    bad='' runs=0 plain=
    : >all_differs
    distances=$far
    [ "$4" = 64 ] || distances=$near
    for distance in $distances; do
        moved "$@" "$distance" magic
    done
    for layout in bsd 4.4bsd; do
        moved "$@" "${distance}" $layout
    done
    mv all_differs differs
    [ -z "$bad" ] && [ $runs -ge 4 ]
    result $? "$1: $runs profiles moved" "$bad"
}

# ---- programs of this machine ----

for name in cycles-pie cycles-nopie cycles-static cycles-32 multi-clang threads cxx-O2 fort; do
    case $name in *-32) class=32 ;; *) class=64 ;; esac
    [ -x "$corpus/$name/prog" ] || {
        skip "$name" "it is not in the corpus"
        continue
    }
    everywhere $name "$corpus/$name/prog" "$corpus/$name/gmon.out" $class le
done

# built NAME 32|64 COMPILER...: a program of this test, run for its profile
built() {
    name=$1 class=$2
    shift 2
    if ! command -v "$1" >/dev/null || ! "$@" -pg -o "$name" "$SRC/tests/programs/cycles.c" -I"$SRC/tests/programs" 2>err; then
        skip "$name" "no $1 that builds it"
        return 1
    fi
    ./"$name" >/dev/null && mv gmon.out "$name.gmon"
}
built static-pie 64 gcc -O1 -static-pie -fPIE && everywhere static-pie static-pie static-pie.gmon 64 le
built fentry 64 gcc -O2 -mfentry -pie -fPIE && everywhere fentry fentry fentry.gmon 64 le
built no-plt 64 gcc -O2 -fno-plt -pie -fPIE && everywhere no-plt no-plt no-plt.gmon 64 le
built large 64 clang -O1 -mcmodel=large -pie -fPIE && everywhere large large large.gmon 64 le
built static-pie-32 32 i686-linux-gnu-gcc -O1 -static-pie -fPIE &&
    everywhere static-pie-32 static-pie-32 static-pie-32.gmon 32 le

# Without the symbol etext the range ends with .fini.
if command -v strip >/dev/null; then
    for name in cycles-pie cycles-static; do
        strip -N etext -N _etext -N __etext -o without "$corpus/$name/prog"
        everywhere "$name without etext" without "$corpus/$name/gmon.out" 64 le
    done
else
    skip 'programs without etext' 'no strip'
fi

# ---- other machines: no decoder looks at their code ----

for kind in '64 be s390x' '32 be 20' '64 le aarch64' '32 le 40'; do
    set -- $kind
    "$tools/mkelf" other <<END
elf $1 $2 $3 dyn
section .text 0x1000 0x400 ax
section .fini 0x1400 0x10 ax
runs 0x1000
sym _start 0x1000
sym main 0x1040
sym one 0x1100
sym two 0x1200
sym three 0x1300
sym etext 0x1410 notype in=.fini
END
    "$tools/mkgmon" other.gmon other <<'END'
hist 0x1000 0x1410 260
fill 1
tick 0x1110 7
arc main+0x20 one+0xc 4
arc main+0x24 two+0xc 5
arc two+0x30 three+0xc 6
END
    everywhere "$kind" other other.gmon "$1" "$2"
done

# ---- several files, each at its own distance; --base ----

prog=$corpus/cycles-pie/prog own=$corpus/cycles-pie/gmon.out
for i in 1 2 3; do
    "$tools/movegmon" "$own" "$i.gmon" 64 le "0x${i}0000000"
done
cp "$own" 0.gmon
"$GPTUI" --batch -s "$prog" 0.gmon 0.gmon 0.gmon 0.gmon >out 2>err && mv gmon.sum united
"$GPTUI" --batch -s "$prog" 3.gmon 0.gmon 1.gmon 2.gmon >>out 2>err && cmp gmon.sum united >differs
result $? 'files of several distances are summed at the addresses of the image'

"$GPTUI" --batch -b "$prog" 0.gmon >united
"$GPTUI" --batch -b --base=0x12345 "$prog" 0.gmon >base.0 2>err
grep -q "warning: 0.gmon does not fit $prog with --base=0x12345\$" err && [ "$(wc -l <err)" = 1 ]
result $? 'a wrong --base is what a warning names, no other program'
"$tools/movegmon" "$own" odd.gmon 64 le 0x12345
"$GPTUI" --batch -b --base=0x12345 "$prog" odd.gmon >out 2>err &&
    cmp out united >differs && [ ! -s err ] && ! cmp -s base.0 united
result $? '--base=ADDRESS takes any distance off'
for layout in magic bsd 4.4bsd; do
    for distance in 0 0x7000 -0x5000 0x12345; do
        "$tools/movegmon" "$own" "at$distance.gmon" 64 le $distance $layout
    done
    "$GPTUI" --batch -s "$prog" at0.gmon at0.gmon >united 2>err && mv gmon.sum sum &&
        "$GPTUI" --batch -s "$prog" at0x7000.gmon at-0x5000.gmon >out 2>err && cmp out united >differs &&
        cmp gmon.sum sum >differs && rm gmon.sum &&
        "$GPTUI" --batch -s --base=0x12345 "$prog" at0x12345.gmon at0x12345.gmon >out 2>err &&
        cmp out united >differs && cmp gmon.sum sum >differs && ! [ -s err ]
    result $? "files of two distances, and of one by --base, in $layout"
done
"$GPTUI" --batch -b "$prog" 0.gmon >united
"$GPTUI" --batch -b --base=0 "$prog" 1.gmon >out 2>err && ! cmp -s out united &&
    grep -q ' was not written by ' err
result $? '--base=0 takes nothing off'
! "$GPTUI" --batch -b --base=1x "$prog" 1.gmon >out 2>err && grep -q 'a base is a number' err
result $? '--base wants a number'

# strictly ARGUMENTS...: as gprof has it, with --strict and under its name
strictly() {
    gprof -b "$@" >gprof.out 2>gprof.err
    "$GPTUI" --strict -b "$@" >out 2>err
    sed -i 's/^[^ ]*gptui: /gprof: /' err
    cmp gprof.out out >differs && cmp gprof.err err >>differs
}
for options in '' --base=0x10000000; do
    # shellcheck disable=SC2086
    "$GPTUI" --strict -b $options "$prog" 1.gmon >strict.base 2>err
    strictly "$prog" 1.gmon && cmp out strict.base >differs
    result $? "nothing is taken off under --strict $options"
done

# ---- profiles of other programs ----

holds 'nothing is said of other programs under --strict' strictly "$corpus/cycles-pie/prog" "$corpus/multi-pie/gmon.out"

# says WORDS PROGRAM PROFILE: on standard error, in one line; standard output is gprof's
says() {
    "$GPTUI" --batch -b "$2" "$3" >out 2>err
    gprof -b "$2" "$3" >gprof.out 2>/dev/null
    [ "$(wc -l <err)" -eq 1 ] && grep -q "^[^ ]*gptui: warning: $3 $1" err && cmp gprof.out out >differs
    result $? "a profile $1"
}
cp "$corpus/multi-pie/gmon.out" foreign.gmon
says "was not written by $prog; another program or build did\$" "$prog" foreign.gmon
printf 'int leaf(int x) { return x + 1; } int twig(int x) { return leaf(x) * 3; }\n%s' \
    'int main(void) { return leaf(twig(1)) + twig(2) > 100; }' >small.c
if gcc -pg -O0 -pie -fPIE -o first small.c && ./first && mv gmon.out first.gmon &&
    sed 's/int main/int more(int x) { return x * x; } &/' small.c >more.c &&
    gcc -pg -O0 -pie -fPIE -o second more.c && gcc -O0 -pie -fPIE -o plain_build small.c; then
    says 'was not written by second; first wrote it$' second first.gmon
    says 'was not written by plain_build; first wrote it$' plain_build first.gmon
else
    skip 'another build' 'no gcc'
fi

if [ -x "$corpus/cycles-32/prog" ]; then
    for layout in magic bsd 4.4bsd; do
        "$tools/movegmon" "$own" wide.gmon 64 le 0 $layout
        "$tools/movegmon" "$corpus/cycles-32/gmon.out" narrow.gmon 32 le 0 $layout
        ! "$GPTUI" --batch -b "$corpus/cycles-32/prog" wide.gmon >out 2>err &&
            grep -q 'wide.gmon: the profile of a program of 64 bits; .* has 32 bits$' err &&
            ! "$GPTUI" --batch -b "$prog" narrow.gmon >>out 2>err && [ ! -s out ] &&
            grep -q 'narrow.gmon: the profile of a program of 32 bits; .* has 64 bits$' err
        result $? "pointers of the other size, $layout"
        # Of files in the other layouts gprof asks for 7 and 17 gigabytes.
        { [ $layout != 4.4bsd ] && [ -z "${LONG-}" ] || strictly "$prog" narrow.gmon; } &&
            strictly "$corpus/cycles-32/prog" wide.gmon
        result $? "and what gprof says of them, $layout"
    done
else
    skip 'pointers of the other size' 'no 32-bit program in the corpus'
fi

# Random pairs of a program and the profile of another one, every second moved by pages: none is taken for its own. Then
# each program and its own profile, moved as well. Programs that differ in debug information alone are the same.
for folder in "$corpus"/*; do
    [ ! -e "$folder/gmon.out" ] || objcopy -O binary --only-section=.text "$folder/prog" code 2>err || continue
    bits=64
    [ "$(od -An -tu1 -j4 -N1 "$folder/prog")" -eq 2 ] || bits=32
    echo "$folder $bits $(cksum <code | tr ' ' .)"
done >programs
awk -v n="${PAIRS:-$pairs}" -v seed="${SEED:-1}" '
    function distance(bits) { return bits == 64 ? int(rand() * 2 ^ 35) * 4096 : int(rand() * 2 ^ 18) * 4096 }
    { folder[NR] = $1; bits[NR] = $2; code[NR] = $3 }
    END {
        srand(seed)
        while (i < n) {
            prog = 1 + int(rand() * NR)
            of = 1 + int(rand() * NR)
            if (code[prog] != code[of])
                printf "other %s %s %s %.0f\n", folder[prog], folder[of], bits[of], i++ % 2 * distance(bits[of])
        }
        for (i = 1; i <= NR; i++)
            for (k = 0; k < 3; k++)
                printf "own %s %s %s %.0f\n", folder[i], folder[i], bits[i], k * distance(bits[i])
    }' programs >tried
while read -r kind program of bits by; do
    "$tools/movegmon" "$of/gmon.out" some.gmon "$bits" le "$by" magic
    "$GPTUI" --batch -b -p "$program/prog" some.gmon >out 2>err
    case $kind:$(cat err) in
    other:*' was not written by '* | other:*' was written by another build of '* | other:*' bits; '*' has '*' bits') ;;
    own:*' written by '* | own:*' bits; '*) echo "missed: $program moved by $by: $(cat err)" ;;
    other:*) echo "accepted: $program, profile of $of moved by $by: $(cat err)" ;;
    esac
done <tried >differs
[ ! -s differs ] && [ "$(wc -l <programs)" -gt 20 ] && [ "$(grep -c ^other tried)" -ge 200 ]
result $? "$(wc -l <tried) pairs of $(wc -l <programs) programs: none accepted, and none missed"

echo "1..$n"
