/* SPDX-License-Identifier: GPL-3.0-or-later */
/* keyname: keys as text, in the config file, in scripts, in the help and in the manual.
 *
 * A key is one character that stands for itself, or a name in angle brackets: <Enter> <Esc> <Tab>
 * <S-Tab> <Backspace> <Space> <Up> <Down> <Left> <Right> <Home> <End> <PageUp> <PageDown> <Insert>
 * <Delete> <F1>..<F12> <lt>, with C- (a letter) or M- before it: <C-d> <M-Left>. <Any> stands for
 * any character where a binding takes one. A key sequence is keys written one after the other. */
#ifndef GPTUI_TUI_KEYS_KEYNAME_H
#define GPTUI_TUI_KEYS_KEYNAME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/text.h"

#define KEY_ANY 0x3fffff /* <Any> */

/* The key at *p, which is moved after it. False if *p is at its end or names no key. */
bool keyname_parse(const char **p, uint32_t *key);

/* A whole sequence of 1..max keys; the number of keys, or 0 if s is none. */
size_t keyname_parse_all(const char *s, uint32_t *keys, size_t max);

/* Append the name of a key. */
void keyname_text(uint32_t key, struct text *out);

/* True for a character that can be typed into a prompt. */
bool key_is_text(uint32_t key);

#endif
