/* Helpers: functions that only compute a value from the values of their arguments. */
#ifndef KP_FN_HELPER_H
#define KP_FN_HELPER_H

#include "kp.h"
#include "rule/rule.h"

/* The rule for a call of a name that may denote any of the program's functions of this name; NULL
 * unless all of these are helpers. */
const struct kp_call_rule *kp_helper_rule(const struct kp_unit *u, const char *name);

/* True for such a method, made of its arguments and of numbers that are members of its object. What
 * its calls do is in *control. */
bool kp_is_helper_method(const struct kp_unit *u, const struct kp_sym *s, unsigned *control);

#endif
