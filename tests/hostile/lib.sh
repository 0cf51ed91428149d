# SPDX-License-Identifier: GPL-3.0-or-later
# What the scripts of this folder share. Where to find things, and the driver's environment.
set -u
tools=$BUILD/tests/tools
HOSTILE_SHIM=$BUILD/tests/hostile/shim.so HOSTILE_STREAMS=$TMPDIR/streams
export HOSTILE_SHIM HOSTILE_STREAMS
mkdir -p "$TMPDIR/streams" "$TMPDIR/work"
cd "$TMPDIR/work" || exit 1
# A tenth, or less where the program is slow. LONG=1 takes all of it.
step=11 cuts=11 rounds=15
case ${FLAVOUR-} in
asan)
    ASAN_OPTIONS=${ASAN_OPTIONS-}:verify_asan_link_order=0
    HOSTILE_GPTUI_MB=0 step=23
    export ASAN_OPTIONS HOSTILE_GPTUI_MB
    ;;
ubsan) step=17 ;;
coverage) step=61 cuts=29 rounds=10 ;;
valgrind | tsan)
    echo "1..0 # SKIP the shim does not go with this one; asan looks for the same errors"
    exit 0
    ;;
esac
[ -z "${LONG-}" ] || step=1 cuts=1 rounds=150
oracle=
command -v gprof >/dev/null && oracle=1

# damage ARGUMENTS OF THE DRIVER: without comparison where there is no gprof
damage() {
    [ -n "$oracle" ] || set -- $(printf '%s\n' "$*" | sed 's/^\(-[go]\) //')
    "$BUILD/tests/hostile/hostile" -r "$rounds" -c "$cuts" "$@"
    [ $? -lt 2 ] || echo "not ok - the driver gave up: $*"
}

# numbered: TAP with numbers, and the plan after it
numbered() {
    awk '/^(not )?ok/ { n++; sub(/ok *[0-9]* *-/, "ok " n " -") } { print } END { print "1.." n + 0 }'
}
