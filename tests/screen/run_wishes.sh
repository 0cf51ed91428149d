#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# What people have asked of browsers of profiles, and complained of in gprof's output, in public: a line of
# keys each, and what must then be on the screen. Escape at once, the mouse, the clipboard and a start that
# does not look dead need a terminal: screen/test_keys, test_surface, tmux/run_tmux have them. A profile after
# an odd end, in the right folder, of all threads, is the runtime's: runtime/run_ends, run_writing, run_paths.
. "$SRC/tests/screen/programs.sh"
why='said screen'
make_programs
make_runs
make_before
make_indexer

wish 'from Flat to callers and callees' '^>.* expr_eval <cycle 2> \[7\]' 'keys jjj2'
wish 'from Source, too' '^>.* helper \[' ':goto helper | keys 5jjj2' -I . lines lines.out
wish 'two runs compared' '^[ >].* arena_alloc' 'keys 7' --diff=before.out --diff-image=before store store.out
wish 'only my code, with what was hidden' '13\.05 of 13\.64 s' 'keys 3...jX1'
wish 'what has no room in the title is cut with dots' ' s │ opts: \.\. │ & a │ 10 \.\. 1 finding$' 'resize 24 60 | keys 3...jX1&a<Enter> | :sort calls'
wish 'filters are combined' '-Pns=std.*│ & self>1 ' 'keys 3...jX1&self>1<Enter>'
wish 'in Modules, too' '& b  *│ [0-9]* hidden  by namespace' 'keys 3...&b<Enter>'
for half in 2:headed "[12]:nested"; do
    sed "/^line 0x401${half%:*}/s|work.c|/usr/include/once.h|" "$data/lines.elf" | "$tools/mkelf" "${half#*:}" || exit 1
done
wish 'Source of a header of the system is the line that calls it' '^>.*sum \+= once' ':goto once | keys 5' -I . headed lines.out
wish 'and of what calls it, if that is one, too' '^>.*helper\(i\)' ':goto once | keys 5' -I . nested lines.out
wish 'and in Source, by the line' '& int sum  *│ 25 hidden' ':goto helper | keys 5&int<Space>sum<Enter>' -I . lines lines.out
grep -q '^[ >].*int sum = 0' screen && ! grep -q 'return' screen
result $? 'where other lines are hidden'
wish 'and by its time' '^   0\.65 .*sum \+= once' ':goto helper | keys 5&self>0.01<Enter>' -I . lines lines.out
wish 'which U takes back to the line' '^>.*int i = 0; i < n' ':goto helper | keys 5&self>0.01<Enter>U' -I . lines lines.out
sed 's/ odd / helper /' "$data/lines.elf" | "$tools/mkelf" alike || exit 1
wish 'of functions of one name X takes that of the row' 'out: -Pwork.c:helper ' ':goto helper | keys 1X' alike lines.out
wish 'which is found as it is shown' 'out: -Podd.c:helper ' ':goto helper(odd.c) | keys 1X' alike lines.out
wish 'and undone one by one' '^ %time self .* name' 'keys jX&self>1<Enter>UU'
wish 'and done again' 'opts: -Pbtree_seek' 'keys jXU<C-r>'
wish 'recursion is folded' '<cycle 2 as a whole>' ':goto expr_eval | keys z'
wish 'recursive time counts once' 'Calls within <cycle 2> hand up no time' ':goto expr_eval | keys ='
wish 'overloads stay apart, the first' 'x<unsigned int, .*lookup' 'keys &lookup<Enter>'
wish 'overloads stay apart, the second' 'Index<unsigned long\.\.>::lookup' 'keys &lookup<Enter>'
awk 'BEGIN {
    print "elf 64 le x86_64 exec\nsection .text 0x1000 0x1000 ax" >"elf"
    print "hist 0x1000 0x2000 512" >"gmon"
    for (i = 0; i < 9; i++) {
        printf "sym _ZN5Eigen8internal19variable_if_dynamicIlLi%dEE15squared_modulusEv 0x%x\n", i, 4096 + 64 * i >"elf"
        print "tick _ZN5Eigen8internal19variable_if_dynamicIlLi" i "EE15squared_modulusEv", 9 - i >"gmon"
    }
    name = "_ZN5Eigen8internal19variable_if_dynamicIlLi0EE15squared_modulusEv"
    print "arc " name " " name " 2976000\narc 0x1100 " name " 1344000" >"gmon"
}'
"$tools/mkelf" long <elf && "$tools/mkgmon" long.out long <gmon || exit 1
wish 'long names have room before bars and errors' '^ %time self s[^ ]* total s +calls name$' 'keys 1' long long.out
wish 'and are whole' '^>.* variable_if_dynamic<(.., )?0>::squared_modulus$' 'keys 1' long long.out
wish 'calls of itself have less room than those of others' '^>.* 1,344,000\+3\.0M var' 'keys 1' long long.out
wish 'sideways, numbers stay' '^> 0\.44 .* <.*lookupERKm$' 'resize 12 60 | :--no-demangle | keys &lookup<Enter>G<Right><Right><Right><Right><Right><Right>'
wish 'details of the row at once' ' 211/1364 samples \(\+/-6\.9%\)' 'keys j'
wish 'search inside of the source' '^>.*int sum = 0' ':goto helper | keys 5/sum<Enter>' -I . lines lines.out
wish 'search goes on' '^>.*btree_split' 'keys /btree<Enter>nn'
wish 'regular expressions, columns, negation' '& !\^btree total%<=5 .* 1[0-9] hidden' 'keys &!^btree<Space>total%<lt>=5<Enter>'
wish 'filters are kept as sets' '\[x\] -E btree_seek' 'keys j-E--S1<Esc>U--1'
wish 'the mouse can be off' '\[1Flat\]' ':set mouse=off | mouse left 1 12'
wish 'time split by calls is marked' '\? between 15\.5 and 61\.1 %' ':goto btree_seek'
wish 'a cycle says what it would lose' 'lose 96 calls' 'keys Cj<Enter>'
wish 'libraries are rows' '^ indexer .* 49 of 58 functions called; 0 calls into it  ' 'keys 3' indexer indexer.out
wish 'who calls what, from main down' '^   30\.7 .*       - best_of$' 'keys 8' indexer indexer.out
wish 'rows close' '^> *32\.2 .* \+ rank_documents$' 'keys 8jj<Space>' indexer indexer.out
wish 'and open a level at a time' '^ *10\.2 .*       - expression$' 'keys 8jj<Space>k++' indexer indexer.out
wish 'back comes to the same of two rows' '^>  *6\.8 .* best_of$' 'keys 8jjjjjj<Space>j<Enter>[' indexer indexer.out
wish 'also after other options' '^> *11\.8 .* best_of$' 'keys 8jjjjjj<Space>j | :-pscore' indexer indexer.out
wish 'who makes a function hot' '^  *31\.7 .*  \+ hash_intern$' 'keys 8i+' indexer indexer.out
wish 'from the function that I was at' '^> *33\.2 .* score$' 'keys 8jjjji' indexer indexer.out
wish 'where most of its time goes' '^>  *[0-9.]* .* *hash_of$' 'keys 8Gk}' indexer indexer.out
wish 'a part as the whole' '^> 100\.0  *0\.53 .* - rank_documents$' 'keys 8jjr' indexer indexer.out
holds 'which the title has' grep -q 'root: main, answer_queries, rank_documents' screen
wish 'also callers that were not seen yet' '^> 100\.0 .* - hash_of$' 'keys 8ijjkkr' indexer indexer.out
wish 'Esc goes back to all' '^> *32\.2 .* rank_documents$' 'keys 8jjr<Esc>' indexer indexer.out
wish 'of which the help knows' '\+ .* open a level more below it' 'keys 8?' indexer indexer.out
wish 'callers that were not measured are not drawn' '^ callers were not measured' 'keys 8'
wish 'nor those that are not read' '^ call paths are not read with --strict' 'keys 8i' --strict indexer indexer.out
wish 'but a function below its only caller' '^ +3\.3 .*   \+ report$' 'keys 8j+'
wish 'many files are kept apart' '21\.29 .* run11' 'keys 6' store run*.out
long=a_name_of_a_run_that_is_longer_than_its_column_on_a_screen_is_wide_
cp run1.out a${long}b.out && cp run2.out b${long}a.out || exit 1
wish 'and keep the ends of their names' '\.\..*is_wide_b$' 'keys 6' store a${long}b.out b${long}a.out
"$tools/mkelf" clone <<'END' && "$tools/mkgmon" clone.out clone <<'END2'
elf 64 le x86_64 exec
section .text 0x1000 0x40 ax
sym one 0x1000
sym one.part.0 0x1030 local
END
hist 0x1000 0x1040 5
bin 2 3
END2
wish 'clones are with their functions' '^>.* one$' 'keys 1' clone clone.out
holds 'which nobody chose, so that no line says so' [ -z "$(sed -n '/opts:/p' screen)" ]
wish 'what a module has more than the whole is the whole' ' 100\.00 % of all' 'keys 3=' clone clone.out
wish 'no bounds where both are one time' '!truth lies' 'keys 1j=' -I . lines lines.out
wish 'no wall of text, explained when asked' 'where its numbers come from' 'keys ='
# Where the hottest line is in a header of the compiler's, Source begins with the program's own; where only a library
# of the system has lines, with none, and says which function lacks them.
sed 's| work.c| /usr/include/c++/12/work.h|' "$data/lines.elf" >header.elf && "$tools/mkelf" header <header.elf
cp lines.out header.out
wish "the compiler's files are not what Source opens with" '^ odd.c:4  0\.90 s' 'keys 5' -A -I . header header.out
wish 'H goes there, if asked' '^ hottest line 1 of 10: 1\.80 s' 'keys 5H' -A -I . header header.out
sed '/^unit/,$d' "$data/lines.elf" >bare.elf && "$tools/mkelf" bare <bare.elf && cp lines.out bare.out
wish 'a function without lines is named with its share' 'no lines are known of once \(36\.4 %\): compile with -g' 'keys 5' bare bare.out
holds 'and none are shown in their place' grep -q '^>no line of its source is known: compile with -g' screen

for format in json csv dot callgrind folded pprof svg; do
    "$GPTUI" --format=$format store store.out >out 2>said && [ -s out ]
    result $? "for other programs: $format"
done
printf 'gptui-script 1\nkeys j\n:w flat.txt\n' >script
"$GPTUI" --script script store store.out >said 2>&1 && grep -q compare_keys flat.txt
result $? 'the table is written as text'
# What ? says of a view stands before the keys, in at most 40 lines.
for view in 1 2 3 4 5 6 7; do
    printf 'gptui-script 1\nresize 200 80\nkeys %s?\ndump dump\n' $view >script
    "$GPTUI" --script script --diff=before.out --diff-image=before store store.out >said 2>&1 &&
        awk '/ help: / { from = NR } from && /│Move / { lines = NR - from - 1; exit }
            END { exit !(lines > 15 && lines <= 40) }' dump
    result $? "help for view $view in at most 40 lines, then the keys"
done
echo "1..$n"
