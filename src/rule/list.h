/* The lines of one rule file: names and patterns, each with its rule. */
#ifndef KP_RULE_LIST_H
#define KP_RULE_LIST_H

#include "rule/match.h"
#include "util/vec.h"

struct kp_rule_entry {
    const char *name; /* NULL: a pattern */
    struct kp_pattern *pattern;
    const void *rule; /* NULL: the line says "unknown" */
    size_t line_order;
};

struct kp_rule_list {
    KP_VEC(struct kp_rule_entry) names, patterns;
};

/* Adds the words of `value` (names, /patterns/) for `rule`. */
bool kp_rule_list_add(struct kp_arena *a, struct kp_rule_list *list, const char *value,
                      const void *rule, const char **error);
/* Must be called once, after the last addition and before the first query. */
void kp_rule_list_sort(struct kp_rule_list *list);

/* The last line that matches; NULL when none does. */
const struct kp_rule_entry *kp_rule_list_name(const struct kp_rule_list *list, const char *name,
                                              size_t n);
const struct kp_rule_entry *kp_rule_list_pattern(const struct kp_rule_list *list,
                                                 const char *subject);

#endif
