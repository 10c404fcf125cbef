/* Commands that run kernels on the CPU. Arguments begin behind the command's name. */
#ifndef KP_CMD_PROOF_H
#define KP_CMD_PROOF_H

#include <stdbool.h>

#include "simt/verify.h"

int kp_cmd_verify(int argc, char **argv);
int kp_cmd_racecheck(int argc, char **argv);

int kp_proof_run(bool racecheck, int argc, char **argv);
/* On standard error; a message about a place in the case file stands as it is. */
void kp_proof_error(const char *case_file, const char *error);
/* The verdict as JSON on standard output. */
void kp_proof_json(struct kp_arena *a, const struct kp_case *c, const struct kp_verdict *v);

#endif
