/* A verification on its way; private to the verify files. */
#ifndef KP_SIMT_SESSION_H
#define KP_SIMT_SESSION_H

#include "simt/verify.h"

struct kp_version {
    const char *name; /* "original" or "rewritten" */
    struct kp_ptx *module;
    const char *kernel;
    bool staged_smem; /* it is what smem_stages and smem_bytes are about */
};

/* The way of one launch: what is the same for a program's meaning, and may not change its result.
 */
struct kp_way {
    const char *order, *landing;
    uint64_t seed;
    enum kp_simt_landing land;
};

struct kp_session {
    struct kp_arena *arena;
    struct kp_case *c;
    const struct kp_verify_options *o;
    struct kp_verdict *v;
    const char *temp; /* a folder for the CPU reference */
    struct kp_version original, rewritten;
    bool packed; /* shared arrays lie as ptxas places them: the original needs that */
    const struct kp_case_variation *variation;
    const char *variation_text; /* NULL: the case's own launch */
    bool tiles_ran;             /* as many tiles as fill every stage and come back to the first */
    bool is_optional; /* a launch that the original does not bear is none of the case's: not a word
                         about it */
    bool is_borne;    /* did the original bear the last one? */
    bool one_way;     /* one order and landing is enough */
    double longest;   /* launch of the original so far, in seconds */
    struct kp_simt_coverage coverage; /* of the version that is judged */
    unsigned widths[2];               /* of the accesses of both, as in their reports */
};

extern const struct kp_way kp_first_way;

/* The same without a word about it: NULL, or the report. */
const struct kp_simt_report *kp_launch_quietly(struct kp_session *s, const struct kp_version *x);
void kp_check_failed(struct kp_session *s, struct kp_check *check, const char *why);

/* ---- versions.c ---- */

/* The original and, where the second source has a path, the rewritten version, ready to be
 * launched; false: v->error says what is wrong. */
bool kp_read_versions(struct kp_session *s, const struct kp_nvcc_source source[2]);

/* ---- judge.c: outputs ---- */

/* NULL, or how they differ in bits; the first difference of a session is kept. */
const char *kp_bits_differ(struct kp_session *s, const struct kp_case_data *want,
                           const struct kp_case_data *got);
/* The same of the module's own variables, which a kernel may write. */
const char *kp_variables_differ(struct kp_session *s, const struct kp_simt_report *want,
                                const struct kp_simt_report *got);
/* The same within tolerance; *worst is the largest error in units of the tolerance. */
const char *kp_values_differ(struct kp_session *s, const struct kp_case_data *want,
                             const struct kp_case_data *got, double *worst);

/* ---- variations.c ---- */

/* Launches that the case's host may make as well, at the bound sizes. False: stop. */
bool kp_check_variations(struct kp_session *s);
/* Does the original run without an alarm under it? Its report, NULL where nothing can be launched.
 */
bool kp_original_allows(struct kp_session *s, const struct kp_case_variation *v,
                        const struct kp_simt_report **report);
/* One of them, under all orders that a variation needs. False: stop. */
bool kp_run_variation(struct kp_session *s, const struct kp_case_variation *v, const char *text);
/* The same where the original bears it (s->is_borne). */
bool kp_try_variation(struct kp_session *s, const struct kp_case_variation *v, const char *text);

/* ---- vectors.c ---- */

/* Launches that show what is tested before copies are made in vectors. False: stop. */
bool kp_check_vectors(struct kp_session *s);

/* ---- verify.c ---- */

/* Both versions at the bound sizes, under s->variation. False: stop. */
bool kp_at_sizes(struct kp_session *s);

#endif
