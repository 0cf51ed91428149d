// SPDX-License-Identifier: GPL-3.0-or-later
// The library of labels.cc.
int shared_data[100], shared_one;
