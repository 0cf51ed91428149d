# SPDX-License-Identifier: GPL-3.0-or-later
# The profiling runtime: what programs under measurement are linked with, or preloaded with.
#
# Its flags are its own, the same in every flavour: sanitizers would call themselves from within
# mcount. No vector registers, no calls of memcpy or memset made up by the compiler (they use some).
#
# CPU is a folder of arch/ with what a processor needs, by default that of the compiler's target.
RT_TARGET := $(shell $(CC) -dumpmachine)
RT_NAME := $(firstword $(subst -, ,$(RT_TARGET)))
RT_HOME_i686        := i386
RT_HOME_powerpc64le := ppc
RT_HOME_riscv64     := riscv
RT_HOME_s390x       := s390
RT_HOME := $(or $(RT_HOME_$(RT_NAME)),$(RT_NAME))
RT_CPU := $(or $(CPU),$(if $(wildcard arch/$(RT_HOME)/machine.h),$(RT_HOME),generic))
RT_SHARED_SRC := src/runtime/shared.c
RT_SRC := $(sort $(filter-out $(RT_SHARED_SRC),$(wildcard src/runtime/*.c arch/$(RT_CPU)/entry.[cS] arch/$(RT_CPU)/caller.c)))
RT_SRC += $(addprefix src/unite/,build.c entries.c gmon.c kept.c list.c message.c put.c record.c tree.c)
RT_SHARED_OBJ := $(RT_SHARED_SRC:%.c=$(BUILD)/rt/%.o) # what only the shared library does
RT_OBJ := $(patsubst %,$(BUILD)/rt/%.o,$(basename $(RT_SRC)))
RT_MPI_SRC := $(filter-out $(RT_SRC),$(wildcard src/runtime/mpi/*.c src/unite/*.c))
RT_MPI_OBJ := $(RT_MPI_SRC:%.c=$(BUILD)/rt/%.o) # what only that for parallel jobs does
RT_LIB := $(BUILD)/libgptui-rt.a $(BUILD)/libgptui-rt.so $(BUILD)/libgptui-rt-mpi.so

RT_GENERAL_aarch64     := -mgeneral-regs-only -mno-outline-atomics -mbranch-protection=bti
RT_GENERAL_arm         := -mgeneral-regs-only -mtp=cp15 -D__NO_INLINE__
RT_GENERAL_i686        := -mgeneral-regs-only
RT_GENERAL_powerpc64le := -mno-vsx -mno-altivec
RT_GENERAL_s390x       := -msoft-float
RT_GENERAL_x86_64      := -mgeneral-regs-only -fcf-protection=full
RT_GENERAL := $(RT_GENERAL_$(RT_NAME))

# musl's wrapper of gcc does not see the kernel's headers.
RT_KERNEL := $(shell $(CC) -E -include linux/perf_event.h -xc /dev/null >/dev/null 2>&1 || \
               echo -idirafter /usr/include -idirafter /usr/include/$(RT_TARGET))
RT_CPPFLAGS := -D_GNU_SOURCE -I. -Isrc -Iarch/$(RT_CPU) $(RT_KERNEL)
RT_CFLAGS = -std=c11 -O2 -g -ffile-prefix-map=$(CURDIR)=. $(WARN) -fPIC -fvisibility=hidden \
            -ftls-model=initial-exec -ffreestanding -fno-stack-protector -fomit-frame-pointer \
            $(RT_GENERAL) $(if $(findstring clang,$(CC)),,-fno-tree-loop-distribute-patterns)
RT_LDFLAGS = -shared -Wl,-soname,$(@F) -Wl,-z,defs -Wl,-z,now -Wl,-z,nodelete -Wl,-z,relro \
             -Wl,--version-script=src/runtime/hidden.map
RT_TOOL = $(shell $(CC) -print-prog-name=$1)

all: $(RT_LIB)
rt-libs: $(RT_LIB)
rt-tested: $(BUILD)/tests/rt/libgptui-rt.a $(BUILD)/tests/rt/libgptui-rt.so

RT_FLAGS = $(CC) $(RT_CPPFLAGS) $(RT_CFLAGS) $(RT_LDFLAGS)
$(BUILD)/rt/flags: .FORCE
	@mkdir -p $(@D)
	@echo '$(subst ','\'',$(RT_FLAGS))' | cmp -s - $@ || echo '$(subst ','\'',$(RT_FLAGS))' > $@

$(BUILD)/rt/%.o: %.c $(BUILD)/rt/flags
	@mkdir -p $(@D)
	$(SAY) '  CC   $@'
	$(Q)$(CC) $(RT_CPPFLAGS) $(RT_CFLAGS) -MMD -MP -c -o $@ $<

$(BUILD)/rt/%.o: %.S $(BUILD)/rt/flags
	@mkdir -p $(@D)
	$(SAY) '  AS   $@'
	$(Q)$(CC) $(RT_CPPFLAGS) $(RT_GENERAL) -c -o $@ $<

# The build for tests: what these sources have for tests alone (GPTUI_RT_TESTS), in libraries that are the same otherwise.
RT_TESTED_SRC := src/runtime/options.c src/runtime/sampling.c src/runtime/waits.c
RT_TESTED_OBJ := $(RT_TESTED_SRC:%.c=$(BUILD)/tests/rt/%.o)
RT_TESTED_LIB := $(RT_LIB:$(BUILD)/%=$(BUILD)/tests/rt/%)
RT_TESTED = $(RT_TESTED_OBJ) $(filter-out $(RT_TESTED_OBJ:$(BUILD)/tests/%=$(BUILD)/%),$1)

$(RT_TESTED_OBJ): $(BUILD)/tests/rt/%.o: %.c $(BUILD)/rt/flags
	@mkdir -p $(@D)
	$(SAY) '  CC   $@'
	$(Q)$(CC) $(RT_CPPFLAGS) -DGPTUI_RT_TESTS $(RT_CFLAGS) -MMD -MP -c -o $@ $<

$(BUILD)/libgptui-rt.a: $(RT_OBJ)
$(BUILD)/libgptui-rt.so: $(RT_OBJ) $(RT_SHARED_OBJ)
$(BUILD)/libgptui-rt-mpi.so: $(RT_OBJ) $(RT_SHARED_OBJ) $(RT_MPI_OBJ)
$(BUILD)/tests/rt/libgptui-rt.a: $(call RT_TESTED,$(RT_OBJ))
$(BUILD)/tests/rt/libgptui-rt.so: $(call RT_TESTED,$(RT_OBJ) $(RT_SHARED_OBJ))
$(BUILD)/tests/rt/libgptui-rt-mpi.so: $(call RT_TESTED,$(RT_OBJ) $(RT_SHARED_OBJ) $(RT_MPI_OBJ))

# What it records has the runtime beside it, the one for tests.
$(BUILD)/tests/rt/gptui: $(BUILD)/gptui
	@mkdir -p $(@D)
	$(Q)ln -f $< $@

# One object: whoever needs a part of it gets all of it, and what is hidden stays out of the way of
# the program's own names.
$(filter %.a,$(RT_LIB) $(RT_TESTED_LIB)):
	@mkdir -p $(@D)/rt
	$(SAY) '  AR   $@'
	$(Q)$(call RT_TOOL,ld) -r --force-group-allocation -o $(@D)/rt/gptui-rt.o $^
	$(Q)$(call RT_TOOL,objcopy) --localize-hidden $(@D)/rt/gptui-rt.o
	$(Q)rm -f $@ && $(call RT_TOOL,ar) rcsD $@ $(@D)/rt/gptui-rt.o

$(filter %.so,$(RT_LIB) $(RT_TESTED_LIB)):
	$(SAY) '  LINK $@'
	$(Q)$(CC) $(RT_LDFLAGS) -o $@ $^

-include $(RT_OBJ:.o=.d) $(RT_SHARED_OBJ:.o=.d) $(RT_MPI_OBJ:.o=.d) $(RT_TESTED_OBJ:.o=.d)

# What pkg-config and CMake read. Those in the build folder describe it as it is, and the program finds
# the library there.
RT_FILL = sed 's|@PREFIX@|$1|; s|@LIBDIR@|$2|; s|@INCLUDEDIR@|$3|; s|@VERSION@|$(VERSION)|'
RT_FILL_HERE = $(call RT_FILL,$(CURDIR),$(abspath $(BUILD)),$(CURDIR)/src/runtime)
RT_FILL_INSTALLED = $(call RT_FILL,$(PREFIX),$(LIBDIR),$(PREFIX)/include)
RT_CMAKE := gptui-rt-config.cmake gptui-rt-config-version.cmake
RT_FOUND_HERE := $(addprefix $(BUILD)/,gptui-rt-uninstalled.pc $(RT_CMAKE))

all: $(RT_FOUND_HERE)
rt-libs: $(RT_FOUND_HERE)

$(BUILD)/gptui-rt-uninstalled.pc: src/runtime/gptui-rt.pc.in Makefile
	@mkdir -p $(@D)
	@$(RT_FILL_HERE) $< | sed 's|^Libs: .*-L$${libdir}|& -Wl,-rpath,$${libdir}|' > $@

$(BUILD)/%.cmake: src/runtime/%.cmake.in Makefile
	@mkdir -p $(@D)
	@$(RT_FILL_HERE) $< > $@

# Makefile installs the libraries; here is what programs are compiled with.
RT_INSTALLED = $(DESTDIR)$(PREFIX)/include/gptui_rt.h $(DESTDIR)$(LIBDIR)/pkgconfig/gptui-rt.pc \
               $(DESTDIR)$(PREFIX)/share/man/man3/gptui_rt.3 \
               $(addprefix $(DESTDIR)$(LIBDIR)/cmake/gptui-rt/,$(RT_CMAKE))
install: install-rt
uninstall: uninstall-rt

install-rt: installable
	install -d $(dir $(RT_INSTALLED))
	install -m 644 src/runtime/gptui_rt.h $(word 1,$(RT_INSTALLED))
	$(RT_FILL_INSTALLED) src/runtime/gptui-rt.pc.in > $(word 2,$(RT_INSTALLED))
	for f in $(RT_CMAKE); do $(RT_FILL_INSTALLED) src/runtime/$$f.in > $(DESTDIR)$(LIBDIR)/cmake/gptui-rt/$$f || exit 1; done
	$(call INSTALL_PAGES,3)
	chmod 644 $(RT_INSTALLED)

uninstall-rt:
	rm -f $(RT_INSTALLED)
	rm -rf $(DESTDIR)$(LIBDIR)/cmake/gptui-rt

.PHONY: rt-libs rt-tested install-rt uninstall-rt
