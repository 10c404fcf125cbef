#ifndef KP_CMD_IN_HEADERS_H
#define KP_CMD_IN_HEADERS_H

#include "cmd/cmd.h"

/* The unit of a file that was rewritten and proven as the settings say, which `own` becomes for it;
 * *result is an exit code. */
typedef struct kp_unit *kp_make_one(struct kp_settings *s, const char *path,
                                    struct kp_settings *own, int *result);
/* JSON or a diff on standard output; the exit code. Writes no file. */
typedef int kp_deliver_one(const struct kp_settings *s, const struct kp_unit *u);

/* The operand and the headers of its project that it includes. Nothing is written where one of them
 * cannot be; what was written is taken back. */
int kp_rewrite_in_headers(struct kp_settings *s, kp_make_one *make, kp_deliver_one *show);

#endif
