#ifndef KP_CMD_AUDIT_H
#define KP_CMD_AUDIT_H

#include "cc/note.h"

/* `kpipe audit --json`: the notes found in the files, as one line of JSON. */
const char *kp_audit_json(struct kp_arena *a, const struct kp_texts *files,
                          const struct kp_cc_entries *all);

#endif
