/* Headers that were not found, and where in the project they may lie. */
#ifndef KP_REPORT_MISSING_H
#define KP_REPORT_MISSING_H

#include "kp.h"

/* The folder that -I would have to name for the header to be found, as users know it; NULL: the
 * project has no such file, or is too large to be looked through. */
const char *kp_missing_folder(const struct kp_unit *u, const struct kp_missing *m);

#endif
