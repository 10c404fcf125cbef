/* Helpers for all JSON documents on standard output. */
#ifndef KP_REPORT_JSON_VALUE_H
#define KP_REPORT_JSON_VALUE_H

#include <jansson.h>

#include "kp.h"

/* Numbers are written with 15 digits, so that 1.184 does not become 1.1839999999999999 and counts
 * stay whole. */
#define KP_JSON_REALS JSON_REAL_PRECISION(15)

/* A string from any bytes; null for NULL. */
json_t *kp_json_text(struct kp_arena *a, const char *s);

/* The ptxas figures of a kernel; null when they are not known. */
json_t *kp_json_built(const struct kp_built *b);

/* An array of places and their texts. */
json_t *kp_json_places(const struct kp_unit *u, const struct kp_place *v, size_t n);
/* The edits that turn the unit's source into `text`, as replacements of whole lines; null when this
 * machine has no program `diff` or the bytes are not valid UTF-8, and null with *error set when the
 * program fails. */
json_t *kp_json_edits(const struct kp_unit *u, const char *text, size_t size, const char **error);

/* The document as one line with a newline; takes the reference `root`. */
const char *kp_json_line(struct kp_arena *a, json_t *root);

#endif
