# SPDX-License-Identifier: GPL-3.0-or-later
# Sourced by tests of a checker of sources, scripts/$checker: what it says of ours, and of a scratch
# folder.
. "$SRC/tests/tap.sh"
d=$TMPDIR/src
mkdir -p "$d/src" "$d/arch"

# finds TEXT NAME < FILE: the checker says TEXT about the scratch folder with src/a.c, or nothing ("")
finds() {
    cat >"$d/src/a.c"
    got=$(GIT_DIR=/nonexistent "$SRC/scripts/$checker" "$d" 2>&1)
    if [ -n "$1" ]; then
        case $got in *"$1"*) true ;; *) false ;; esac
    else
        [ -z "$got" ]
    fi
    result $? "$2" "$got"
}

got=$("$SRC/scripts/$checker" "$SRC" 2>&1)
result $? 'the source' "$got"
