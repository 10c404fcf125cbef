/* Shared by the commands that run kernels on the CPU. */
#ifndef KP_CMD_PROOF_H
#define KP_CMD_PROOF_H

#include <stdbool.h>
#include <stdio.h>

#include "cmd/cmd.h"
#include "simt/verify.h"

/* Prints an error to standard error. A message about a place in the case file is printed unchanged.
 */
void kp_proof_error(const char *case_file, const char *error);
/* The verdict as rows of findings (format.h) for the files named on the command line. */
struct json_t *kp_proof_rows(struct kp_arena *a, const struct kp_case *c,
                             const struct kp_verdict *v, const struct kp_texts *files);
/* The verdict as JSON on standard output. */
void kp_proof_json(struct kp_arena *a, const struct kp_case *c, const struct kp_verdict *v);

void kp_proof_text(FILE *to, const struct kp_case *c, const struct kp_verdict *v, bool racecheck,
                   bool verbose);

/* Reads stages and dynamic shared memory from kpipe's comments in a rewritten file. NULL, or why it
 * cannot be read. */
const char *kp_read_staged(struct kp_arena *a, const char *path, const char *kernel,
                           struct kp_verify_options *o);

/* Finds the loops that kpipe's comments mark as pipelined, and the largest number of stages. */
void kp_find_rewritten_loops(struct kp_arena *a, const char *text, struct kp_verify_options *o);

/* `rewrite --verify`: verifies every kernel with a changed loop, with the given cases or drafted
 * ones. Prints the result to standard error; the exit code. */
int kp_prove_rewrite(struct kp_settings *s, struct kp_unit *u);
/* The same when --verify was not given: within `seconds`, and with only a note about kernels that
 * cannot be verified. A failed proof is KP_EXIT_FINDINGS here, too. */
int kp_prove_if_possible(struct kp_settings *s, struct kp_unit *u, double seconds);

#endif
