#ifndef KP_CMD_IN_HEADERS_H
#define KP_CMD_IN_HEADERS_H

#include "cmd/cmd.h"

/* Rewrites a file, and proves it if the settings say so. Returns its unit; `own` becomes the
 * settings for the file, *result an exit code. */
typedef struct kp_unit *kp_make_one(struct kp_settings *s, const char *path,
                                    struct kp_settings *own, int *result);
/* Prints JSON or a diff to standard output and writes no file; the exit code. */
typedef int kp_deliver_one(const struct kp_settings *s, const struct kp_unit *u);

/* `rewrite --in-headers`: rewrites the operand and the project's headers that it includes. When one
 * of the files cannot be written, those already written are restored. */
int kp_rewrite_in_headers(struct kp_settings *s, kp_make_one *make, kp_deliver_one *show);

#endif
