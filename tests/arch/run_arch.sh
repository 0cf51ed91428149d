#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Decoded calls are those of objdump -d: for words of chance, compiled code and whole libraries of
# each machine whose binutils are here.
here=$SRC/tests/arch
list=$BUILD/tests/arch/list_calls
. "$SRC/tests/tap.sh"

# The image file $1, against objdump with the options after it. It must have some calls.
same() {
    image=$1
    shift
    "$tool-objdump" -d --no-show-raw-insn "$@" "$image" |
        awk -v branch="$branch" -v call="$call" -f "$here/listed.awk" | sort >"$TMPDIR/expected"
    "$list" decoded "$image" | sort >"$TMPDIR/found"
    diff "$TMPDIR/expected" "$TMPDIR/found" | head -n 10 | sed 's/^/# /'
    [ "$(wc -l <"$TMPDIR/expected")" -ge 10 ] && cmp -s "$TMPDIR/expected" "$TMPDIR/found"
}

link() { # OBJECT IMAGE
    # shellcheck disable=SC2086
    "$tool-ld" $ld_flags -e 0 -Ttext 0x2000000 "$1" -o "$2" 2>/dev/null &&
        "$tool-objcopy" --wildcard -N '$d*' "$2"
}

words() { # UNIT FORMS [OTHER [FIRST]]
    awk -v unit="$1" -v forms="$2" -v other="${3-}" -v first="${4-}" -v n=4000 -v seed=7 \
        -f "$here/words.awk" >"$TMPDIR/words.s"
    # shellcheck disable=SC2086
    "$tool-as" $as_flags "$TMPDIR/words.s" -o "$TMPDIR/words.o" &&
        link "$TMPDIR/words.o" "$TMPDIR/words" && same "$TMPDIR/words" -z $dump_flags
    result $? "$name: words of chance"
}

compiled() { # clang's TARGET
    title="$name: compiled code"
    command -v clang >/dev/null 2>&1 || { skip "$title" "there is no clang"; return; }
    # shellcheck disable=SC2086
    if ! clang --target=$1 -O2 -fno-pic -ffreestanding -c "$here/sample/code.c" -o "$TMPDIR/code.o" \
        2>/dev/null; then
        skip "$title" "this clang does not know $1"
        return
    fi
    link "$TMPDIR/code.o" "$TMPDIR/code" && same "$TMPDIR/code"
    result $? "$title"
}

library() { # FILE
    if [ -e "$1" ]; then
        same "$1"
        result $? "$name: its C library"
    else
        skip "$name: its C library" "$1 is not here"
    fi
}

# machine NAME TOOLS: false if the tools are not here
machine() {
    name=$1 tool=$2 as_flags='' ld_flags='' dump_flags=''
    command -v "$tool-objdump" >/dev/null 2>&1 && command -v "$tool-ld" >/dev/null 2>&1 && return
    skip "$name" "there is no $tool-objdump"
    return 1
}

x86='call[lqw]?|j[a-z]+|loop[a-z]*|xbegin'
arm_if='(al|eq|ne|cs|cc|mi|pl|vs|vc|hi|ls|ge|lt|gt|le)?'
ppc='b|bl|ba|bla|bc.*|b(eq|ne|lt|le|gt|ge|so|ns|un|nu|dn?z).*'

if machine x86-64 x86_64-linux-gnu; then
    branch=$x86 call='call[lqw]?'
    same "$BUILD/gptui"
    result $? "$name: this program"
    same "$SRC/build/corpus/cycles-static/prog"
    result $? "$name: a static program"
    compiled x86_64-linux-gnu
fi
if machine i386 i686-linux-gnu; then
    branch=$x86 call='call[lqw]?' ld_flags=-melf_i386
    same "$SRC/build/corpus/cycles-32/prog"
    result $? "$name: a static program"
fi
if machine AArch64 aarch64-linux-gnu; then
    branch='b|bl|bc?\..*|cbn?z|tbn?z' call=bl
    words 4 '14000000/fc000000 94000000/fc000000 54000000/ff000010 34000000/7e000000 36000000/7e000000'
    compiled aarch64-linux-gnu
    library /usr/aarch64-linux-gnu/lib/libc.so.6
fi
if machine ARM arm-linux-gnueabihf; then
    branch="bl?x?$arm_if(\\.[nw])?|cbn?z" call="bl$arm_if|blx$arm_if"
    words 4 '0a000000/0e000000 fa000000/fe000000' '' '.arm
.text
$a:'
    compiled armv7a-linux-gnueabihf
    name='ARM, big endian' ld_flags=-EB
    compiled armebv7a-linux-gnueabihf
    name='ARM, big endian, code little endian' ld_flags='-EB --be8'
    compiled armebv7a-linux-gnueabihf
    name=Thumb ld_flags='' as_flags='-mthumb -march=armv7-a' dump_flags='-M force-thumb'
    words 2 'e000/f800 d000/f000 b100/f500 f000/f800 f000/f800 d000/c000 8000/c000' '' '.thumb
.text
$t:'
    compiled thumbv7a-linux-gnueabihf
fi
if machine RISC-V riscv64-linux-gnu; then
    branch='(c\.)?(j|jal|beqz|bnez|b[a-z]+)' call=jal as_flags=-march=rv64gc
    words 2 'a001/e003 c001/e003 e001/e003 006f/0fff 0063/707f 1063/707f 00ef/0fff' '' '.text
$x:'
    compiled riscv64-linux-gnu
    library /usr/riscv64-linux-gnu/lib/libc.so.6
fi
if machine 'PowerPC, little endian' powerpc64le-linux-gnu; then
    branch=$ppc call='b.*la?[+-]?'
    words 4 '48000000/fc000002 48000001/fc000003 41800000/ffe00002 40820000/ffe00002' 60000000/ffffffff
    compiled powerpc64le-linux-gnu
    library /usr/powerpc64le-linux-gnu/lib/libc.so.6
fi
if machine 'PowerPC, big endian' powerpc64-linux-gnu; then
    branch=$ppc call='b.*la?[+-]?'
    words 4 '48000000/fc000002 48000001/fc000003 41800000/ffe00002 40820000/ffe00002' 60000000/ffffffff
    library /usr/powerpc-linux-gnu/lib/libc.so.6
fi
if machine s390x s390x-linux-gnu; then
    branch='j.*|br[acx].*|bras|brasl|c[lg]*[ri]*j.*' call='brasl?'
    compiled s390x-linux-gnu
fi
echo "1..$n"
