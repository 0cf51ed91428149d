#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Batch mode from outside: exit status, streams, names of the program, what a terminal gets.
. "$SRC/tests/cli/lib.sh"

# expect NAME STATUS OUT ERR COMMAND...: both streams must match the patterns of `case`.
expect() {
    name=$1 want=$2 want_out=$3 want_err=$4
    shift 4
    "$@" >out 2>err </dev/null
    status=$? good=1
    [ $status -eq "$want" ] || echo "# status $status, not $want"
    # shellcheck disable=SC2254
    case $(cat out) in $want_out) ;; *) good=0 ;; esac
    # shellcheck disable=SC2254
    case $(cat err) in $want_err) ;; *) good=0 ;; esac
    [ $status -eq "$want" ] && [ $good -eq 1 ]
    result $? "$name"
}

cat >p.c <<'END'
int f(int x) { return x * 2; }
int main(void) { int s = 0; for (int i = 0; i < 1000; i++) s += f(i); return s & 0; }
END
ESC=$(printf '\033')
$CC -pg -o a.out p.c && ./a.out && objcopy "--redefine-sym=f=f$ESC[31mred" a.out evil || exit 1
ln -s "$GPTUI" gprof
ln -s "$GPTUI" my-gprof
mkdir dir

expect "defaults: a.out and gmon.out" 0 "Flat profile:*Call graph*" "" "$GPTUI" -b
expect "standard input is a profile" 0 "Flat profile:*" "" sh -c "\"$GPTUI\" -b -p a.out - <gmon.out"
expect "nothing asked for, nothing printed" 0 "" "" "$GPTUI" -P -Q
expect "explanations without -b" 0 "Flat profile:*How to read*Call graph*How to read*" "" "$GPTUI"
expect "help" 0 "Usage: *--script*" "" "$GPTUI" -b -h --nonsense
expect "version" 0 "gptui *" "" "$GPTUI" -v
expect "an unknown option" 1 "" "*: unrecognized option '--nonsense'
Try '*gptui --help' for the options." "$GPTUI" --nonsense
expect "a missing image" 1 "" "nosuch: No such file or directory" "$GPTUI" nosuch nosuch2
expect "a missing profile" 1 "" "nosuch: No such file or directory" "$GPTUI" a.out nosuch
# D7: GNU gprof takes what stands apart from -P for a file; it may be meant for a symspec.
expect "a symspec apart from its option" 1 "" \
    "*: there is no file nosuch; did you mean -Pnosuch?*nosuch: No such*" "$GPTUI" -b -P nosuch
expect "a symspec apart from a long option" 1 "" \
    "*did you mean --no-flat-profile=nosuch?*nosuch: No such*" "$GPTUI" --no-flat-profile nosuch
expect "a file apart from -P is a file" 0 "*Call graph*" "" "$GPTUI" -b -P a.out gmon.out
expect "no such question under --strict" 1 "" "nosuch: No such file or directory" \
    "$GPTUI" --strict -P nosuch
expect "nor under the name gprof" 1 "" "nosuch: No such file or directory" ./gprof -P nosuch
expect "a directory as image" 1 "" "dir: Is a directory" "$GPTUI" dir
nm a.out >table && printf 'zz T bad\nxx T bad2\n' >>table && printf 'a.o: f\n' >map || exit 1
expect "a bad line of a table of symbols" 0 "Flat profile:*" \
    "*: warning: table:*: skipped, as its address is not a hexadecimal number (2 such lines)" \
    "$GPTUI" -b -S table
expect "a table of symbols from a pipe" 0 "Flat profile:*" "" sh -c "nm a.out | \"$GPTUI\" -b -S /dev/stdin"
expect "an order of object files" 0 "a.o" "" "$GPTUI" -b -R map
for bad in '' 'a.o:f' 'a.o: f@b.o:'; do
    printf '%s' "$bad" | tr @ '\n' >badmap
    expect "no map of object files: '$bad'" 1 "" "*: unable to parse mapping file badmap." \
        "$GPTUI" -R badmap
done
expect "info of the files before the one that fails" 1 "File \`gmon.out'*" "nosuch: *" \
    "$GPTUI" -i a.out gmon.out nosuch
expect "control characters in file names" 1 "" "no\\\\x1b\[31m: No such*" "$GPTUI" "no$ESC[31m"

expect "a full disk" 1 "" "standard output: No space left on device" \
    sh -c "\"$GPTUI\" -b >/dev/full"
expect "help to a full disk" 1 "" "standard output: No space left on device" \
    sh -c "\"$GPTUI\" -h >/dev/full"
expect "standard output is closed" 1 "" "standard output: Bad file descriptor" \
    sh -c "\"$GPTUI\" -b >&-"
mkdir none && echo 'gptui-script 1' >none/script && for abi in 5 6 7; do echo >none/libncursesw.so.$abi; done
expect "batch needs no curses" 0 "Flat profile:*" "" env LD_LIBRARY_PATH=none "$GPTUI" -b
expect "the browser says that it does" 1 "" "*: the browser needs this library, which cannot be loaded: lib*" \
    env LD_LIBRARY_PATH=none "$GPTUI" --script none/script
# The reader, without whom a pipe cannot be opened, is this shell itself, and gone before the program starts.
mkfifo gone
into_nothing() { # COMMAND...: its status is printed
    (
        exec 3<>gone 4>gone 3<&-
        "$@" >&4
        echo $? >status
    )
    cat status
}
expect "nobody reads the pipe, and SIGPIPE is ignored" 0 "1" "standard output: Broken pipe" \
    into_nothing env --ignore-signal=PIPE "$GPTUI" -b
expect "nobody reads the pipe" 0 "141" "" into_nothing env --default-signal=PIPE "$GPTUI" -b

# valgrind keeps the name, but not the folder
[ "${FLAVOUR-}" = valgrind ] && here='*/' || here=./
expect "the name gprof: the name in messages" 1 "" "${here}gprof: invalid option -- 'g'*" ./gprof -g
expect "the name gprof: only its options" 1 "" "${here}gprof: unrecognized option '--batch'*" \
    ./gprof --batch
expect "the name gprof: its options in help" 0 "Usage: ${here}my-gprof*" "" ./my-gprof -h
grep -q -- --script out
holds "the name gprof: ours are not in help" [ $? -eq 1 ]
expect "the name gprof: regexes are names" 0 "*" "" ./gprof -b -p/f/
expect "regexes otherwise" 1 "" "*regex '('*" "$GPTUI" -b '-p/(/'

"$GPTUI" -b -p -z evil >out 2>err
holds "names are raw in a file" grep -q "$ESC" out
if command -v script >/dev/null; then
    TERM=dumb script -qec "'$GPTUI' --batch -b -p -z evil" /dev/null >out 2>err </dev/null
    ! grep -q "$ESC" out && grep -qF 'f\x1b[31mred' out && grep -q '^Flat profile' out
    result $? "on a terminal --batch prints, and names are safe"
    TERM=dumb script -qec "./gprof -b -p -z" /dev/null >out 2>err </dev/null
    holds "on a terminal the name gprof prints" grep -q '^Flat profile' out
else
    skip "on a terminal --batch prints" "no script(1) here"
fi
echo "1..$n"
