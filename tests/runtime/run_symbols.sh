#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# What the runtime asks of libc, and what it offers. Its hot paths must not allocate, lock or touch
# errno or vector registers; so only what is on these lists may be called at all, built by whatever
# compiler, and none of it by mcount or the signal handler.
. "$SRC/tests/runtime/lib.sh"

# Called at the start, or by the program's own calls for signals alone (memcpy, memset: structs, in
# dumps alone); the rest is what the C start files of shared libraries refer to.
cat >allowed <<'END'
at_quick_exit
dl_iterate_phdr
__start_gptui_rt_entry
__stop_gptui_rt_entry
getauxval
getenv
memcpy
memset
pthread_atfork
__sigaction
clone
fork
sigaction
sigaddset
sigemptyset
sigfillset
ssignal
__errno_location
environ
END
cat >allowed.so - allowed <<'END'
dlsym
pthread_attr_destroy
pthread_attr_getguardsize
pthread_attr_getstacksize
pthread_attr_init
pthread_self
_ITM_deregisterTMCloneTable
_ITM_registerTMCloneTable
__cxa_at_quick_exit
__cxa_atexit
__cxa_finalize
__environ
__gmon_start__
__register_atfork
END
echo _GLOBAL_OFFSET_TABLE_ >>allowed
cat >offered <<'END'
__cyg_profile_func_enter
__cyg_profile_func_exit
__fentry__
__monstartup
__sanitizer_cov_trace_pc
__sanitizer_cov_trace_pc_guard
__sanitizer_cov_trace_pc_guard_init
__sysv_signal
_mcleanup
_mcount
bsd_signal
gptui_rt_dump
gptui_rt_phase
gptui_rt_reset
gptui_rt_start
gptui_rt_stop
mcleanup
mcount
moncontrol
monstartup
pthread_sigmask
sigaction
signal
sigprocmask
sysv_signal
END

{ cat offered && echo dlclose && echo pthread_create; } | sort >offered.so

names() { sed 's/@.*//' | sort -u; }

# without LIST: the names on standard input that are not on the list
without() { grep -vxF -f "$1"; }

# check NAME FOLDER: both libraries there
check() {
    nm -u "$2/libgptui-rt.a" | awk '$1 == "U" || $1 == "w" { print $2 }' | names | without allowed >stray
    [ ! -s stray ]
    verdict $? "$1: what the archive calls" "$(cat stray)"
    nm -D "$2/libgptui-rt.so" | awk '$1 == "U" || $1 == "w" { print $2 }' | names | without allowed.so >stray
    [ ! -s stray ]
    verdict $? "$1: what the shared library calls" "$(cat stray)"
    nm -D --defined-only "$2/libgptui-rt.so" | awk '{ print $3 }' | names | cmp -s - offered.so
    verdict $? "$1: what the shared library offers" "$(nm -D --defined-only "$2/libgptui-rt.so")"
    nm -g --defined-only "$2/libgptui-rt.a" | awk 'NF == 3 { print $3 }' | names | cmp -s - offered
    verdict $? "$1: what the archive offers" "$(nm -g --defined-only "$2/libgptui-rt.a")"
    objdump -d "$2/libgptui-rt.so" | grep -E '%(xmm|ymm|zmm|st)' >vector
    [ ! -s vector ]
    verdict $? "$1: no vector or floating point register" "$(cat vector)"
    [ "$(uname -m)" != x86_64 ] || equal "$1: programs keep their control-flow protection" 'IBT, SHSTK' \
        "$(readelf -n "$2/rt/gptui-rt.o" | sed -n 's/.*x86 feature: //p')"
}

check "built by $CC" "$BUILD"
for compiler in gcc clang; do
    if ! command -v $compiler >/dev/null; then
        skip "built by $compiler" 'not installed'
        continue
    fi
    if (cd "$SRC" && make -s CC=$compiler BUILD="$TMPDIR/$compiler" \
        "$TMPDIR/$compiler/libgptui-rt.a" "$TMPDIR/$compiler/libgptui-rt.so") >log 2>&1; then
        check "built by $compiler" "$TMPDIR/$compiler"
    else
        verdict 1 "built by $compiler" "$(cat log)"
    fi
done
finish
