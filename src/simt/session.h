/* The state of a verification; private to the verify files. */
#ifndef KP_SIMT_SESSION_H
#define KP_SIMT_SESSION_H

#include "simt/verify.h"

struct kp_simt_version {
    const char *name; /* "original" or "rewritten" */
    struct kp_ptx *module;
    const char *kernel;
    bool staged_smem; /* the options' `smem` applies to it */
};

/* How one launch is executed: the order of threads and the completion of copies, which must not
 * affect the result. */
struct kp_simt_way {
    const char *order, *landing;
    uint64_t seed;
    enum kp_simt_landing land;
};

/* How many iterations of the rewritten loops the launches have executed. */
struct kp_exercise {
    bool has_loop; /* one of the versions has a loop that loads tiles */
    /* maxima over all launches, the one with two tiles, the one with many */
    struct kp_simt_rounds all, two_tiles, many_tiles;
    int64_t many_value; /* the value of the size that counts tiles in the launch with many tiles */
    const char *why;    /* why a wanted launch was impossible; NULL: none was */
};

struct kp_session {
    struct kp_arena *arena;
    struct kp_case *c;
    const struct kp_verify_options *o;
    struct kp_verdict *v;
    const char *temp; /* a folder for the CPU reference */
    struct kp_simt_version original, rewritten;
    /* shared arrays are placed as ptxas places them, because the original needs that */
    bool packed;
    const struct kp_case_variation *variation;
    const char *variation_text; /* NULL: the case's own launch */
    bool tiles_ran; /* a launch had enough tiles to fill every stage and reuse the first */
    /* a launch on which the original fails is ignored, because it is not a launch of the case */
    bool is_optional;
    bool is_borne; /* the original ran the last launch without an alarm */
    bool one_way;  /* run with one order and landing only */
    bool two_ways; /* run with the first and the last order and landing only */
    bool counts;   /* a variation whose iterations count like those of the case's own launches */
    int64_t tiles; /* number of tiles of this launch, all full; -1: not known */
    const char *rewritten_path;
    struct kp_exercise exercise;
    double longest;                   /* the longest launch of the original so far, in seconds */
    struct kp_simt_coverage coverage; /* of the version being verified */
    unsigned widths[2];               /* access widths of both versions, as in their reports */
};

extern const struct kp_simt_way kp_first_way;

/* Launches a version without recording a check; the report, or NULL on failure. */
const struct kp_simt_report *kp_launch_quietly(struct kp_session *s,
                                               const struct kp_simt_version *x);

/* ---- versions.c ---- */

/* Reads the original and, if the second source has a path, the rewritten version. False with
 * v->error set. */
bool kp_read_versions(struct kp_session *s, const struct kp_nvcc_source source[2]);

/* ---- judge.c: outputs ---- */

/* NULL, or a text about how the outputs differ in bits. The session keeps the first difference. */
const char *kp_bits_differ(struct kp_session *s, const struct kp_case_data *want,
                           const struct kp_case_data *got);
/* The same for the module's variables, which a kernel may write. */
const char *kp_variables_differ(struct kp_session *s, const struct kp_simt_report *want,
                                const struct kp_simt_report *got);
/* The same within tolerance; *worst is the largest error divided by the tolerance. */
const char *kp_values_differ(struct kp_session *s, const struct kp_case_data *want,
                             const struct kp_case_data *got, double *worst);

/* ---- variations.c ---- */

/* Runs further launches that are legal for the case, at the bound sizes. False: stop. */
bool kp_check_variations(struct kp_session *s);
/* True if the original runs without an alarm under the variation. *report is its report, NULL when
 * it cannot be launched. */
bool kp_original_allows(struct kp_session *s, const struct kp_case_variation *v,
                        const struct kp_simt_report **report);
/* Runs one variation under all orders that it needs, if the original runs it without an alarm
 * (s->is_borne). False: stop. */
bool kp_try_variation(struct kp_session *s, const struct kp_case_variation *v, const char *text);

/* ---- vectors.c ---- */

/* Runs launches for both results of the run-time tests for vector copies. False: stop. */
bool kp_check_vectors(struct kp_session *s);

/* ---- tiles.c ---- */

/* Runs launches with no tile, one, two, .. and many tiles. False: stop. */
bool kp_check_tile_counts(struct kp_session *s);
/* The same under a variation, if the original runs it. False: stop. */
bool kp_try_at_tile_counts(struct kp_session *s, const struct kp_case_variation *v,
                           const char *text);
/* Binds the sizes for variations: small, with a few tiles. */
bool kp_bind_few_tiles(struct kp_session *s);

/* ---- exercise.c ---- */

/* The number of tiles that fills every stage twice, and more. */
int64_t kp_exercise_tiles(const struct kp_session *s);
/* Records the iterations of a launch, under the session's sizes and variation. */
void kp_exercise_note(struct kp_session *s, const struct kp_simt_version *x,
                      const struct kp_simt_rounds *r);
/* NULL if the rewritten loops ran enough iterations; else what did not, and what to set in the
 * case. */
const char *kp_exercise_missing(struct kp_session *s);
/* A rewritten loop, identified by its lines, that did not run enough iterations; NULL: none. */
const char *kp_exercise_unreached(struct kp_session *s);

/* ---- verify.c ---- */

bool kp_session_bind(struct kp_session *s, bool large, const char *name, int64_t value);
/* True if the grid is empty, so that nothing can be launched: it may depend on the number of tiles.
 */
bool kp_nothing_to_launch(struct kp_session *s);
/* Runs both versions at the bound sizes, under s->variation. False: stop. */
bool kp_at_sizes(struct kp_session *s);

#endif
