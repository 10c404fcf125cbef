/* Is a rewritten kernel the same as its original? Both are run on a case's inputs under several
 * orders of threads and landings of copies. */
#ifndef KP_SIMT_VERIFY_H
#define KP_SIMT_VERIFY_H

#include "build/nvcc.h"
#include "simt/case_launch.h"

struct kp_verify_options {
    struct kp_nvcc nvcc;
    unsigned orders; /* shuffled orders beside the natural and the reversed one */
    unsigned jobs;
    unsigned tiles; /* run tile counts 0 .. tiles where the case names its tile size; default 6 */
    double seconds; /* per launch */
    bool large;     /* the case's large sizes too */
};

/* One launch. */
struct kp_check {
    const char *version; /* "original" or "rewritten" */
    const char *sizes, *order, *landing;
    const char *failure; /* NULL: passed */
    struct kp_simt_report report;
    double seconds;
};

struct kp_verdict {
    const char *error; /* nothing could be said: no nvcc, unsupported instruction, ... */
    bool passed;
    const char *why; /* the first failure in one sentence, or NULL */
    KP_VEC(struct kp_check) checks;
    bool float_atomics;
    bool has_reference;
    double worst; /* largest error against the reference, in units of the tolerance */
};

/* `rewritten` may be NULL: then only the original is checked (racecheck). */
void kp_verify(struct kp_arena *a, struct kp_case *c, const char *original, const char *rewritten,
               const struct kp_verify_options *o, struct kp_verdict *v);

#endif
