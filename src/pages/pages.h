/* Man pages and completions, written when kpipe is built, from the tables that --help is made of.
 */
#ifndef KP_PAGES_PAGES_H
#define KP_PAGES_PAGES_H

#include <stdio.h>

#include "cmd/commands.h"
#include "cmd/flag.h"

/* What may follow an option, or stand as an operand. */
enum kp_page_word { KP_PAGE_NONE, KP_PAGE_ANY, KP_PAGE_FILE, KP_PAGE_FOLDER, KP_PAGE_VALUE };

/* The i-th option of the command; NULL behind the last one. */
const struct kp_flag *kp_page_flag(const struct kp_command *c, size_t i);
enum kp_page_word kp_page_argument(const struct kp_flag *f);
/* KP_PAGE_VALUE: codes. */
enum kp_page_word kp_page_operand(const struct kp_command *c);
/* The codes of messages, with blanks between. */
const char *kp_page_codes(struct kp_arena *a);

/* kpipe(1), or kpipe-COMMAND(1). */
void kp_man_page(FILE *to, const struct kp_command *c);
void kp_bash_completion(FILE *to, struct kp_arena *a);
void kp_zsh_completion(FILE *to, struct kp_arena *a);
void kp_fish_completion(FILE *to, struct kp_arena *a);

#endif
