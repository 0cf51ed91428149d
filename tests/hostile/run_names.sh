#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Names that steer terminals, are no text, are long, many, or swell; functions that call each other in
# a long chain, a large cycle, a wide star: in reports, on a terminal, in the browser.
. "${0%/*}/lib.sh"
hard=$BUILD/tests/hostile/mkhard here=$PWD

# How many bytes of standard input steer a terminal, but for those that lay out a text.
steering() {
    LC_ALL=C tr -d '\011\012\014\015\040-\176\200-\377' | wc -c
}

result() { # STATUS NAME
    [ "$1" = 0 ] || printf 'not '
    echo "ok - $2"
}

once() { # NAME ARGUMENTS...
    name=$1
    shift
    "$BUILD/tests/hostile/hostile" -n "$name" image -- "$@"
    [ $? -lt 2 ] || echo "not ok - the driver gave up: $name"
}

script() { # A script that looks everywhere; dumps go to d1, d2, ...
    cat <<'END'
gptui-script 1
dump d1
keys jjj<Enter>jj
dump d2
keys 1DGg2jj<Enter>u}{D
dump d3
keys 4jjjG
dump d4
keys 1/int<Enter>nnN&f<Enter>ff<Enter>-ejj--
dump d5
keys <Esc>?
dump d6
keys <Esc><Esc>:
dump d7
keys <Esc>1-Ef
dump d8
END
}

evil() {
    "$hard" evil 60 image gmon.out
    for options in '' -p -q -C -i -T --no-demangle '-p --inline-file-names'; do
        # shellcheck disable=SC2086
        damage -r 0 -s 100000 -o "evil names $options" gmon.out -- -b $options image gmon.out
    done | grep -v ' cut at'
}

# What the browser shows: no byte that steers, and the names are there.
evil_screens() {
    script >keys
    bad=0
    for locale in C C.UTF-8; do
        LC_ALL=$locale GPTUI_TEST=1 "$GPTUI" --script keys image gmon.out >"$TMPDIR/out" 2>&1 \
            </dev/null || bad=1
        cat d? "$TMPDIR/out" | LC_ALL=C tr -d '\n' | steering | grep -qx 0 || bad=1
        [ "$locale" = C ] || iconv -f UTF-8 -t UTF-8 d? >/dev/null || bad=1
        grep -q 'x1b\[2J' d1 || bad=1
    done
    result $bad "evil names on screens"
    head -n 3 "$TMPDIR/out" | sed 's/^/# /'
    rm -f d? keys
}

evil_terminal() {
    command -v script >/dev/null || {
        echo "ok - evil names on a terminal # SKIP no script(1) here"
        return
    }
    for options in '' -p -q -C '-i -p' -T --no-demangle -r '-p --inline-file-names'; do
        TERM=dumb command script -qec "'$GPTUI' --batch -b -z $options image gmon.out" /dev/null \
            >"$TMPDIR/out" </dev/null
        [ "$(steering <"$TMPDIR/out")" = 0 ] && grep -q 'two\\x0alines' "$TMPDIR/out"
        result $? "evil names on a terminal $options"
    done
}

# Every message that has words of the user in it.
evil_words() {
    e=$(printf 'e\033[2J\nvil')
    cp image "$e" && cp gmon.out "$e.gmon"
    printf 'gptui-script 1\n%s\n' "$e" >"$e.script"
    bad=0
    for words in "no$e" "image no$e" "$e.gmon" "image $e.script" "-O$e" "--demangle=$e" "--$e" \
        "-p/($e/ image" "-k$e image" "@no$e" "--script=$e.script image gmon.out" \
        "--script=no$e image gmon.out" "-e/$e image" "--width=$e -b -p $e $e.gmon" "-i $e $e.gmon"; do
        IFS=' '
        # shellcheck disable=SC2086
        "$GPTUI" $words >"$TMPDIR/out" 2>"$TMPDIR/err" </dev/null
        status=$?
        unset IFS
        [ $status -le 1 ] && [ "$(steering <"$TMPDIR/err")" = 0 ] && continue
        bad=1
        echo "# $words" | tr '\033\n' '?'
    done >"$TMPDIR/notes"
    [ ! -s "$TMPDIR/notes" ]
    result $? "evil words in messages"
    cat "$TMPDIR/notes"
    GPTUI_TEST=1 "$GPTUI" --script=/dev/stdin "$e" "$e.gmon" >"$TMPDIR/out" 2>&1 <<'END'
gptui-script 1
dump d1
keys 4
dump d2
END
    [ $? = 0 ] && [ "$(cat d1 d2 "$TMPDIR/out" | steering)" = 0 ] && grep -q 'x1b\[2J' d1 d2
    result $? "evil file names on screens"
    rm -f d? "$e"*
}

hard() { # KIND N
    "$hard" "$1" "$2" image gmon.out
    for options in -p -q --no-demangle '-C --inline-file-names' '-p -k/f/f/'; do
        # shellcheck disable=SC2086
        once "$2 functions, $1 $options" -b $options image gmon.out
    done
    script >keys
    touch d1 d2 d3 d4 d5 d6 d7 d8
    once "$2 functions, $1, in the browser" --script keys image gmon.out
    [ "$(cat d? | steering)" = 0 ]
    result $? "$2 functions, $1, on screens"
    rm -f d? keys
}

{
    evil
    evil_screens
    evil_terminal
    evil_words
    case ${FLAVOUR-} in
    asan | ubsan) less=10 ;;
    *) less=${LONG:+1} less=${less:-5} ;;
    esac
    hard equal $((100000 / less))
    hard huge $((100 / less))
    hard suffixes $((500 / less))
    hard swelling $((300 / less))
    hard deep $((100 / less))
    hard chain $((20000 / less))
    hard ring $((20000 / less))
    hard star $((20000 / less))
} | numbered
