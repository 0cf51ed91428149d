#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# build.sh NAME FOLDER: build one real program with -pg in FOLDER from its Debian source package and
# run it on made-up input. Leaves FOLDER/bench/prog and FOLDER/bench/gmon.out. Status 77: the source
# cannot be had; 1: anything else went wrong, FOLDER/log tells.
set -eu
name=$1 top=$2
# DWARF 4: with version 5 gprof takes the wrong file for code of a unit that begins in a header.
flags='-O2 -gdwarf-4 -pg'
export LC_ALL=C

fetch() {
    mkdir -p "$top"
    cd "$top"
    set -- *.orig.tar.*
    if [ ! -e "$1" ]; then
        apt-get -qq source --tar-only --download-only "$package" >fetch.log 2>&1 || exit 77
        set -- *.orig.tar.*
        [ -e "$1" ] || exit 77
    fi
    rm -rf src
    mkdir src bench 2>/dev/null || mkdir -p src
    tar -xf "$1" -C src --strip-components=1
    cd src
    # As released: nothing is to be made again by tools that may be missing.
    find . -exec touch -d 2020-01-01 {} +
}

# configured TARGET...: configure without translations, make the targets
configured() {
    ./configure --disable-nls CFLAGS="$flags" LDFLAGS=-pg CXXFLAGS="$flags" >/dev/null
    for target; do
        make -s -j2 "$target" MAKEINFO=true HELP2MAN=true >/dev/null
    done
}

in_dir() {
    configured_dir=$1
    make -s -j2 -C "$configured_dir" MAKEINFO=true HELP2MAN=true >/dev/null
}

# finish PROGRAM ARGUMENT...: run it where its profile belongs, standard input from bench/input
finish() {
    mkdir -p "$top/bench"
    cp "$1" "$top/bench/prog"
    shift
    cd "$top/bench"
    : >>input
    rm -f gmon.out
    ./prog "$@" <input >output 2>&1 || echo "status $?"
    test -s gmon.out
}

# Lines of words, the same each time.
words() {
    awk -v n="$1" 'BEGIN { s = 12345; for (i = 0; i < n; i++) { line = ""
        for (k = 0; k < 8; k++) { s = (s * 1103515245 + 12345) % 2147483648
            line = line sprintf("%s%c%d ", substr("alphabetagammadelta", s % 15 + 1, 4), 97 + s % 26, s % 1000) }
        print line } }'
}

build_bc() {
    flags='-O1 -g -pg -fno-pie -no-pie'
    configured || true
    make -s -j1 MAKEINFO=true >/dev/null 2>&1 || true
    mkdir -p "$top/bench"
    printf 'scale=150\ndefine f(n){if(n<2)return 1;return n*f(n-1)}\nfor(i=0;i<60;i++){x=f(i)/3;y=sqrt(x);z=y^2}\n4*a(1)\ne(1)\ns(2)\n2^3000 %% 977\n' >"$top/bench/input"
    finish bc/bc -l
}

build_m4() {
    configured
    in_dir lib
    in_dir src
    mkdir -p "$top/bench"
    cat >"$top/bench/input" <<'M4'
define(`forloop', `pushdef(`$1', `$2')_forloop($@)popdef(`$1')')dnl
define(`_forloop', `$4`'ifelse($1, `$3', `', `define(`$1', incr($1))$0($@)')')dnl
define(`fib', `ifelse(eval($1 < 2), 1, $1, `eval(fib(decr($1)) + fib(decr(decr($1))))')')dnl
forloop(`i', 1, 2000, `translit(substr(`abcdefghij', eval(i % 10)), `a-j', `A-J') len(i)regexp(`abc'i, `[0-9]+')
')
fib(15)
M4
    finish src/m4
}

build_grep() {
    configured
    in_dir lib
    in_dir src
    mkdir -p "$top/bench"
    words 60000 >"$top/bench/input"
    finish src/grep -nE '([a-z]+)[0-9]*5 .*\1|gam.*(9{2}|de[lt]+a)' -
}

build_sed() {
    flags='-O2 -gdwarf-4 -pg'
    configured
    make -s -j2 MAKEINFO=true sed/sed >/dev/null 2>&1 || make -s -j2 -k MAKEINFO=true HELP2MAN=true >/dev/null 2>&1 || true
    mkdir -p "$top/bench"
    words 30000 >"$top/bench/input"
    finish sed/sed -E 's/([a-z]+)([0-9]+)/\2\1/g; y/abc/xyz/; /99/{N;P;D}; $!{h;G}'
}

build_less() {
    configured less
    mkdir -p "$top/bench"
    words 60000 >"$top/bench/input"
    finish ./less -N -i input
}

build_lua() {
    # shellcheck disable=SC2086
    gcc $flags -std=gnu99 -DLUA_USE_POSIX -o lua.prog $(ls src/*.c | grep -v 'luac\.c') -lm
    mkdir -p "$top/bench"
    cat >"$top/bench/input" <<'LUA'
local function fib(n) return n < 2 and n or fib(n - 1) + fib(n - 2) end
local t, s = {}, 0
for i = 1, 20000 do t[i] = tostring(i * 7919 % 1000) .. "x" end
table.sort(t)
for i = 1, #t do s = s + #t[i]:gsub("%d", "y") + (t[i]:find("9+x") or 0) end
local co = coroutine.wrap(function() for i = 1, 5000 do coroutine.yield(i) end end)
for i = 1, 5000 do s = s + co() end
for i = 1, 300 do s = s + load("return " .. i .. " * 2 + #'" .. t[i] .. "'")() end
print(fib(24), s, string.format("%q", table.concat(t, ",", 1, 200)))
LUA
    finish ./lua.prog -
}

# The m4 built before serves where there is none.
with_m4() {
    command -v m4 >/dev/null && return
    mkdir -p "$top/bin"
    ln -sf "$(dirname "$top")/m4/bench/prog" "$top/bin/m4"
    PATH=$PATH:$top/bin
    export PATH
}

build_flex() {
    with_m4
    configured
    make -s -j2 -C src flex >/dev/null
    program=src/flex
    [ ! -x src/.libs/flex ] || program=src/.libs/flex
    mkdir -p "$top/bench"
    cp src/scan.l "$top/bench/scan.input"
    finish "$program" -o /dev/null -Cem scan.input
}

build_bison() {
    with_m4
    configured
    make -s -k MAKEINFO=true >/dev/null 2>&1 || : # its manual is not in the package
    make -s -j2 src/bison >/dev/null
    mkdir -p "$top/bench"
    cp src/parse-gram.y "$top/bench/grammar.y"
    BISON_PKGDATADIR=$PWD/data
    export BISON_PKGDATADIR
    finish src/bison -v -g -o out.c grammar.y
}

build_expat() {
    cd expat
    # shellcheck disable=SC2086
    gcc $flags -static -o xmlwf.prog -Ilib -DXML_DTD -DXML_NS -DXML_CONTEXT_BYTES=1024 -DXML_POOR_ENTROPY \
        -DXML_GE=1 -DHAVE_MEMMOVE lib/xmlparse.c lib/xmlrole.c lib/xmltok.c xmlwf/xmlwf.c xmlwf/xmlfile.c \
        xmlwf/codepage.c xmlwf/readfilemap.c -DPACKAGE='"expat"' -DVERSION='"2"' -DXMLCALL= 2>&1
    mkdir -p "$top/bench"
    awk 'BEGIN { print "<!DOCTYPE a [<!ENTITY e \"text\"><!ATTLIST b c CDATA \"d\">]><a>"
        for (i = 0; i < 60000; i++) printf "<b x=\"%d\" y=\"&amp;%d\"><c:d xmlns:c=\"u%d\">&e; some text %d</c:d></b>\n", i, i, i % 9, i
        print "</a>" }' >"$top/bench/input.xml"
    finish ./xmlwf.prog -n input.xml
}

build_nasm() {
    configured || true
    make -s -j2 nasm >/dev/null
    mkdir -p "$top/bench"
    awk 'BEGIN { print "bits 64\n%macro twice 2\nadd %1, %2\nadd %1, %2\n%endmacro"
        for (i = 0; i < 12000; i++) printf "label%d: mov rax, [rbx + rcx*4 + %d]\n twice rdx, %d\n jne label%d\n vaddps ymm1, ymm2, [rsi+%d]\n", i, i, i % 100, i * 7 % 12000, i % 64
    }' >"$top/bench/input.asm"
    finish ./nasm -f elf64 -g -o /dev/null -l listing input.asm
}

build_ninja() {
    sources=$(ls src/*.cc | grep -Ev 'test|win32|browse|_perf|minidump|getopt|\.in\.cc|msvc|hash_collision_bench')
    # shellcheck disable=SC2086
    for f in $sources; do
        echo "$f"
    done | xargs -P 2 -I '{}' sh -c "g++ -std=gnu++11 -w -iquote src $flags -O1 -c -o \"\$(basename {}).o\" {}"
    g++ -pg -o ninja.prog ./*.cc.o -pthread
    mkdir -p "$top/bench"
    awk 'BEGIN { print "rule cc\n  command = cc -c $in -o $out\n  depfile = $out.d\n"
        for (i = 0; i < 15000; i++) printf "build dir%d/out%d.o: cc in%d.c | in%d.c\n", i % 50, i, i % 700, (i + 1) % 700
        for (i = 0; i < 700; i++) printf "build in%d.c: phony\n", i }' >"$top/bench/build.ninja"
    finish ./ninja.prog -n
}

build_cppcheck() {
    find lib cli externals -name '*.cpp' | xargs -P 2 -I '{}' sh -c \
        "g++ -std=c++11 -w -O0 -gdwarf-4 -pg -Ilib -Icli -Iexternals -Iexternals/tinyxml2 -Iexternals/picojson \
         -Iexternals/simplecpp -DFILESDIR='\"$PWD\"' -c -o \"\$(echo {} | tr / _).o\" {}"
    g++ -pg -o cppcheck.prog ./*.cpp.o -pthread
    mkdir -p "$top/bench"
    awk 'BEGIN { for (i = 0; i < 60; i++) printf "int f%d(int *p, int n)\n{\n    int a[%d], s = 0;\n    for (int i = 0; i < n; i++)\n        s += p[i] ? a[i %% %d] : f%d(p + 1, n - 1);\n    return s / n;\n}\n", i, i + 1, i + 1, (i > 0 ? i - 1 : 0) }' >"$top/bench/input.c"
    finish ./cppcheck.prog --enable=style input.c
}

case $name in
lua) package=lua5.4 ;;
ninja) package=ninja-build ;;
*) package=$name ;;
esac
fetch
build_"$name"
