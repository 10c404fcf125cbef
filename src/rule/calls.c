#include <stdio.h>

#include "rule/ini.h"
#include "rule/rules.h"

struct reading {
    struct kp_arena *arena;
    struct kp_layer *layer;
};

static unsigned mode_of(const char *word)
{
    if (kp_streq(word, "read"))
        return KP_READ;
    if (kp_streq(word, "write"))
        return KP_WRITE;
    if (kp_streq(word, "rmw"))
        return KP_RMW;
    if (kp_streq(word, "atomic"))
        return KP_ATOMIC;
    return 0;
}

/* "3" -> 3; -1 when it is not an argument's number. */
static int argument(const char *operand)
{
    if (operand[0] < '0' || operand[0] >= '0' + KP_RULE_ARGS || operand[1])
        return -1;
    return operand[0] - '0';
}

static bool touches(struct kp_call_rule *rule, unsigned mode, const char *operand)
{
    int i = argument(operand);

    if (kp_streq(operand, "object"))
        rule->object |= mode;
    else if (kp_streq(operand, "rest"))
        rule->rest |= mode;
    else if (i >= 0)
        rule->arg[i] |= mode;
    else
        return false;
    return true;
}

/* "0,1,16": to where argument 0 points, from where argument 1 points, 16 bytes. */
static bool copy_word(struct kp_call_rule *rule, const char *operand)
{
    int to, from, bytes, end = 0;

    if (sscanf(operand, "%1d,%1d,%2d%n", &to, &from, &bytes, &end) != 3 || operand[end])
        return false;
    if (to < 0 || from < 0 || to >= KP_RULE_ARGS || from >= KP_RULE_ARGS || to == from ||
        (bytes != 1 && bytes != 2 && bytes != 4 && bytes != 8 && bytes != 16))
        return false;
    rule->arg[to] |= KP_WRITE;
    rule->arg[from] |= KP_READ;
    rule->copy_to = to;
    rule->copy_from = from;
    rule->copy_bytes = bytes;
    return true;
}

/* "0,1,2": three arguments. */
static bool three_arguments(const char *operand, int *to, int *from, int *bytes)
{
    int end = 0;

    return sscanf(operand, "%1d,%1d,%1d%n", to, from, bytes, &end) == 3 && !operand[end] &&
           *to >= 0 && *from >= 0 && *bytes >= 0 && *to < KP_RULE_ARGS && *from < KP_RULE_ARGS &&
           *to != *from;
}

/* Asynchronously, to where argument 0 points, from where argument 1 points, so many bytes as
 * argument 2 says. */
static bool async_copy_word(struct kp_call_rule *rule, const char *operand)
{
    int to, from, bytes;

    if (!three_arguments(operand, &to, &from, &bytes))
        return false;
    rule->arg[to] |= KP_WRITE;
    rule->arg[from] |= KP_READ;
    rule->async = (struct kp_async_rule){KP_ASYNC_COPY, to, from, bytes, 0, false};
    return true;
}

static bool fill_word(struct kp_call_rule *rule, bool is_byte, const char *operand)
{
    if (!three_arguments(operand, &rule->fills.to, &rule->fills.from, &rule->fills.bytes))
        return false;
    rule->fills.is_byte = is_byte;
    rule->arg[rule->fills.to] |= KP_WRITE;
    rule->arg[rule->fills.from] |= is_byte ? 0 : KP_READ;
    return rule->fills.bytes > 0;
}

/* Words with an operand. */
static bool operand_word(struct kp_call_rule *rule, const char *word, const char *operand)
{
    unsigned mode = mode_of(word);

    if (mode)
        return touches(rule, mode, operand);
    if ((kp_streq(word, "load") || kp_streq(word, "global-load")) && argument(operand) == 0) {
        rule->is_load = true;
        rule->is_of_global = *word == 'g';
        rule->arg[0] |= KP_READ;
        return true;
    }
    if (kp_streq(word, "load") && kp_streq(operand, "object")) {
        rule->is_read = true;
        rule->object |= KP_READ;
        return true;
    }
    if (kp_streq(word, "copy"))
        return copy_word(rule, operand);
    if (kp_streq(word, "fill") || kp_streq(word, "copy-all"))
        return fill_word(rule, *word == 'f', operand);
    if (kp_streq(word, "async-copy")) {
        rule->control |= KP_CTL_ASYNC;
        return async_copy_word(rule, operand);
    }
    if (kp_streq(word, "async-wait")) {
        rule->control |= KP_CTL_ASYNC;
        rule->async = (struct kp_async_rule){.kind = KP_ASYNC_WAIT, .operand = argument(operand)};
        return rule->async.operand >= 0;
    }
    if (kp_streq(word, "compares"))
        return (rule->compares = argument(operand)) > 0;
    if (kp_streq(word, "address-of")) {
        rule->address_of = kp_streq(operand, "object") ? KP_RULE_OBJECT : argument(operand);
        return rule->address_of >= 0;
    }
    return false;
}

static bool effect_word(void *to, const char *word, const char *operand, const char **error)
{
    struct kp_call_rule *rule = to;
    unsigned control = kp_effect_control(word);

    (void)error;
    if (*operand)
        return operand_word(rule, word, operand);
    rule->control |= control;
    rule->tells_block |= kp_streq(word, "which-block");
    if (control || rule->tells_block || kp_streq(word, "pure"))
        return true;
    if (kp_streq(word, "barrier") || kp_streq(word, "partial-barrier")) {
        rule->control |= KP_CTL_BARRIER;
        rule->is_barrier = *word == 'b';
        rule->is_partial_barrier = *word == 'p';
        return true;
    }
    if (kp_streq(word, "warp-barrier")) {
        rule->control |= KP_CTL_WARP;
        return rule->is_warp_barrier = true;
    }
    if (kp_streq(word, "async-commit")) {
        rule->control |= KP_CTL_ASYNC;
        rule->async.kind = KP_ASYNC_COMMIT;
        return true;
    }
    if (kp_streq(word, "vote")) {
        rule->is_vote = true;
        return true;
    }
    if (kp_streq(word, "like-method")) {
        rule->is_like_method = true;
        rule->control |= KP_CTL_UNKNOWN;
        return true;
    }
    if (kp_streq(word, "counter"))
        return rule->is_counter = true;
    if (kp_streq(word, "again"))
        return rule->reads_again = true;
    if (kp_streq(word, "same-bits"))
        return rule->is_same_bits = true;
    if (kp_streq(word, "nonzero"))
        return rule->is_nonzero = true;
    if (kp_streq(word, "no-arguments")) {
        rule->zero_args_only = true;
        return true;
    }
    if (kp_streq(word, "of-numbers"))
        return rule->of_numbers = true;
    if (kp_streq(word, "of-values"))
        return rule->of_values = true;
    return false;
}

bool kp_calls_add(struct kp_arena *a, struct kp_layer *to, const char *name, const char *value,
                  const char *said, const char **error)
{
    struct kp_call_rule *rule;

    if (kp_streq(name, "namespaces")) {
        struct kp_rule_list list = {0};

        if (!kp_rule_list_add(a, &list, value, NULL, error))
            return false;
        for (size_t i = 0; i < list.names.n; i++)
            kp_push(a, &to->namespaces, list.names.v[i].name);
        return true;
    }
    if (kp_streq(name, "unknown"))
        return kp_rule_list_add(a, &to->calls, value, NULL, error);
    rule = kp_new(a, struct kp_call_rule);
    rule->address_of = -1;
    rule->effect = kp_strdup(a, name);
    rule->said = said;
    return kp_effect_parse(a, name, effect_word, rule, error) &&
           kp_rule_list_add(a, &to->calls, value, rule, error);
}

static bool read_line(void *user, const char *section, const char *name, const char *value,
                      const char **error)
{
    struct reading *r = user;

    (void)section;
    return kp_calls_add(r->arena, r->layer, name, value, NULL, error);
}

bool kp_calls_read(struct kp_rules *r, struct kp_layer *to, const char *file, const char *text,
                   const char **error)
{
    struct reading reading = {.arena = r->arena, .layer = to};

    return kp_ini_read(r->arena, file, text, read_line, &reading, error);
}

/* ---- questions --------------------------------------------------------------------------- */

/* Longer names than this are known to nobody. */
enum { MAX_NAME = 512 };

/* The name without template arguments: "wmma::fragment<a, b<c>>::fill" -> "wmma::fragment::fill".
 * What follows `operator` stays. */
static bool without_arguments(const char *qualified, char *out)
{
    size_t n = 0;
    int depth = 0;

    for (const char *p = qualified; *p; p++) {
        if (depth == 0 && kp_starts_with(p, "operator")) {
            size_t rest = strlen(p);

            if (n + rest >= MAX_NAME)
                return false;
            memcpy(out + n, p, rest + 1);
            return true;
        }
        if (*p == '<')
            depth++;
        else if (*p == '>')
            depth--;
        else if (depth == 0)
            out[n++] = *p;
        if (n + 1 >= MAX_NAME)
            return false;
    }
    out[n] = '\0';
    return true;
}

static bool is_namespace(const struct kp_rules *r, const char *name, size_t n)
{
    for (int i = 0; i < KP_LAYERS; i++)
        for (size_t k = 0; k < r->layer[i].namespaces.n; k++) {
            const char *here = r->layer[i].namespaces.v[k];

            if (strncmp(here, name, n) == 0 && !here[n])
                return true;
        }
    return false;
}

/* The last "::" of a name, in front of what `operator` names; NULL when there is none. */
static const char *last_colons(const char *name)
{
    const char *found = NULL;

    for (const char *p = name; (p = strstr(p, "::")); p += 2) {
        found = p;
        if (kp_starts_with(p + 2, "operator"))
            break;
    }
    return found;
}

static const struct kp_rule_entry *ask_layer(const struct kp_rules *r, const struct kp_layer *layer,
                                             const char *name)
{
    const char *last = last_colons(name), *p = name;
    const struct kp_rule_entry *e = kp_rule_list_name(&layer->calls, name, strlen(name));

    /* A::B::c, then B::c; ::c at the end */
    while (!e && last && p < last && (p = strstr(p, "::")) && p < last) {
        p += 2;
        e = kp_rule_list_name(&layer->calls, p, strlen(p));
    }
    if (!e && last)
        e = kp_rule_list_name(&layer->calls, last, strlen(last));
    if (!e && last && is_namespace(r, name, (size_t)(last - name)))
        e = kp_rule_list_name(&layer->calls, last + 2, strlen(last + 2));
    if (!e)
        e = kp_rule_list_pattern(&layer->calls, name);
    if (!e && last && is_namespace(r, name, (size_t)(last - name)))
        e = kp_rule_list_pattern(&layer->calls, last + 2);
    return e;
}

static const struct kp_call_rule *ask(const struct kp_rules *r, const char *name, int least)
{
    for (int i = KP_LAYERS - 1; i >= least; i--) {
        const struct kp_rule_entry *e = ask_layer(r, &r->layer[i], name);

        if (e)
            return e->rule;
    }
    return NULL;
}

const struct kp_call_rule *kp_rule_call(const struct kp_rules *r, const char *qualified)
{
    char name[MAX_NAME];

    return qualified && without_arguments(qualified, name) ? ask(r, name, KP_LAYER_BUILT_IN) : NULL;
}

static bool is_reserved(const struct kp_rules *r, const char *name)
{
    const char *colons = strstr(name, "::");

    return kp_starts_with(name, "__") || (colons && is_namespace(r, name, (size_t)(colons - name)));
}

const struct kp_call_rule *kp_rule_own_call(const struct kp_rules *r, const char *qualified)
{
    char name[MAX_NAME];

    if (!qualified || !without_arguments(qualified, name))
        return NULL;
    return ask(r, name, is_reserved(r, name) ? KP_LAYER_BUILT_IN : KP_LAYER_FOLDER);
}
