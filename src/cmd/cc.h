/* The parts of `kpipe cc`. */
#ifndef KP_CMD_CC_H
#define KP_CMD_CC_H

#include "cc/depfile.h"
#include "cc/graph.h"
#include "cmd/locked.h"

/* Prints one line: the compiler gets the user's file. */
void kp_cc_say_as_it_is(struct kp_arena *a, const char *path, const char *why);

/* What the compiler gets in the place of a file. */
struct kp_cc_product {
    const char *path; /* the file, as its user names it */
    const char *name; /* in the folder of the rewritten files */
    struct kp_cc_renamed names;
    struct kp_cc_text text;
};
KP_VEC_TYPE(kp_cc_products, struct kp_cc_product);

/* The source, of this text, and the headers of its project that it includes. False: none of these
 * has a loop that may be rewritten. Lines say which of them stay as they are. */
bool kp_cc_find_headers(struct kp_settings *s, const struct kp_compile *c, const char *path,
                        struct kp_cc_text text, struct kp_cc_graph *to);

/* What the rewritten text of one is called. */
const char *kp_cc_named(struct kp_arena *a, const struct kp_cc_graph *g, size_t file);

/* The texts to compile in the place of the source's and, `joined`, of its headers': what `kpipe
 * rewrite` makes of them with these settings, as they can be in another folder; the source's comes
 * first. Plans are those of `lock`, where it has them. `relocatable`: several objects' device code
 * is linked. The analysis runs in a process of its own. None: nothing is rewritten, or a line has
 * said why it could not be. */
void kp_cc_rewritten(struct kp_settings *s, const struct kp_rules *rules,
                     const struct kp_locked *lock, const struct kp_cc_graph *g, bool joined,
                     bool relocatable, struct kp_cc_products *to);

#endif
