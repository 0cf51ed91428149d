# SPDX-License-Identifier: GPL-3.0-or-later
# What the scripts of this folder share: cases, and what says more about one that failed.
. "$SRC/tests/tap.sh"
why='diff out err'
