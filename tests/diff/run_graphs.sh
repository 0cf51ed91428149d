#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Generated command lines over random graphs: N for each of GRAPHS, from SEED.
set -u
TOOLS=$BUILD/tests/tools PROGRAMS=$SRC/build/corpus
export TOOLS PROGRAMS
diff=$BUILD/tests/diff/difftest work=$BUILD/tests/diff/graphs
[ -n "${LONG-}" ] && graphs=60 || graphs=20
exec "$diff" graphs "$work" "${N:-12}" "${SEED:-1}" "${GRAPHS:-$graphs}"
