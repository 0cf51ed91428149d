# SPDX-License-Identifier: GPL-3.0-or-later
# Differential tests against the system's gprof.
#   make check-diff-quick   named cases, some generated command lines (part of make check)
#   make check-diff         the same with N generated lines per image (default 300), SEED=...
# GPTUI=program tests another program.

TOOLS_DIR    := $(BUILD)/tests/tools
PROGRAMS_DIR := $(BUILD)/tests/programs
DIFF_DIR     := $(BUILD)/tests/diff
DIFF_ENV  = TOOLS=$(TOOLS_DIR) PROGRAMS=$(abspath $(PROGRAMS_DIR)) GPTUI=$${GPTUI:-$(BUILD)/gptui}
SEED     ?= 1
N        ?= 300

$(BUILD)/tests/%.o: tests/%.c
	@mkdir -p $(@D)
	$(CC) -I. $(CPPFLAGS) $(TEST_CFLAGS) -MMD -MP -c -o $@ $<

$(DIFF_DIR)/difftest: $(addprefix $(DIFF_DIR)/,difftest.o cases.o options.o run.o tap.o) \
                      $(TOOLS_DIR)/tool.o
	$(CC) $(TEST_CFLAGS) -o $@ $^
$(DIFF_DIR)/spoil: $(DIFF_DIR)/spoil.o
	$(CC) $(TEST_CFLAGS) -o $@ $^

DIFF_READY := $(DIFF_DIR)/difftest $(DIFF_DIR)/spoil tests-programs
DIFF_WORK  := $(DIFF_DIR)/work

check-diff-self: $(DIFF_READY)
	$(DIFF_DIR)/difftest self $(DIFF_WORK) $(DIFF_DIR)/spoil

check-diff-cases: $(DIFF_READY) all
	$(DIFF_ENV) $(DIFF_DIR)/difftest cases $(DIFF_WORK) $(sort $(wildcard tests/diff/cases/*.case))

# $(call diff_generated,LINES PER PROGRAM,LINES PER GRAPH,GRAPHS)
diff_generated = $(DIFF_ENV) $(DIFF_DIR)/difftest programs $(DIFF_WORK) $(1) $(SEED) \
	$(addprefix $(PROGRAMS_DIR)/,$(PROGRAMS)) && \
	$(DIFF_ENV) $(DIFF_DIR)/difftest graphs $(DIFF_WORK) $(2) $(SEED) $(3)

check-diff-generated: $(DIFF_READY) all
	$(call diff_generated,30,20,60)

check-diff-quick: check-diff-self check-diff-cases check-diff-generated

check-diff: check-diff-self check-diff-cases
	$(call diff_generated,$(N),$(N),200)

.PHONY: check-diff check-diff-quick check-diff-self check-diff-cases check-diff-generated
