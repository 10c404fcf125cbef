/* The parts of `kpipe cc`. */
#ifndef KP_CMD_CC_H
#define KP_CMD_CC_H

#include "cc/depfile.h"
#include "cc/graph.h"
#include "cmd/locked.h"
#include "front/pieces.h"

/* Prints one line: the file is compiled unchanged, and why. */
void kp_cc_say_as_it_is(struct kp_arena *a, const char *path, const char *why);

/* The text that the compiler gets instead of a file. */
struct kp_cc_product {
    const char *path; /* the file, as the user names it */
    const char *name; /* its name in the folder of rewritten files */
    struct kp_cc_renamed names;
    struct kp_cc_text text;
    const char *said; /* the message that names its loops, a line; "": none */
};
KP_VEC_TYPE(kp_cc_products, struct kp_cc_product);

/* Fills the graph of a source (with this text) and the project's headers that it includes. False
 * when no header has a loop that may be rewritten. Prints a line for each header that is left as it
 * is. */
bool kp_cc_find_headers(struct kp_settings *s, const struct kp_compile *c, const char *path,
                        struct kp_cc_text text, struct kp_cc_graph *to);

/* The name of a file's rewritten text in the folder of rewritten files. */
const char *kp_cc_named(struct kp_arena *a, const struct kp_cc_graph *g, size_t file);

/* Fills the texts to compile instead of the source and, if `joined`, its headers: what `kpipe
 * rewrite` makes of them with these settings, changed so that they compile in another folder. The
 * source's text comes first. Plans in `lock` are used. `relocatable`: the device code of several
 * objects is linked. The analysis runs in its own process. `to` stays empty when nothing is
 * rewritten, or after a line that says why it could not be. */
void kp_cc_rewritten(struct kp_settings *s, const struct kp_rules *rules,
                     const struct kp_locked *lock, const struct kp_cc_graph *g, bool joined,
                     bool relocatable, struct kp_cc_products *to);

/* The macros that are defined anywhere in the compilation of a source, by headers of the system,
 * too. The compiler is asked for them once, if at all. */
struct kp_cc_names {
    struct kp_arena *arena;
    const char *const *argv; /* all words */
    const struct kp_compile *compile;
    const char *path;
    struct kp_words defined;
    bool is_asked, is_known;
};

/* True if the compiler may define the macro; `of` is a struct kp_cc_names. */
bool kp_cc_may_define(void *of, const char *name);

#endif
