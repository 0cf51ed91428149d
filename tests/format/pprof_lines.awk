# SPDX-License-Identifier: GPL-3.0-or-later
# od -An -v -tu1 -w1 FILE | LC_ALL=C awk -f pprof_lines.awk: is it a message perftools.profiles.Profile (not
# compressed)? Prints
#
#   type NAME UNIT         each type of sample, in order
#   period N NAME UNIT
#   mapping LO HI FILE
#   comment TEXT
#   function NAME RAW FILE LINE ADDRESS      each location that has an address
#   sample VALUE... FRAME;FRAME...           the outermost frame first
#
# Else one line on standard error and status 1. Written from the description of the format.
{ byte[n_bytes++] = $1 }

function wrong(what) {
    print what | "cat >&2"
    exit 1
}

function varint(end,   v, unit) {
    for (unit = 1; at < end; unit *= 128) {
        v += byte[at] % 128 * unit
        if (byte[at++] < 128)
            return v
    }
    wrong("a number is cut off")
}

# The next field of a message up to `end`: its number; value is it, or where it begins, with `to` after its end.
function field(end,   tag) {
    tag = varint(end)
    value = varint(end)
    to = 0
    if (tag % 8 == 2) {
        to = at + value
        value = at
        at = to
        if (to > end)
            wrong("field " int(tag / 8) " is cut off")
    } else if (tag % 8 != 0) {
        wrong("field " int(tag / 8) ": wire type " tag % 8)
    }
    return int(tag / 8)
}

# The fields of the message from `from` on go to part[NUMBER]; of lists of numbers to list[NUMBER, I] and count[NUMBER].
function message(from, end,   back, number) {
    split("", part)
    back = at
    for (at = from; at < end;) {
        number = field(end)
        part[number] = value
        part_to[number] = to
    }
    at = back
}

function list(number, into,   back, n) {
    back = at
    for (at = part[number]; at < part_to[number];)
        into[n++] = varint(part_to[number])
    at = back
    return n + 0
}

function number(i) {
    if (i in part && part_to[i])
        wrong("field " i " is no number")
    return part[i] + 0
}

function text(i,   k, s) {
    if (!(i in string))
        wrong("there is no string " i)
    if (!(i in known)) {
        for (k = string[i]; k < string_to[i]; k++)
            s = s sprintf("%c", byte[k])
        known[i] = s
    }
    return known[i]
}

function hex(v,   s) {
    for (; v > 0; v = int(v / 16))
        s = substr("0123456789abcdef", v % 16 + 1, 1) s
    return "0x" (s == "" ? 0 : s)
}

function new(kind, id) {
    if (id == 0 || (kind, id) in there)
        wrong(kind " " id ", once more or none")
    there[kind, id]
    last[kind] = id > last[kind] ? id : last[kind]
}

function type() { return text(number(1)) " " text(number(2)) }

function sample(   n, i, line, values, frames) {
    if (list(2, values) != n_types)
        wrong("a sample of other values")
    for (i = 0; i < n_types; i++)
        line = line " " sprintf("%.0f", values[i])
    for (n = list(1, frames) - 1; n >= 0; n--) {
        if (!(("location", frames[n]) in there) || !(("function", function_at[frames[n]]) in there))
            wrong("there is no location " frames[n] ", or no function there")
        line = line (i ? " " : ";") text(name[function_at[frames[n]]])
        i = 0
    }
    if (i)
        wrong("a sample without frames")
    print "sample" line
}

END {
    for (pass = 1; pass <= 2; pass++)
        for (at = 0; at < n_bytes;) {
            which = field(n_bytes)
            if (to && which != 6)
                message(value, to)
            if (pass == 1 && which == 1) {
                n_types++
            } else if (pass == 1 && which == 3) {
                n_mappings++
            } else if (pass == 1 && which == 4) {
                new("location", id = number(1))
                mapping[id] = number(2)
                address[id] = number(3)
                message(part[4], part_to[4])
                function_at[id] = number(1)
                line_at[id] = number(2)
            } else if (pass == 1 && which == 5) {
                new("function", id = number(1))
                name[id] = number(2)
                raw[id] = number(3)
                file[id] = number(4)
            } else if (pass == 1 && which == 6) {
                string[n_strings + 0] = value
                string_to[n_strings++] = to
            } else if (pass == 2 && which == 1) {
                print "type " type()
            } else if (pass == 2 && which == 2) {
                sample()
            } else if (pass == 2 && which == 3) {
                print "mapping " hex(number(2)) " " hex(number(3)) " " text(number(5))
            } else if (pass == 2 && which == 11) {
                print "period type " type()
            } else if (pass == 2 && which == 12) {
                period = value
            } else if (pass == 2 && which == 13) {
                print "comment " text(value)
            }
        }
    if (!n_strings || string[0] != string_to[0] || !n_types)
        wrong("string 0 is not empty, or no types of samples")
    print "period " period + 0
    for (id = 1; id <= last["location"]; id++)
        if (address[id]) {
            if (mapping[id] != 1 || n_mappings != 1)
                wrong("an address in mapping " mapping[id])
            f = function_at[id]
            print "function", text(name[f]), text(raw[f]), text(file[f]), line_at[id], hex(address[id])
        }
}
