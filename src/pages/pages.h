/* Man pages and shell completions, generated during the build from the tables of --help. */
#ifndef KP_PAGES_PAGES_H
#define KP_PAGES_PAGES_H

#include <stdio.h>

#include "cmd/commands.h"
#include "cmd/flag.h"

/* The kind of an option's argument or of an operand. */
enum kp_page_word { KP_PAGE_NONE, KP_PAGE_ANY, KP_PAGE_FILE, KP_PAGE_FOLDER, KP_PAGE_VALUE };

/* The i-th option of the command; NULL after the last one. */
const struct kp_flag *kp_page_flag(const struct kp_command *c, size_t i);
enum kp_page_word kp_page_argument(const struct kp_flag *f);
/* KP_PAGE_VALUE: the operands are codes. */
enum kp_page_word kp_page_operand(const struct kp_command *c);
/* The codes of messages, separated by blanks. */
const char *kp_page_codes(struct kp_arena *a);

/* Writes kpipe-COMMAND(1), or kpipe(1) if `c` is NULL. */
void kp_man_page(FILE *to, const struct kp_command *c);
void kp_bash_completion(FILE *to, struct kp_arena *a);
void kp_zsh_completion(FILE *to, struct kp_arena *a);
void kp_fish_completion(FILE *to, struct kp_arena *a);

#endif
