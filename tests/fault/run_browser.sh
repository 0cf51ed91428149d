#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Calls of the browser fail, one at a time: see run_fault.sh.
exec sh "$SRC/tests/fault/run_fault.sh" browser
