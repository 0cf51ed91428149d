/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which functions are of MPI; the sums are tested on real jobs (runtime/run_mpi). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "core/analyze/mpi_times.h"
#include "core/base/mem.h"

static void test_names(void **state)
{
    static const char *const mpi[] = {"MPI_Waitall",   "PMPI_Waitall", "MPI_Waitall@plt",
                                      "mpi_waitall_",  "pmpi_send__",  "mpi_send_f08_",
                                      "PMPI_Send@plt", "mpi_send_@plt"};
    static const char *const other[] = {"",           "MPI_",           "P",
                                        "mpi_helper", "MPIR_Waitall",   "XMPI_Send",
                                        "mpi_",       "mpi_helper@plt", "ompi_request_wait_"};
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(mpi); i++)
        assert_true(mpi_is_name(mpi[i]));
    for (size_t i = 0; i < ARRAY_LEN(other); i++)
        assert_false(mpi_is_name(other[i]));
}

/* Those of one caller stand together, the longest first. */
static void test_of(void **state)
{
    struct mpi_caller_time v[] = {{3, 9, 5, 0}, {7, 8, 4, 2}, {7, 9, 1, 0}};
    const struct mpi_times m = {v, ARRAY_LEN(v)};
    uint32_t n = 1;
    (void)state;
    assert_null(mpi_times_of(NULL, 3, &n));
    assert_int_equal(n, 0);
    assert_ptr_equal(mpi_times_of(&m, 7, &n), &v[1]);
    assert_int_equal(n, 2);
    assert_null(mpi_times_of(&m, 5, &n));
    assert_int_equal(n, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_names), cmocka_unit_test(test_of)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
