#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The picture of the README, and the lines below it, are a screen of this very program, for the profile of `make
# demo`. `make shots` renews them; `make shots RECORD=1` also what was recorded for them, which is kept as texts
# (then `make bless T=screen/run_grids`). house/run_demo holds these against what `make demo` records now.
. "$SRC/tests/tap.sh"
shots=$SRC/data/shots tools=$BUILD/tests/tools
why='said difference'
GPTUI_TEST=1
export GPTUI_TEST

# What `make demo` records now, as texts.
record() {
    make -s -C "$SRC" build/demo/gmon.out >said 2>&1 || return 1
    demo=$SRC/build/demo data=$SRC/tests/screen/data
    {
        echo '# The functions of the program of make demo (make shots).'
        echo 'elf 64 le x86_64 exec'
        readelf -SW "$demo/indexer" |
            awk '{ sub(/^ *\[ *[0-9]*\]/, "") } $1 == ".text" { print "section .text 0x" $3 " 0x" $5 " ax" }'
        echo 'section .data 0x410000 0x100 aw'
        nm -nS --defined-only "$demo/indexer" | awk '$(NF - 1) ~ /[tT]/ && $NF !~ /^_(init|fini)$|^etext$/ {
            size = NF == 4 ? " size=0x" $2 : ""
            print "sym " $NF " 0x" $1 size " func " ($(NF - 1) == "t" ? "local" : "global") }'
    } | sed 's/0x0*\([0-9a-f]\)/0x\1/g' >"$data/indexer.elf"
    {
        echo '# What make demo recorded; its call paths are in indexer.run.'
        "$BUILD/tests/cli/tell_run" "$demo/gmon.out" profile
    } >"$data/indexer.gmon"
    "$BUILD/tests/cli/tell_run" "$demo/gmon.out" >"$data/indexer.run"
}
[ -z "${RECORD-}" ] || record || exit 1

"$tools/mkelf" indexer <"$SRC/tests/screen/data/indexer.elf" &&
    "$tools/mkgmon" gmon.out indexer <"$SRC/tests/screen/data/indexer.gmon" &&
    "$BUILD/tests/cli/make_run" gmon.out <"$SRC/tests/screen/data/indexer.run" || exit 1

shot() { # NAME ROWS COLUMNS KEYS
    for theme in light dark; do
        "$BUILD/tests/screen/svg" $theme "$2" "$3" "$4" Flat "$GPTUI" indexer gmon.out >"$1-$theme.svg" 2>said
        status=$?
        [ -z "${GPTUI_BLESS-}" ] || [ $status -ne 0 ] || cp "$1-$theme.svg" "$shots"
        diff "$shots/$1-$theme.svg" "$1-$theme.svg" >difference && [ $status -eq 0 ]
        result $? "data/shots/$1-$theme.svg is what the screen shows (if it should: make shots)"
    done
}

shot graph 16 80 '/,best_of,Enter,Enter'

# The callers, from the heading on.
printf 'gptui-script 1\nkeys /best_of<Enter><Enter>\ndump dump\n' >script
LINES=16 COLUMNS=80 "$GPTUI" --script script indexer gmon.out >said 2>&1
sed -n '/^--text--$/,/^--roles--$/p' dump | grep ' name$\|preview_docu\|rank_docu\|^>' >lines
begin='<!-- made by make shots -->'
if [ -n "${GPTUI_BLESS-}" ]; then
    awk -v begin="$begin" '
        !on { print }
        $0 == begin { on = 1; print "```"; while ((getline line <"lines") > 0) print line; print "```" }
        on && /^```$/ && ++n == 2 { on = 0 }' "$SRC/README.md" >renewed && cp renewed "$SRC/README.md"
fi
awk -v begin="$begin" '$0 == begin { on = 1; next } on && /^```$/ && ++n == 2 { exit } on && !/^```$/' "$SRC/README.md" >there
diff there lines >difference && [ "$(wc -l <lines)" -ge 4 ]
result $? "the lines of README are what the screen shows (if they should: make shots)"
echo "1..$n"
