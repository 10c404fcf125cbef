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

/* How far the launches went round what was rewritten. */
struct kp_exercise {
    bool has_loop; /* one of the versions has a loop that stages something */
    struct kp_simt_rounds all, two_tiles, many_tiles; /* the most of all launches, of those two */
    int64_t many_value; /* of the size that counts tiles, in the launch with many */
    const char *why;    /* a launch that is wanted and could not be made; NULL: none */
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
    bool two_ways;    /* the first and the last are */
    bool counts;      /* a variation whose rounds count like those of the case's own launches */
    int64_t tiles;    /* of this launch, all of them full; -1: not known */
    const char *rewritten_path;
    struct kp_exercise exercise;
    double longest;                   /* launch of the original so far, in seconds */
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

/* ---- tiles.c ---- */

/* No tile, one, two, .. and many. False: stop. */
bool kp_check_tile_counts(struct kp_session *s);
/* The same counts under a variation that may be tried. False: stop. */
bool kp_try_at_tile_counts(struct kp_session *s, const struct kp_case_variation *v,
                           const char *text);
/* Sizes for variations: small, with a few tiles. */
bool kp_bind_few_tiles(struct kp_session *s);

/* ---- exercise.c ---- */

/* Stages of the rewritten loops: as the text says, else a guess. */
unsigned kp_exercise_stages(const struct kp_session *s);
/* So many tiles fill every stage twice and go on. */
int64_t kp_exercise_tiles(const struct kp_session *s);
/* What a launch of a version went round, under the session's sizes and variation. */
void kp_exercise_note(struct kp_session *s, const struct kp_version *x,
                      const struct kp_simt_rounds *r);
/* NULL: the rewritten loop went round far enough; else what did not, and what of the case to set.
 */
const char *kp_exercise_missing(struct kp_session *s);
/* A rewritten loop, by the lines that its text says are its own, that did not go round often
 * enough; NULL: none. */
const char *kp_exercise_unreached(struct kp_session *s);

/* ---- verify.c ---- */

bool kp_session_bind(struct kp_session *s, bool large, const char *name, int64_t value);
/* A grid that grows with the tiles has no block without one: nothing can be launched. */
bool kp_nothing_to_launch(struct kp_session *s);
/* Both versions at the bound sizes, under s->variation. False: stop. */
bool kp_at_sizes(struct kp_session *s);

#endif
