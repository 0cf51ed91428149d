# SPDX-License-Identifier: GPL-3.0-or-later
# calls.awk: the circles of calls between object files, from `readelf -s -r -W`: a line for each,
# with the paths of its files without .o, in order. See check-calls.

/^File: / {
    file = $2
    sub(/\.o$/, "", file)
    code = 0
    if (file != "/dev/null")
        files[++n_files] = file
    next
}

# Relocations of a section of code.
/^Relocation section / { code = $3 ~ /^'\.rela?\.text/; next }
/^Symbol table / { code = 0; next }

code && $3 ~ /^R_/ && NF >= 5 {
    uses[file] = uses[file] " " $5
    next
}

# Num: Value Size Type Bind Vis Ndx Name
$4 == "FUNC" && $5 != "LOCAL" && $7 != "UND" { defined[$8] = file }

# Tarjan's algorithm: `low` is the first file on the stack that this one leads back to.
function visit(f,    i, n, name, g, circle, m, parts) {
    at[f] = low[f] = ++clock
    stack[++top] = f
    on[f] = 1
    n = split(uses[f], name, " ")
    for (i = 1; i <= n; i++) {
        g = defined[name[i]]
        if (g == "" || g == f)
            continue
        if (!(g in at)) {
            visit(g)
            if (low[g] < low[f])
                low[f] = low[g]
        } else if (on[g] && at[g] < low[f])
            low[f] = at[g]
    }
    if (low[f] != at[f])
        return
    do {
        g = stack[top--]
        on[g] = 0
        parts[++m] = g
    } while (g != f)
    if (m > 1)
        print in_order(parts, m)
}

function in_order(parts, m,    i, j, t, line) {
    for (i = 2; i <= m; i++) {
        t = parts[i]
        for (j = i - 1; j > 0 && parts[j] > t; j--)
            parts[j + 1] = parts[j]
        parts[j + 1] = t
    }
    for (i = 1; i <= m; i++)
        line = line (i > 1 ? " " : "") parts[i]
    return line
}

END {
    for (i = 1; i <= n_files; i++)
        if (!(files[i] in at))
            visit(files[i])
}
