#include "rule/list.h"

#include <stdlib.h>
#include <string.h>

static const char blanks[] = " \t\r";

bool kp_rule_list_add(struct kp_arena *a, struct kp_rule_list *list, const char *value,
                      const void *rule, const char **error)
{
    for (const char *p = value + strspn(value, blanks); *p; p += strspn(p, blanks)) {
        size_t n = strcspn(p, blanks);
        struct kp_rule_entry e = {.rule = rule, .line_order = list->names.n + list->patterns.n};

        if (n > 2 && p[0] == '/' && p[n - 1] == '/') {
            e.pattern = kp_pattern_new(a, p + 1, n - 2, error);
            if (!e.pattern)
                return false;
            kp_push(a, &list->patterns, e);
        } else if (p[0] == '/') {
            *error = "a pattern is /REGEX/ without blanks";
            return false;
        } else {
            e.name = kp_strndup(a, p, n);
            kp_push(a, &list->names, e);
        }
        p += n;
    }
    return true;
}

static int by_name(const void *left, const void *right)
{
    const struct kp_rule_entry *a = left, *b = right;
    int c = strcmp(a->name, b->name);

    return c ? c : (a->line_order > b->line_order) - (a->line_order < b->line_order);
}

void kp_rule_list_sort(struct kp_rule_list *list)
{
    if (list->names.n)
        qsort(list->names.v, list->names.n, sizeof *list->names.v, by_name);
}

const struct kp_rule_entry *kp_rule_list_name(const struct kp_rule_list *list, const char *name,
                                              size_t n)
{
    size_t low = 0, high = list->names.n; /* the first entry that is greater than the name */

    while (low < high) {
        size_t middle = low + (high - low) / 2;
        const char *here = list->names.v[middle].name;
        int c = strncmp(here, name, n);

        if (c > 0 || (c == 0 && here[n]))
            high = middle;
        else
            low = middle + 1;
    }
    if (!low)
        return NULL;
    const struct kp_rule_entry *e = &list->names.v[low - 1];
    return strncmp(e->name, name, n) == 0 && !e->name[n] ? e : NULL;
}

const struct kp_rule_entry *kp_rule_list_pattern(const struct kp_rule_list *list,
                                                 const char *subject)
{
    for (size_t i = list->patterns.n; i-- > 0;)
        if (kp_pattern_found(list->patterns.v[i].pattern, subject))
            return &list->patterns.v[i];
    return NULL;
}
