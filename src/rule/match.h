/* Regular expressions; the only interface to PCRE2. */
#ifndef KP_RULE_MATCH_H
#define KP_RULE_MATCH_H

#include "util/arena.h"

#include <stdbool.h>
#include <stddef.h>

struct kp_pattern;

/* Compiles `regex`, n bytes. NULL with *error set when it is not a regular expression. */
struct kp_pattern *kp_pattern_new(struct kp_arena *a, const char *regex, size_t n,
                                  const char **error);
/* True if the pattern matches anywhere in `subject`. */
bool kp_pattern_found(const struct kp_pattern *p, const char *subject);

#endif
