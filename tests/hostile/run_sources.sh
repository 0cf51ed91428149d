#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Annotated source where sources are no sources, have no end, or are not what debug information says.
. "${0%/*}/lib.sh"

bounded() { # a run in little memory, and for a short time
    case ${FLAVOUR-} in
    asan) timeout 600 "$@" ;;
    *) (ulimit -v 200000 && exec timeout 600 "$@") ;;
    esac
}

# image NAME SOURCE LINE: functions at LINE and LINE + 1 of SOURCE, called 3 and 5 times
image() {
    "$tools/mkelf" "$1" <<END && "$tools/mkgmon" "$1.gmon" "$1" <<END2
elf 64 le x86_64 exec
section .text 0x1000 0x400 ax
sym main 0x1000 func size=64
sym alpha 0x1040 func size=64
sym tail 0x1300 func
unit $2 . 4
line 0x1000 $2 $3
line 0x1040 $2 $(($3 + 1))
end 0x1080
END
arc 0x1040 main 3
arc main 0x1040 5
END2
}

# expect NAME STATUS MESSAGES OUTPUT ARGUMENTS...: both are patterns of case
expect() {
    name=$1 status=$2 messages=$3 output=$4
    shift 4
    bounded "$GPTUI" "$@" >out 2>err </dev/null
    got=$?
    said=$(cat err) good=not
    # shellcheck disable=SC2254
    case $said in
    $messages) case $(head -c 100000 out | tr -d '\000') in $output) good='' ;; esac ;;
    esac
    [ $got = "$status" ] || good=not
    echo "${good:+not }ok - $name"
    [ -z "$good" ] || { echo "# status $got"; head -n 5 err out | sed 's/^/# /'; }
}

everything() {
    summary='*Executable lines in this file*'
    mkdir folder
    mkfifo fifo
    ln -s loop loop
    ln -s /dev/zero zero
    ln -s /dev/null null
    long=$(printf '%0300d' 1)
    for f in folder fifo loop zero null nosuch "$long" "folder/../folder/x"; do
        image prog "$f" 1
        case $f in
        folder) m='./folder: Is a directory' ;;
        fifo | zero | null) m="./$f: Operation not supported" ;;
        loop) m='./loop: Too many levels of symbolic links' ;;
        "$long") m="*: File name too long" ;;
        *) m="*gptui: could not locate \`./$f'" ;;
        esac
        expect "source: $(printf %.20s "$f")" 0 "${m}" '' -b -A prog prog.gmon
        expect "source: $(printf %.20s "$f"), -y" 0 "${m}" '' -b -A -y prog prog.gmon
        [ -e "$(basename "$f")-ann" ] && echo "not ok - a file was written"
    done

    image huge a.c 2000000000
    printf 'one\ntwo\n' >a.c
    expect "line numbers beyond all files" 0 '' "*one*two*2000000001          5*        0   Executable*" \
        -b -A huge huge.gmon
    expect "the same by line" 0 '' "$summary" -b -l -A -x -z huge huge.gmon
    image most a.c 4294967294
    expect "the largest line numbers" 0 '' "*4294967295          5*" -b -l -A most most.gmon

    image good big.c 1
    truncate -s 400M big.c
    bounded "$GPTUI" -b -A good good.gmon >/dev/null
    echo "$([ $? = 0 ] || echo 'not ')ok - a line of 400 MB takes no memory"
    head -c 3000000 /dev/zero | tr '\000' '\n' >big.c
    expect "three million empty lines" 0 '' "*3 -> *5 -> *" -b -A good good.gmon
    head -c 2000000 /dev/urandom >big.c
    bounded "$GPTUI" -b -l -A -x good good.gmon >out
    [ $? = 0 ] && tr -d '\000' <out | grep -aq 'Lines executed'
    echo "$([ $? = 0 ] || echo 'not ')ok - two megabytes of noise"

    # before each read of the program the source becomes shorter or longer
    seq 100000 >whole
    for size in 0 10 70000 900000; do
        bad=0
        for n in 1 2 3 4 5 6 8 10 12 14; do
            cp whole big.c
            HOSTILE_SHRINK="$n $size big.c" LD_PRELOAD=$HOSTILE_SHIM bounded "$GPTUI" -b -A good good.gmon \
                >out 2>err </dev/null
            status=$?
            [ $status = 0 ] && [ ! -s err ] && [ "$(wc -c <out)" -lt 4000000 ] || bad=$((bad + 1))
        done
        echo "$([ $bad = 0 ] || echo 'not ')ok - a source becomes $size bytes long while it is read"
    done

    # files that cannot be written are left out, the others are there
    image apart src.c 1
    seq 3 >src.c
    mkdir src.c-ann
    expect "-y over a folder" 0 'src.c-ann: Is a directory' '' -b -A -y apart apart.gmon
    rmdir src.c-ann
    ln -s nosuch/x src.c-ann
    expect "-y over a dangling link" 0 'src.c-ann: *' '' -b -A -y apart apart.gmon
    rm -f src.c-ann
    expect "-y" 0 '' '' -b -A -y apart apart.gmon
    echo "$(grep -q '3 -> 1' src.c-ann || echo 'not ')ok - what -y wrote"
}

everything | numbered
