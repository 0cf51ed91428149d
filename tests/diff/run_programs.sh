#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Generated command lines over the corpus: N for each program, from SEED.
set -u
TOOLS=$BUILD/tests/tools PROGRAMS=$SRC/build/corpus
export TOOLS PROGRAMS
diff=$BUILD/tests/diff/difftest work=$BUILD/tests/diff/programs
exec "$diff" programs "$work" "${N:-30}" "${SEED:-1}" "$PROGRAMS"/*
