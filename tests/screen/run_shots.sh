#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The pictures of the README are screens of this very program: each must be what data/shots has.
# `make shots` renews them.
set -u
cd "$TMPDIR" || exit 1
shots=$SRC/data/shots tools=$BUILD/tests/tools
. "$SRC/tests/tap.sh"
why='said difference'
GPTUI_TEST=1
export GPTUI_TEST
unset XDG_CONFIG_HOME XDG_STATE_HOME NO_COLOR

"$tools/mkelf" indexer <"$SRC/tests/screen/data/indexer.elf" &&
    "$tools/mkgmon" gmon.out indexer <"$SRC/tests/screen/data/indexer.gmon" &&
    cp -r "$SRC/tests/screen/data/indexer.gmon.d" gmon.out.d || exit 1

shot() { # NAME ROWS COLUMNS KEYS
    for theme in light dark; do
        "$BUILD/tests/screen/svg" $theme "$2" "$3" "$4" Flat "$GPTUI" indexer gmon.out >"$1-$theme.svg" 2>said
        status=$?
        [ -z "${GPTUI_BLESS-}" ] || [ $status -ne 0 ] || cp "$1-$theme.svg" "$shots"
        diff "$shots/$1-$theme.svg" "$1-$theme.svg" >difference && [ $status -eq 0 ]
        result $? "data/shots/$1-$theme.svg is what the screen shows (if it should: make shots)"
    done
}

shot flat 22 100 j
shot graph 15 100 '/,best_of,Enter,Enter'
echo "1..$n"
