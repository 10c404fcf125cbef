/* Texts that only other builds read, and that are not known: a file that is not found, or that a
 * macro names, in a branch that this build does not take. Such a text may define anything, and
 * undefine it again. Before the first of them is read, a name of which no known text says anything
 * means what it means in front of the source's first line. There the output asks for the branch. */
#ifndef KP_MODEL_UNREAD_H
#define KP_MODEL_UNREAD_H

#include "kp.h"
#include "model/brought.h"

/* True if a build for which an output is may read a text of the group that is not known. */
bool kp_is_unread(struct kp_unit *u, const struct kp_brought *b);

/* The conditions for #ifs in front of all that the source includes that are true in each build that
 * may read such a text, and false in this one. Empty where one of these texts cannot be asked for,
 * as that one may say something of the names of all others, and where there is one build. Cached.
 */
const struct kp_texts *kp_asked_on_top(struct kp_unit *u);
/* True if one of them cannot be asked for. */
bool kp_keeps_unread(struct kp_unit *u);

#endif
