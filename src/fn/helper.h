/* Functions that compute a value of the values that they are handed, and do nothing else. */
#ifndef KP_FN_HELPER_H
#define KP_FN_HELPER_H

#include "kp.h"
#include "rule/rule.h"

/* What a call does that may be one of any of the program's functions of this name; NULL unless all
 * of them are such. */
const struct kp_call_rule *kp_helper_rule(const struct kp_unit *u, const char *name);

#endif
