#ifndef KP_CMD_AUDIT_H
#define KP_CMD_AUDIT_H

#include "cc/note.h"

/* The notes of the files as JSON, on one line. */
const char *kp_audit_json(struct kp_arena *a, const struct kp_texts *files,
                          const struct kp_cc_entries *all);

#endif
