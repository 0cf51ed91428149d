#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The source keeps to its architecture; and the checker finds what it should find.
exec "$SRC/scripts/check-layers" --tap
