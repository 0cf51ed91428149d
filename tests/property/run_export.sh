#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# After any sequence of filter changes: the export in gprof's layout is what the command shown
# prints, and what the screen shows is what the export of the screen holds.
set -u
cd "$TMPDIR" || exit 1
mkdir bin && ln -s "$GPTUI" bin/gptui
PATH=$PWD/bin:$PATH GPTUI_TEST=1
export PATH GPTUI_TEST
"$CC" -pg -g -O1 -o indexer "$SRC"/tests/demo/*.c -I"$SRC/tests/demo" && ./indexer >/dev/null || {
    echo "not ok - the demo program runs"
    exit 1
}
rounds=${LONG:+25} bad_export=0 bad_screen=0 bad_run=0 skipped=0 compared=0
rounds=${rounds:-5}

# The rows of the view on the dumped screen: after the heading, before the pane or the last lines.
body() {
    sed -n '/^--text--$/,/^--roles--$/p' "$1" | sed '1d;$d' | sed -n '5p'
}

compare_screen() { # PREFIX: the first row shown begins like a line of the export
    shown=$(body "$1.dump" | cut -c2-40 | sed 's/ *$//')
    [ -z "$shown" ] || cut -c2-40 "$1.screen" | sed 's/ *$//' | grep -qxF -- "$shown"
}

round() { # SEED
    awk -v seed="$1" -v steps=40 -v out="r$1" -f "$SRC/tests/property/keys.awk" >"r$1.keys"
    gptui --script "r$1.keys" indexer gmon.out >"r$1.out" 2>"r$1.err" </dev/null || {
        bad_run=$((bad_run + 1))
        echo "# seed $1: $(head -n 3 "r$1.err")"
        return
    }
    if [ ! -e "r$1.gprof" ]; then # options that leave nothing: the command fails as well
        skipped=$((skipped + 1))
        sh "r$1.command" >/dev/null 2>&1 && bad_export=$((bad_export + 1))
        return
    fi
    sh "r$1.command" >"r$1.batch" 2>"r$1.err"
    cmp -s "r$1.batch" "r$1.gprof" || {
        bad_export=$((bad_export + 1))
        echo "# seed $1: $(cat "r$1.command")"
        diff "r$1.batch" "r$1.gprof" | head -n 4 | sed 's/^/#   /'
    }
    compare_screen "r$1" || {
        bad_screen=$((bad_screen + 1))
        echo "# seed $1: not in the export: $(body "r$1.dump")"
    }
    compared=$((compared + 1))
}

seed=1
while [ $seed -le "$rounds" ]; do
    round $seed
    seed=$((seed + 1))
done

verdict() { # NUMBER NAME BAD
    if [ "$3" -eq 0 ] && [ $compared -gt $((rounds / 2)) ]; then
        echo "ok $1 - $2"
    else
        echo "not ok $1 - $2: $3 bad, $compared compared, $skipped without output"
    fi
}
verdict 1 "scripts run and keep all invariants" $bad_run
verdict 2 "the export is what the command shown prints" $bad_export
verdict 3 "rows on the screen are lines of the export" $bad_screen
echo "1..3"
