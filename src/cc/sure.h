/* Which #include directives are certainly reached. */
#ifndef KP_CC_SURE_H
#define KP_CC_SURE_H

#include "cc/graph.h"
#include "front/lex.h"

/* The conditions around a place of a file, read directive by directive. */
struct kp_cc_conditions {
    KP_VEC(const char *) open; /* the macro that must be defined; NULL: another condition */
};

/* Takes a directive that begins, changes or ends a condition; false: it is none. An #endif too many
 * sets *lost. */
bool kp_cc_condition(struct kp_arena *a, struct kp_cc_conditions *c, const char *text,
                     struct kp_token line, bool *lost);
/* Notes for an #include under which conditions it is; `more` of them always hold. */
void kp_cc_note_conditions(struct kp_arena *a, const struct kp_cc_conditions *c, size_t more,
                           struct kp_cc_ask *ask);

/* Computes for each file whether the first directive that includes it is reached: whatever the
 * conditions are, or since the compiler, the command line or the source defines what they ask for.
 */
void kp_cc_settle_sure(struct kp_cc_graph *g);
/* True if no directive can include the file before the first one does. */
bool kp_cc_is_first(const struct kp_cc_graph *g, size_t file);

#endif
