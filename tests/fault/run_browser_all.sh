#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# All calls of the browser from the N-th on fail: see run_fault.sh.
exec sh "$SRC/tests/fault/run_fault.sh" all browser
