# SPDX-License-Identifier: GPL-3.0-or-later
# What the scripts of this folder share: cases, what says more about one that failed, the tools, and plain C.
. "$SRC/tests/tap.sh"
why='diff out err' tools=$BUILD/tests/tools LC_ALL=C
export LC_ALL
