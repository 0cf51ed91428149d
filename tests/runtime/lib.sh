# SPDX-License-Identifier: GPL-3.0-or-later
# What the tests of the runtime share. Sourced with the working folder in $TMPDIR; ends the test as
# skipped where there is no runtime for this machine.
. "$SRC/tests/tap.sh"
export LC_ALL=C
CC=${CC:-gcc}
here=$SRC/tests/runtime/programs
GPROF=${GPROF:-gprof}
RT=${RT:-$BUILD} # the folder of the runtime: $BUILD/tests/rt has it with the words of GPTUI_RT that are for tests
unset GMON_OUT_PREFIX GPTUI_RT

if [ ! -e "$BUILD/libgptui-rt.so" ]; then
    echo "1..0 # SKIP no runtime for $(uname -m)"
    exit 0
fi

# verdict STATUS NAME [DETAIL]
verdict() { result "$@"; }

# equal NAME WANTED FOUND
equal() {
    [ "$2" = "$3" ]
    verdict $? "$1" "wanted: $2
found: $3"
}

finish() {
    echo "1..$n"
    exit
}

# compile OUTPUT SOURCE FLAGS...: linked with the runtime, shared or static as the flags say.
compile() {
    out=$1 source=$2
    shift 2
    case " $* " in
    *' -static'*) path= ;;
    *) path=-Wl,-rpath,$RT ;;
    esac
    # shellcheck disable=SC2086
    ${COMPILER:-$CC} -O2 -g -pthread -o "$out" "$source" "$@" -L"$RT" $path -lgptui-rt
}

# objects FOLDER: what the static library was made of, for programs that look inside
objects() {
    find "$1/rt/arch" -name '*.o'
    for source in "$SRC"/src/runtime/*.c "$SRC"/src/unite/*.c; do
        case ${source##*/} in shared.c | unite.c) continue ;; esac
        source=${source#"$SRC"/}
        echo "$1/rt/${source%.c}.o"
    done
}

# ended FILE: when no process of its run is left that may still count; each holds a lock until it is gone
ended() {
    for kept in "$1".d/*.keep; do
        [ ! -e "$kept" ] || flock "$kept" true
    done
}

# settle PROGRAM FILE: what processes kept that ended without a word becomes files
settle() {
    ended "$2"
    ! ls "$2".d/*.keep >/dev/null 2>&1 || "$GPTUI" --batch -b -p "$1" "$2" >/dev/null 2>&1
}

# ask OPTION PROGRAM FILE AWK...: what awk makes of gprof's answer; and complaints, which there must not
# be, and whether gptui answers otherwise.
ask() {
    option=$1 program=$2 file=$3
    shift 3
    settle "$program" "$file"
    "$GPROF" -b "$option" "$program" "$file" >gprof.out 2>gprof.err
    awk "$@" gprof.out
    cat gprof.err
    "$GPTUI" --batch -b "$option" "$program" "$file" >gptui.out 2>gptui.err
    cmp gprof.out gptui.out
    [ "$(sed 's/^[^:]*: //' gprof.err)" = "$(sed 's/^[^:]*: //' gptui.err)" ] || cat gptui.err
}

# about [FILE]: what is known of its run, line by line
about() { "$GPTUI" --info "${1:-gmon.out}"; }

# of PID: the profile of a process that was forked by the one that wrote gmon.out
of() { echo gmon.out.d/*."$1"; }

# calls PROGRAM FILE FUNCTION: how often it was called
calls() {
    ask -p "$1" "$2" -v f="$3" \
        '$NF == f && $4 ~ /^[0-9]+$/ { print $4; found = 1 } END { if (!found) print 0 }'
}

# arc PROGRAM FILE CALLER CALLEE: how often the one called the other
arc() {
    ask -q "$1" "$2" -v from="$3" -v to="$4" '
        /^-----/ { primary = "" }
        /^\[/ { primary = $(NF - 1); next }
        primary == from && NF > 2 && $(NF - 1) == to { split($(NF - 2), part, "/"); count = part[1] }
        END { print count + 0 }'
}

# counts NAME PROGRAM: every line "FUNCTION COUNT" or "PID FUNCTION COUNT" of printed is in its profile, of which
# gprof is asked once
counts() {
    [ -s printed ] || verdict 1 "$1: printed nothing"
    known=
    while read -r first second third; do
        file=gmon.out function=$first count=$second
        [ -z "$third" ] || file=$(of "$first") function=$second count=$third
        [ "$file" = "$known" ] || ask -p "$2" "$file" '$4 ~ /^[0-9]+$/ { print $NF, $4 }' >counted
        known=$file
        equal "$1: calls of $function" "$count" "$(awk -v f="$function" '
            $1 == f && NF == 2 { print $2; found = 1 }
            NF != 2
            END { if (!found) print 0 }' counted)"
    done <printed
}
