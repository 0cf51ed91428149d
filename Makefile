# SPDX-License-Identifier: GPL-3.0-or-later
# gptui: see `make help`.

BUILD  ?= build
CC     ?= gcc
OPT    ?= -O2 -g
WERROR ?= 1

CPPFLAGS += -D_POSIX_C_SOURCE=200809L -D_XOPEN_SOURCE=700 -Isrc
WARN     := -Wall -Wextra -Wshadow -Wstrict-prototypes -Wmissing-prototypes -Wpointer-arith \
            -Wwrite-strings -Wvla -Wundef -Wformat=2 $(if $(filter 1,$(WERROR)),-Werror)
ALL_CFLAGS = -std=c11 $(OPT) -ffp-contract=off $(WARN) $(CFLAGS)
LIBS     := -lbfd -lncursesw -ltinfo -lpcre2-8 -ldl

CORE_SRC := $(shell find src/core -name '*.c')
TUI_SRC  := $(shell find src/tui -name '*.c')
CORE_OBJ := $(CORE_SRC:%.c=$(BUILD)/%.o)
TUI_OBJ  := $(TUI_SRC:%.c=$(BUILD)/%.o)
MAIN_OBJ := $(BUILD)/src/main.o

# texts of data/ as C arrays
GEN_TEXT := $(sort $(wildcard data/explain_*.txt))
CORE_OBJ += $(BUILD)/gen/explain_data.o

all: $(BUILD)/gptui

$(BUILD)/core.a: $(CORE_OBJ)
	rm -f $@ && ar rcs $@ $^

$(BUILD)/tui.a: $(TUI_OBJ)
	rm -f $@ && ar rcs $@ $^

$(BUILD)/gptui: $(MAIN_OBJ) $(BUILD)/tui.a $(BUILD)/core.a
	$(CC) $(ALL_CFLAGS) $(LDFLAGS) -o $@ $^ $(LIBS)

$(BUILD)/%.o: %.c
	@mkdir -p $(@D)
	$(CC) $(CPPFLAGS) $(ALL_CFLAGS) -MMD -MP -c -o $@ $<

$(BUILD)/gen/explain_data.c: data/embed.awk $(GEN_TEXT)
	@mkdir -p $(@D)
	LC_ALL=C awk -f $^ > $@

$(BUILD)/gen/explain_data.o: $(BUILD)/gen/explain_data.c
	$(CC) $(CPPFLAGS) $(ALL_CFLAGS) -c -o $@ $<

clean:
	rm -rf $(BUILD)

.PHONY: all clean
.DELETE_ON_ERROR:
-include $(shell find $(BUILD) -name '*.d' 2>/dev/null)
