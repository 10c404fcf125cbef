#include "rule/match.h"

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

#include <string.h>

/* Subjects are names of a hundred bytes: far more steps than these mean a pattern that explodes. */
enum { STEP_LIMIT = 100000 };

struct kp_pattern {
    pcre2_code *code;
    pcre2_match_data *data;
    pcre2_match_context *context;
};

/* Everything that PCRE2 needs lies in the arena and goes with it. */
static void *take(size_t n, void *arena)
{
    return kp_alloc(arena, n);
}

static void leave(void *p, void *arena)
{
    (void)p;
    (void)arena;
}

struct kp_pattern *kp_pattern_new(struct kp_arena *a, const char *regex, size_t n,
                                  const char **error)
{
    pcre2_general_context *general = pcre2_general_context_create(take, leave, a);
    struct kp_pattern *p = kp_new(a, struct kp_pattern);
    PCRE2_SIZE offset;
    int code;

    p->code = pcre2_compile((PCRE2_SPTR)regex, n, PCRE2_DOLLAR_ENDONLY, &code, &offset,
                            pcre2_compile_context_create(general));
    if (!p->code) {
        PCRE2_UCHAR text[120];

        pcre2_get_error_message(code, text, sizeof text);
        *error =
            kp_sprintf(a, "/%.*s/: %s (at %zu)", (int)n, regex, (const char *)text, (size_t)offset);
        return NULL;
    }
    p->data = pcre2_match_data_create(1, general);
    p->context = pcre2_match_context_create(general);
    pcre2_set_match_limit(p->context, STEP_LIMIT);
    return p;
}

bool kp_pattern_found(const struct kp_pattern *p, const char *subject)
{
    return pcre2_match(p->code, (PCRE2_SPTR)subject, strlen(subject), 0, 0, p->data, p->context) >=
           0;
}
