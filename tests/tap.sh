# SPDX-License-Identifier: GPL-3.0-or-later
# Sourced by scripts of tests, which go on in their new folder: their cases, as TAP. The plan is the script's:
# echo "1..$n".
set -u
cd "$TMPDIR" || exit 1
n=0
why= # names of files of the current folder whose first lines tell more about a case that failed

# result STATUS NAME [TEXT]: TEXT, if any, tells more about a case that failed, too.
result() {
    n=$((n + 1))
    if [ "$1" -eq 0 ]; then
        echo "ok $n - $2"
        return
    fi
    echo "not ok $n - $2"
    {
        [ -z "${3-}" ] || printf '%s\n' "$3"
        # shellcheck disable=SC2086
        [ -z "$why" ] || head -n 20 $why 2>/dev/null
    } | cut -c 1-300 | sed 's/^/# /'
}

# holds NAME COMMAND...: the status of the command
holds() {
    title=$1
    shift
    "$@"
    result $? "$title"
}

# skip NAME REASON
skip() {
    n=$((n + 1))
    echo "ok $n # SKIP $1: $2"
}
