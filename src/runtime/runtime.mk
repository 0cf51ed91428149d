# SPDX-License-Identifier: GPL-3.0-or-later
# The profiling runtime: what programs under measurement are linked with, or preloaded with.
#
# Its flags are its own, the same in every flavour: sanitizers would call themselves from within
# mcount. No vector registers, no calls of memcpy or memset made up by the compiler (they use some).
RT_SHARED_SRC := src/runtime/dlclose.c src/runtime/pthread_create.c
RT_CPU := $(firstword $(subst -, ,$(shell $(CC) -dumpmachine)))
RT_SRC := $(if $(wildcard arch/$(RT_CPU)/machine.h),$(sort $(filter-out $(RT_SHARED_SRC),$(wildcard src/runtime/*.c)) $(wildcard arch/$(RT_CPU)/entry.S)))
# What only the shared library does.
RT_SHARED_OBJ := $(if $(RT_SRC),$(RT_SHARED_SRC:%.c=$(BUILD)/rt/%.o))
RT_OBJ := $(patsubst %,$(BUILD)/rt/%.o,$(basename $(RT_SRC)))
RT_LIB := $(if $(RT_SRC),$(BUILD)/libgptui-rt.a $(BUILD)/libgptui-rt.so)

RT_CPPFLAGS := -D_GNU_SOURCE -Isrc -Iarch/$(RT_CPU)
RT_CFLAGS = -std=c11 -O2 -g -ffile-prefix-map=$(CURDIR)=. $(WARN) -fPIC -fvisibility=hidden \
            -ftls-model=initial-exec -ffreestanding -fno-stack-protector -fomit-frame-pointer \
            -mgeneral-regs-only $(if $(findstring clang,$(CC)),,-fno-tree-loop-distribute-patterns)
RT_LDFLAGS = -shared -Wl,-soname,libgptui-rt.so -Wl,-z,defs -Wl,-z,now -Wl,-z,relro

all: $(RT_LIB)

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
	$(Q)$(CC) $(RT_CPPFLAGS) -c -o $@ $<

# One object: whoever needs a part of it gets all of it, and what is hidden stays out of the way of
# the program's own names.
$(BUILD)/libgptui-rt.a: $(RT_OBJ)
	$(SAY) '  AR   $@'
	$(Q)ld -r -o $(BUILD)/rt/gptui-rt.o $^
	$(Q)objcopy --localize-hidden $(BUILD)/rt/gptui-rt.o
	$(Q)rm -f $@ && ar rcsD $@ $(BUILD)/rt/gptui-rt.o

$(BUILD)/libgptui-rt.so: $(RT_OBJ) $(RT_SHARED_OBJ)
	$(SAY) '  LINK $@'
	$(Q)$(CC) $(RT_LDFLAGS) -o $@ $^

-include $(RT_OBJ:.o=.d) $(RT_SHARED_OBJ:.o=.d)

# Makefile installs the libraries; here is what programs are compiled with.
RT_INSTALLED = $(DESTDIR)$(PREFIX)/include/gptui_rt.h $(DESTDIR)$(LIBDIR)/pkgconfig/gptui-rt.pc \
               $(DESTDIR)$(PREFIX)/share/man/man3/gptui_rt.3
install: $(if $(RT_LIB),install-rt)
uninstall: uninstall-rt

install-rt: all
	install -d $(dir $(RT_INSTALLED))
	install -m 644 src/runtime/gptui_rt.h $(word 1,$(RT_INSTALLED))
	sed 's|@PREFIX@|$(PREFIX)|; s|@LIBDIR@|$(LIBDIR)|; s|@VERSION@|$(VERSION)|' src/runtime/gptui-rt.pc.in \
	  > $(word 2,$(RT_INSTALLED))
	chmod 644 $(word 2,$(RT_INSTALLED))
	install -m 644 man/gptui_rt.3 $(word 3,$(RT_INSTALLED))

uninstall-rt:
	rm -f $(RT_INSTALLED)

.PHONY: install-rt uninstall-rt
