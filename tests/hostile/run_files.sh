#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Files that are no files, no images, no profiles, without an end, or another size than a moment ago.
. "${0%/*}/lib.sh"

# once NAME MESSAGE ARGUMENTS...: a run that behaves, with a message that matches. $keep: our standard
# input is the program's; $input: bytes that it holds.
keep='' input=0
once() {
    name=$1 message=$2
    shift 2
    "$BUILD/tests/hostile/hostile" -n ${keep:+-k} -i "$input" -e "$message" "$name" good -- "$@"
    [ $? -lt 2 ] || echo "not ok - the driver gave up: $name"
}

"$tools/mkelf" good <<'END'
elf 64 le x86_64 exec
section .text 0x1000 0x400 ax
sym main 0x1000
sym alpha 0x1080
sym tail 0x1300
END
"$tools/mkelf" other <<'END'
elf 32 be 20 exec
section .text 0x900000 0x400 ax
sym beta 0x900000
END
"$tools/mkgmon" gmon.out good <<'END'
hist 0x1000 0x1040 2
fill 3
arc 0x1004 0x1080 4
END
"$tools/mkgmon" of_other other <<'END'
hist 0x900000 0x900040 2
fill 3
arc 0x900004 0x900000 4
END
mkdir folder
mkfifo fifo
: >empty
printf 'int main(void) { return 0; }\n' >text
printf '#!/bin/sh\nexit 0\n' >script
cp good member && ar rc archive member 2>/dev/null && rm member
head -c 100000 good | tr '\000' '\377' >garbage
printf '\177ELF' >elf_word
awk 'BEGIN { printf "gmon\001"; for (i = 0; i < 15; i++) printf "%c", 0 }' >gmon_head
truncate -s 8G sparse
{ printf '\177ELF\002\001\001' && head -c 9 /dev/zero && printf '\004\000\076\000' &&
    head -c 200 /dev/zero; } >core
ln -s loop loop
long=$(printf '%05000d' 1)

images() {
    wrong='^gptui: .*: not in executable format$'
    for f in empty text script archive garbage elf_word core gmon.out fifo /dev/null /dev/zero; do
        once "image: $f" "$wrong" -b $f gmon.out
    done
    once "image: sparse" "$wrong" -b sparse gmon.out
    once "image: folder" '^folder: Is a directory$' -b folder gmon.out
    once "image: no file" '^no: No such file or directory$' -b no gmon.out
    once "image: loop" '^loop: Too many levels' -b loop gmon.out
    once "image: a long name" 'File name too long$' -b "$long" gmon.out
    once "image: of another program" 'unsupported version 16777216$' -b -z other gmon.out
}

# 2 GiB of code, says the header; the file has 2 KB.
claims() {
    printf '\144\206\001\0\0\0\0\0\074\0\0\0\001\0\0\0\0\0\004\0' >coff
    printf '.text\0\0\0\0\0\0\0\0\0\0\0\377\377\377\177\0\001\0\0' >>coff
    printf '\0\0\0\0\0\0\0\0\0\0\0\0\040\0\120\140' >>coff
    printf 'main\0\0\0\0\0\0\0\0\001\0\040\0\002\0\004\0\0\0' >>coff
    truncate -s 2K coff
    once "image: a section that is not there" '^$' -b -l coff gmon.out
}

profiles() {
    foreign='does not appear to be in gmon.out format$'
    for f in text script archive garbage good; do
        once "profile: $f" "$foreign|too short|unexpected EOF after reading" -b good $f
    done
    once "profile: sparse" "$foreign" -b good sparse
    once "profile: empty" '^empty: file too short' -b good empty
    once "profile: a header" '^$' -b good gmon_head
    once "profile: folder" '^folder: file too short' -b good folder
    once "profile: no file" '^no: No such file or directory$' -b good no
    once "profile: loop" '^loop: Too many levels' -b good loop
    once "profile: a long name" 'File name too long$' -b good "$long"
    once "profile: of another program" '^gptui: |^$' -b good of_other
    once "profile: /dev/zero" "$foreign" -b good /dev/zero
    input=67108864
    once "profile: /dev/urandom" "$foreign|too many bytes|rate of 0|bins" -b good /dev/urandom
    input=0
    once "profile: /dev/null" '^/dev/null: file too short' -b good /dev/null
    once "profile: /proc/self/mem" 'Input/output error$' -b good /proc/self/mem
    once "profile: thousand times the same" '^$' -b -p good $(yes gmon.out | head -n 1000)
}

# What the program reads: nothing of it may be lost, and it must come to an end.
pipes() {
    cat gmon.out >fifo &
    once "a FIFO" '^$' -b good fifo
    keep=1
    cat gmon.out | once "a pipe" '^$' -b good -
    input=268435456
    yes | once "an endless pipe" '^gptui: -: too many bytes from a pipe or device: at most 268435456' \
        -b good -
    { cat gmon.out && cat /dev/zero; } | once "an endless pipe of records" '^gptui: -: ' -b good -
    input=0
    once "a folder as standard input" '^-: file too short' -b good - <folder
    keep=
}

# What a file of words makes of memory.
words() {
    yes -- -eq | head -n 4194304 | tr '\n' ' ' >many
    input=16777216
    once "four million options" '^$' -b -p good gmon.out @many
    echo >>many
    once "more options than may be" '^gptui: error: more than 16 MiB of text in @-files' -b -p good gmon.out @many
    yes -- x | head -n 8388608 | tr '\n' ' ' >many
    once "eight million profiles" '^x: No such file' -b -p good gmon.out @many
    rm many
    input=0
}

# A stream that is closed must not become a file that is opened.
closed() {
    "$GPTUI" -b good - <&- >"$TMPDIR/out" 2>"$TMPDIR/err"
    [ $? = 1 ] && grep -q 'gptui: -: cannot be read.*Bad file descriptor$' "$TMPDIR/err" || printf 'not '
    echo "ok - no standard input"
    "$GPTUI" -b good gmon.out >&- 2>"$TMPDIR/err"
    [ $? = 1 ] && grep -q '^standard output: Bad file descriptor$' "$TMPDIR/err" || printf 'not '
    echo "ok - no standard output"
    "$GPTUI" -b good no 2>&- >"$TMPDIR/out"
    [ $? = 1 ] && [ ! -s "$TMPDIR/out" ] || printf 'not '
    echo "ok - no standard error"
}

# For each read of the program: the file becomes shorter before it.
shrinking() { # FILE SIZE
    cp "$1" whole
    bad=0 n=0
    while n=$((n + 1)) && [ $n -le 12 ]; do
        cp whole "$1"
        HOSTILE_SHRINK="$n $2 $1" LD_PRELOAD=$HOSTILE_SHIM "$GPTUI" -b good gmon.out \
            >"$TMPDIR/out" 2>"$TMPDIR/err" </dev/null
        status=$?
        [ $status -le 1 ] && [ "$(wc -l <"$TMPDIR/err")" = $status ] && continue
        bad=$((bad + 1))
        echo "# read $n: status $status: $(head -c 300 "$TMPDIR/err")"
    done >"$TMPDIR/notes"
    [ -s "$TMPDIR/notes" ] && printf 'not '
    echo "ok - $1 shrinks to $2 bytes while it is read"
    cat "$TMPDIR/notes"
    cp whole "$1"
    rm whole
}

unreadable() {
    chmod 000 folder
    user=
    [ "$(id -u)" != 0 ] || user='setpriv --reuid=65534 --clear-groups'
    if [ -n "$user" ] && ! $user true 2>/dev/null; then
        echo "ok - unreadable files # SKIP root reads everything, and there is no setpriv"
        return
    fi
    for args in "good folder/x" "folder/x gmon.out"; do
        # shellcheck disable=SC2086
        $user "$GPTUI" -b $args >"$TMPDIR/out" 2>"$TMPDIR/err"
        [ $? = 1 ] && [ "$(cat "$TMPDIR/err")" = "folder/x: Permission denied" ] || printf 'not '
        echo "ok - permission denied: $args"
        sed 's/^/# /' "$TMPDIR/err"
    done
    chmod 700 folder
}

{
    images
    claims
    profiles
    pipes
    words
    closed
    for size in 0 1 21 60; do
        shrinking gmon.out $size
        shrinking good $size
    done
    shrinking good 700
    unreadable
} | numbered
