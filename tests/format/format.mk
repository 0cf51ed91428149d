# SPDX-License-Identifier: GPL-3.0-or-later
# The readers share nothing with the program that writes.
$(addprefix $(BUILD)/tests/format/,json_lines pprof_lines): $(BUILD)/tests/format/%: \
		$(addprefix $(BUILD)/tests/,format/%.o tools/tool.o)
	$(SAY) '  LINK $@'
	$(Q)$(CC) $(ALL_CFLAGS) $(LDFLAGS) -o $@ $^
