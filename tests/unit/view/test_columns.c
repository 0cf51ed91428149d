/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Each column but the name has a turn of its own, or no screen would ever show it. */
#include "core/view/grid/grid.h"

#include "tests/support/unit.h"

TEST(each_has_a_turn_of_its_own)
{
    static const struct grid_columns *const views[] = {&flat_columns,    &entry_columns,
                                                       &modules_columns, &source_columns,
                                                       &diff_columns,    &runs_columns};
    for (size_t v = 0; v < ARRAY_LEN(views); v++)
        for (unsigned i = 0, n_names = 0; i < views[v]->n; i++) {
            n_names += !views[v]->v[i].turn;
            assert_true(n_names <= 1 && views[v]->v[i].turn <= views[v]->n);
            for (unsigned k = 0; k < i; k++)
                assert_true(!views[v]->v[k].turn || views[v]->v[k].turn != views[v]->v[i].turn);
        }
}
