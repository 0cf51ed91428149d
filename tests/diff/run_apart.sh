#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Annotated source in files of its own (-y): the files, both streams and the exit status are those
# of gprof.
. "$SRC/tests/tap.sh"
tools=$BUILD/tests/tools GPROF=${GPROF:-gprof} why=differences
case $GPROF in */*) GPROF=$(cd "$(dirname "$GPROF")" && pwd)/${GPROF##*/} ;; esac
export LC_ALL=C

"$tools/mkelf" prog <<'END' || exit 1
elf 64 le x86_64 exec
section .text 0x1000 0x100 ax
sym one 0x1000 func size=16
sym two 0x1010 func size=16
sym three 0x1020 func size=16
sym four 0x1030 func size=16
sym tail 0x1080 func
unit a.c src 4
line 0x1000 a.c 1
line 0x1004 a.c 2
line 0x1010 inc/a.c 2
line 0x1020 b.c 3
line 0x1028 inc/h 1
line 0x1030 gone.c 1
end 0x1040
END
"$tools/mkgmon" gmon.out prog <<'END' || exit 1
hist 0x1000 0x1080 32
fill 2
arc one two 1
arc one three 3
arc two four 1
arc three one 2
block 0x1004 7
block 0x1028 9
END
mkdir -p src/inc other
printf '1\n2\n3' >src/a.c
printf 'a\nb\nc\n' >src/inc/a.c
printf 'x\ny\nz\n' >src/b.c
printf 'h\n' >src/inc/h
printf 'found elsewhere\n' >other/gone.c

# run FOLDER PROGRAM ARGUMENTS...: where all traces of the run go. $prepare: a command to run there.
run() {
    mkdir "$1" && cp -r prog gmon.out src other "$1" || exit 1
    (
        cd "$1" && eval "$prepare" && shift && "$@" >out 2>err </dev/null
        echo $? >status
        sed 's/^[^ ]*gptui:/gprof:/; s/^[^ ]*gprof:/gprof:/' err >err.all && mv err.all err
    )
}

# same ARGUMENTS...
same() {
    rm -rf gprof gptui
    run gprof "$GPROF" "$@"
    run gptui "$GPTUI" --batch "$@"
    files=$((files + $(ls gptui | grep -c 'ann$')))
    diff -r gprof gptui >differences
    result $? "$prepare; $*"
}

prepare=: files=0
same -b -A -y prog
same -b -l -A -y prog
same -b -l -A -y -z prog
same -b -A -y -Iother prog
same -b -y -p prog
same -b -y prog
same -b -A -y -Athree prog
same -b -A -y -J prog
same -b -y -p -A -q -C prog
same -b -l -y -A -x -m2 -t1 prog
same -b -y -i -A -r prog
prepare='mkdir b.c-ann' same -b -A -y prog
prepare='mkdir b.c-ann a.c-ann' same -b -A -y -l prog
prepare='echo old >a.c-ann; chmod 600 b.c-ann 2>/dev/null; :' same -b -A -y prog
prepare='rm src/a.c' same -b -A -y prog
prepare='rm -r src' same -b -A -y -Iother prog
holds "$files annotated files" [ $files -ge 25 ]
echo "1..$n"
