#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The browser run by scripts: exit status, files it writes, the config file, what opens first.
. "$SRC/tests/tap.sh"
GPTUI_TEST=1
export GPTUI_TEST
echo 'int first(int n) { return n; }' >first.h
"$CC" -pg -gdwarf-5 -O1 -include ./first.h -o sample "$SRC"/tests/fault/sample.c && ./sample >/dev/null
[ -s gmon.out ] || {
    echo "not ok - the sample program runs"
    exit 1
}
why=err

# browse LINES [OPTIONS]: run a script of these lines
browse() {
    printf 'gptui-script 1\n%b' "$1" >script
    shift
    "$GPTUI" --script script "$@" sample gmon.out </dev/null >out 2>err
}

# text DUMP: the text plane
text() {
    sed -n '/^--text--$/,/^--roles--$/p' "$1" | sed '1d;$d'
}

holds "q: status 0" browse 'keys q\n'
browse 'keys f<C-c>\n'
holds "Ctrl-C: status 130" [ $? -eq 130 ]
browse 'dump none\n' --script nosuch
[ $? -eq 1 ] && [ "$(wc -l <err)" -eq 1 ]
result $? "no such script: one line, status 1"
printf 'gptui-script 1\nkeys q\n' >script
"$GPTUI" --script script sample absent.out </dev/null >out 2>err
[ $? -eq 1 ] && [ "$(wc -l <err)" -eq 1 ]
result $? "no such profile: one line, status 1"

nm sample | sed 's/ work$/ renamed/' >table
browse ':-S table\ndump d\n:undo\ndump e\n:-S nosuch\ndump f\n'
text d | grep -q ' renamed' && ! text e | grep -q ' renamed' && text e | grep -q ' work' &&
    text f | grep -q 'could not open nosuch' && text f | grep -q ' work'
result $? "another table of symbols, and back"
echo 'nowhere T bad' >>table
browse 'keys 4\ndump d\n' -S table
text d | grep -q 'symbols of  *table' && text d | grep -q 'skipped  *1 of its lines'
result $? "Info tells where symbols are from"

echo mine >flat
browse ':w flat\ndump d\n'
text d | grep -q 'flat exists; :w! replaces it' && [ "$(cat flat)" = mine ]
result $? ":w does not replace a file"
browse 'keys w<Enter>by-prompt<Enter>\n' -b
"$GPTUI" -b -Q -p sample gmon.out >want && cmp -s want by-prompt
result $? "the write menu writes gprof's layout"
browse ':w! command c\n' -b -e work
holds ":w command writes the command line" [ "$(cat c)" = "gptui -b -e work -Q -p sample gmon.out" ]
browse 'keys 7\n:w! command c\nkeys 1\n:w! command d\n' --diff=gmon.out
grep -q -- '--diff=gmon.out' c && ! grep -q -- '--diff' d
result $? ":w command of a comparison compares, and of another view does not"
# A line that is pasted: it acts only when Return is pressed, and means the same in every shell.
evil=$(printf -- '-evil\025echo pwned\033[201~\n.') && evil=${evil%.}
name=$(printf "it's\\!\342\200\256\377")
cp sample "./$evil" && cp gmon.out '@g'
printf 'gptui-script 1\n:w! command c\n' >script
"$GPTUI" --script script -b "-p$name" -- "$evil" ./@g </dev/null >out 2>err
mkdir -p bin && printf '#!/bin/sh\nprintf "%%s|" "$@"\n' >bin/gptui && chmod +x bin/gptui
printf '%s|' -b "-p$name" -Q -p "./$evil" ./@g >want
for shell in sh bash dash ksh zsh busybox; do
    if command -v "$shell" >/dev/null; then
        [ "$shell" != busybox ] || shell='busybox sh'
        PATH=$PWD/bin:$PATH $shell c >got
        holds "a copied command line in $shell" cmp -s got want
    else
        result 0 "a copied command line in $shell # SKIP not here"
    fi
done
[ "$(wc -l <c)" -eq 1 ] && [ "$(LC_ALL=C tr -d '\012\040-\176' <c | wc -c)" -eq 0 ]
result $? "a copied command line holds nothing that acts when it is pasted"
for format in csv json dot callgrind folded pprof svg; do
    browse ":w $format by-$format\n" -e work
    "$GPTUI" --format=$format -e work sample gmon.out >want && cmp -s want by-$format
    result $? ":w $format writes what --format=$format prints"
done
browse 'keys wjjj<Enter>by-menu<Enter>\nkeys wjjj<Enter>by-menu<Enter>\ndump d\n' -e work
cmp -s by-json by-menu && text d | grep -q 'by-menu exists; :w! json FILE replaces it'
result $? "the menu writes a format, and replaces no file"
browse ':w! command c\nkeys 2wk<Enter>calls<Enter>\n' -b -c -z
[ "$(cat c)" = "gptui -b -c -z -Q -p sample gmon.out" ] && "$GPTUI" -b -c -z -P -q sample gmon.out | cmp -s - calls
result $? "calls in the code are those that gprof finds"

# A match that has no room in a cut name marks all of it.
name=a_function_whose_name_has_more_letters_than_sixty_columns_have_room_for_so_that_the_end_is_cut
mkdir long && printf 'int %s(int n) { return n; }\nint main(void) { return %s(0); }\n' $name $name >long/long.c
(cd long && "$CC" -pg -O0 -o long long.c && ./long &&
    printf 'gptui-script 1\nkeys /end_is_cut<Enter>\ndump ../d\n' >script &&
    COLUMNS=60 LINES=24 "$GPTUI" --script script -p long gmon.out </dev/null >../out 2>../err)
! text d | grep -q end_is_cut && sed -n '/^--looks--/,$p' d | grep -q 7777777777
result $? "a match in the cut end of a name marks the name"

# A program whose debug information was split off, compiled so that gprof finds no line of it.
split() { # COMMAND, OPTIONS: run a script of one line on it
    printf 'gptui-script 1\n%b' "$1" >script
    shift
    (cd split && "$GPTUI" --script ../script "$@" prog gmon.out </dev/null >../out 2>../err)
}
mkdir split && cat >split/split.c <<'END'
static volatile unsigned n;
static inline __attribute__((always_inline)) void inlined(unsigned i) { n += i % 7; }
int main(void) { for (unsigned i = 0; i < 80000000; i++) inlined(i); return 0; }
END
if (cd split && "$CC" -pg -gdwarf-4 -gsplit-dwarf -O2 -o prog split.c && ./prog && [ -f ./*.dwo ]); then
    (cd split && "$GPTUI" -b -l -p prog gmon.out >own && gprof -b -l -p prog gmon.out >gprof.txt &&
        cmp -s own gprof.txt && "$GPTUI" -b -l -p --strict --split-dwarf prog gmon.out | cmp -s - own &&
        ! grep -q inlined own)
    result $? "reports read split debug information only when asked to"
    split ':w! command c\nkeys w<Enter>flat<Enter>\n' -b -l
    [ "$(cat split/c)" = "gptui -b -l --split-dwarf -Q -p prog gmon.out" ] &&
        (cd split && "$GPTUI" -b -l --split-dwarf -Q -p prog gmon.out >want && grep -q inlined want &&
            cmp -s want flat)
    result $? "the browser reads it by itself, and says so in its command"
    split ':w! command c\nkeys w<Enter>alone<Enter>\n' -b -l --split-dwarf=no
    [ "$(cat split/c)" = "gptui -b -l --split-dwarf=no -Q -p prog gmon.out" ] && cmp -s split/own split/alone
    result $? "unless an option forbids it"
    split ':w! command c\n' --split-dwarf
    [ "$(cat split/c)" = "gptui --split-dwarf -Q -p prog gmon.out" ]
    result $? "or asks for it"
else
    skip "split debug information" "the compiler makes none"
fi

first() { # OPTIONS: the view that opens
    browse 'dump d\n' "$@"
    sed -n 's/^gptui-dump .* view=\([A-Za-z]*\).*/\1/p' d
}
[ "$(first)" = Flat ] && [ "$(first -q)" = Graph ] && [ "$(first -i)" = Info ] &&
    [ "$(first -q -p)" = Flat ]
result $? "-p, -q and -i choose the first view"
[ "$(first -A)" = Source ] && [ "$(first -Asample.c:)" = Source ] && [ "$(first -A -q)" = Graph ]
result $? "-A opens the source"

for way in 5 "5 -l" "5 -x -l" "5 -L -t5" "5 -Aleaf -J" 4 8 "2 -l -z"; do
    browse "keys ${way%% *}\n:w! gprof written\n:w! command c\n" -b ${way#?}
    mkdir -p bin && ln -sf "$GPTUI" bin/gptui && PATH=$PWD/bin:$PATH sh c >want 2>err
    cmp written want >>err && [ -s want ]
    result $? "a view writes what its command prints: $way"
done

mkdir -p config/gptui
printf 'bind flat x view-info\nset names full\nnonsense\n' >config/gptui/config
XDG_CONFIG_HOME=$PWD/config
export XDG_CONFIG_HOME
browse 'dump d1\nkeys x\ndump d2\n:set names\ndump d3\n'
text d1 | grep -q 'config:3: no such command: "nonsense"'
result $? "a bad line of the config file is reported with its number"
holds "a key bound there works" grep -q 'view=Info' d2
text d3 | grep -q 'names: full'
result $? "a setting made there holds"
unset XDG_CONFIG_HOME

# Names of Fortran are those of its source in all views.
cat >module.c <<'.'
__attribute__((noinline)) void __grid_MOD_relax(volatile int *n)
{
    while (*n > 0)
        --*n;
}
int main(void)
{
    volatile int n = 100000000;
    __grid_MOD_relax(&n);
    return 0;
}
.
"$CC" -pg -g -O1 -o module module.c && ./module
printf 'gptui-script 1\n:goto __grid_MOD_relax\nkeys 5\ndump d\n' >script
"$GPTUI" --script script module gmon.out </dev/null >out 2>err
text d | grep -q 'in grid::relax'
result $? "Source names a procedure of Fortran as the other views do"

browse 'resize 20 5\nkeys ?/quit<Enter>\ndump d\nkeys q\nresize 1 1\nkeys jj2--qf<Esc>\nresize 24 80\ndump d2\n'
grep -q 'mode=help' d && grep -q 'view=Graph mode=graph' d2
result $? "tiny screens"
echo "1..$n"
