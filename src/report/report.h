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
    bool check;   /* nothing is written: "can be pipelined" */
};

/* One message per loop in clang's style, with carets and notes. */
void kp_report_text(const struct kp_unit *u, const struct kp_talk *t);

/* Headers that were not found, where in the project they may lie, and what would find them. */
void kp_report_missing(const struct kp_unit *u, const struct kp_talk *t);

/* A code's message with its operands, carets and notes. */
struct kp_finding_row {
    enum kp_code code;
    const char *function;          /* what it is about */
    const char *text, *remedy;     /* remedy may be NULL */
    const struct kp_place *places; /* the first is where it is reported */
    size_t n_places;
};
void kp_report_finding(const struct kp_unit *u, const struct kp_talk *t,
                       const struct kp_finding_row *f);

/* The unit as one line of JSON (docs/json.md) with a newline; owned by the arena. */
const char *kp_report_json(const struct kp_unit *u);

/* Sections of the unit as text, readable and stable enough for golden files. */
void kp_dump_parse(FILE *to, const struct kp_unit *u);
void kp_dump_model(FILE *to, const struct kp_unit *u);
void kp_dump_legal(FILE *to, const struct kp_unit *u);
void kp_dump_plan(FILE *to, const struct kp_unit *u);
void kp_dump_emit(FILE *to, const struct kp_unit *u);

/* ---- shared by these files --------------------------------------------------------------- */

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
