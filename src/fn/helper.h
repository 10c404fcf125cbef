/* Helpers: functions that only compute a value from the values of their arguments. */
#ifndef KP_FN_HELPER_H
#define KP_FN_HELPER_H

#include "kp.h"
#include "rule/rule.h"

/* The rule for a call of a name that may denote any of the program's functions of this name; NULL
 * unless all of these are helpers. */
const struct kp_call_rule *kp_helper_rule(const struct kp_unit *u, const char *name);

#endif
