# SPDX-License-Identifier: GPL-3.0-or-later
# Machine code of chance for an assembler; every second instruction is a branch.
#
# Variables: unit (bytes of a word: 2 or 4), n (words), seed, forms: "VALUE/MASK ..." in hex, each a
# branch whose bits outside of the mask are free; other: the form of all else, if not any bits at
# all; first: lines before the code.
function chance() { # 16 bits of a linear congruential sequence; exact in doubles
    state = (state * 69069 + 12345) % 4294967296
    return int(state / 65536)
}
function hex(s,   i, v) {
    for (i = 1; i <= length(s); i++)
        v = v * 16 + index("0123456789abcdef", substr(s, i, 1)) - 1
    return v + 0
}
# Bits of value where mask has them, else free ones; 16 bits.
function mixed(value, mask, free,   v, i) {
    for (i = 0; i < 16; i++) {
        v += ((mask % 2 ? value : free) % 2) * 2 ^ i
        value = int(value / 2)
        mask = int(mask / 2)
        free = int(free / 2)
    }
    return v
}
function word(f,   p, v, m) {
    split(f, p, "/")
    v = hex(p[1])
    m = hex(p[2])
    if (unit == 2)
        return sprintf(".2byte 0x%04x", mixed(v, m, chance()))
    return sprintf(".4byte 0x%04x%04x", mixed(int(v / 65536), int(m / 65536), chance()),
                   mixed(v % 65536, m % 65536, chance()))
}
BEGIN {
    state = seed
    n_forms = split(forms, form, " ")
    print first "\n.text\n.globl start\nstart:"
    for (i = 0; i < n; i++)
        print word(chance() % 2 ? form[int(chance() / 65536 * n_forms) + 1] : other ? other : "0/0")
}
