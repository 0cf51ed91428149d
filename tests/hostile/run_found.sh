#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Files that the user did not name: what is no regular file is not opened, what has no end is not read
# to its end, and numbers and settings are not taken from other users.
. "$SRC/tests/tap.sh"
why='out err'
tools=$BUILD/tests/tools
LC_ALL=C HOME=$PWD
export LC_ALL HOME
unset XDG_CONFIG_HOME

# Sanitizers reserve more than any limit of memory.
limited=1
case ${FLAVOUR-} in asan | tsan | valgrind) limited= ;; esac
limit() {
    [ -z "$limited" ] || ulimit -v 500000
}
# What takes longer waits for something that never comes.
gptui() {
    timeout 600 "$GPTUI" "$@" >out 2>err </dev/null
}

"$tools/mkelf" prog <<'END' || exit 1
elf 64 le x86_64 exec
section .text 0x401000 0x100 ax
sym _start 0x401000
sym main 0x401020
sym tail 0x401080
END
"$tools/mkelf" lib.so <<'END' || exit 1
elf 64 le x86_64 exec
section .text 0x1000 0x200 ax
sym _init 0x1000
sym work 0x1100
sym end 0x11f0
END
"$tools/mkgmon" gmon.out prog <<'END' || exit 1
hist 0x401000 0x401080 16
bin 1 1
arc _start main 1
END
"$tools/mkgmon" gmon.out.lib.so lib.so <<'END' || exit 1
hist 0x1000 0x1200 64
bin 32 9
arc _init work 1
END
cat >script <<'END'
gptui-script 1
dump first
keys 4
dump info
END
info() {
    rm -f gmon.out.run
    "$BUILD/tests/cli/make_run" gmon.out <<END
image 0 ticks 1 build-id - file gmon.out path $PWD/prog
image 1 ticks 9 build-id - entry 0x1000 file gmon.out.lib.so path ${1:-$PWD/lib.so}
arc 0:0x401030 1:0x1100 1
END
}
joined() {
    gptui -b -p --images prog gmon.out && grep -q ' work$' out && [ ! -s err ]
}
browse() {
    LINES=24 COLUMNS=300 gptui --script script prog gmon.out
}
# left_out WHAT: nothing is joined, and the message says what and why
left_out() {
    gptui -b -p --images prog gmon.out && ! grep -q ' work$' out && grep -q ' main$' out &&
        grep -q "$1" err
}

info
joined
result $? 'a library is joined'

# ---- no files ----

rm gmon.out.run && mkfifo gmon.out.run
left_out ': warning: gmon.out.run is left out: it is not a regular file$'
result $? 'a pipe beside the profile'
browse && grep -q 'gmon.out.run is left out: it is not' info
result $? 'the Info view says so'
rm gmon.out.run && ln -s /dev/zero gmon.out.run
left_out 'gmon.out.run is left out: it is not a regular file$'
result $? 'a device beside the profile'
info
truncate -s 3G gmon.out.run
(limit && left_out 'gmon.out.run is left out: it cannot be read$')
result $? 'three gigabytes after the run'
rm gmon.out.run && truncate -s 3G gmon.out.run
(limit && left_out 'gmon.out.run is left out: it cannot be read$')
result $? 'three gigabytes of something else'
mkfifo pipe
info "$PWD/pipe"
left_out 'pipe is left out: its file is not there, or cannot be read$'
result $? 'a library that is a pipe'
mkdir -p .config/gptui
mkfifo .config/gptui/config
info
browse && grep -q 'config: not a regular file' first
result $? 'a config file that is a pipe'
rm .config/gptui/config && echo 'set names full' >.config/gptui/config && truncate -s 3G .config/gptui/config
browse && grep -q 'config: too many bytes: at most' first
result $? 'a config file of three gigabytes'
rm .config/gptui/config

# ---- debug information ----

cat >leaf.c <<'END'
int leaf(int n) { volatile int s = 0; for (int i = 0; i < n; i++) s += i; return s; }
int main(void) { return leaf(1) & 1; }
END
# linked NAME OPTIONS...: the image NAME, whose debug information is in NAME.debug
linked() {
    image=$1
    shift
    "$CC" -g -O1 "$@" leaf.c -o $image && objcopy --only-keep-debug $image $image.debug &&
        strip -g $image && objcopy --add-gnu-debuglink=$image.debug $image
}
# lines NAME: does a report by lines have them? Its profile, which is made up, has a hit in each function.
lines() {
    leaf=$(nm $1 | sed -n 's/ T leaf$//p') main=$(nm $1 | sed -n 's/ T main$//p')
    "$tools/mkgmon" $1.gmon $1 <<END
hist 0x$leaf 0x$(printf %x $((0x$leaf + 64))) 32
fill 3
END
    gptui -b -p -l $1 $1.gmon && grep -q 'leaf.c:1' out && ! grep -qvE '(not built with|built without) -pg$' err
}
if ! linked whole -no-pie -Wl,--build-id=none || ! linked part.o -c; then
    skip 'debug links' 'no compiler, or no objcopy'
else
    for image in whole part.o; do
        lines $image
        result $? "$image: a debug link is followed"
        cp $image.debug kept
        truncate -s 5G $image.debug
        ! lines $image && [ -s out ]
        result $? "$image: a debug link to five gigabytes of nothing"
        # What its last section takes belongs to it, more than is allowed to follow.
        cp kept $image.debug
        name=$(printf '%0100000d' 0)
        for i in 1 2 3 4 5 6 7 8 9 10 11; do printf '%s\n' "--add-section n$i$name=leaf.c"; done >sections
        objcopy @sections $image.debug && objcopy --remove-section .gnu_debuglink $image &&
            objcopy --add-gnu-debuglink=$image.debug $image && [ "$(wc -c <$image.debug)" -gt 1100000 ] && lines $image
        result $? "$image: a debug link to a file with a large last section"
        cp $image.debug kept
        rm $image.debug
        mkfifo $image.debug
        ! lines $image && [ -s out ]
        result $? "$image: a debug link to a pipe"
        rm $image.debug
        mv kept $image.debug
    done
    printf '%s\0%020d' "$PWD/pipe" 1 >alt
    for image in whole part.o; do
        objcopy --add-section .gnu_debugaltlink=alt $image.debug
        objcopy --remove-section .gnu_debuglink $image && objcopy --add-gnu-debuglink=$image.debug $image
        lines $image || [ -s out ]
        result $? "$image: debug information that is shared with a pipe"
    done
fi
cat >leaf.c <<'END'
int leaf(int n) { volatile int s = 0; for (int i = 0; i < n; i++) s += i; return s; }
END
"$tools/mkelf" annotated <<'END'
elf 64 le x86_64 exec
section .text 0x1000 0x400 ax
sym main 0x1000 func size=64
sym leaf 0x1040 func size=64
sym tail 0x1300 func
unit leaf.c . 4
line 0x1000 leaf.c 1
line 0x1040 leaf.c 1
end 0x1080
END
"$tools/mkgmon" annotated.gmon annotated <<'END'
arc main 0x1040 5
END

# ---- other users ----

user=65534
if [ "$(id -u)" != 0 ]; then
    skip 'files of a second user' 'only root can make some'
else
    info
    chown $user gmon.out.run
    left_out ': warning: gmon.out.run is left out: it belongs to another user$'
    result $? 'numbers about a run from another user'
    browse &&
        grep -q 'gmon.out.run is left out: it belongs to another user' info
    result $? 'the Info view says so, too'
    mkdir shared && ln gmon.out gmon.out.run shared/ && gptui -b -p prog 'shared/*' && grep -q ' main$' out
    result $? 'and it is no profile'
    chown $user gmon.out && joined
    result $? 'but where the profile is that user'"'s, both are"
    chown 0 gmon.out && info
    chown $user lib.so && joined
    result $? 'a library from another user'
    echo 'set names full' >.config/gptui/config && chown $user .config/gptui/config
    browse &&
        grep -q 'config: belongs to another user' first
    result $? 'settings from another user'
    rm .config/gptui/config
    mkdir sticky && chmod 1777 sticky && echo precious >victim
    ln -s ../victim sticky/gmon.sum && ln -s ../victim sticky/leaf.c-ann
    chown -h $user sticky/gmon.sum sticky/leaf.c-ann
    ! (cd sticky && gptui -s ../prog ../gmon.out) &&
        grep -q '^gmon.sum: Permission denied$' sticky/err && [ "$(cat victim)" = precious ]
    result $? 'a sum over the link of another user'
    (cd sticky && gptui -b -y -A -I.. ../annotated ../annotated.gmon)
    grep -q '^leaf.c-ann: Permission denied$' sticky/err && [ "$(cat victim)" = precious ]
    result $? 'an annotated source over the link of another user'
    chown -R $user sticky && (cd sticky && gptui -s ../prog ../gmon.out) && ! grep -q precious victim
    result $? 'but in that user'"'s folder"
fi

# A cut of thousands of arcs is made and taken back, and memory goes with the arcs.
"$BUILD/tests/hostile/mkhard" circle 20000 circle circle.gmon || exit 1
printf 'gptui-script 1\nkeys :cycles<Enter>jjjjj<Enter>\ndump cut\nkeys U\ndump whole\n' >cutting
(limit && LINES=24 COLUMNS=80 gptui --script cutting circle circle.gmon) && grep -q '^ cuts: -k f' cut &&
    ! grep -q '<cycle 1>' cut && grep -q '<cycle 1>' whole
result $? 'a cut of 20,000 arcs' "$(sed 3q cut)"

# A link to a section by a number that ELF reserves, larger than any that is there.
at=$(readelf -hSW prog | sed 's/\[ */[/' | awk '/Start of section headers:/ { at = $5 } /\] \.symtab / { print at + 64 * substr($1, 2) + 40 }')
cp prog linked && printf '\000\377' | dd of=linked bs=1 seek="$at" conv=notrunc 2>log
! (limit && gptui -b linked gmon.out) && grep -q 'string table of the symbols' err
result $? 'a section of a number that is reserved'

# What the heap grows by is more than there is room for; what is needed is less.
if [ "$limited" ]; then
    (ulimit -v 40000 && gptui -b -p prog gmon.out) && grep -q ' main$' out &&
        [ "$(ulimit -v 40000 && "$GPTUI" -b -q -z -w 90000000 prog gmon.out | wc -c)" -gt 60000000 ]
    result $? 'little memory is enough for a little profile, however wide'
fi
echo "1..$n"
