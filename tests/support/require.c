/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/support/require.h"

#include <stdlib.h>

void require(bool holds)
{
    if (!holds)
        abort();
}
