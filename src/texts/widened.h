/* Private to texts/: wider copies in a text that changes further. */
#ifndef KP_TEXTS_WIDENED_H
#define KP_TEXTS_WIDENED_H

#include "widen/widen.h"

/* The unit of the text in which the loops that `changes` does not skip have wider copies and are
 * not pipelined, behind the legal pass; NULL when there is none. */
struct kp_unit *kp_widened_as_written(struct kp_unit *u, struct kp_widened *changes,
                                      const char **text, size_t *size);
/* True if the loop is pipelined with wider copies and not made worse. The text has copies of both
 * widths, which would need twice as many staging registers. */
bool kp_is_as_good_widened(const struct kp_loop *narrow, const struct kp_loop *wide,
                           const struct kp_widened *change);
/* Notes at the loop what became of its copies. */
void kp_say_widened(struct kp_loop *l, const struct kp_widened *change, struct kp_loop *narrow);

#endif
