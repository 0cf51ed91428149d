#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Profiles of Windows programs that were loaded elsewhere: the reports of those that were not, byte for
# byte. Callees are what the program's own calls of mcount leave, so that it fits its profile.
. "$SRC/tests/windows/lib.sh"
end_if_unreadable
programs=$SRC/tests/programs
why='differs err'

# callees PROGRAM: the address after the call of mcount or __fentry__ in each function
callees() {
    objdump -d "$1" | awk '
        called { sub(/:/, "", $1); print "0x" $1; called = 0 }
        /call.*<(_*mcount|__fentry__)>/ { called = 1 }'
}

# profile PROGRAM BITS: as MinGW writes it, with noise, each function called by the one before it
profile() {
    addr() { nm "$1" | awk -v name="$2" '$3 ~ "^_*" name "$" { print "0x" $1; exit }'; }
    {
        printf 'class %s\norder le\nlayout mingw\nnoise 5 32\n' "$2"
        echo "hist $(addr "$1" eprol) $(addr "$1" etext) 1000"
        echo 'fill 1'
        callees "$1" | awk '{ if (from) print "arc", from, $1, NR * NR; from = $1 }'
    } | "$tools/mkgmon" "$3"
}

# reports PROFILE FOLDER: all that is printed of it, and the sum
reports() {
    rm -rf "$2" && mkdir "$2" && cp "$1" "$2/gmon.out" && ln prog.exe "$2" && (
        cd "$2" || exit 1
        for options in -b '-b -l -p -q' '-b -z -c' -A --format=csv -s; do
            # shellcheck disable=SC2086
            "$GPTUI" --batch $options prog.exe gmon.out >>out 2>>err || echo "status $?" >>out
        done
        rm gmon.out
    )
}

for bits in 64 32; do
    for language in c c++; do
        case $language in
        c) cc=$(compiler $bits gcc) source=cycles.c ;;
        *) cc=$(compiler $bits g++) source=cxx.cc ;;
        esac || continue
        rm -f prog.exe
        "$cc" -pg -g -O1 -I"$programs" -o prog.exe "$programs/$source" 2>err &&
            profile prog.exe $bits own.gmon && reports own.gmon plain && ! [ -s plain/err ] &&
            [ "$(callees prog.exe | wc -l)" -gt 9 ]
        result $? "$bits bits, $language: the program fits its profile"
        distances='0x10000 0x7ff4c0040000 0x7ffdfffe0000 0xffffffffffff0000'
        [ $bits = 64 ] || distances='0x10000 0x76540000 0xffff0000'
        for distance in $distances; do
            "$tools/movegmon" own.gmon moved.gmon $bits le "$distance" 4.4bsd &&
                reports moved.gmon moved && diff -r plain moved >differs
            result $? "$bits bits, $language: moved by $distance"
        done
        "$tools/movegmon" own.gmon moved.gmon $bits le 0x1000 4.4bsd
        "$GPTUI" --batch -b prog.exe moved.gmon >out 2>err
        ! cmp -s out plain/out && grep -q 'warning: moved.gmon was not written by prog.exe' err
        result $? "$bits bits, $language: nothing moves a program by 4 KiB"
    done
    [ -e moved/prog.exe ] || continue
    "$tools/movegmon" own.gmon moved.gmon $bits le 0x30000 4.4bsd
    printf 'gptui-script 1\nresize 60 100\nkeys 4\ndump info\n' >script
    "$GPTUI" --script=script prog.exe moved.gmon >out 2>err
    grep -q 'moved by 0x30000' info && grep -q 'moved *by 0x30000, which is taken off' info
    result $? "$bits bits: title and Info say so"
    "$tools/movegmon" own.gmon moved.gmon $bits le 0x76540000 4.4bsd
    printf 'gptui-script 1\nresize 24 80\ndump flat\n' >script
    ln -f prog.exe a_program_with_a_long_name.exe
    "$GPTUI" --script=script a_program_with_a_long_name.exe moved.gmon >out 2>err
    grep -q '^ a_program_with_a[a-z_]*[.][.]  moved by 0x76540000  [0-9].* findings*$' flat
    result $? "$bits bits: the title says so even where it has no room for more"
    gprof -b -q prog.exe moved.gmon >expected 2>err
    "$GPTUI" --strict -b -q prog.exe moved.gmon >out 2>&1 && cmp expected out >differs
    result $? "$bits bits: nothing is taken off under --strict"
    rm -f moved/prog.exe
done
echo "1..$n"
