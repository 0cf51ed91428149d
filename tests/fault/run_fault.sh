#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Every call of the program's that may fail (see shim.c) does so once; or, with the argument `all`, all from the
# N-th on; with the argument `browser` what needs the browser, else all others (run_browser.sh, run_fault_all.sh,
# run_browser_all.sh): four tests, so that each stays short on a busy machine.
# Every fifteenth call does, in each case from another one on; with LONG=1 all do.
#
# The program must end with the right output and status 0, or with status 1 and one line that says
# why; never crash, never leave a file half written. Most allocations are of mem_*: where they fail,
# the program ends with the line of main's handler.
shim=$BUILD/tests/fault/shim.so
cases=$SRC/tests/fault/cases
case ${FLAVOUR-} in
asan | tsan | valgrind | coverage)
    echo "1..0 # SKIP this build allocates on its own account"
    exit 0
    ;;
esac
. "$SRC/tests/tap.sh"
"$CC" -pg -g -O1 -o sample "$SRC"/tests/fault/sample.c && ./sample >/dev/null || {
    echo "not ok - the sample program runs"
    exit 1
}

# A library that calls into the program, as our runtime reports it.
printf 'int twice(int n) { return 2 * n; }\n' >twice.c && "$CC" -g -shared -fPIC -o twice.so twice.c
cp gmon.out gmon.called && cp gmon.out gmon.called.twice.so
{
    echo 'image 0 ticks 65535 build-id - file gmon.called path ./sample'
    echo 'image 1 ticks 0 build-id - file gmon.called.twice.so path ./twice.so'
    echo "arc 1:0x$(nm twice.so | awk '$3 == "twice" { print $1 }') 0:0x$(nm sample | awk '$3 == "main" { print $1 }') 3"
} | "$BUILD/tests/cli/make_run" gmon.called

# Another one; and one with enough arcs for two threads: the last one of the file again and again.
tail -c 21 gmon.out >arcs
cat gmon.out arcs arcs >gmon.other
for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18; do
    cat arcs arcs >more && mv more arcs
done
cat gmon.out arcs >gmon.large
mkdir below && cp gmon.out below

# In: $words are the arguments, $all "1" for all calls from there on. Runs with the failure at $1.
# Thousands of times: what the shell does itself costs no other program.
run_at() {
    : >note
    [ ! -e written ] || rm written
    # shellcheck disable=SC2086
    FAULT_AT=$1 FAULT_NOTE=note FAULT_ALL=$all FAULT_SECONDS=600 LD_PRELOAD="$shim" "$GPTUI" $words \
        </dev/null >out 2>err
}

complain() {
    bad=$((bad + 1))
    [ $bad -gt 5 ] || echo "# call $at ($failed): $1"
}

# One line of why, or as without a failure; a source or folder that is left out does not end the run.
says_why() {
    [ "$failed" = 'write 2' ] || cmp -s err want.err ||
        [ "$(grep -vc -e 'sample.c: cannot be read' -e ': warning: .* is left out: ' err)" = 1 ]
}

# Did an allocation fail, and nothing else?
is_memory() {
    case $all$failed in malloc | calloc | realloc) ;; *) return 1 ;; esac
}

# Exactly the line of the handler.
ends_at_once() {
    [ "$status" = 1 ] && printf '%s: out of memory\n' "$GPTUI" | cmp -s - err
}

# The right output; a program that cannot be looked at is none to propose a recording of.
is_right() {
    cmp -s out want || sed 's/ would tell: gptui record .*/ would tell/' want | cmp -s - out
}

judge() {
    ! is_memory || n_memory=$((n_memory + 1))
    ! is_memory || ! ends_at_once || n_ended=$((n_ended + 1))
    case $status in
    0) [ -n "$loose" ] || is_right || complain "status 0, other output" ;;
    1 | "$cannot") says_why || complain "status $status: $(head -c 300 err)" ;;
    *) complain "status $status: $(head -c 300 err)" ;;
    esac
    if [ -z "$loose" ] && [ -e written ]; then
        cmp -s written want.written || complain "a file half written"
    fi
    set -- .written.*
    [ ! -e "$1" ] || {
        complain "a temporary file left"
        rm "$@"
    }
}

# fails_everywhere NAME: $words with the failure at one call after the other, until it is not reached
fails_everywhere() {
    bad=0 done=0 n_memory=0 n_ended=0
    rm -f written.run # where a sum has left it, it depends on the order of threads what is in there
    run_at 0
    status=$?
    cp out want
    cp err want.err
    rm -f want.written
    [ ! -e written ] || cp written want.written
    at=$((1 + n % every)) # many begin with the same calls
    while
        run_at $at
        status=$?
        read -r failed <note
    do
        done=$((done + 1))
        judge
        at=$((at + every))
    done
    sum_memory=$((sum_memory + n_memory)) sum_ended=$((sum_ended + n_ended))
    [ $bad = 0 ] && [ $at -gt 5 ]
    result $? "$1: $done of $((at - 1)) calls, $bad bad"
}

every=${LONG:+1} all='' which='one failure' sum_memory=0 sum_ended=0
case " $* " in *' all '*) all=1 which='all from there on' ;; esac
every=${every:-15}
while IFS='|' read -r name words; do
    loose=
    case $name in
    '' | '#'*) continue ;;
    *browser*) case " $* " in *' browser '*) ;; *) continue ;; esac ;;
    *) case " $* " in *' browser '*) continue ;; esac ;;
    esac
    case $name in
    '~ '*) loose=1 name=${name#'~ '} ;;
    esac
    words=$(echo "$words" | sed "s|@|$SRC/tests/fault/|g")
    cannot=1
    case $name in record:*) cannot=126 ;; esac # a program that cannot be run
    fails_everywhere "$name, $which"
done <"$cases"
if [ -z "$all" ]; then
    [ $((6 * sum_ended)) -gt $((5 * sum_memory)) ] && [ $sum_memory -gt 100 ]
    result $? "allocations that fail end the program: $sum_ended of $sum_memory"
fi
echo "1..$n"
