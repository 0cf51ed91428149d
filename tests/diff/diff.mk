# SPDX-License-Identifier: GPL-3.0-or-later
# Nothing of the program under test goes into what tests it.
$(BUILD)/tests/diff/difftest: $(addprefix $(BUILD)/tests/,diff/difftest.o diff/cases.o \
                              diff/options.o diff/run.o support/tap.o diff/written.o tools/tool.o)
	$(SAY) '  LINK $@'
	$(Q)$(CC) $(ALL_CFLAGS) $(LDFLAGS) -o $@ $^
