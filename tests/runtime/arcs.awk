# SPDX-License-Identifier: GPL-3.0-or-later
# Measured arcs against the code: is each one into the program's own functions there? Reads
#   S ADDRESS NAME            a symbol of the program
#   J LO-OF-FUNCTION TARGET   a jump out of a function; TARGET *: of what a register or memory holds
#   C LAST-BYTE WHAT          a call by its last byte: the address that it calls, * of what a register or
#                             memory holds, counts: mcount or the like
#   N BYTES...                bytes of the run file: of its groups, those of images and of nodes of paths
# all addresses as x and 16 digits. Prints arcs that are not there, and how many there are in all. Arcs out of
# libraries are printed with "?", FILE and the site.
function hex(n,   s, i, d) {
    s = ""
    for (i = 0; i < 16; i++) { d = n % 16; s = substr("0123456789abcdef", d + 1, 1) s; n = int(n / 16) }
    return "x" s
}
function at(addr,   lo, hi, mid) { # the function around an address, by bisection
    lo = 1; hi = n_symbols
    while (lo < hi) { mid = int((lo + hi + 1) / 2); if (symbol[mid] <= addr) lo = mid; else hi = mid - 1 }
    return symbol[lo]
}
# Does code of the function `from` lead to `to` by jumps?
function leads(from, to,   n, i, k, queue, seen) {
    queue[n = 1] = from
    seen[from] = 1
    for (i = 1; i <= n; i++) {
        if (queue[i] == to || (queue[i], "*") in jumps) return 1
        for (k = 1; k <= n_jumps[queue[i]]; k++)
            if (!(jump[queue[i], k] in seen)) { seen[jump[queue[i], k]] = 1; queue[++n] = jump[queue[i], k] }
    }
    return 0
}
function check(site, inner,   what) {
    what = call[site]
    n_arcs++
    if (name[at(inner)] ~ /^_Unwind_/) return # linked in: it returns to a handler of exceptions
    if (what == "*") return
    if (what == "") return say("no call", site, inner)
    if (what == "counts") { if (!(at(inner) in counting)) say("a call of mcount", site, inner); return }
    if (!leads(at(what), at(inner))) say("a call of " name[at(what)], site, inner)
}
function say(why, site, inner) { print "from " name[at(site)] " at " site " to " name[at(inner)] ": " why }
function take(   v, shift) { # a number of 7 bits to the byte
    v = 0; shift = 1
    while (byte[++b] >= 128) { v += (byte[b] - 128) * shift; shift *= 128 }
    return v + byte[b] * shift
}
$1 == "S" { if (symbol[n_symbols] != $2) symbol[++n_symbols] = $2; name[$2] = $3; if ($3 ~ /mcount|fentry|cyg_profile|gptui_rt_entry|enter_arc/) counting[$2] = 1 }
$1 == "J" { jumps[$2, $3] = 1; if ($3 != "*") jump[$2, ++n_jumps[$2]] = at($3) }
$1 == "C" { call[$2] = $3 }
$1 == "N" { for (i = 2; i <= NF; i++) byte[++n_bytes] = $i }
function take_image(   same, more, i) { # its path goes on from that of the one before
    take()
    same = take(); more = take()
    path = substr(path, 1, same)
    for (i = 0; i < more; i++) path = path sprintf("%c", byte[++b])
    file[++n_files] = path
    take(); more = take(); b += more
    take(); take(); take()
}
function take_node(   depth, image, d, ticks) {
    depth = take(); image = take(); d = take(); ticks = take()
    if (ticks % 2) take()
    address += d % 2 ? -(d + 1) / 2 : d / 2
    images[depth] = image
    addresses[depth] = address
    if (depth < 2 || image != 1 || images[depth - 1] == 0 || ((addresses[depth - 1], images[depth - 1], address) in done)) return
    done[addresses[depth - 1], images[depth - 1], address] = 1
    if (images[depth - 1] == 1) check(hex(addresses[depth - 1]), hex(address))
    else { n_arcs++; print "? " file[images[depth - 1]], hex(addresses[depth - 1]) }
}
END {
    b = length("gptui-runs 4\n")
    while ((kind = byte[++b]) > 0) {
        end = take(); end += b
        while (b < end && kind == 6) take_image()
        while (b < end && kind == 13) take_node()
        b = end + 1
    }
    print "arcs", n_arcs + 0
}
