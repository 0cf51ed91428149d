# SPDX-License-Identifier: GPL-3.0-or-later
# What the scripts that go through random graphs share.

# verdict NUMBER NAME SEEDS: none of the seeds is bad, and enough of the $rounds graphs were there.
verdict() {
    if [ -z "$3" ] && [ "$n_runs" -gt $((rounds / 2)) ]; then
        echo "ok $1 - $2 ($n_runs graphs)"
    else
        echo "not ok $1 - $2: seeds$3 of $n_runs graphs"
    fi
}
