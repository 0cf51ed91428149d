#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Named cases against the system's gprof.
set -u
TOOLS=$BUILD/tests/tools PROGRAMS=$SRC/build/corpus
export TOOLS PROGRAMS
diff=$BUILD/tests/diff/difftest work=$BUILD/tests/diff/cases
exec "$diff" cases "$work" "$SRC"/tests/diff/cases/*.case
