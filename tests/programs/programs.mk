# SPDX-License-Identifier: GPL-3.0-or-later
# The corpus: tests/programs/* built in several ways, run once for a real profile, plus random
# profiles for the same image. build/corpus/NAME/: prog, gmon.out, N.gmon, words.
# All flavours share them.

PROGRAMS_DIR := build/corpus
TOOLS_DIR    := $(BUILD)/tests/tools
TOOLS        := $(addprefix $(TOOLS_DIR)/,mkelf mkgmon randgraph)

# $(call program,NAME,COMPILER AND FLAGS,SOURCES): one way to build one program.
PROGRAMS :=
define program
PROGRAMS += $(1)
$(PROGRAMS_DIR)/$(1)/prog: $(addprefix tests/programs/,$(3)) tests/programs/inline.h
	@mkdir -p $$(@D)
	$$(SAY) '  CC   $$@'
	$$(Q)$(2) -pg -Itests/programs -o $$@ $(addprefix tests/programs/,$(3)) -pthread
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
$(eval $(call program,multi-O2,gcc -O2 -gdwarf-4,$(MULTI)))
$(eval $(call program,multi-lto,gcc -O2 -flto -gdwarf-4,$(MULTI)))
$(eval $(call program,multi-split,gcc -O1 -gsplit-dwarf -gdwarf-4,$(MULTI)))
$(eval $(call program,multi-mixed,tests/programs/mixed.sh gcc -O2 -gdwarf-4,$(MULTI)))
$(eval $(call program,multi-clang-O2,clang -O2 -gdwarf-4 -gz,$(MULTI)))
$(eval $(call program,cycles-O2,gcc -O2 -g,cycles.c))
$(eval $(call program,threads-O2,gcc -O2 -g,threads.c))
$(eval $(call program,threads,gcc -O1 -g -pie -fPIE,threads.c))
$(eval $(call program,threads-static,gcc -O1 -g -static,threads.c))
$(eval $(call program,clones,gcc -O2 -gdwarf-4 -no-pie -fno-pie,clones.c))
$(eval $(call program,clones-nodebug,gcc -O3 -pie -fPIE,clones.c))
$(eval $(call program,clones-32,$(I686) -O2,clones.c))
$(eval $(call program,cxx-O0,g++ -std=c++17 -O0 -gdwarf-4 -no-pie,cxx.cc))
$(eval $(call program,cxx-O2,g++ -std=c++17 -O2 -g -pie -fPIE,cxx.cc))
$(eval $(call program,cxx-clang,clang++ -std=c++17 -O1 -gdwarf-4,cxx.cc))
$(eval $(call program,cxx-nodebug,g++ -std=c++17 -O1 -pie -fPIE,cxx.cc))
$(eval $(call program,fort,gfortran -O1 -g -J$(PROGRAMS_DIR)/fort,fort.f90))
$(eval $(call program,fort-O0,gfortran -O0 -gdwarf-4 -J$(PROGRAMS_DIR)/fort-O0,fort.f90))

# The program's own profile: arcs are the same each time, samples are not. The random ones are.
$(PROGRAMS_DIR)/%/gmon.out: $(PROGRAMS_DIR)/%/prog
	$(SAY) '  RUN  $<'
	$(Q)cd $(@D) && ./prog >output && touch gmon.out

$(PROGRAMS_DIR)/%.gmon: | $(TOOLS)
	$(Q)$(TOOLS_DIR)/randgraph $(notdir $*) - $@.txt like=$(dir $@)prog
	$(Q)$(TOOLS_DIR)/mkgmon $@ $(dir $@)prog <$@.txt

define program_data
$(PROGRAMS_DIR)/$(1)/13.gmon $(PROGRAMS_DIR)/$(1)/14.gmon: $(PROGRAMS_DIR)/$(1)/prog
endef
$(foreach p,$(PROGRAMS),$(eval $(call program_data,$(p))))

# Names, files and lines for generated symspecs.
$(PROGRAMS_DIR)/%/words: $(PROGRAMS_DIR)/%/prog
	$(Q)nm -l $< >$@ 2>/dev/null

PROGRAM_FILES := $(foreach p,$(PROGRAMS),$(addprefix $(PROGRAMS_DIR)/$(p)/,gmon.out 13.gmon 14.gmon words))

tests test-helpers: $(PROGRAM_FILES) $(TOOLS)
