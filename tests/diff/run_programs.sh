#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Generated command lines over the corpus: N for each program, from SEED.
set -u
TOOLS=$BUILD/tests/tools PROGRAMS=$SRC/build/corpus
export TOOLS PROGRAMS
diff=$BUILD/tests/diff/difftest work=$BUILD/tests/diff/programs
[ -n "${LONG-}" ] && lines=30 || lines=10
exec "$diff" programs "$work" "${N:-$lines}" "${SEED:-1}" "$PROGRAMS"/*
