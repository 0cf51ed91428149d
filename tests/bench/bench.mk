# SPDX-License-Identifier: GPL-3.0-or-later
# bench.mk: programs of the benchmarks that need helpers of other folders.
$(BUILD)/tests/bench/mkbench: $(addprefix $(BUILD)/tests/,bench/mkbench.o tools/elf.o tools/dwarf.o \
                              tools/gmon.o tools/tool.o)
$(BUILD)/tests/bench/floor: $(addprefix $(BUILD)/tests/,bench/floor.o tools/tool.o)
$(BUILD)/tests/bench/mkbench:
	$(SAY) '  LINK $@'
	$(Q)$(CC) $(ALL_CFLAGS) $(LDFLAGS) -o $@ $^
$(BUILD)/tests/bench/floor:
	$(SAY) '  LINK $@'
	$(Q)$(CC) $(ALL_CFLAGS) $(LDFLAGS) -o $@ $^ -lbfd
