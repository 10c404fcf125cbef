/* A case file drafted from a kernel's signature, its launch, and what a run of it touches. */
#ifndef KP_DRAFT_DRAFT_H
#define KP_DRAFT_DRAFT_H

#include "build/nvcc.h"
#include "kp.h"

struct kp_draft_options {
    const char *kernel;         /* NULL: the one kernel that has a K-loop, or the only one */
    const char *source;         /* the source's name in the case file */
    const struct kp_nvcc *nvcc; /* NULL: nothing is compiled and run; counts stay unknown */
    double seconds;             /* time limit of one launch */
};

KP_VEC_TYPE(kp_draft_words, const char *);

struct kp_draft {
    const char *kernel;
    const char *text;              /* the case file; guesses are marked with `; ?` */
    struct kp_draft_words guesses; /* what was guessed and why, a sentence each */
    const char *failed;            /* why the kernel could not be run, or NULL */
    struct kp_draft_words unknown; /* values that only the user can give; the text has `?` there */
};

/* NULL, or why there is no draft: no such kernel, several to choose from. The passes up to the
 * model must have run on `u`. */
const char *kp_draft_case(struct kp_unit *u, const struct kp_draft_options *o, struct kp_draft *d);

#endif
