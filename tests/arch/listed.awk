# SPDX-License-Identifier: GPL-3.0-or-later
# What `objdump -d --no-show-raw-insn` says about branches and calls, in the form of list_calls.
# The pair of instructions for far calls of RISC-V is one call.
# Variables: branch, call: expressions for mnemonics; only those of `call` are calls.
BEGIN { FS = "\t" }
/^ *[0-9a-f]+:\t/ {
    split($1, at, ":")
    gsub(/ /, "", at[1])
    op = $2
    operands = $3
    while (match(op, /^(bnd|notrack|data16|addr16|addr32|rep[a-z]*|lock|[cdefgs]s|rex[.A-Z]*|xacquire|xrelease) +/))
        op = substr(op, RLENGTH + 1)
    if (operands == "" && match(op, / /)) {
        operands = substr(op, RSTART + 1)
        op = substr(op, 1, RSTART - 1)
    }
    pair = before == "auipc" && op ~ /^(jalr|jr)$/ && operands ~ /# /
    before = op
    if (pair)
        op = op == "jr" ? "j" : "jal"
    if (op !~ "^(" branch ")$" || operands ~ /^ *\*/ || !match(operands, /(0x)?[0-9a-f]+ </)) {
        place = at[1]
        next
    }
    target = substr(operands, RSTART, RLENGTH - 2)
    sub(/^0x/, "", target)
    print pair ? place : at[1], target, op ~ "^(" call ")$" ? "call" : "jump"
}
