/* The launch of a case, for the interpreter. */
#ifndef KP_SIMT_CASE_LAUNCH_H
#define KP_SIMT_CASE_LAUNCH_H

#include "case/case.h"
#include "simt/simt.h"

/* The mangled name of the case's kernel in a module; NULL with *error set on failure. */
const char *kp_simt_case_kernel(const struct kp_case *c, struct kp_arena *a, const struct kp_ptx *m,
                                const char **error);

/* NULL, or a message about an argument of the case that does not match the kernel's parameter. */
const char *kp_simt_case_mismatch(const struct kp_case *c, const struct kp_ptx *m,
                                  const char *kernel);

/* The launch of `d`; runs read and write d's buffers. */
struct kp_simt_launch kp_simt_case_launch(const struct kp_case_data *d, struct kp_arena *a,
                                          const char *kernel);

#endif
