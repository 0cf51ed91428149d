# SPDX-License-Identifier: GPL-3.0-or-later
# The corpus: tests/programs/* built in several ways, run once for a real profile, plus random
# profiles for the same image. build/tests/programs/NAME/: prog, gmon.out, r1.gmon ..., words.

PROGRAMS_DIR := $(BUILD)/tests/programs
TOOLS_DIR    := $(BUILD)/tests/tools
TEST_CFLAGS   = -std=c11 -O1 -g $(WARN)

TOOLS := $(TOOLS_DIR)/mkelf $(TOOLS_DIR)/mkgmon $(TOOLS_DIR)/randgraph

$(TOOLS_DIR)/%.o: tests/tools/%.c
	@mkdir -p $(@D)
	$(CC) $(CPPFLAGS) $(TEST_CFLAGS) -MMD -MP -c -o $@ $<

$(TOOLS_DIR)/mkelf: $(addprefix $(TOOLS_DIR)/,mkelf.o elf.o dwarf.o tool.o)
$(TOOLS_DIR)/mkgmon: $(addprefix $(TOOLS_DIR)/,mkgmon.o elf.o gmon.o tool.o)
$(TOOLS_DIR)/randgraph: $(addprefix $(TOOLS_DIR)/,randgraph.o elf.o tool.o)
$(TOOLS):
	$(CC) $(TEST_CFLAGS) -o $@ $^

# $(call program,NAME,COMPILER AND FLAGS,SOURCES): one way to build one program.
PROGRAMS :=
define program
PROGRAMS += $(1)
$(PROGRAMS_DIR)/$(1)/prog: $(addprefix tests/programs/,$(3)) tests/programs/inline.h
	@mkdir -p $$(@D)
	$(2) -pg -Itests/programs -o $$@ $(addprefix tests/programs/,$(3)) -pthread
endef

MULTI := multi.c d1/util.c d2/util.c
I686  := i686-linux-gnu-gcc -static

$(eval $(call program,cycles-pie,gcc -O1 -g -pie -fPIE,cycles.c))
$(eval $(call program,cycles-nopie,gcc -O0 -gdwarf-4 -no-pie -fno-pie,cycles.c))
$(eval $(call program,cycles-nodebug,gcc -O2 -no-pie -fno-pie,cycles.c))
$(eval $(call program,cycles-clang,clang -O1 -g -no-pie,cycles.c))
$(eval $(call program,cycles-static,gcc -O1 -g -static,cycles.c))
$(eval $(call program,cycles-32,$(I686) -O1 -gdwarf-4,cycles.c))
$(eval $(call program,multi-pie,gcc -O0 -gdwarf-4 -pie -fPIE,$(MULTI)))
$(eval $(call program,multi-nopie,gcc -O1 -gdwarf-4 -no-pie -fno-pie,$(MULTI)))
$(eval $(call program,multi-clang,clang -O0 -gdwarf-4 -pie,$(MULTI)))
$(eval $(call program,multi-nodebug,gcc -O2 -pie -fPIE,$(MULTI)))
$(eval $(call program,multi-32,$(I686) -O1,$(MULTI)))
$(eval $(call program,threads,gcc -O1 -g -pie -fPIE,threads.c))
$(eval $(call program,threads-static,gcc -O1 -g -static,threads.c))
$(eval $(call program,clones,gcc -O2 -gdwarf-4 -no-pie -fno-pie,clones.c))
$(eval $(call program,clones-nodebug,gcc -O3 -pie -fPIE,clones.c))
$(eval $(call program,clones-32,$(I686) -O2,clones.c))
$(eval $(call program,cxx-O0,g++ -std=c++17 -O0 -g -no-pie,cxx.cc))
$(eval $(call program,cxx-O2,g++ -std=c++17 -O2 -g -pie -fPIE,cxx.cc))
$(eval $(call program,cxx-clang,clang++ -std=c++17 -O1 -gdwarf-4,cxx.cc))
$(eval $(call program,cxx-nodebug,g++ -std=c++17 -O1 -pie -fPIE,cxx.cc))
$(eval $(call program,fort,gfortran -O1 -g -J$(PROGRAMS_DIR)/fort,fort.f90))

# The program's own profile: arcs are the same each time, samples are not. The random ones are.
$(PROGRAMS_DIR)/%/gmon.out: $(PROGRAMS_DIR)/%/prog
	cd $(@D) && ./prog >output
	touch $@

$(PROGRAMS_DIR)/%.gmon: $(TOOLS)
	$(TOOLS_DIR)/randgraph $(notdir $*) - $@.txt like=$(dir $@)prog
	$(TOOLS_DIR)/mkgmon $@ $(dir $@)prog <$@.txt

define program_data
$(PROGRAMS_DIR)/$(1)/13.gmon $(PROGRAMS_DIR)/$(1)/14.gmon: $(PROGRAMS_DIR)/$(1)/prog
endef
$(foreach p,$(PROGRAMS),$(eval $(call program_data,$(p))))

# Names, files and lines for generated symspecs.
$(PROGRAMS_DIR)/%/words: $(PROGRAMS_DIR)/%/prog
	nm -l $< >$@ 2>/dev/null

PROGRAM_FILES := $(foreach p,$(PROGRAMS),$(addprefix $(PROGRAMS_DIR)/$(p)/,gmon.out 13.gmon 14.gmon words))

tests-programs: $(TOOLS) $(PROGRAM_FILES)

.PHONY: tests-programs
.SECONDARY: $(PROGRAM_FILES)
-include $(wildcard $(TOOLS_DIR)/*.d)
