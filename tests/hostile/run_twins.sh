#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Names that differ only in characters which show nothing, direct other text, or are none: they look
# different on a terminal, in the browser, in traces and in messages; and in a file they are what
# gprof prints.
. "${0%/*}/lib.sh"

result() { # STATUS NAME
    [ "$1" = 0 ] || printf 'not '
    echo "ok - $2"
}

# Each in octal, and what it is.
unseen='
\342\200\213 zero width space
\342\200\215 zero width joiner
\342\200\216 left-to-right mark
\342\200\250 line separator
\342\200\251 paragraph separator
\342\200\256 right-to-left override
\342\201\240 word joiner
\342\201\244 invisible plus
\342\201\246 left-to-right isolate
\342\201\257 nominal digit shapes
\357\273\277 byte order mark
\302\255 soft hyphen
\357\277\271 annotation
\363\240\201\201 tag A
\363\240\204\200 variation selector 17
\357\270\217 variation selector 16
\341\205\237 Hangul choseong filler
\343\205\244 Hangul filler
\357\276\240 half width Hangul filler
\342\240\200 Braille without dots
\315\217 grapheme joiner
\341\240\216 Mongolian vowel separator
\341\236\264 Khmer inherent vowel
\330\234 Arabic letter mark
\377 a byte that is no UTF-8
\302\233 a control character
'

make() { # NAME: twin and NAME are functions of an image
    "$BUILD/tests/tools/mkelf" image <<EOF && "$BUILD/tests/tools/mkgmon" gmon.out image <<EOF2
elf 64 le x86_64 exec
section .text 0x1000 0x100 ax
sym main 0x1000
sym twin 0x1010
sym $1 0x1020
sym tail 0x1030
EOF
hist 0x1000 0x1100 128
tick twin 3
tick $1 4
arc main twin 1
EOF2
}

terminal() { # COMMAND
    TERM=dumb LC_ALL=C.UTF-8 command script -qec "$1" /dev/null </dev/null
}

traces() {
    "$GPTUI" -d128 image gmon.out >"$TMPDIR/report"
}

browser() {
    printf 'gptui-script 1\ndump d1\n' >keys
    LC_ALL=C.UTF-8 "$GPTUI" --script keys image gmon.out </dev/null && cat d1
}

# shows NAME COMMAND...: what it prints holds the escapes, and nowhere the character.
shows() {
    name=$1
    shift
    "$@" >"$TMPDIR/out" 2>&1
    grep -qF "$shown" "$TMPDIR/out" && ! LC_ALL=C grep -qF "$raw" "$TMPDIR/out"
    result $? "$name"
}

try() { # OCTAL NAME
    # shellcheck disable=SC2059
    raw=$(printf "$1") shown=twin$(printf %s "$1" | sed 's/\\/ /g' |
        while read -r o; do for d in $o; do printf '\\x%02x' "0$d"; done; done)
    make "twin$raw" || return 1
    shows "$2: on a terminal" terminal "'$GPTUI' --batch -b -p image gmon.out"
    shows "$2: in the browser" browser
    shows "$2: in traces" traces
    shows "$2: in a message" "$GPTUI" "twin$raw"
    [ -z "$oracle" ] || {
        gprof -b image gmon.out >want && "$GPTUI" -b image gmon.out | cmp -s - want &&
            grep -qF "$raw" want
        result $? "$2: in a file as gprof prints it"
    }
}

# A cell holds four of them; the fifth is spelled out.
accents() {
    raw=$(printf '\314\201\314\201\314\201\314\201\314\201') shown='\xcc\x81'
    make "e$raw"
    shows "accents: on a terminal" terminal "'$GPTUI' --batch -b -p image gmon.out"
    shows "accents: in the browser" browser
    shows "accents: in a message" terminal "'$GPTUI' --batch 'e$raw'"
}

command -v script >/dev/null || {
    echo "1..0 # SKIP no script(1) here"
    exit 0
}
{
    printf '%s\n' "$unseen" | while read -r octal name; do
        [ -z "$octal" ] || try "$octal" "$name"
    done
    accents
} | numbered
