/* Functions that compute a value of the values that they are handed, and do nothing else. */
#ifndef KP_FN_HELPER_H
#define KP_FN_HELPER_H

#include "kp.h"
#include "rule/rule.h"

/* What a call does that may be one of any of the program's functions of this name; NULL unless all
 * of them are such. */
const struct kp_call_rule *kp_helper_rule(const struct kp_unit *u, const char *name);

/* Is it such a method, made of its arguments and of numbers that are members of its object? What
 * its calls do is in *control. */
bool kp_is_helper_method(const struct kp_unit *u, const struct kp_sym *s, unsigned *control);

#endif
