# SPDX-License-Identifier: GPL-3.0-or-later
# Nothing of the program under test goes into what tests it.
$(addprefix $(BUILD)/tests/tools/,mkelf mkgmon movegmon randgraph spoil): $(BUILD)/tests/tools/%: \
		$(addprefix $(BUILD)/tests/tools/,%.o elf.o dwarf.o gmon.o tool.o)
	$(SAY) '  LINK $@'
	$(Q)$(CC) $(ALL_CFLAGS) $(LDFLAGS) -o $@ $^
