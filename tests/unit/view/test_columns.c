/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Columns of all views: each but the name has a turn of its own, or no screen would ever show it.
 */
#include "core/view/grid/diff.h"
#include "core/view/grid/entry.h"
#include "core/view/grid/flat.h"
#include "core/view/grid/modules.h"
#include "core/view/grid/runs.h"
#include "core/view/grid/source.h"

#include "tests/support/unit.h"

TEST(each_has_a_turn_of_its_own)
{
    const struct {
        const struct grid_column *columns;
        unsigned n;
    } views[] = {
        {flat_columns, n_flat_columns},       {entry_columns, n_entry_columns},
        {modules_columns, n_modules_columns}, {source_columns, n_source_columns},
        {diff_columns, n_diff_columns},       {runs_columns, n_runs_columns},
    };
    for (size_t v = 0; v < ARRAY_LEN(views); v++)
        for (unsigned i = 0, n_names = 0; i < views[v].n; i++) {
            n_names += !views[v].columns[i].turn;
            assert_true(n_names <= 1);
            for (unsigned k = 0; k < i; k++)
                assert_true(!views[v].columns[k].turn ||
                            views[v].columns[k].turn != views[v].columns[i].turn);
        }
}
