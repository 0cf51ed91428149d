# SPDX-License-Identifier: GPL-3.0-or-later
# What the scripts of this folder share: cases, and an environment that says nothing of profiles. Ends the test
# as skipped where there is no runtime for this machine.
. "$SRC/tests/cli/lib.sh"
TERM=xterm
export GPTUI TERM
unset GMON_OUT_PREFIX GPTUI_RT LD_PRELOAD CI
if [ ! -e "$BUILD/libgptui-rt.so" ]; then
    echo "1..0 # SKIP no runtime for $(uname -m)"
    exit 0
fi
