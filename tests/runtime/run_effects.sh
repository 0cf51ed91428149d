#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The page EFFECTS ON THE PROGRAM of gptui_rt(3), against what nm, /proc and strace say of a program with
# the runtime preloaded.
RT=$BUILD/tests/rt
. "$SRC/tests/runtime/lib.sh"
unset LD_PRELOAD
"$CC" -O1 -o effects "$here/effects.c" && printf '#include <unistd.h>\nint main(int n, char **v) { (void)v; if (n > 1) _exit(0); return 0; }' >small.c &&
    "$CC" -O1 -pg -o small small.c || exit 1

# page ENTRY: the names in bold or italics of one entry of the page, one a line
page() {
    awk -v entry="$1" '
        /^\.SH/ { is_page = $0 == ".SH EFFECTS ON THE PROGRAM" }
        is_page && is_entry && /^\.(TP|SH)/ { is_entry = 0 }
        is_page && is_entry && sub(/^\.(B|I|BR|IR|RB) /, "") {
            gsub(/"[^"]*"|\\-|[();,.]/, " "); print }
        is_page && was_tp && $0 == entry { is_entry = 1 }
        { was_tp = $0 == ".TP" }' "$SRC/man/gptui_rt.3" | tr -s ' ' '\n' | sed '/^$/d' | sort -u
}

# with OPTIONS PROGRAM: runs it with the runtime
with() {
    rm -rf gmon.out*
    GPTUI_RT=$1 LD_PRELOAD=$RT/libgptui-rt.so "./$2" >told 2>err
}
value() { sed -n "s/^$1 *//p" told; }

# Functions: what the library exports and libc has, too.
libc=$(ldd ./small | awk '/libc\.so/ { print $3 }')
names() { nm -D --defined-only "$1" | awk '{ sub(/@.*/, "", $3); print $3 }' | sort -u; }
names "$RT/libgptui-rt.so" >ours
names "$libc" | comm -12 ours - >both
if [ -s both ]; then
    equal 'functions: all that stand before those of libc' "$(xargs <both)" "$(page functions | xargs)"
else
    skip 'functions' 'libc has no table of symbols'
fi

# What tests alone have is in no library that is installed.
asked() { nm -g "$1"/libgptui-rt.a "$1"/libgptui-rt.so "$1"/libgptui-rt-mpi.so | grep -c ' T gptui_rt_sample'; }
equal 'functions: samples on demand are for tests' '0 6' "$(asked "$BUILD") $(asked "$RT")"

# Handlers: those of the page, and one for samples.
handlers() {
    for number in $(value handlers); do
        kill -l "$number"
    done | sort
}
page handlers | grep '^[A-Z]*$' >page
with '' effects
handlers >found
equal 'handlers: those that the page names' "$(xargs <page)" "$(grep -xF -f page found | xargs)"
grep -vxF -f page found >more
equal 'handlers: and one for samples' 1 "$(wc -l <more)"
with dump=USR1,reset=USR2 effects
equal 'handlers: dump and reset' "$(printf 'USR1\nUSR2\n' | sort found - | xargs)" "$(handlers | xargs)"

# Threads, descriptors, and who may not have company.
./effects >told
may=$(value unshare) open=$(value descriptors) moved=$(value clock)
with '' effects
# A timer of its clock, which profiling by libc has, lets it move with the kernel's tick alone, and clock() with it.
[ "$(value clock)" -ge $((moved / 2)) ]
verdict $? "the clock of the process: as fine as without" "$(value clock) for $moved"
equal 'threads: none' 1 "$(value threads)"
equal 'descriptors: none stays open' "$open" "$(value descriptors)"
equal 'unshare: as without' "$may" "$(value unshare)"
with clock=wall effects
if [ "$(value threads)" = 1 ]; then
    skip 'threads: clock=wall' 'this kernel has no such clock'
else
    equal 'threads: clock=wall' 2 "$(value threads)"
    [ "$may" != "done" ] || equal 'unshare: clock=wall' EINVAL "$(value unshare)"
fi

# Children: nobody changes what they get.
given=$(printf 'GPTUI_RT=rate=1\nLD_PRELOAD=%s' "$RT/libgptui-rt.so")
equal 'children: the same environment' "$given" \
    "$(GPTUI_RT=rate=1 LD_PRELOAD=$RT/libgptui-rt.so sh -c 'env; :' | grep '^GPTUI_RT=\|^LD_PRELOAD=' | sort)"

# Files: what is opened or read by name that a plain run does not, by the names of the page and of FILES.
if ! command -v strace >/dev/null || ! strace -o trace true 2>/dev/null; then
    skip 'files, timers' 'no strace, or it may not trace'
    finish
fi
# traced OPTIONS [now]: the files, of an end by _exit, too, and in "timers" how many there were
traced() {
    rm -rf gmon.out*
    options=$1
    shift
    GPTUI_RT=$options strace -f -o trace -e trace=%file,timer_create,setitimer -E LD_PRELOAD="$RT/libgptui-rt.so" ./small "$@"
    grep -c 'timer_create(\|setitimer(' trace >timers
    sed -n '/ENOENT/d; s/.*\(openat\|readlinkat\|open\|readlink\|rename[a-z0-9]*\|mkdirat\)(\(.*\))  *= .*/\2/p' trace |
        grep -o '"[^"]*"' | tr -d '"' | grep "^/proc\|^$(pwd -P)/\|^[0-9]" |
        sed "s|^$(pwd -P)/||; s/\.tmp[0-9]*$/.tmpPID/; s|gmon.out.d/.*\.keep|gmon.out.d/RUN.keep|; s|^[0-9]*/syscall|/proc/self/task|" |
        grep -v '^small$\|libgptui-rt.so' | sort -u | xargs
}
kept='gmon.out.d gmon.out.d/RUN.keep gmon.out.d/gptui-run'
written='gmon.out gmon.out.run gmon.out.run.tmpPID gmon.out.tmpPID'
read=$(page files | grep '^/proc' | grep -v task | xargs)
equal 'files: the page names three that are read' '/proc/self/cmdline /proc/self/exe /proc/self/maps' "$read"
equal 'files' "$(printf '%s\n' ${read%/proc/self/maps} $kept $written | sort | xargs)" "$(traced libs=off)"
equal 'timers: one at the start' 1 "$(cat timers)"
# Of the calling thread's clock, and it gets the signal: time of one thread is never another's.
grep 'timer_create(' trace | sed -n 's/.*timer_create(\(0x[0-9a-f]*\|MAKE_THREAD_CPUCLOCK([0-9]*\).*sigev_notify=SIGEV_THREAD_ID, sigev_notify_thread_id=\([0-9]*\).*/\1 \2/p' >timer
read -r clock thread <timer
case $clock in
0x*) of=$((~(clock >> 3) & 0x1fffffff)) how=$((clock & 7)) ;; # as the kernel numbers such clocks
*) of=${clock#*(} how=6 ;;
esac
equal 'timers: of the CPU time of the thread that is signalled' "$thread 6" "$of $how"
equal 'files: a sudden end' "$(printf '%s\n' ${read%/proc/self/maps} $kept | sort | xargs)" "$(traced rate=1 now)"
traced delay=1 >/dev/null
[ "$(cat timers)" -ge 1 ] && [ "$(cat timers)" -le 2 ]
verdict $? 'timers: one more to wait for the start' "$(cat timers)"
case " $(traced clock=wall) " in *" /proc/self/task "*) true ;; *) [ "$(grep -c 'clone' trace)" = 0 ] ;; esac
verdict $? 'files: clock=wall'
finish
