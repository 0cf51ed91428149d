# SPDX-License-Identifier: GPL-3.0-or-later
# The sum of all test programs; reads what tests/tally.awk wrote.
BEGIN { FS = "\t" }
$1 == "sum" { passed += $2; failed += $3; skipped += $4 }
$1 == "skip" { skips[++n_skips] = $2 }
$1 == "fail" { fails[++n_fails] = $2 }
END {
    for (i = 1; i <= n_skips; i++)
        print "skipped: " skips[i]
    for (i = 1; i <= n_fails; i++)
        print "failed: " fails[i]
    if (passed + failed == 0)
        print "no test ran"
    printf "%d passed, %d failed, %d skipped\n", passed, failed, skipped
    exit failed || passed == 0
}
