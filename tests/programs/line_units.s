# SPDX-License-Identifier: GPL-3.0-or-later
# Units with a function of 16 bytes each, and their line tables, damaged by changed values and macros: `defaults`, the
# changes (line_units.txt), `unit NAME`. 9b is where the function begins.

	.macro start; .byte 0, 9, 2; .quad 9b; .byte 3, 9, 1; .endm	# a row of line 10
	.macro finish; .byte 2, 8, 0, 1, 1; .endm

	.macro the_lengths; .endm
	.macro the_name; .endm
	.macro the_program; .endm
	.macro the_dirs; .endm
	.macro the_files; .endm

	.macro lengths text
	.purgem the_lengths
	.macro the_lengths
	.byte \text
	.endm
	.endm
	.macro name text
	.purgem the_name
	.macro the_name
	.asciz "\text"
	.endm
	.endm
	.macro program text
	.purgem the_program
	.macro the_program
	\text
	.endm
	.endm
	.macro body text
	program "start; .byte \text; finish"
	.endm
	.macro cut text
	program "start; .byte \text"
	.endm
	.macro dirs text
	version = 5
	.purgem the_dirs
	.macro the_dirs
	.byte \text
	.endm
	.endm
	.macro files text
	version = 5
	.purgem the_files
	.macro the_files
	.byte \text
	.endm
	.endm

	.macro defaults
	length = 0; header = 0; version = 4; wide = 0; min = 1; ops = 1; range = 14; base = 13
	addr = 8; dir = 0; info = 4; size = 8; abbrevs = 0; code = 1; at = 0; cu = 0; kind = 1
	lengths "0, 1, 1, 1, 1, 0, 0, 0, 1, 0, 0, 1"
	name "t.c"
	body "75, 75"
	dirs "1, 1, 8, 1, 47, 100, 0"
	files "2, 1, 8, 2, 15, 2; the_name; .byte dir, 117, 46, 99, 0, 0"
	version = 4
	.endm

	.macro unit function
	.text
	.globl \function
	.type \function, @function
	.size \function, 16
\function:
9:	.fill 16
	.section .debug_line
8:	.if wide
	.long -1
	.quad 2f - 1f + length
	.else
	.long 2f - 1f + length
	.endif
1:	.value version
	.if version == 5
	.byte addr, 0
	.endif
	.if wide
	.quad 4f - 3f + header
	.else
	.long 4f - 3f + header
	.endif
3:	.byte min
	.if version >= 4
	.byte ops
	.endif
	.byte 1, -5, range, base
	the_lengths
	.if version == 5
	the_dirs
	the_files
	.else
	.byte 0
	the_name
	.byte dir, 0, 0, 0
	.endif
4:	the_program
2:
	.section .debug_info
	.long 2f - 1f + cu
1:	.value info
	.if info == 5
	.byte kind, size
	.endif
	.long .Labbrevs + abbrevs
	.if info != 5
	.byte size
	.endif
	.byte code
	.asciz "t.c"
	.asciz "/d"
	.byte 12
	.long 8b + at
	.if code == 4
	.long .Lforeign
	.byte 0
	.else
	.quad 9b, 16
	.endif
	.if code == 6
	.long .Lbase
	.byte 7
	.asciz "g"
	.byte 0
	.else
	.byte 2
	.asciz "\function"
	.quad 9b, 16
	.endif
	.byte 0
2:
	.endm

	.section .debug_abbrev
.Labbrevs:
	.byte 1, 17, 1, 3, 8, 27, 8, 19, 11, 16, 23, 17, 1, 18, 7, 0, 0
	.byte 2, 46, 0, 3, 8, 17, 1, 18, 7, 0, 0
	.byte 3, 17, 1, 3, 8, 27, 8, 19, 11, 16, 23, 17, 1, 18, 7, 3, 0x7e, 0, 0	# an unknown form
	.byte 4, 17, 1, 3, 8, 27, 8, 19, 11, 16, 23, 85, 23, 3, 9, 0, 0
	.byte 6, 17, 1, 3, 8, 27, 8, 19, 11, 16, 23, 17, 1, 18, 7, 0x74, 23, 0, 0	# ranges through a table
	.byte 7, 46, 0, 3, 8, 85, 0x23, 0, 0
	.byte 0
	.byte 3, 8, 27, 8, 19, 11, 16, 23, 17, 1, 18, 7, 0, 0	# of no table

	.section .debug_rnglists
	.long 2f - 1f
1:	.value 5
	.byte 8, 0
	.long 1
.Lbase:	.long 3f - .Lbase
3:	.byte 4, 0, 16, 0
.Lforeign:
	.byte 3, 0, 0, 0
2:
