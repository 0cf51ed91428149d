#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Sources of a program that says it was compiled in C:\work: base names, paths in symspecs, and where
# its files are found here. Under --strict a backslash is a letter, as in gprof.
. "$SRC/tests/windows/lib.sh"
end_if_unreadable
programs=$SRC/tests/programs
why=out

# expect NAME OPTIONS -- WORDS...: each word stands somewhere in the output; -WORD does not
expect() {
    name=$1 bad=0
    shift
    options=$(while [ "$1" != -- ]; do printf "'%s' " "$1"; shift; done)
    while [ "$1" != -- ]; do shift; done
    shift
    eval "\"$GPTUI\" --batch -b $options prog gmon.out" >out 2>&1
    for word; do
        case $word in
        -*) ! grep -qF -e "${word#-}" out || bad=1 ;;
        *) grep -qF -e "$word" out || bad=1 ;;
        esac
    done
    result $bad "$bits bits: $name"
}

for bits in 64 32; do
    cc=$(compiler $bits gcc) || continue
    rm -rf sources here
    mkdir -p sources here/Sub
    cp "$programs/multi.c" "$programs/inline.h" sources
    # Assemblers here write slashes for backslashes, others do not: they are put in afterwards. One file
    # is named from the folder where the compiler ran, one from its drive.
    { echo '#line 1 "sub_one.c"'; cat "$programs/d1/util.c"; } >sources/one.c
    { echo '#line 1 "C:/work/sub_two.c"'; cat "$programs/d2/util.c"; } >sources/two.c
    (cd sources && "$cc" -gdwarf-4 -O0 -ffile-prefix-map="$PWD"='C:\work' -o ../prog.exe "$PWD/multi.c" one.c \
        two.c) >log 2>&1 && sed 's/sub_\(one\|two\)\.c/sub\\\1.c/g' prog.exe >prog
    result $? "$bits bits: the program is built" "$(cat log)"
    one=$(nm prog | awk '$3 ~ /^_?util_one$/ { print "0x" $1 }')
    main=$(nm prog | awk '$3 ~ /^_?main$/ { print "0x" $1 }')
    stand_in prog $bits
    "$tools/mkgmon" gmon.out prog.elf <<END
layout mingw
hist .text end:.text 4096
fill 1
arc $main $one 7
END
    expect "base names" -l -p -- '(one.c:' '(multi.c:' '-(sub\'
    expect "full paths" -l -L -p -- '(C:/work/multi.c:' 'C:/work/sub/one.c:' \
        'C:/work/sub/two.c:' '-work/C:' '-\'
    expect "not under --strict" --strict -l -L -p -- 'C:\work/sub\one.c:' '-C:/work/sub/one.c'
    expect "FILE: in a symspec" -p -pone.c: -- util_one -util_two
    expect "path= with backslashes" -p '-ppath=sub\one.c' -- util_one -util_two
    expect "path= with slashes" -p -ppath=work/sub/one.c -- util_one -util_two
    expect "path= with a drive" -p '-ppath=C:\work\sub\one.c:util_one' -- util_one -util_two -helper
    expect "path= with a drive, by slashes" -p '-ppath=C:/work/sub/one.c' -- util_one -util_two
    expect "path= means whole components" -p '-ppath=b\one.c' -- util_two
    expect "sources are not here" -A -- 'C:/work/sub/one.c'
    cp "$programs/multi.c" here/Multi.c
    cp "$programs/d1/util.c" here/Sub/ONE.C
    expect "--source-map with backslashes, whatever the letters' case" -A '--source-map=c:\Work=here' -- \
        'int util_one(int n)' '7 -> '
    expect "-I finds base names, whatever the letters' case" -A -Ihere/Sub -- 'int util_one(int n)'
    expect "no file is found so under --strict" --strict -A '--source-map=c:\Work=here' -Ihere/Sub -- \
        '-int util_one(int n)'
done
echo "1..$n"
