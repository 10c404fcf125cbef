/* Reports on a file: text for people, JSON for programs, and dumps of single passes. */
#ifndef KP_REPORT_H
#define KP_REPORT_H

#include <stdio.h>

#include "kp.h"

struct kp_talk {
    FILE *to;
    bool colour;
    bool verbose; /* loops without tiles, secondary reasons, parse errors */
    bool explain; /* the plan in words and the budget */
    bool quiet;   /* nothing at all */
    bool check;   /* for `check`, which writes nothing: "can be pipelined" instead of "pipelined" */
    bool is_new;  /* only new findings are reported; files without any are not mentioned */
};

/* Prints one message per loop in clang's style, with carets and notes; none for muted loops. */
void kp_report_text(const struct kp_unit *u, const struct kp_talk *t);

/* Prints headers that were not found, where the project has them, and the option that would find
 * them. */
void kp_report_missing(const struct kp_unit *u, const struct kp_talk *t);

/* A finding: a code with its message and places. */
struct kp_finding {
    enum kp_code code;             /* KP712 for a loop that can be pipelined */
    const char *function;          /* the function with the finding; NULL: the file */
    const char *text, *remedy;     /* remedy may be NULL */
    const struct kp_place *places; /* the first is where it is reported */
    size_t n_places;
    struct kp_loop *loop;    /* NULL: a lint */
    bool counts;             /* it makes the exit code 1 */
    const char *muted;       /* why it is suppressed: "comment", "select", ..; NULL: it is not */
    const char *fingerprint; /* a hash that does not change when lines move */
};
KP_VEC_TYPE(kp_findings, struct kp_finding);
void kp_report_finding(const struct kp_unit *u, const struct kp_talk *t,
                       const struct kp_finding *f);

/* Adds the findings about the unit's loops, in their order. */
void kp_loop_findings(const struct kp_unit *u, bool check, struct kp_findings *to);
/* Adds a finding for each suppression comment that has suppressed nothing: with `lint` those for
 * lints or all codes, else those for loops only. The list must already have all findings. */
void kp_unused_silences(const struct kp_unit *u, bool lint, struct kp_findings *to);
/* Sets the fingerprints of all findings of a file. */
void kp_fingerprint(const struct kp_unit *u, struct kp_findings *list);
/* "note", "remark", "warning" or "error". */
const char *kp_severity_name(enum kp_severity severity);

/* The unit as one line of JSON (docs/user/json.md) with a newline; owned by the arena. `said`: the
 * findings to include; NULL: all. NULL, with *error set, when its edits could not be made. */
const char *kp_report_json(const struct kp_unit *u, const struct kp_findings *said,
                           const char **error);

/* Sections of the unit as text, readable and stable enough for golden files. */
void kp_dump_parse(FILE *to, const struct kp_unit *u);
void kp_dump_model(FILE *to, const struct kp_unit *u);
void kp_dump_legal(FILE *to, const struct kp_unit *u);
void kp_dump_plan(FILE *to, const struct kp_unit *u);
void kp_dump_emit(FILE *to, const struct kp_unit *u);

/* ---- shared by these files --------------------------------------------------------------- */

/* What was done to the loop, or (`check`) can be done: "pipelined, 2 stages, ..". */
const char *kp_success_text(const struct kp_unit *u, bool check, const struct kp_loop *loop);

/* The refusal that decides about the loop; NULL when there is none. */
const struct kp_refusal *kp_decisive(const struct kp_loop *loop);

/* True for a loop that is reported only on request: it has no tile, or --kernel or --line excludes
 * it. */
bool kp_is_noise(const struct kp_loop *loop);

/* "rewritten", "cp-async", "split" as in JSON and on the command line. */
const char *kp_outcome_name(enum kp_outcome outcome);
const char *kp_variant_name(enum kp_variant variant);
const char *kp_shape_name(enum kp_shape shape);

#endif
