/* The parts of `kpipe cc`. */
#ifndef KP_CMD_CC_H
#define KP_CMD_CC_H

#include "cc/lines.h"
#include "cmd/locked.h"

/* Prints one line: the compiler gets the user's file. */
void kp_cc_say_as_it_is(struct kp_arena *a, const char *path, const char *why);

/* The text to compile in the place of the file's: what `kpipe rewrite` makes of it with these
 * settings, as it can be in another folder; `folder`, in full, is where a compiler looks for
 * names in quotes; plans are those of `lock`, where it has them. The analysis runs in a process of
 * its own. No text: nothing is rewritten, or a line has said why it could not be. */
struct kp_cc_text kp_cc_rewritten(struct kp_settings *s, const struct kp_rules *rules,
                                  const struct kp_locked *lock, const char *path,
                                  const char *folder);

#endif
