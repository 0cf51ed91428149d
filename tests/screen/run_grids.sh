#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Every grid of some sessions, text and roles: all views at four widths, by every column, filtered, and with
# options. A check sum of each is in expected/grids.sums, so that a change of the code that should not be seen is not.
# `make bless T=screen/run_grids` renews them; GRIDS_AGAINST=GPTUI then shows what changed since that program.
sums=$SRC/tests/screen/expected/grids.sums
. "$SRC/tests/screen/programs.sh"
why=changed

make_programs
make_runs
make_before
make_waits 65432 10
"$BUILD/tests/tools/mkelf" indexer <"$data/indexer.elf" &&
    "$BUILD/tests/tools/mkgmon" indexer.out indexer <"$data/indexer.gmon" &&
    "$BUILD/tests/cli/make_run" indexer.out <"$data/indexer.run" || exit 1
touch -d 2020-01-01T00:00:00Z indexer indexer.out
# Names of all sorts, the first of which calls all others.
awk 'NR == 1 { print "elf 64 le x86_64 exec\nsection .text 0x1000 0x1000 ax" >"elf"; print "hist 0x1000 0x2000 256" >"gmon"; first = $1 }
    { printf "sym %s 0x%x func\n", $1, 4096 + 16 * NR >"elf"; print "tick " $1, 2 * NR >"gmon"; arcs = arcs "arc " first " " $1 " " NR "\n" }
    END { printf "%s", arcs >"gmon" }' "$data/names.txt"
"$tools/mkelf" names <elf && "$tools/mkgmon" names.out names <gmon || exit 1
touch -d 2020-01-01T00:00:00Z names names.out

# steps KIND: what is looked at in such a session: a name, and the lines of a script, parted by `|`
steps() {
    case $1 in
    one)
        echo 'flat keys 1'
        for column in time% self err cum total total% calls self/call total/call name; do
            echo "flat-by-$column keys 1 | :sort $column"
        done
        for filter in '&self>0.1' '&!^b' '&calls>=1000' '&nothing_matches'; do
            echo "flat$filter keys 1$filter<Enter>"
            echo "modules$filter keys 3...$filter<Enter>"
            echo "graph$filter keys 1gg2$filter<Enter>"
        done
        for option in e E f F; do
            echo "flat-$option keys 1ggjj-$option"
            echo "graph-$option keys 1ggjj2-$option}<Enter>"
        done
        for option in '-n /e/' '-N /e/' -a -z -c -l; do
            echo "flat${option%% *} keys 1 | :$option"
            echo "graph${option%% *} keys 1ggj2 | :$option"
        done
        echo 'flat-out keys 1ggjX'
        echo 'graph-k keys 1ggj2{-k'
        echo 'graph keys 1gg2'
        echo 'callee keys 1gg2}<Enter>'
        echo 'caller keys 1gg2u'
        echo 'cycle keys C<Enter><Enter>'
        echo 'cycles keys C'
        echo 'explained-flat keys 1ggjj='
        echo 'explained-entry keys 1ggj2='
        echo 'explained-callee keys 1gg2}='
        echo 'explained-caller keys 1ggj2{='
        echo 'explained-cycle keys C<Enter>='
        echo 'explained-module keys 3...ggj='
        for level in . .. ... ....; do
            echo "modules-E$level keys 3$level-E"
            echo "modules-open$level keys 3$level<Enter>"
        done
        echo 'help-found keys ?/e<Enter>'
        echo 'help-again keys 2?/e<Enter>nn'
        echo 'info keys 4'
        echo 'modules keys 3'
        echo 'modules-2 keys 3.'
        echo 'modules-3 keys 3..'
        echo 'modules-4 keys 3...'
        for column in self functions called calls-in calls-out time-in name; do
            echo "modules-by-$column keys 3... | :sort $column"
        done
        ;;
    waits)
        echo 'flat keys 1'
        for column in time% wait self name; do
            echo "flat-by-$column keys 1 | :sort $column"
        done
        echo 'flat-filtered keys 1&wait>0.5<Enter>'
        echo 'graph keys 1gg2'
        echo 'graph-e keys 1ggj-e2'
        echo 'info keys 4'
        echo 'modules keys 3'
        echo 'modules-4 keys 3...'
        echo 'explained keys 1ggj='
        ;;
    names)
        echo 'short keys 1'
        echo 'full keys 1D'
        echo "called :goto $(head -n 1 "$data/names.txt")"
        echo "called-full :goto $(head -n 1 "$data/names.txt") | keys D"
        ;;
    source)
        echo 'source keys 1gg5'
        echo 'source-x keys 1gg5 | :-x'
        ;;
    runs)
        echo 'flat keys 1'
        for column in time off calls samples name; do
            echo "runs-by-$column keys 6 | :sort $column"
        done
        echo 'runs-filtered keys 6&run1<Enter>'
        echo 'flat-filtered keys 1&total>5<Enter>'
        echo 'graph keys 1gg2'
        echo 'modules keys 3'
        ;;
    diff)
        for column in old new delta err delta% old-total new-total total old-calls new-calls calls name; do
            echo "diff-by-$column keys 7 | :sort $column"
        done
        echo 'diff-filtered keys 7&delta>0<Enter>'
        ;;
    esac
}

# script NAME LINES: the lines in a new browser, and what it shows at some widths
script() {
    printf 'gptui-script 1\nresize 60 80\n%s\n' "$2" | sed 's/ | /\n/g'
    for width in $widths; do
        printf 'resize 60 %s\ndump dumps/%s\n' $width "$(echo "$1-$width" | tr / _)"
    done
}

# frameless DUMP: options, heading and rows, as text and as roles, without the title, the tabs, the key line
frameless() {
    awk '/^--/ { plane = $1; row = 0; next } (plane == "--text--" || plane == "--roles--") && ++row > 1 && row < 59' "$1"
}

# twins GRID...: rows of a list that read like another one there, whatever the width has cut
twins() {
    awk 'FNR == 1 { split("", seen); is_list = FILENAME ~ /^(flat|modules|runs|diff)/ }
        is_list && FNR <= 56 && substr($0, 3) ~ /[a-z0-9]/ && seen[substr($0, 3)]++ { print FILENAME ": " $0 }' "$@"
}

# browse GPTUI NAME KIND OPTIONS: the grids of a session in the folder of-NAME
browse() {
    program=$1 name=$2 kind=$3
    shift 3
    rm -rf dumps "of-$name"
    mkdir dumps "of-$name"
    steps "$kind" | while read -r step lines; do
        script "$step" "$lines" >session
        "$program" --script session "$@" >said 2>&1 || return 1
    done || return 1
    for grid in dumps/*; do
        to=${grid#dumps/}
        [ "$kind" != names ] || to=${to%-*} # all widths together
        frameless "$grid" >>"of-$name/$to" || return 1
    done
}

# session NAME KIND OPTIONS
session() {
    rm -f changed
    if [ -n "${GRIDS_AGAINST-}" ]; then
        browse "$GRIDS_AGAINST" "$@" && mv "of-$1" "before-$1" || cat said
    fi
    browse "$GPTUI" "$@"
    status=$?
    cat said >changed
    made=$(ls "of-$1" 2>/dev/null | wc -l)
    (cd "of-$1" && for grid in *; do echo "$name/$grid $(cksum <"$grid")"; done) >now
    cat now >>all
    grep "^$1/" "$sums" >then
    diff then now | sed -n 's/^> \([^ ]*\) .*/\1/p' >differ
    if [ -n "${GRIDS_AGAINST-}" ]; then
        diff -ru "before-$1" "of-$1" >changed
        cat changed >>"$BUILD/grids.diff"
    else
        for grid in $(head -n 1 differ); do
            echo "the first that changed is $grid:" && cat "of-$grid"
        done >>changed
    fi
    [ $status -eq 0 ] && [ "$made" -gt 0 ] && cmp -s then now
    result $? "$1: $made grids" "changed: $(wc -l <differ)"
    (cd "of-$1" && twins *) >changed
    holds "$1: no two rows of a list read the same" [ ! -s changed ]
}

widths='60 80 120 200'
: >all
[ -z "${GRIDS_AGAINST-}" ] || : >"$BUILD/grids.diff"
session store one store store.out
session joined one indexer indexer.out
session lines one -I . lines lines.out
session source source -I . lines lines.out
LC_ALL=C session ascii one store store.out
session runs runs store run*.out
session waits waits store waiting.out
session diff diff --diff=before.out --diff-image=before store store.out
widths=$(seq 24 4 120)
session names names names names.out
[ -z "${GPTUI_BLESS-}" ] || cp all "$sums"
holds 'every sum belongs to a grid' cmp -s all "$sums"
echo "1..$n"
