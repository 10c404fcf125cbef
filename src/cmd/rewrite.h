/* Private to the files of `kpipe rewrite`. */
#ifndef KP_CMD_REWRITE_H
#define KP_CMD_REWRITE_H

#include "cmd/cmd.h"

/* Rewrites a file, and proves it if the settings say so. `own` becomes the settings for the file.
 * NULL: *result is the exit code. */
struct kp_unit *kp_rewrite_file(struct kp_settings *s, const char *path, struct kp_settings *own,
                                int *result);
/* The exit code of a unit that was delivered: --strict makes a refusal a finding. */
int kp_rewritten_code(const struct kp_settings *s, const struct kp_unit *u);

/* in_headers.c: --in-headers: rewrites the operand and the project's headers that it includes. When
 * one of the files cannot be written, those already written are restored. */
int kp_rewrite_in_headers(struct kp_settings *s);

/* ---- rewrite_build.c ---- */

/* True if the rewritten file is to be used, so that a toolkit is worth its time. */
bool kp_wants_toolkit(const struct kp_settings *s);
/* The unit with the plans that the builds' machine code favours, or with those from the source
 * where there is none; NULL after a complaint. */
struct kp_unit *kp_build_plan(struct kp_settings *s, struct kp_unit *u, const struct kp_nvcc *nvcc);
/* Notes: plans that --build has no machine code of; a diff whose plan builds may change; --merge
 * auto without what it needs. */
void kp_say_unbuilt(const struct kp_settings *s, const struct kp_unit *u);
void kp_say_unbuilt_diff(const struct kp_settings *s);
void kp_say_unmerged(const struct kp_settings *s, bool builds);

#endif
