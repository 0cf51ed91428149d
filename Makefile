# SPDX-License-Identifier: GPL-3.0-or-later
# gptui: see `make help`.

# The only place: -v, exports, manual pages, the pkg-config file, archive and packages take it from here.
VERSION := 0.2.0

# --- settings, for the command line or the environment -------------------------------------------

BUILD   ?= build#       one folder per flavour
ifeq ($(origin CC),default)
CC := gcc
endif
OPT     ?= -O2 -g
WERROR  ?= 1#           warnings are errors; packagers say WERROR=0
PREFIX  ?= /usr/local
LIBDIR  ?= $(PREFIX)/lib# the runtime's folder; make and make install must agree
DESTDIR ?=
GPROF_LINK ?=#         1: make install adds the name gprof
T       ?= .#           make check T=PATTERN: only tests whose names match this expression
JOBS    ?= 2#           compilers and test programs at a time
LONG    ?=#            1: tests that try some of all cases try all of them
FUZZ_SECONDS ?= $(shell expr 3600 / $(words $(FUZZ_SRC)))# for each fuzzer of make fuzz: an hour in all
CLANG   ?= clang
V       ?=#            V=1 shows the commands

# libiberty's demangle.h is in a folder of its own on Debian and Arch, not on Fedora.
ALL_CPPFLAGS = -D_POSIX_C_SOURCE=200809L -D_XOPEN_SOURCE=700 -Isrc -I. -idirafter /usr/include/libiberty \
               -DGPTUI_VERSION='"$(VERSION)"' $(CPPFLAGS)
WARN := -Wall -Wextra -Wshadow -Wstrict-prototypes -Wmissing-prototypes -Wpointer-arith \
        -Wwrite-strings -Wvla -Wundef -Wformat=2 -Wno-unused-parameter $(if $(filter 1,$(WERROR)),-Werror)
# A product and a sum must round as two operations, on every machine: -ffp-contract=off.
ALL_CFLAGS = -std=c11 $(OPT) -ffp-contract=off -ffile-prefix-map=$(CURDIR)=. $(WARN) $(CFLAGS)
# All of the demangler comes from libiberty.a: libbfd's own does not hand out trees.
LIBS      := -liberty -lbfd -lpcre2-8 -lz -ldl -lm -lpthread
TEST_LIBS := -Wl,--as-needed -lcmocka -lvterm -lutil

Q   := $(if $(V),,@)
SAY := $(if $(V)$(findstring s,$(firstword -$(MAKEFLAGS))),@:,@echo)

# --- what there is -------------------------------------------------------------------------------

CORE_SRC := $(sort $(shell find src/core src/unite -name '*.c') $(wildcard arch/calls.c arch/*/calls.c))
TUI_SRC  := $(sort $(shell find src/tui -name '*.c' 2>/dev/null))
RECORD_SRC := $(sort $(wildcard src/record/*.c))
MAIN_SRC := src/main.c
GEN_TEXT := $(sort $(wildcard data/*.txt))

CORE_OBJ := $(CORE_SRC:%.c=$(BUILD)/%.o) $(BUILD)/gen/explain_data.o
TUI_OBJ  := $(TUI_SRC:%.c=$(BUILD)/%.o)
RECORD_OBJ := $(RECORD_SRC:%.c=$(BUILD)/%.o)
MAIN_OBJ := $(MAIN_SRC:%.c=$(BUILD)/%.o)

# A C file of tests/FOLDER with a main function, or with tests for that of tests/support/unit.c, is a
# program, linked with the folder's other files, with what it needs of tests/support, and with core.a
# and tui.a. Those called test_* and scripts called run* are the tests.
TEST_SKIP    := tests/programs/% tests/demo/% tests/fuzz/% tests/fault/% tests/bench/%
TEST_SRC     := $(sort $(filter-out $(TEST_SKIP),$(wildcard tests/*/*.c tests/unit/*/*.c)))
TEST_MAIN    := $(if $(TEST_SRC),$(shell grep -l '^int main\b\|^TEST\b' $(filter-out tests/support/%,$(TEST_SRC))))
TEST_HELP    := $(filter-out $(TEST_MAIN),$(TEST_SRC))
TEST_BIN     := $(TEST_MAIN:%.c=$(BUILD)/%)
TEST_OBJ     := $(TEST_SRC:%.c=$(BUILD)/%.o)
TEST_SUPPORT := $(patsubst %.c,$(BUILD)/%.o,$(filter tests/support/%,$(TEST_HELP)))
TEST_RUN     := $(filter $(BUILD)/tests/unit/% $(addprefix $(BUILD)/,$(basename $(wildcard tests/*/test_*.c))),$(TEST_BIN))
TEST_SCRIPT  := $(sort $(wildcard tests/*/run*.sh))
TEST_APART   := tests/bench/% tests/real/%
CHECK_TESTS   = $(TEST_RUN) $(filter-out $(TEST_APART),$(TEST_SCRIPT))

FUZZ_SRC  := $(sort $(wildcard tests/fuzz/fuzz_*.c))
FUZZ_HELP := $(filter-out $(FUZZ_SRC) tests/fuzz/replay_main.c,$(wildcard tests/fuzz/*.c))
REPLAY    := $(FUZZ_SRC:tests/fuzz/fuzz_%.c=$(BUILD)/tests/fuzz/replay_%)
SHIM      := $(patsubst %.c,$(BUILD)/%.so,$(wildcard tests/fault/shim*.c))
BENCH_BIN := $(patsubst %.c,$(BUILD)/%,$(if $(wildcard tests/bench/*.c),$(shell grep -l '^int main\b' tests/bench/*.c)))

.DEFAULT_GOAL := all
.DELETE_ON_ERROR:
.SECONDARY:

# --- the program ---------------------------------------------------------------------------------

all: $(BUILD)/gptui ## build/gptui

$(BUILD)/core.a: $(CORE_OBJ)
$(BUILD)/tui.a: $(TUI_OBJ)
$(BUILD)/record.a: $(RECORD_OBJ)
$(BUILD)/support.a: $(TEST_SUPPORT)
$(BUILD)/%.a:
	@mkdir -p $(@D)
	$(SAY) '  AR   $@'
	$(Q)rm -f $@ && ar rcsD $@ $^

$(BUILD)/gptui: $(MAIN_OBJ) $(BUILD)/tui.a $(BUILD)/record.a $(BUILD)/core.a
	$(SAY) '  LINK $@'
	$(Q)$(CC) $(ALL_CFLAGS) $(LDFLAGS) -o $@ $^ $(LIBS)

$(BUILD)/%.o: %.c $(BUILD)/flags
	@mkdir -p $(@D)
	$(SAY) '  CC   $@'
	$(Q)$(CC) $(ALL_CPPFLAGS) $(ALL_CFLAGS) -MMD -MP -c -o $@ $<

$(BUILD)/gen/explain_data.c: data/embed.awk $(GEN_TEXT)
	@mkdir -p $(@D)
	$(SAY) '  GEN  $@'
	$(Q)LC_ALL=C awk -f $^ > $@

$(BUILD)/gen/explain_data.o: $(BUILD)/gen/explain_data.c
	$(SAY) '  CC   $@'
	$(Q)$(CC) $(ALL_CPPFLAGS) $(ALL_CFLAGS) -c -o $@ $<

# Where `gptui record` looks last. Seen from bin, so that PREFIX may be named when installing only.
FROM_BIN = $(patsubst $(PREFIX)/%,../%,$(LIBDIR))
$(BUILD)/src/record/launch.o: $(BUILD)/libdir
$(BUILD)/src/record/launch.o: private ALL_CPPFLAGS += -DGPTUI_LIBDIR='"$(FROM_BIN)"'
$(BUILD)/libdir: .FORCE
	@mkdir -p $(@D)
	@echo '$(FROM_BIN)' | cmp -s - $@ || echo '$(FROM_BIN)' > $@

# The browser loads curses by the name that it would have been linked with: asked of the linker.
CURSES_NAME = readelf -d $(BUILD)/curses.so | sed -n 's/.*(NEEDED).*\[\(libncursesw[^]]*\)\].*/\1/p'
$(BUILD)/src/tui/terminal/surface.o: $(BUILD)/curses.so
$(BUILD)/src/tui/terminal/surface.o: private ALL_CPPFLAGS += -DCURSES_LIBRARY='"$(shell $(CURSES_NAME))"'
$(BUILD)/curses.so: $(BUILD)/flags
	$(Q)$(CC) $(LDFLAGS) -nostdlib -shared -Wl,--no-as-needed -o $@ -lncursesw
	$(Q)test "$$($(CURSES_NAME))"

# Other flags mean other objects.
FLAGS = $(CC) $(ALL_CPPFLAGS) $(ALL_CFLAGS) $(LDFLAGS) $(LIBS)
$(BUILD)/flags: .FORCE
	@mkdir -p $(@D)
	@echo '$(subst ','\'',$(FLAGS))' | cmp -s - $@ || echo '$(subst ','\'',$(FLAGS))' > $@

.FORCE:

# --- the runtime ---------------------------------------------------------------------------------

include src/runtime/runtime.mk

runtime: ## only the profiling runtime; CROSS=PREFIX- (of a cross compiler): into build/PREFIX
	@$(MAKE) --no-print-directory rt-libs $(if $(CROSS),CC=$(CROSS)gcc BUILD=build/$(CROSS:%-=%))

# --- tests ---------------------------------------------------------------------------------------

.SECONDEXPANSION:
$(BUILD)/tests/%: $(BUILD)/tests/%.o $$(filter $(BUILD)/tests/$$(firstword $$(subst /, ,$$*))/$$(PERCENT),$(TEST_HELP:%.c=$(BUILD)/%.o)) $(BUILD)/support.a $(BUILD)/tui.a $(BUILD)/record.a $(BUILD)/core.a
	$(SAY) '  LINK $@'
	$(Q)$(CC) $(ALL_CFLAGS) $(LDFLAGS) -o $@ $^ $(LIBS) $(TEST_LIBS)
PERCENT := %

$(BUILD)/tests/fuzz/replay_%: $(BUILD)/tests/fuzz/fuzz_%.o $(BUILD)/tests/fuzz/replay_main.o $(FUZZ_HELP:%.c=$(BUILD)/%.o) $(BUILD)/support.a $(BUILD)/tui.a $(BUILD)/core.a
	$(SAY) '  LINK $@'
	$(Q)$(CC) $(ALL_CFLAGS) $(LDFLAGS) -o $@ $^ $(LIBS) $(TEST_LIBS)

$(BUILD)/tests/fault/%.so: tests/fault/%.c $(BUILD)/flags
	@mkdir -p $(@D)
	$(SAY) '  LINK $@'
	$(Q)$(CC) $(ALL_CPPFLAGS) $(ALL_CFLAGS) -fPIC -shared -o $@ $< -ldl

tests: all $(TEST_BIN) $(REPLAY) $(SHIM) $(RT_TESTED_LIB) $(BUILD)/tests/rt/gptui ## build the test programs

RUN_TESTS = SRC=$(CURDIR) BUILD=$(abspath $(BUILD)) GPTUI=$${GPTUI:-$(abspath $(BUILD)/gptui)} \
            CC='$(CC)' FLAVOUR=$(FLAVOUR) LONG=$(LONG) tests/run -j '$(JOBS)' -k '$(T)'
# What was asked for on the command line stays.
PARALLEL  = $(if $(findstring -j,$(MAKEFLAGS)),,-j$(JOBS))

check: deps ## build, run the tests (T=PATTERN: only those)
	@$(MAKE) --no-print-directory $(PARALLEL) tests
	@$(RUN_TESTS) $(CHECK_TESTS)

check-long: ## the same with all cases: every failing call, every damaged byte, all machines and compilers
	@scripts/deps build check long
	@$(MAKE) --no-print-directory $(PARALLEL) tests
	@$(MAKE) --no-print-directory run-tests LONG=1

check-bare: ## demo and check on a machine with git, gcc, make and apt alone (debootstrap, root)
	@scripts/check-bare

costs: tests ## how long each test takes, into tests/costs; on a quiet machine
	@$(RUN_TESTS) -c tests/costs $(CHECK_TESTS)

run-tests: tests
	@$(RUN_TESTS) $(CHECK_TESTS)

N    ?= 60# of make mutants: how many
SEED ?= 1#  and which
IN   ?= src
mutants: ## do tests see it if a place of the source means something else? N=60 SEED=1 IN=src/core
	@scripts/mutants -n '$(N)' -s '$(SEED)' -j '$(JOBS)' -t '$(T)' $(IN)

list-tests:
	@printf '%s\n' $(CHECK_TESTS)

# What scripts use; the first is what they test, without what only writes files for it.
test-doors: all $(RT_TESTED_LIB) $(BUILD)/tests/rt/gptui $(filter $(addprefix $(BUILD)/tests/,arch/% cli/completions cli/manual_% record/on_terminal screen/surface_demo screen/svg),$(TEST_BIN))
test-helpers: test-doors $(filter-out $(TEST_RUN),$(TEST_BIN)) $(REPLAY) $(SHIM)

# A fault that shows once in a hundred runs is one, too. They keep the machine busy for each other.
SOAK_RUNS ?= 100# of make soak
SOAK_JOBS ?= 5
soak: tests ## the runtime's tests SOAK_RUNS times (100), SOAK_JOBS at a time (5)
	@mkdir -p $(BUILD)/soak
	@seq $(SOAK_RUNS) | xargs -P $(SOAK_JOBS) -I{} $(MAKE) --no-print-directory soak-run RUN={}
	@echo 'soak: $(SOAK_RUNS) runs without a failure'

SOAKED = $(filter-out %/run_machines.sh %/run_native.sh %/run_recipes.sh,$(wildcard tests/runtime/run*.sh))
soak-run: # one of them, in any order
	@$(RUN_TESTS) $$(printf '%s\n' $(SOAKED) | shuf) >$(BUILD)/soak/$(RUN).log || \
	  { cat $(BUILD)/soak/$(RUN).log; echo 'soak: run $(RUN) of $(SOAK_RUNS) failed'; exit 1; }

unit: $(TEST_RUN) ## only the tests that need no program
	@$(RUN_TESTS) $(TEST_RUN)

check-diff check-tmux: check-%: deps ## only the comparisons with gprof; only those in a real terminal
	@$(MAKE) --no-print-directory run-tests T='^$*/'

check-real: deps tests ## real programs built from Debian source packages, against gprof
	@$(RUN_TESTS) -t 3600 $(wildcard tests/real/run*.sh)

shots: tests ## the pictures of the README; RECORD=1: of what make demo records now
	@GPTUI_BLESS=1 RECORD=$(RECORD) $(RUN_TESTS) tests/screen/run_shots.sh

bless: tests ## accept the present outputs as the expected ones, show what changed
	@GPTUI_BLESS=1 $(RUN_TESTS) $(CHECK_TESTS) || true
	@git --no-pager diff --stat -- tests man completions

include $(wildcard tests/*/*.mk)

# --- flavours: the same tests in other builds ----------------------------------------------------

ASAN_FLAGS  := -fsanitize=address -fno-omit-frame-pointer
UBSAN_FLAGS := -fsanitize=undefined -fno-sanitize-recover=all
TSAN_FLAGS  := -fsanitize=thread
FLAVOURED    = +@$(MAKE) --no-print-directory $(PARALLEL) run-tests BUILD=build/$@ FLAVOUR=$@ OPT='-O1 -g'

asan: deps ## the tests with AddressSanitizer
	$(FLAVOURED) CFLAGS='$(ASAN_FLAGS)' LDFLAGS='$(ASAN_FLAGS)'

ubsan: deps ## the tests with UndefinedBehaviorSanitizer
	$(FLAVOURED) CFLAGS='$(UBSAN_FLAGS)' LDFLAGS='$(UBSAN_FLAGS)'

tsan: deps ## the tests with ThreadSanitizer
	$(FLAVOURED) CFLAGS='$(TSAN_FLAGS)' LDFLAGS='$(TSAN_FLAGS)'

valgrind: deps ## the tests under valgrind
	+@GPTUI=$(abspath scripts/under-valgrind) WRAP=$(abspath scripts/under-valgrind) \
	  $(MAKE) --no-print-directory run-tests BUILD=build/valgrind FLAVOUR=valgrind OPT='-O1 -g'

COVERED = $(MAKE) --no-print-directory BUILD=build/coverage FLAVOUR=coverage OPT='-O0 -g' \
          CFLAGS=--coverage LDFLAGS=--coverage

coverage: deps ## the tests with gcov: lines run per file; first by the fuzzers' corpora alone
	+@$(COVERED) replays
	@find build/coverage -name '*.gcda' -delete
	+@$(COVERED) run-replays
	@scripts/coverage build/coverage src/core/load/ 'src/core/load, from the corpora alone'
	+@$(COVERED) run-tests || true
	@scripts/coverage build/coverage src/ all

# --- fuzzing -------------------------------------------------------------------------------------

fuzz: ## run every fuzzer for FUZZ_SECONDS (clang's libFuzzer)
	@scripts/deps build fuzz
	@$(MAKE) --no-print-directory fuzzers CC='$(CLANG)' BUILD=build/fuzz OPT='-O1 -g' \
	  CFLAGS='-fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=all'
	@scripts/fuzz build/fuzz $(FUZZ_SECONDS) '$(T)'

replays: $(REPLAY)

run-replays: replays
	@$(RUN_TESTS) tests/fuzz/run_replay.sh

fuzzers: $(FUZZ_SRC:%.c=$(BUILD)/%.fuzzer)

$(BUILD)/tests/fuzz/%.fuzzer: $(BUILD)/tests/fuzz/%.o $(FUZZ_HELP:%.c=$(BUILD)/%.o) $(BUILD)/support.a $(BUILD)/tui.a $(BUILD)/core.a
	$(SAY) '  LINK $@'
	$(Q)$(CC) $(ALL_CFLAGS) -fsanitize=fuzzer -o $@ $^ $(LIBS)

# --- benchmarks ----------------------------------------------------------------------------------

bench: deps tests $(BENCH_BIN) ## ratios of time and memory against gprof
	@set -- tests/bench/run*.sh; test -x "$$1" || { echo 'bench: there is no benchmark yet'; exit 1; }; \
	for b; do SRC=$(CURDIR) BUILD=$(abspath $(BUILD)) GPTUI=$(abspath $(BUILD)/gptui) CC='$(CC)' "$$b" || exit 1; done

growth: $(addprefix $(BUILD)/,gptui tests/bench/mkbench tests/bench/spent tests/cli/make_run) ## how time grows with the input, by families of programs
	@SRC=$(CURDIR) BUILD=$(abspath $(BUILD)) GPTUI=$(abspath $(BUILD)/gptui) tests/bench/growth.sh

$(BUILD)/tests/bench/%: $(BUILD)/tests/bench/%.o $(BUILD)/core.a
	$(SAY) '  LINK $@'
	$(Q)$(CC) $(ALL_CFLAGS) $(LDFLAGS) -o $@ $^ $(LIBS)

# --- demo ----------------------------------------------------------------------------------------

DEMO_SRC := $(sort $(wildcard tests/demo/*.c))
DEMO_OBJ := $(DEMO_SRC:tests/demo/%.c=build/demo/%.o)

demo: demo-deps ## explore a real profile: of a small program made for it
	@$(MAKE) --no-print-directory all build/demo/gmon.out
	@cd build/demo && exec $(abspath $(BUILD)/gptui) indexer gmon.out

demo-deps:
	@scripts/deps build

build/demo/%.o: tests/demo/%.c $(wildcard tests/demo/*.h)
	@mkdir -p $(@D)
	$(SAY) '  CC   $@'
	$(Q)$(CC) -std=c11 -O1 -g -pg -fno-omit-frame-pointer -fno-inline-functions-called-once \
		-D_POSIX_C_SOURCE=200809L -c -o $@ $<

build/demo/indexer: $(DEMO_OBJ)
	$(SAY) '  LINK $@'
	$(Q)$(CC) -pg -o $@ $^

# Without a runtime of ours for this machine that of libc writes the profile. What an older one left is in the way.
build/demo/gmon.out: build/demo/indexer $(BUILD)/gptui | all
	cd build/demo && rm -rf gmon.out* && { $(abspath $(BUILD)/gptui) record --no-open -o gmon.out ./indexer > indexer.out || ./indexer > indexer.out; }

# --- looking after the source --------------------------------------------------------------------

ALL_SRC = $(CORE_SRC) $(TUI_SRC) $(RECORD_SRC) $(wildcard $(MAIN_SRC))
FORMATTED = $(shell git ls-files 'src/*.[ch]' 'tests/*.[ch]' 'arch/*.[ch]' 'data/*.[ch]' | grep -v '^tests/\(windows/\)*programs/')

map: ## every file with what it is for
	@scripts/map

count: ## lines of code, lengths of functions, files and arrows of folders
	@scripts/count

lint: all warnings ## layers, doors, licences, first comments, circles of calls, headers, words, formatting, manual, clang's warnings
	@scripts/check-layers
	@scripts/check-calls . $(BUILD)
	@scripts/check-headers
	@scripts/check-words
	@clang-format --dry-run -Werror $(FORMATTED)
	@scripts/check-man man/*

# Two compilers see more than one.
WARNED = $(ALL_SRC) $(TEST_SRC) $(wildcard tests/fuzz/*.c tests/fault/shim*.c tests/bench/*.c)
warnings: override CC = $(CLANG)
warnings: ## what clang warns of, told without building
	@printf '%s\n' $(WARNED) | xargs -P '$(JOBS)' -n 40 $(CC) $(ALL_CPPFLAGS) $(ALL_CFLAGS) -fsyntax-only
	$(if $(RT_SRC),@$(CC) $(RT_CPPFLAGS) $(RT_CFLAGS) -fsyntax-only $(filter %.c,$(RT_SRC)))

tidy: ## clang-tidy
	clang-tidy --quiet $(ALL_SRC) -- -std=c11 $(ALL_CPPFLAGS)

format: ## clang-format all of it
	clang-format -i $(FORMATTED)

compile_commands.json: $(ALL_SRC) Makefile ## for editors and tools
	@scripts/compile-commands '$(CC) $(subst ','\'',$(ALL_CPPFLAGS)) $(ALL_CFLAGS)' $(ALL_SRC) > $@

# --- packaging -----------------------------------------------------------------------------------

# Where the shells look for them.
INSTALLED_COMPLETIONS = $(addprefix $(DESTDIR)$(PREFIX)/share/,bash-completion/completions/gptui \
  zsh/site-functions/_gptui fish/vendor_completions.d/gptui.fish)

# What is built is not built again: under sudo the settings of `make` may be gone from the environment.
BUILT = $(BUILD)/gptui $(RT_LIB)
installable: $(if $(filter-out $(wildcard $(BUILT)),$(BUILT)),all)
	@test '$(FROM_BIN)' = "$$(cat $(BUILD)/libdir)" || { \
	  echo 'install: built for another LIBDIR: make LIBDIR=$(LIBDIR) first' >&2; exit 1; }

# $(call INSTALL_PAGES,N): the pages of a section, with the version.
INSTALL_PAGES = install -d $(DESTDIR)$(PREFIX)/share/man/man$1; for page in $(notdir $(wildcard man/*.$1)); do \
	  to=$(DESTDIR)$(PREFIX)/share/man/man$1/$$page; \
	  sed '/^\.TH /s/"gptui[^"]*"/"gptui $(VERSION)"/' man/$$page > $$to && chmod 644 $$to || exit 1; done

install: installable ## what make built, into $(DESTDIR)$(PREFIX); GPROF_LINK=1: also under the name gprof
	install -d $(DESTDIR)$(PREFIX)/bin $(DESTDIR)$(LIBDIR) $(DESTDIR)$(PREFIX)/share/doc/gptui \
	  $(DESTDIR)$(PREFIX)/share/gptui $(dir $(INSTALLED_COMPLETIONS))
	install -m 755 $(BUILD)/gptui $(DESTDIR)$(PREFIX)/bin/gptui
	install -m 644 $(RT_LIB) $(DESTDIR)$(LIBDIR)/
	$(call INSTALL_PAGES,1)
	$(call INSTALL_PAGES,5)
	install -m 644 data/*.schema.json $(DESTDIR)$(PREFIX)/share/gptui/
	install -m 644 README.md CHANGES SECURITY.md LICENSE COPYING $(DESTDIR)$(PREFIX)/share/doc/gptui/
	install -d $(DESTDIR)$(PREFIX)/share/doc/gptui/examples/board
	install -m 644 data/board/* $(DESTDIR)$(PREFIX)/share/doc/gptui/examples/board/
	install -m 644 completions/gptui.bash $(word 1,$(INSTALLED_COMPLETIONS))
	install -m 644 completions/_gptui $(word 2,$(INSTALLED_COMPLETIONS))
	install -m 644 completions/gptui.fish $(word 3,$(INSTALLED_COMPLETIONS))
ifeq ($(GPROF_LINK),1)
	ln -sf gptui $(DESTDIR)$(PREFIX)/bin/gprof
	ln -sf gptui.1 $(DESTDIR)$(PREFIX)/share/man/man1/gprof.1
endif
ifeq ($(DESTDIR),)
	@echo 'Programs linked with -lgptui-rt find it after `ldconfig`, or by -Wl,-rpath,$(LIBDIR)'
endif

# A gprof that is not our link stays.
uninstall: ## what install put there
	for l in bin/gprof:gptui share/man/man1/gprof.1:gptui.1; do f=$(DESTDIR)$(PREFIX)/$${l%%:*}; \
	  test "$$(readlink $$f)" != "$${l#*:}" || rm -f $$f; done
	rm -f $(INSTALLED_COMPLETIONS) $(addprefix $(DESTDIR)$(LIBDIR)/,$(notdir $(RT_LIB)))
	rm -f $(DESTDIR)$(PREFIX)/bin/gptui $(patsubst man/%.1,$(DESTDIR)$(PREFIX)/share/man/man1/%.1,$(wildcard man/*.1)) \
	  $(patsubst man/%.5,$(DESTDIR)$(PREFIX)/share/man/man5/%.5,$(wildcard man/*.5))
	rm -rf $(DESTDIR)$(PREFIX)/share/doc/gptui $(DESTDIR)$(PREFIX)/share/gptui

ARCHIVE := build/gptui-$(VERSION).tar.gz
dist: ## build/gptui-VERSION.tar.gz of the last commit: the same bytes from every clone
	@mkdir -p build
	@git -c tar.umask=0022 -c core.autocrlf=false archive --format=tar --prefix=gptui-$(VERSION)/ \
	  -o $(ARCHIVE:.gz=) HEAD
	@gzip -n -9 -f $(ARCHIVE:.gz=)
	@echo $(ARCHIVE)

packaging: dist ## build/packaging: with which Debian, Fedora and Arch make packages of that archive
	@scripts/packaging $(VERSION) $(ARCHIVE) build/packaging

# Nothing of our own settings: a package is built as debian/rules says.
deb: packaging ## Debian packages of the last commit, in build/deb (debhelper; lintian, if there)
	rm -rf build/deb && mkdir -p build/deb
	tar -xzf $(ARCHIVE) -C build/deb && cp -R build/packaging/debian build/deb/gptui-$(VERSION)/
	cp $(ARCHIVE) build/deb/gptui_$(VERSION).orig.tar.gz
	cd build/deb/gptui-$(VERSION) && env -u MAKEFLAGS -u MFLAGS -u BUILD -u CC -u CFLAGS \
	  DEB_BUILD_OPTIONS='noautodbgsym parallel=$(JOBS)' dpkg-buildpackage -us -uc
	! command -v lintian >/dev/null || lintian --fail-on error build/deb/*.changes

deps: ## install missing packages for the tests (Debian and relatives)
	@scripts/deps build check

help: ## this list
	@awk -F ':.*## ' '/^[a-z].*:.*## / { sub(/ *$$/, "", $$1); split($$1, name, ":"); \
	  printf "  %-22s %s\n", name[1], $$2 }' $(firstword $(MAKEFILE_LIST))
	@echo 'Settings: BUILD CC OPT CFLAGS LDFLAGS WERROR PREFIX DESTDIR GPROF_LINK T JOBS LONG FUZZ_SECONDS V'
	@echo '  LIBDIR: where the runtime is installed and `gptui record` finds it, PREFIX/lib by default; say it'
	@echo '  to make and to make install alike'

clean: ## remove build/
	rm -rf build

.PHONY: all runtime tests check check-long check-bare costs run-tests mutants list-tests test-doors test-helpers soak soak-run unit check-diff check-tmux check-real shots bless count asan ubsan tsan valgrind \
        coverage fuzz fuzzers replays run-replays bench growth demo demo-deps map lint warnings tidy format install installable uninstall \
        dist packaging deb deps help clean .FORCE compile_commands.json

-include $(wildcard $(CORE_OBJ:.o=.d) $(TUI_OBJ:.o=.d) $(RECORD_OBJ:.o=.d) $(MAIN_OBJ:.o=.d) $(TEST_OBJ:.o=.d) \
           $(BUILD)/tests/fuzz/*.d $(BUILD)/tests/bench/*.d)
