#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# gprof equals itself, and each kind of difference is noticed.
set -u
TOOLS=$BUILD/tests/tools PROGRAMS=$SRC/build/corpus
export TOOLS PROGRAMS
diff=$BUILD/tests/diff/difftest work=$BUILD/tests/diff/self
exec "$diff" self "$work" "$TOOLS/spoil"
