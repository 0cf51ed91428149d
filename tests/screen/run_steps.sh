#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# What keys and commands do, step by step: a line of keys each, and what is then on the screen.
. "$SRC/tests/screen/programs.sh"
why='said screen'
make_programs
"$tools/mkelf" odd <<'END' && "$tools/mkgmon" odd.out odd <<'END2' && "$tools/mkgmon" calls.out odd <<'END3' || exit 1
elf 64 le x86_64 exec
section .text 0x1000 0x60 ax
sym main 0x1000
sym with.dot 0x1010
sym odd/slash 0x1020
sym _ZN1a4coolEv 0x1030
sym _ZN1b3hotEv 0x1040
sym _ZN1b4warmEv 0x1050
END
hist 0x1000 0x1060 6
tick main 1
tick with.dot 2
tick odd/slash 3
tick _ZN1a4coolEv 20
tick _ZN1b3hotEv 70
tick _ZN1b4warmEv 3
arc main with.dot 1
arc main _ZN1b3hotEv 4
END2
hist 0x1000 0x1060 6
arc main with.dot 3
arc main odd/slash 70
END3
{ echo 'hist 0x1000 0x1060 6' && echo 'tick main 10'; } | "$tools/mkgmon" all.out odd || exit 1
{ echo 'hist 0x1000 0x1060 40' && echo 'bin 4 10'; } | "$tools/mkgmon" narrow.out odd || exit 1
echo 'arc main with.dot 3' | "$tools/mkgmon" arcs.out odd || exit 1
touch -d 2020-01-01T00:00:00Z odd odd.out calls.out all.out narrow.out arcs.out

# An option of a row that is asked for twice is off again.
for letter in e E f F a D z T b L; do
    wish "-$letter twice" '!opts:|\[x\]' "keys -$letter-$letter--"
done
wish 'each of which is a step back' 'undone: -b' 'keys -e-e-b-bU'
wish 'a name with a dot' 'opts: -e (:with\.dot)' ':goto with.dot | keys -e' odd odd.out
wish 'a name with a slash' "opts: -e '/\^odd" ':goto odd/slash | keys -e' odd odd.out
wish 'no bars of runs without time' '^ \* calls ([?] )?run$' 'keys 6' odd calls.out calls.out
wish 'which is the function' '!odd/slash +\[' ':goto odd/slash | keys -e' odd odd.out
for bad in '-e' '-j x' '-e /(/' '--demangle=nosuch' '--nosuch' '--script=x' '-O zzz' '-z x' -s; do
    wish "no such option: $bad" '!opts:' ":$bad"
    ! grep -q '384/1364 samples' screen
    result $? "which is said: $bad"
done
for end in q q!; do
    printf 'gptui-script 1\n:%s\ndump dump\n' "$end" >script
    rm -f dump
    "$GPTUI" --script script store store.out >said 2>&1 && [ ! -s said ] && [ ! -e dump ]
    result $? ":$end is the end"
done

# A line is typed into its middle, and there are those before it.
wish 'characters' '^/béa漢f$' 'keys /é<Left>b<End>漢c<Left><Left>a<Right><Delete><End><Delete><Right>d<BS>f<Home><BS><Left><C-w>'
wish 'words' '^/one a xd$' 'keys /one<Space>two<Space><Space><C-w>a<Space>cd<Left><C-w>x'
wish 'all before' '^/xcd$' 'keys /one<Space>cd<Left><Left><C-u>x'
wish 'the line before the last' '^/mai$' 'keys /main<Enter>/hash<Enter>/hash<Enter>/dr<Up><Up><Up><BS>'
wish 'and what was being typed' '^/drx$' 'keys /main<Enter>/hash<Enter>/dr<Up><Up><Down><Down><Down>x'

# The tree as bars: j and k go to the heaviest child and to the parent, h and l along the level.
make_indexer
at='indexer indexer.out'
bar() { # FUNCTION SHARE KEYS: the cursor is on this bar
    # shellcheck disable=SC2086
    wish "bars: $3" "^ $1 .*$2%" "resize 24 100 | keys 8b$3" $at
}
bar answer_queries '60\.0' j
bar rank_documents '32\.2' jj
bar read_documents '38\.0' jl
bar preview_documents '10\.2' jjl
bar answer_queries '60\.0' jjlk
bar index_document '36\.1' jjllll
bar rank_documents '32\.2' jjh
bar main '100\.0' 'kj<Left><Right>'
bar '<all>' '100\.0' kk
bar score '29\.3' '}'
bar preview_documents '100\.0' 'jjl<Enter>'
bar preview_documents '10\.2' 'jjl<Enter><Esc>'
bar preview_documents '100\.0' 'jjlr'
bar score '29\.3' '/score<Enter>'
wish 'the whole is no smaller' 'this is the whole' 'keys 8bkr' $at
wish 'rows are where the bar was' '^>.*- rank_documents|^>.*[+] preview_documents' 'keys 8bjjlb' $at
wish 'what had no row has one' '^>.* query_run' 'keys 8bjjllb' $at
wish 'and bars are where the row was' '^ query_run  10\.2%' 'keys 8bjjllbb' $at
wish 'rows that a filter drops have no bar' '!read_documents' 'keys 8b | :rows score' $at
wish 'those above what it keeps have' '^.answer_queries' 'keys 8b | :rows score' $at
wish 'below the whole it keeps nothing' 'hides everything: & .index' 'keys 8bjj<Enter> | :rows ^index_document' $at
wish 'a click makes it the whole' '^ index_document  100\.0%' 'keys 8b | mouse left 4 50' $at
wish 'the wheel goes as j and k do' '60\.0%.* 3/48$' 'keys 8bjj | mouse wheel-up 4 50' $at
wish 'a right one does not' ' 36\.1%.* 40/48$' 'keys 8b | mouse right 4 50 | keys <Esc>' $at
wish 'what is too small is its parent' '^ 100\.0%  0\.53' 'resize 30 60 | keys 8b | mouse left 5 18' $at
wish 'a filter of time' '<left out by -e -E -f -F>' 'keys 8b | :-E score | keys jl' $at
wish 'other views have none' 'bars are those of Tree' ':tree-bars'
wish 'no tree without calls' '!8Tree' 'keys 1' odd all.out
wish 'nor without samples' '!8Tree' 'keys 1' odd arcs.out
wish 'the whole is seen however deep the cursor is' '^.<all>' 'keys 8b}' $at
wish 'half of the levels above the cursor' '!<all>' 'resize 14 80 | keys 8bjjlljjjjjjjj' $at

# Deep rows of the tree leave names their room, on the screen and in what is written of it.
awk 'BEGIN {
    print "elf 64 le x86_64 exec\nsection .text 0x401000 0x1000 ax" >"elf"
    print "image 0 ticks 60 build-id - entry 0x401000 path ./deep" >"run"
    for (i = 0; i < 40; i++) {
        printf "sym level_%d 0x%x\n", i, 4198400 + i * 16 >"elf"
        printf "node %d 0:0x%x %d 0\n", i, 4198408 + i * 16, i == 39 ? 60 : 0 >"run"
    }
    print "rate 100\nhist 0x401000 0x402000 256\ntick level_39+4 60" >"gmon"
}'
"$tools/mkelf" deep <elf && "$tools/mkgmon" deep.out deep <gmon && "$BUILD/tests/cli/make_run" deep.out <run || exit 1
at='deep deep.out'
wish 'as far in as it is deep' '^>.* 0\.00 {27}- level_13$' 'keys 8/level_13<Enter>' $at
wish 'where no row is above it' 'no row is above it' 'keys 8{' indexer indexer.out
echo '401000 T all' >names
wish 'the other end goes with the paths' 'below their only caller' 'keys 8i | :-S names' $at
wish 'deeper rows say how deep' '^>.* 0\.60 {24}39   level_39$' 'keys 8}' $at
wish 'also where there is little room' '^>.*39 +level_39' 'resize 24 30 | keys 8}' $at
LINES=60
wish 'what is written is what is seen' '^>.*39 +level_39' "keys 8} | :w! tree.txt" $at
sed -n 's/ *$//; s/^>/ /; / level_/p' screen | head -n 40 >rows
sed -n 's/ *$//; / level_/p' tree.txt | cmp -s - rows && [ "$(wc -l <rows)" = 40 ]
result $? 'row for row'
LINES=24

# Arcs and cycles.
wish '-k on a function' '-k cuts the arc' 'keys -k'
wish '-k on a callee' 'opts: -k run_query/btree_seek' ':goto run_query | keys }-k'
wish 'a cut in the list of a cycle is made' 'opts: -k btree_insert/btree_split|opts: -k btree_split/btree_insert' 'keys Cj<Enter>jjjjjj<Enter>'
wish 'the only cycle opens at once' 'cycle 2' 'keys C'
wish 'where there is none' 'no functions call each other in circles' 'keys C' odd odd.out
wish 'without one' 'expr_eval <cycle 1>' 'keys Cj<Enter>jjjjjj<Enter>'
wish 'and back' 'expr_eval <cycle 2>' 'keys Cj<Enter>jjjjjj<Enter>U'
wish 'what cannot be hidden has members' 'members' ':goto expr_eval | keys z-e'
wish 'members fold' 'members \(folded\)' ':goto expr_eval | keys zz'
wish 'which U takes back' 'undone: members folded' ':goto expr_eval | keys zz[U'
wish 'and Ctrl-R does again' 'done again: members folded' ':goto expr_eval | keys zz[U]<C-r>'

# Explanations.
for view in 1 2 3; do
    wish "= in view $view" 'self ' "keys $view="
    wish "and again closes it" '!where its numbers' "keys $view=="
done
at='indexer indexer.out'
wish '= in the tree: the row' 'this row: 66 of 205 samples .*, 0 its own' 'keys 8jj=' $at
wish 'and the function' '^. total 0\.53 s' 'keys 8jj=' $at
wish 'from the other end' 'as called by way of these' 'keys 8i+j=' $at
wish 'without paths' 'no time is shared out' 'keys 8j='
wish 'the filter of the other end sees what is open' '19 hidden +of the open callers' 'keys 8i&main<Enter>' $at
wish 'nothing to explain' '= explains rows' 'keys 4='
wish 'the own time of an entry' 'compare_keys: where its' 'keys 2G='
wish 'all of the time is not more' '!More than 100 %' 'keys 1=' odd all.out
wish 'all of it is 100 %' '%time 100\.00' 'keys 1=' odd all.out
wish 'parts that are more than their bin' 'More than 100 %' 'keys 1=' odd narrow.out
wish 'numbers that change close it' '!where its numbers' 'keys 1= | :-E btree_seek'

# Back and Forward restore places, and no filter; U takes filters off wherever one is.
wish 'back to order and row' '^>.*' ':sort calls | keys <PageDown><Enter>-E}<Enter>:sort<Space>name<Enter>4[[[[[['
grep -q 'sort: calls' screen && grep -q 'opts: -E' screen
result $? 'and the option stays'
wish 'forward again' '\[4Info\]' 'keys <Enter>}<Enter>4[[[]]]]]]'
wish 'U after [[' 'undone: -E ' 'keys <Enter>-E1[[U'
wish 'row filters are undone in words' 'undone: & btree \(Flat\)' 'keys &^b<Enter>&btree<Enter>4-bUU'
wish 'and then nothing' 'nothing to undo' 'keys &^b<Enter>&btree<Enter>4-bUUUU'
wish 'and done again' 'done again: & \^b \(Flat\)' 'keys &^b<Enter>&btree<Enter>UU<C-r>'
wish 'no filter is a step, too' 'undone: & off \(Flat\)' 'keys &^b<Enter>&<C-u><Enter>U'
wish 'functions of a module are a step' 'undone: & ' 'keys 3<Enter>U'
wish 'all steps back' '!opts:' 'keys -ej-E-z-ajj-f-D:-k<Space>main/run_query<Enter>:-n<Space>main<Enter>-zk-F-TUUUUUUUUUUU'
cp screen all
wish 'what was there before' '1/24' 'keys g'
grep '^[ >] *[0-9]' screen | cut -c2- >before && grep '^[ >] *[0-9]' all | cut -c2- | cmp -s - before
result $? 'is there again'

# Esc ends one thing at a time.
wish 'a menu' '!sort by' 'keys /btree<Enter>s<Esc>'
wish 'keys that wait' '!hide' 'keys -<Esc>'
wish 'a line' '!^ ?:sort' 'keys :sort<Esc>'
wish 'a search' '!/btree' 'keys /btree<Enter><Esc>'
wish 'and then goes back' '\[2Graph\]' 'keys <Enter>1<Esc>'
wish 'until there is nothing' 'q quits' 'keys <Esc><Esc>'
wish 'q leaves an entry' '\[1Flat\]' 'keys <Enter>q'

# Numbers, menus, searches.
wish 'digits choose views at once' '\[1Flat\]' 'keys 21G'
holds 'and count nothing' grep -q '24/24' screen
wish 'a digit that is no view' '9 means nothing here' 'keys 9'
wish 'an entry by its number' '^>.*\[10\]' 'keys :10<Enter>'
wish 'no number' 'no number: -1' 'keys #-1<Enter>'
wish 'the sort menu opens on the order' '>.*gprof' 'keys s'
wish 'and turns at its ends' '>.*name' 'keys sk'
wish 'and marks what was chosen' '>v self' 'keys sjj<Enter>s'
wish 'a capital: case matters' 'no match' 'keys /Btree<Enter>'
wish 'the only match' 'this is the only match' 'keys /arena_alloc<Enter>n'
wish 'round the end' 'search goes on at the top' 'keys /btree|main<Enter>Gn'
wish 'no regex is plain text' '^>.*lookup' 'keys D/lookup(<Enter>'
wish 'rules are not copied' 'nothing on this line to copy' 'keys 4gy'
wish 'options that pile up' 'it is also under -E' 'keys 2-E-f'
wish 'and no longer' '^ off; still on: -E [a-z_]*$' 'keys 2-E-f-f'
wish 'a bad row filter' '>1: not a number' 'keys &self>>1<Enter>'
holds 'hides nothing' [ -z "$(sed -n '/hidden/p' screen)" ]
wish 'the finder: letters' 'expr_eval' 'keys fexpev<Enter>'
wish 'the finder: nobody' 'no function' 'keys fzzzzzz<Enter>'
wish 'the finder: letters, of which none has such' ' 0/0$' 'keys f^btree_[is]'
wish 'the finder: expressions by Alt-/' ' 1/3$' 'keys f^btree_[is]<A-/>'
wish 'the finder: and letters again' ' 0/0$' 'keys f^btree_[is]<A-/><A-/>'
wish 'the finder: hide by Ctrl-E' 'opts: -E arena_alloc' 'keys farena_alloc<C-e>'
wish 'the finder: and show' '!opts:' 'keys farena_alloc<C-e>farena_alloc<C-e>'

# The panel of options, what each takes away.
panel=':-e main | :-E btree_seek | :-k main/run_query'
wish 'the panel: J' '1.*-E btree_seek|\[x\] -E btree_seek' "$panel | keys --J"
wish 'the panel: d' '!-k main' "$panel | keys --jjd"
wish 'the panel: an option that is off' 'this option is not on' "$panel | keys --Gd"
wish 'the panel: Space' '\[ \] -e main' "$panel | keys --<Space>"
wish 'the panel: Enter' '-k main/load' "$panel | keys --jj<Enter><C-u>main/load<Enter>"
wish 'the panel: a' '-n main' "$panel | keys --an<Space>main<Enter>"
wish 'the panel: U' '-e main' "$panel | keys --ddUU"
wish 'effects: a function' '-1 entry' ':-E btree_seek | keys --'
wish 'effects: an arc' '-1 arc' ':-k run_query/btree_seek | keys --'
wish 'effects: a cycle' '-1 cycle' ':-k btree_insert/btree_split | keys --'
wish 'effects: nothing' 'changes nothing' ':-e nosuch | keys --'
wish 'effects: more entries' '\+[0-9]* entr' ':-z | keys --'
wish 'effects: of one that is off' '-1 entry' ':-E btree_seek | keys --<Space>'

# The pane of callers and callees.
LINES=36 COLUMNS=120
wish 'Tab: callers, callees, the view' 'Esc:view' ':goto run_query | keys 1<Tab>'
wish 'Tab: round' '!Esc:view' ':goto run_query | keys 1<Tab><Tab><Tab>'
wish 'Tab: nobody calls main' '> 95\.7%.* run_query ' ':goto main | keys 1<Tab>'
wish 'rows are entered' '^> .*expr_eval' ':goto run_query | keys 1<Tab><Tab>j<Enter>'
wish 'options act on the selected row' 'opts: -k run_query/btree_seek' ':goto run_query | keys 1<Tab><Tab>-k'
for way in p 4 2 /x f -- ':goto<Space>main<Enter>'; do
    wish "keys return to the view: $way" '!Esc:view' "keys <Tab>$way"
done
wish 'too small for a pane' '!Esc:view' 'keys <Tab> | resize 8 40'
wish 'the mouse selects' 'Esc:view' ':goto run_query | keys 1 | mouse left 26 80'
wish 'and the wheel scrolls there alone' '^>28\.15' 'mouse wheel-down 26 80'
wish 'and enters' 'trail: run_query, query_plan' ':goto run_query | keys 1 | mouse left 26 80 double'
wish 'and goes back to the view' '!Esc:view' ':goto run_query | keys 1<Tab> | mouse left 5 10'
printf 'elf 64 le x86_64 exec\nsection .text 0x4000 0x1000 ax\nsym main 0x4000\nsym nap 0x4010\nsym end 0x4100\n' | "$tools/mkelf" naps
printf 'rate 100\nhist 0x4000 0x5000 256\ntick nap+4 9\n' >gmon && "$tools/mkgmon" naps.out naps <gmon
{ printf 'dimension wait\nabbreviation s\n' && cat gmon; } | "$tools/mkgmon" naps.out.wait naps
printf '%s\n' 'rate 100' 'wait-timer 0.090' 'image 0 ticks 9 waits 9 build-id - entry 0x4000 file naps.out path ./naps' \
    'node 0 0:0x4004 0 0' 'node 1 0:0x4014 9 5' | "$BUILD/tests/cli/make_run" naps.out
wish 'waits without a path are a part of all, too' '100\.0% +0\.18 s +.its own time' 'keys 1' naps naps.out
LINES=24 COLUMNS=80
wish 'Tab opens the pane' 'Esc:view' 'keys <Tab>'
wish 'which Info has not' '!Esc:view' 'keys 4<Tab>'

# How large a screen must be for the pane, and for all but rows.
wish '110 columns: below the view' '^ callers \(' 'resize 24 110 | keys g1'
wish '109 are too few' '!callers \(' 'resize 24 109 | keys g1'
wish '160 columns: beside it' '. │ callers \(' 'resize 36 160 | keys g1'
wish '159 are too few' '^ callers \(' 'resize 36 159 | keys g1'
wish 'ten lines for both' '^ callers \(' 'resize 14 110 | keys g1'
wish 'nine are too few' '!callers \(' 'resize 13 110 | keys g1'
wish 'many lines' '^ callers \(' 'resize 60 120 | keys g1'
holds 'twelve of them are the pane' [ "$(sed '/^ callers (/,$d' screen | wc -l)" = 47 ]
wish '12 lines of 60 columns' '^ ?\[1Flat\]' 'resize 12 60 | keys g1'
wish '11 lines are too few' 'full from 60x12' 'resize 11 60 | keys g1'
wish '59 columns are too few' 'full from 60x12' 'resize 12 59 | keys g1'

# Places of other groups; what is out; profiles that say little.
wish 'by namespace: the hottest' '^>.*b$' 'keys 3...' odd odd.out
wish 'other groups keep what is hottest' '^>.*b$' 'keys 3...j....' odd odd.out
wish 'what is out is at the end' '^>.*cool' 'keys 3...Xg1' odd odd.out
wish 'no samples: a notice' '^ no samples.*calls' 'resize 24 80' odd calls.out
cp calls.out more.out || exit 1
wish 'and no times of several runs' '^ calls. name$' 'keys 1' odd calls.out more.out
wish 'until a key is pressed' '!^ no samples.*calls' 'keys g' odd calls.out
wish 'and a tree without them says so' '^ there are no samples' 'keys 8' odd calls.out
wish 'nor is a time explained' 'Nothing is known of it' ':goto odd/slash | keys =' odd calls.out
wish 'no samples: most calls first' '^>.*odd/slash' 'keys g' odd calls.out
wish 'no function: the options that did it' 'no function: -p never_called$' ':-J main | :-p never_called | :-q main | keys g1'
wish 'a notice that has room' 'Give it more work' 'resize 24 63' odd all.out
wish 'one column less: without advice' '% or more$' 'resize 24 62' odd all.out
wish 'a hidden row leaves the first' '^>28' 'keys jjj | :rows !^expr_eval'
wish 'help is searched from its top line, which is one of them' '^┌─ help' 'keys ?/total%<Enter>/total<Enter>'
holds 'where it stays' [ -n "$(sed -n '3s/^│  total% /&/p' screen)" ]
sed 's/^rate .*/rate 1/' "$data/store.gmon" | "$tools/mkgmon" slow.out store || exit 1
wish 'marked runs are opened from any line' '^ %time self .* mean s' 'keys 6GM<Enter>' store store.out store.out slow.out
wish 'one sample a second: marks of functions' '^>15\.47 .* \? .* btree_seek' 'keys 1j' store slow.out
wish 'of calls' '^ 211\.00 +604\.00 \? ' ':goto btree_seek' store slow.out
wish 'and of bounds' '\? between 15\.5 and 61\.1 %' ':goto btree_seek' store slow.out
# Lines that are taken out are named by gprof's form where that means them, else by path=.
awk 'BEGIN {
    print "elf 64 le x86_64 exec\nsection .text 0x1000 0x70 ax" >"elf"
    print "hist 0x1000 0x1070 28" >"gmon"
    n = split("one/same.c two/same.c re=x.c co:lon.c alone.c", file, " ")
    for (i = 1; i <= n; i++) {
        printf "sym f%d 0x10%d0\n", i, i - 1 >"elf"
        print "tick f" i "+8", 60 - 10 * i >"gmon"
    }
    print "sym end 0x1060" >"elf"
    for (i = 1; i <= n; i++)
        printf "unit %s /src 4\nline 0x10%d0 %s %d\nline 0x10%d8 %s 1%d\nend 0x10%d0\n",
            file[i], i - 1, file[i], i, i - 1, file[i], i, i >"elf"
}'
"$tools/mkelf" places <elf && "$tools/mkgmon" places.out places <gmon || exit 1
touch -d 2020-01-01T00:00:00Z places places.out
wish 'a line of the first of two files of one name' 'opts: -l -Ppath=/src/one/same\.c:11 ' ':-l | keys X' places places.out
wish 'of the last as well' 'opts: -l -Ppath=/src/two/same\.c:12 ' ':-l | keys jX' places places.out
wish 'of one that reads like a form of ours' 'opts: -l -Ppath=/src/re=x\.c:13 ' ':-l | keys jjX' places places.out
wish 'of one with a colon' 'opts: -l -Ppath=/src/co:lon\.c:14 ' ':-l | keys jjjX' places places.out
wish 'of any other one' 'opts: -l -Palone\.c:15 ' ':-l | keys jjjjX' places places.out
wish 'in words of gprof alone, if asked' 'opts: .*-Pco:lon\.c:14 ' 'keys jjjX' -l --strict places places.out
wish 'the largest difference, where nothing is compared' '^ nothing is compared$' 'keys 7H'
# What is said of a key or command that can do nothing here, and of some that can: MESSAGE @ LINES @ FILES.
while IFS=@ read -r say lines files; do
    # shellcheck disable=SC2086
    wish "$lines" "$say" "$lines" ${files:-store store.out}
done <<'END'
goto takes the name of a function@:goto
there is no function nosuch@:goto nosuch
sort takes a column, then asc or desc@:sort self up
there is no column zz@:sort zz
there is no setting zz@:set zz
mouse cannot be 7@:set mouse=7
bound@:bind list x quit
w takes the name of a file@:w
dump takes the name of a file@:dump
there is no entry \[9999\]@:9999
no such command: zz$@:zz 1
nothing is remembered in this run@:forget
this view has no row filter@:view-info | :rows x
this view has no row filter@keys 4&
this view has no columns@keys 4c
3 hidden by & !btree@:rows !btree
1 hidden by & !btree_seek@:rows !btree_seek
no room for the pane@resize 8 40 | keys p
no room for the pane@resize 8 40 | keys <Tab>
nothing stands beside this view@keys 4<Tab>
nothing to open on this line@keys 4<Enter>
this is the entry shown@:goto main | keys <Enter>
nothing known calls it@:goto main | keys u
nothing known calls it@:goto main | keys {
it calls nothing known@:goto compare_keys | keys }
no function here@keys 4u
no function has any time@keys H@odd calls.out
the row filter hides it@:rows !compare_keys | keys H
no cycle here@:goto main | keys z
nowhere to go back to$@keys [
nowhere to go forward to@keys ]
nowhere to go back to; q quits@keys <Esc>
nothing typed, nothing changed@keys -n<C-u><Enter>
no function on this line@keys 4-e
a cycle has no name: take one@:goto expr_eval | keys z-e
in strict mode no symspec can say@:goto odd/slash | keys -e@--strict odd odd.out
this profile has no call paths@keys a
nosuch selects nothing here; U takes@:-e nosuch
sets have the numbers 1 to 9@keys --S0
kept as set 9: 9 loads it@keys --S9
nothing to choose on this line@keys Cj<Enter>jjj<Enter>
no completion@keys :zzz<Tab>
nothing to search for yet@keys n
no function found@keys fzzzzzz<Enter>
nothing is compared: :diff FILE@keys 7b
nothing is below this row@keys 8G<Space>
bars are open, all of them@keys 8bz@indexer indexer.out
\[x\] -Pbtree_seek .* all samples but its own, in both views@keys jX--
no line has any time@keys 5H@store calls.out
no source file is known@:files
no source is known of this line@keys v
FROM=TO: the folder@keys 5<Enter><C-u>x<Enter>@places places.out
FROM=TO: the folder@keys 5<Enter><C-u>x=<Enter>@places places.out
FROM=TO: the folder@keys 5<Enter><C-u>=x<Enter>@places places.out
still not found; U takes@keys 5<Enter><C-u>x=y<Enter>@places places.out
no call was recorded from this line@:goto helper | keys 5<Enter>@-I . lines lines.out
functions have callers: Enter shows those@keys 3u
only these functions: & .*; U shows@keys 3<Enter>
row filter, order and folds are no options@:rows btree | keys w<Enter>
row filter, order and folds are no options@:sort name | keys w<Enter>
row filter, order and folds are no options@:goto expr_eval | keys zzwk<Enter>
END
LINES=12
wish 'heads of sections stay in sight' '^ callees -|^ callees ─' ':goto run_query | keys G'

# A walk that is too long for the mark of a row is cut short, which = says.
awk 'BEGIN {
    print "elf 64 le x86_64 exec\nsection .text 0x100000 0x100000 ax\nsym big 0x100000\nsym main 0x100010" >"elf"
    print "hist 0x100000 0x200000 65536\ntick main 60000" >"gmon"
    for (i = 2; i < 16395; i++) {
        printf "sym f%d 0x%x\n", i, 1048576 + 16 * i >"elf"
        if (i < 16394) printf "bin %d 1\n", i >"gmon"
    }
    print "arc main big 1" >"gmon"
    for (i = 2; i < 16395; i++) print "arc big f" i " 1" >"gmon"
}'
LINES=60
"$tools/mkelf" wide <elf && "$tools/mkgmon" wide.out wide <gmon || exit 1
wish 'too long a walk: unsure' 'they show \?: it leads to too' ':sort total | keys gj=' wide wide.out
wish 'what it found changes nothing' '^>.* 163\.92 \? .* big' ':sort total | keys gj==' wide wide.out
wish 'all rows are hidden' 'hides everything: & \^nothing' 'keys g1&^nothing<Enter>' wide wide.out
echo "1..$n"
