#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# How many functions and arcs of the corpus bear which mark (see RANGES in the manual), as the view Info counts
# them; programs without samples in functions that are called are left out. There is no limit.
set -eu
dir=$BUILD/bench/marks
mkdir -p "$dir"
cd "$dir"
printf 'gptui-script 1\nkeys 4\ndump info\n' >script
for profile in "$SRC"/build/corpus/*/gmon.out; do
    [ -e "$profile" ] || continue
    folder=${profile%/gmon.out}
    rm -f info
    LINES=200 COLUMNS=120 TERM=xterm "$GPTUI" --script script "$folder/prog" "$profile" >/dev/null 2>&1 || continue
    sed -n 's/^ *marks  *functions: //p' info | tr -d ',;' | awk -v name="${folder##*/}" '{
        functions = $1 + $3 + $5 + $7; arcs = $10 + $12 + $14 + $16
        if (functions && arcs)
            printf "marks of %s: %d functions, %.0f %% =, %.0f %% ~, %.0f %% ?, %.0f %% !; %d arcs, %.0f, %.0f, %.0f and %.0f %%\n",
                name, functions, 100 * $1 / functions, 100 * $3 / functions, 100 * $5 / functions,
                100 * $7 / functions, arcs, 100 * $10 / arcs, 100 * $12 / arcs, 100 * $14 / arcs, 100 * $16 / arcs }'
done
