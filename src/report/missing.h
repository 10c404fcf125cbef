/* Searches the project for headers that were not found. */
#ifndef KP_REPORT_MISSING_H
#define KP_REPORT_MISSING_H

#include "kp.h"

/* The folder to give to -I so that the header is found, as messages show it; NULL: the project has
 * no such file, or is too large to search. */
const char *kp_missing_folder(const struct kp_unit *u, const struct kp_missing *m);

/* The file that the build makes the header from (name.h.in), as messages show it; NULL. */
const char *kp_missing_pattern(const struct kp_unit *u, const struct kp_missing *m);

#endif
