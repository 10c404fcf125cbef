/* Commands that run kernels on the CPU. */
#ifndef KP_CMD_PROOF_H
#define KP_CMD_PROOF_H

#include <stdbool.h>
#include <stdio.h>

#include "cmd/cmd.h"
#include "simt/verify.h"

/* On standard error; a message about a place in the case file is printed unchanged. */
void kp_proof_error(const char *case_file, const char *error);
/* The verdict as rows of findings (format.h); `files` are those that were named. */
struct json_t *kp_proof_rows(struct kp_arena *a, const struct kp_case *c,
                             const struct kp_verdict *v, const struct kp_texts *files);
/* The verdict as JSON on standard output. */
void kp_proof_json(struct kp_arena *a, const struct kp_case *c, const struct kp_verdict *v);

void kp_proof_text(FILE *to, const struct kp_case *c, const struct kp_verdict *v, bool racecheck,
                   bool verbose);

/* What a file that kpipe has rewritten says of itself: stages, dynamic shared memory. NULL, or why
 * it cannot be read. */
const char *kp_read_staged(struct kp_arena *a, const char *path, const char *kernel,
                           struct kp_verify_options *o);

/* The loops that a rewritten text says are pipelined, and the most stages of one. */
void kp_find_rewritten_loops(struct kp_arena *a, const char *text, struct kp_verify_options *o);

/* `rewrite --verify`: every kernel whose loops were changed, by the cases given or by drafts. Says
 * what it finds on standard error; the exit code. */
int kp_prove_rewrite(struct kp_settings *s, struct kp_unit *u);
/* The same without a request: within so many seconds, and what cannot be proven is a note. A
 * proof that fails is KP_EXIT_FINDINGS all the same. */
int kp_prove_if_possible(struct kp_settings *s, struct kp_unit *u, double seconds);

#endif
