#include "rule/ncu.h"

#include <string.h>

#include "rule/ini.h"
#include "rule/rules.h"

static struct kp_ncu_key *key_named(struct kp_rules *r, const char *key)
{
    for (size_t i = 0; i < r->ncu_keys.n; i++)
        if (kp_streq(r->ncu_keys.v[i].key, key))
            return &r->ncu_keys.v[i];
    kp_push(r->arena, &r->ncu_keys, ((struct kp_ncu_key){.key = kp_strdup(r->arena, key)}));
    r->ncu_keys.v[r->ncu_keys.n - 1].unit = "";
    return &r->ncu_keys.v[r->ncu_keys.n - 1];
}

static struct kp_ncu_stall *stall_named(struct kp_rules *r, const char *name)
{
    for (size_t i = 0; i < r->ncu_stalls.n; i++)
        if (kp_streq(r->ncu_stalls.v[i].name, name))
            return &r->ncu_stalls.v[i];
    kp_push(r->arena, &r->ncu_stalls, ((struct kp_ncu_stall){.name = kp_strdup(r->arena, name)}));
    return &r->ncu_stalls.v[r->ncu_stalls.n - 1];
}

static struct kp_ncu_advice *advice_named(struct kp_rules *r, const char *name)
{
    for (size_t i = 0; i < r->ncu_advice.n; i++)
        if (kp_streq(r->ncu_advice.v[i].name, name))
            return &r->ncu_advice.v[i];
    kp_push(r->arena, &r->ncu_advice, ((struct kp_ncu_advice){.name = kp_strdup(r->arena, name)}));
    return &r->ncu_advice.v[r->ncu_advice.n - 1];
}

/* A text that may go on in the next line. */
static void join(struct kp_rules *r, const char **to, const char *more)
{
    *to = *to ? kp_sprintf(r->arena, "%s %s", *to, more) : kp_strdup(r->arena, more);
}

static const char *next_word(struct kp_rules *r, const char **at)
{
    size_t n;

    *at += strspn(*at, " \t");
    n = strcspn(*at, " \t");
    *at += n;
    return n ? kp_strndup(r->arena, *at - n, n) : NULL;
}

static bool read_key(struct kp_rules *r, const char *section, const char *name, const char *value,
                     const char **error)
{
    struct kp_ncu_key *k = key_named(r, section);
    const char *word;

    if (kp_streq(name, "unit"))
        k->unit = kp_strdup(r->arena, value);
    else if (kp_streq(name, "name"))
        while ((word = next_word(r, &value)))
            kp_push(r->arena, &k->names, word);
    else if (kp_streq(name, "label"))
        kp_push(r->arena, &k->labels, kp_strdup(r->arena, value));
    else if (kp_streq(name, "wanted") && kp_streq(value, "yes"))
        k->is_wanted = true;
    else
        *error = "a figure has unit, name, label, wanted = yes";
    return !*error;
}

static bool read_line(void *user, const char *section, const char *name, const char *value,
                      const char **error)
{
    struct kp_rules *r = user;
    const char *word;

    if (kp_streq(section, "stalls") && kp_streq(name, "name")) {
        while ((word = next_word(r, &value))) {
            if (!strstr(word, "%s"))
                *error = "the name of a stall's metric holds %s";
            kp_push(r->arena, &r->ncu_stall_names, word);
        }
        return !*error;
    }
    if (kp_starts_with(section, "stall ") && kp_streq(name, "cause")) {
        join(r, &stall_named(r, section + strlen("stall "))->cause, value);
        return true;
    }
    if (kp_starts_with(section, "stall ") && kp_streq(name, "remedy")) {
        join(r, &stall_named(r, section + strlen("stall "))->remedy, value);
        return true;
    }
    if (kp_starts_with(section, "advice ") && kp_streq(name, "text")) {
        join(r, &advice_named(r, section + strlen("advice "))->text, value);
        return true;
    }
    if (strchr(section, ' ') || kp_streq(section, "stalls")) {
        *error = "no such section or property";
        return false;
    }
    return read_key(r, section, name, value, error);
}

bool kp_ncu_read(struct kp_rules *r, struct kp_layer *to, const char *file, const char *text,
                 const char **error)
{
    (void)to; /* a later folder's names join the earlier ones */
    if (!kp_ini_read(r->arena, file, text, read_line, r, error))
        return false;
    for (size_t i = 0; i < r->ncu_stalls.n; i++) {
        struct kp_ncu_stall *s = &r->ncu_stalls.v[i];

        s->names.n = 0;
        for (size_t k = 0; k < r->ncu_stall_names.n; k++) {
            const char *pattern = r->ncu_stall_names.v[k], *hole = strstr(pattern, "%s");

            kp_push(r->arena, &s->names,
                    kp_sprintf(r->arena, "%.*s%s%s", (int)(hole - pattern), pattern, s->name,
                               hole + 2));
        }
    }
    return true;
}

const struct kp_ncu_key *kp_rule_ncu_keys(const struct kp_rules *r, size_t *n)
{
    *n = r->ncu_keys.n;
    return r->ncu_keys.v;
}

const struct kp_ncu_stall *kp_rule_ncu_stalls(const struct kp_rules *r, size_t *n)
{
    *n = r->ncu_stalls.n;
    return r->ncu_stalls.v;
}

const char *kp_rule_ncu_advice(const struct kp_rules *r, const char *name)
{
    for (size_t i = 0; i < r->ncu_advice.n; i++)
        if (kp_streq(r->ncu_advice.v[i].name, name))
            return r->ncu_advice.v[i].text;
    return NULL;
}
