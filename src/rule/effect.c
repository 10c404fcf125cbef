#include "rule/rules.h"

bool kp_effect_parse(struct kp_arena *a, const char *text, kp_effect_word *word, void *rule,
                     const char **error)
{
    for (const char *p = text + strspn(text, " \t"); *p; p += strspn(p, " \t")) {
        size_t n = strcspn(p, " \t"), name = strcspn(p, "( \t");
        const char *operand = "";

        if (name < n) {
            if (p[n - 1] != ')') {
                *error = kp_sprintf(a, "'%.*s' lacks its )", (int)n, p);
                return false;
            }
            operand = kp_strndup(a, p + name + 1, n - name - 2);
        }
        if (!word(rule, kp_strndup(a, p, name), operand, error)) {
            if (!*error)
                *error = kp_sprintf(a, "unknown effect '%.*s'", (int)n, p);
            return false;
        }
        p += n;
    }
    return true;
}

unsigned kp_effect_control(const char *word)
{
    static const struct {
        const char *word;
        unsigned control;
    } table[] = {
        {"order", KP_CTL_ORDER},     {"warp", KP_CTL_WARP}, {"async", KP_CTL_ASYNC},
        {"texture", KP_CTL_TEXTURE}, {"io", KP_CTL_IO},     {"blocks", KP_CTL_BLOCKS},
    };

    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (kp_streq(word, table[i].word))
            return table[i].control;
    return 0;
}
