# SPDX-License-Identifier: GPL-3.0-or-later
# What the scripts of this folder share: cases, and what says more about one that failed.
n=0

# result STATUS NAME: the files `diff`, `out` and `err` of the current folder tell why.
result() {
    n=$((n + 1))
    if [ "$1" -eq 0 ]; then
        echo "ok $n - $2"
    else
        echo "not ok $n - $2"
        head -n 20 diff out err 2>/dev/null | sed 's/^/# /'
    fi
}

skip() { # NAME, REASON
    n=$((n + 1))
    echo "ok $n # SKIP $1: $2"
}
