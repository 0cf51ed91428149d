# SPDX-License-Identifier: GPL-3.0-or-later
# Three unit tests run the first one. Nothing of the program under test goes into what tests it.
$(addprefix $(BUILD)/tests/tools/,mkelf mkgmon movegmon randgraph spoil): $(BUILD)/tests/tools/%: \
		$(addprefix $(BUILD)/tests/tools/,%.o elf.o dwarf.o gmon.o tool.o)
	$(SAY) '  LINK $@'
	$(Q)$(CC) $(ALL_CFLAGS) $(LDFLAGS) -o $@ $^
$(addprefix $(BUILD)/tests/unit/load/test_,code image join): | $(BUILD)/tests/tools/mkelf
