/* What all JSON documents on standard output have in common. */
#ifndef KP_REPORT_JSON_VALUE_H
#define KP_REPORT_JSON_VALUE_H

#include <jansson.h>

#include "kp.h"

/* Any bytes as a string; NULL as null. */
json_t *kp_json_text(struct kp_arena *a, const char *s);

/* What ptxas made of a kernel; null when that is not known. */
json_t *kp_json_built(const struct kp_built *b);

/* The document as one line with its end; takes `root`. */
const char *kp_json_line(struct kp_arena *a, json_t *root);

#endif
