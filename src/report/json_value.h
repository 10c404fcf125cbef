/* What all JSON documents on standard output have in common. */
#ifndef KP_REPORT_JSON_VALUE_H
#define KP_REPORT_JSON_VALUE_H

#include <jansson.h>

#include "kp.h"

/* How numbers are written: to as many digits as every number of them keeps: 1.184 is no
 * 1.1839999999999999, and counts are whole. */
#define KP_JSON_REALS JSON_REAL_PRECISION(15)

/* Any bytes as a string; NULL as null. */
json_t *kp_json_text(struct kp_arena *a, const char *s);

/* What ptxas made of a kernel; null when that is not known. */
json_t *kp_json_built(const struct kp_built *b);

/* Places and what is there. */
json_t *kp_json_places(const struct kp_unit *u, const struct kp_place *v, size_t n);
/* What makes this text of the unit's, as replacements of whole lines; null where the program `diff`
 * is missing, or the bytes are no UTF-8. */
json_t *kp_json_edits(const struct kp_unit *u, const char *text, size_t size);

/* The document as one line with its end; takes `root`. */
const char *kp_json_line(struct kp_arena *a, json_t *root);

#endif
