#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The runtime for what runs on this machine by itself: see run_machines.sh.
exec sh "$SRC/tests/runtime/run_machines.sh" native
