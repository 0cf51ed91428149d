# SPDX-License-Identifier: GPL-3.0-or-later
# One of several runs: every bin a bit off, by less than chance makes it; in run 11 those of some
# functions are three times as high.
$1 == "bin" {
    v = $3 + (NR * 7 + run * 13) % 5 - 2
    if (run == 11 && $2 >= 41 && $2 <= 54)
        v *= 3
    $3 = v > 0 ? v : 0
}
$1 == "arc" && run == 11 { $4 += 3 }
{ print }
