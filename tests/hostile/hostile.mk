# SPDX-License-Identifier: GPL-3.0-or-later
# The driver has nothing of the program under test; the shim is no part of it, and measures the heap
# where no sanitizer does.
$(BUILD)/tests/hostile/hostile: $(addprefix $(BUILD)/tests/,hostile/hostile.o hostile/judge.o \
                                hostile/served.o support/tap.o tools/tool.o)
	$(SAY) '  LINK $@'
	$(Q)$(CC) $(ALL_CFLAGS) $(LDFLAGS) -o $@ $^

$(BUILD)/tests/hostile/mkhard: $(addprefix $(BUILD)/tests/,hostile/mkhard.o tools/elf.o tools/gmon.o \
                               tools/tool.o)
	$(SAY) '  LINK $@'
	$(Q)$(CC) $(ALL_CFLAGS) $(LDFLAGS) -o $@ $^

$(BUILD)/tests/hostile/shim.so: tests/hostile/shim.c tests/hostile/shim.h $(BUILD)/flags
	@mkdir -p $(@D)
	$(SAY) '  LINK $@'
	$(Q)$(CC) $(ALL_CPPFLAGS) $(filter-out -fsanitize% --coverage,$(ALL_CFLAGS)) -fPIC -shared \
	  $(if $(filter asan tsan,$(FLAVOUR)),-DHOSTILE_NO_HEAP) -o $@ $< -ldl

tests test-helpers: $(BUILD)/tests/hostile/shim.so
