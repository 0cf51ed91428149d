# SPDX-License-Identifier: GPL-3.0-or-later
# Sourced by the tests of this folder: programs for Windows by MinGW's compilers, and profiles of them
# as MinGW's runtime writes them. Everything is made in the current folder.
LC_ALL=C LSAN_OPTIONS=suppressions=$SRC/tests/windows/lsan.supp:print_suppressions=0
export LC_ALL LSAN_OPTIONS
. "$SRC/tests/tap.sh"
tools=$BUILD/tests/tools GPROF=${GPROF:-gprof}

# end_if_unreadable: this system's binutils must know the format, or there is nothing to compare with
end_if_unreadable() {
    objdump -i 2>/dev/null | grep -q '^pei-x86-64' && return
    echo "1..0 # SKIP the installed binutils know no programs for Windows"
    exit 0
}

# compiler BITS gcc|g++: its name; status 1, with a skip, if it is not there
compiler() {
    case $1 in
    64) set -- "x86_64-w64-mingw32-$2" "$2-mingw-w64-x86-64" ;;
    *) set -- "i686-w64-mingw32-$2" "$2-mingw-w64-i686" ;;
    esac
    if command -v "$1" >/dev/null 2>&1; then
        echo "$1"
    else
        skip "programs by $1" "no package $2" >&2
        return 1
    fi
}

# stand_in PROGRAM BITS: an ELF file with the symbols and the text of a program for Windows, which
# tools that read ELF can do with
stand_in() {
    {
        test "$2" = 64 && echo "elf 64 le x86_64 exec" || echo "elf 32 le i386 exec"
        objdump -h "$1" | awk '$2 == ".text" { print "section .text 0x" $4, "0x" $3, "ax" }'
        nm -n "$1" | awk '$2 ~ /[tT]/ && $3 !~ /^\./ && NF == 3 {
            if (name && $1 != addr) print "sym", name, "0x" addr, "func size=0x4"
            name = $3; addr = $1 }'
    } | "$tools/mkelf" "$1.elf"
}

# made_up SEED PROGRAM: SEED.txt, what a profile of it may hold
made_up() {
    "$tools/randgraph" "$1" - "$1.txt" "like=$2.elf" layout=mingw
}

# globalized PROGRAM OUT: the program without static functions, which gprof takes for labels: their calls
# would count for the function before. Those stay that share an address with a global one, whose name wins.
globalized() {
    nm "$1" >symbols
    awk 'NR == FNR { if ($2 ~ /[TW]/) global[$1] = 1; next }
         $2 == "t" && !($1 in global) && $3 !~ /^__+gnu_compiled/ &&
         $3 ~ /^[A-Za-z0-9_]+(\.constprop)?(\.[0-9]+)*(@[0-9]+)?$/ { print $3 }' symbols symbols >globals
    objcopy --globalize-symbols=globals "$1" "$2"
}
