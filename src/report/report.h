/* What is said about a file: text for people, JSON for programs, and the dumps of single passes. */
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
    bool check;   /* nothing is written: "can be pipelined" */
    bool is_new;  /* only what is new counts: nothing is said of a file that has no finding */
};

/* One message per loop in clang's style, with carets and notes; none of loops that are muted. */
void kp_report_text(const struct kp_unit *u, const struct kp_talk *t);

/* Headers that were not found, where in the project they may lie, and what would find them. */
void kp_report_missing(const struct kp_unit *u, const struct kp_talk *t);

/* A code's message with its operands, carets and notes. */
struct kp_finding {
    enum kp_code code;             /* KP712 of a loop that can be pipelined */
    const char *function;          /* what it is about; NULL: the file */
    const char *text, *remedy;     /* remedy may be NULL */
    const struct kp_place *places; /* the first is where it is reported */
    size_t n_places;
    struct kp_loop *loop;    /* NULL: a lint */
    bool counts;             /* something is to be done: exit code 1 */
    const char *muted;       /* why nothing is said of it: "comment", "select", ..; NULL: it is */
    const char *fingerprint; /* the same when lines have moved */
};
KP_VEC_TYPE(kp_findings, struct kp_finding);
void kp_report_finding(const struct kp_unit *u, const struct kp_talk *t,
                       const struct kp_finding *f);

/* What is said of the unit's loops, in their order; those that nothing is said of left out. */
void kp_loop_findings(const struct kp_unit *u, bool check, struct kp_findings *to);
/* Comments of the file that ask for silence, and have silenced nothing: for lint those that speak
 * of a lint, or of everything, else those that speak of loops alone. The findings are in the
 * list. */
void kp_unused_silences(const struct kp_unit *u, bool lint, struct kp_findings *to);
/* The fingerprints of all findings of a file. */
void kp_fingerprint(const struct kp_unit *u, struct kp_findings *list);
/* "note", "remark", "warning", "error" */
const char *kp_severity_name(enum kp_severity severity);

/* The unit as one line of JSON (docs/user/json.md) with a newline; owned by the arena. `said`: what
 * is said of its loops, NULL: everything. */
const char *kp_report_json(const struct kp_unit *u, const struct kp_findings *said);

/* Sections of the unit as text, readable and stable enough for golden files. */
void kp_dump_parse(FILE *to, const struct kp_unit *u);
void kp_dump_model(FILE *to, const struct kp_unit *u);
void kp_dump_legal(FILE *to, const struct kp_unit *u);
void kp_dump_plan(FILE *to, const struct kp_unit *u);
void kp_dump_emit(FILE *to, const struct kp_unit *u);

/* ---- shared by these files --------------------------------------------------------------- */

/* What was done to the loop, or can be: "pipelined, 2 stages, ..". */
const char *kp_success_text(const struct kp_unit *u, bool check, const struct kp_loop *loop);

/* The refusal that decides about the loop; NULL when there is none. */
const struct kp_refusal *kp_decisive(const struct kp_loop *loop);

/* Says nothing to a person who asked for nothing special: a loop that has no tile, or one that
 * --kernel or --line has left out. */
bool kp_is_noise(const struct kp_loop *loop);

/* "rewritten", "cp-async", "split" as in JSON and on the command line. */
const char *kp_outcome_name(enum kp_outcome outcome);
const char *kp_variant_name(enum kp_variant variant);
const char *kp_shape_name(enum kp_shape shape);

/* The file that a place is in. */
const struct kp_file *kp_place_file(const struct kp_unit *u, uint16_t file);

#endif
