/* Template arguments of the kernel: those of the compiled module, or guesses. */
#include "draft/parts.h"

#include <ctype.h>
#include <stdlib.h>

#include "model/expr.h"
#include "model/loop_parts.h"
#include "rule/config.h"
#include "simt/simt.h"
#include "util/str.h"

/* ---- as text ---- */

static const char *suffix(const struct kp_type *t)
{
    if (!t || t->kind != KP_TYPE_INT)
        return "";
    if (t->size == 8)
        return t->is_unsigned ? "ul" : "l";
    return t->size == 4 && t->is_unsigned ? "u" : "";
}

const char *kp_draft_template_text(struct kp_drafter *x, const struct kp_launch *l)
{
    struct kp_str s = kp_str_new(x->arena);

    for (size_t k = 0; k < l->tvalues.n; k++) {
        const struct kp_tvalue *t = &l->tvalues.v[k];
        if (!t->known)
            return NULL;
        kp_str_add(&s, k ? ", " : "");
        if (t->type)
            kp_str_add(&s, t->type->spelling);
        else if (t->param->type && t->param->type->kind == KP_TYPE_BOOL)
            kp_str_add(&s, t->value ? "true" : "false");
        else
            kp_str_addf(&s, "%lld%s", (long long)t->value, suffix(t->param->type));
    }
    return s.n ? kp_str_text(&s) : NULL;
}

const char *kp_draft_instance(struct kp_drafter *x, const char *template_text)
{
    struct kp_case c = {.arena = x->arena,
                        .path = "",
                        .kernel = x->kernel->name,
                        .template_args = template_text,
                        .template_text = {.s = template_text}};

    return kp_case_instance(&c, x->arena);
}

/* ---- those of the module ---- */

/* Types by their mangled names. */
static const struct {
    const char *mangled;
    struct kp_type type;
} types[] = {
    {"f", {.kind = KP_TYPE_FLOAT, .spelling = "float", .size = 4, .align = 4}},
    {"d", {.kind = KP_TYPE_FLOAT, .spelling = "double", .size = 8, .align = 8}},
    {"i", {.kind = KP_TYPE_INT, .spelling = "int", .size = 4, .align = 4}},
    {"j",
     {.kind = KP_TYPE_INT, .spelling = "unsigned", .size = 4, .align = 4, .is_unsigned = true}},
    {"a", {.kind = KP_TYPE_INT, .spelling = "signed char", .size = 1, .align = 1}},
    {"c", {.kind = KP_TYPE_INT, .spelling = "char", .size = 1, .align = 1}},
    {"h",
     {.kind = KP_TYPE_INT,
      .spelling = "unsigned char",
      .size = 1,
      .align = 1,
      .is_unsigned = true}},
    {"s", {.kind = KP_TYPE_INT, .spelling = "short", .size = 2, .align = 2}},
    {"l", {.kind = KP_TYPE_INT, .spelling = "long", .size = 8, .align = 8}},
    {"m",
     {.kind = KP_TYPE_INT,
      .spelling = "unsigned long",
      .size = 8,
      .align = 8,
      .is_unsigned = true}},
    {"x", {.kind = KP_TYPE_INT, .spelling = "long long", .size = 8, .align = 8}},
    {"6__half", {.kind = KP_TYPE_RECORD, .spelling = "__half", .size = 2, .align = 2}},
    {"13__nv_bfloat16",
     {.kind = KP_TYPE_RECORD, .spelling = "__nv_bfloat16", .size = 2, .align = 2}},
};

static const char *read_type(const char *p, struct kp_tvalue *t)
{
    for (size_t k = 0; k < sizeof types / sizeof *types; k++) {
        if (!kp_starts_with(p, types[k].mangled))
            continue;
        t->type = &types[k].type;
        t->known = true;
        return p + strlen(types[k].mangled);
    }
    return NULL;
}

/* "Li128E", "Ln" for negative ones. */
static const char *read_value(const char *p, struct kp_tvalue *t)
{
    bool negative;
    char *end;

    if (p[0] != 'L' || !strchr("bijlmxyahcst", p[1]))
        return NULL;
    p += 2;
    negative = *p == 'n';
    p += negative;
    t->value = strtoll(p, &end, 10);
    if (end == p || *end != 'E')
        return NULL;
    t->value = negative ? -t->value : t->value;
    t->known = true;
    return end + 1;
}

static bool read_instance(const char *p, struct kp_launch *l)
{
    for (size_t k = 0; k < l->tvalues.n && p; k++) {
        struct kp_tvalue *t = &l->tvalues.v[k];
        p = t->param->kind == KP_SYM_TVALUE ? read_value(p, t) : read_type(p, t);
    }
    return p && *p == 'E';
}

/* A copy with arguments of its own. */
static struct kp_launch copy(struct kp_drafter *x, const struct kp_launch *l)
{
    struct kp_launch c = *l;

    c.tvalues.v = kp_new_array(x->arena, struct kp_tvalue, l->tvalues.n + 1);
    memcpy(c.tvalues.v, l->tvalues.v, l->tvalues.n * sizeof *c.tvalues.v);
    return c;
}

/* What the launch says itself must agree. */
static bool contradicts(const struct kp_launch *found, const struct kp_launch *l)
{
    for (size_t k = 0; k < l->tvalues.n; k++)
        if (l->tvalues.v[k].known && !l->tvalues.v[k].type &&
            l->tvalues.v[k].value != found->tvalues.v[k].value)
            return true;
    return false;
}

static size_t compiled(struct kp_drafter *x, const struct kp_launch *l, struct kp_launch *to,
                       size_t most)
{
    const char *name = kp_sprintf(x->arena, "%zu%sI", strlen(x->kernel->name), x->kernel->name);
    size_t n = 0;

    for (size_t k = 0; k < kp_simt_kernel_count(x->module) && n < most; k++) {
        const char *at = strstr(kp_simt_kernel_name(x->module, k), name);
        to[n] = copy(x, l);
        if (at && read_instance(at + strlen(name), &to[n]) && !contradicts(&to[n], l))
            n++;
    }
    return n;
}

/* ---- guesses, by what a parameter is used for ---- */

enum use { OTHER, DIMENSION, STEP, N_USES };

/* Extents of tiles, the step of the K-loop, and the rest (what a thread computes). */
static const int64_t guesses[][N_USES] = {
    {4, 64, 16}, {8, 64, 8}, {8, 128, 8}, {4, 32, 8}, {32, 32, 32}, {16, 16, 16}, {2, 64, 32},
};

static bool is_extent(const struct kp_node *n, const struct kp_sym *param)
{
    if (n->kind == KP_VAR && n->sym && n->sym->space == KP_SPACE_SHARED)
        for (unsigned k = 0; k < n->sym->n_dims; k++)
            if (kp_count_refs(kp_child(n, k), param))
                return true;
    kp_each_child(c, n) if (is_extent(c, param)) return true;
    return false;
}

static bool is_step(const struct kp_drafter *x, const struct kp_sym *param)
{
    for (size_t k = 0; k < x->u->loops.n; k++) {
        const struct kp_loop *l = x->u->loops.v[k];
        const struct kp_node *step = kp_loop_step(l->node), *condition = kp_loop_condition(l->node);
        if (l->function == x->kernel && l->tiles.n &&
            ((step && kp_count_refs(step, param)) ||
             (condition && kp_count_refs(condition, param))))
            return true;
    }
    return false;
}

static enum use use_of(const struct kp_drafter *x, const struct kp_sym *param)
{
    return is_step(x, param) ? STEP : is_extent(x->kernel->decl, param) ? DIMENSION : OTHER;
}

static struct kp_launch guess(struct kp_drafter *x, const struct kp_launch *l,
                              const int64_t values[N_USES])
{
    struct kp_launch g = copy(x, l);

    for (size_t k = 0; k < g.tvalues.n; k++) {
        struct kp_tvalue *t = &g.tvalues.v[k];
        if (t->known)
            continue;
        if (t->param->kind == KP_SYM_TVALUE)
            t->value = t->param->type && t->param->type->kind == KP_TYPE_BOOL
                           ? 0
                           : values[use_of(x, t->param)];
        else
            t->type = &types[0].type;
        t->known = true;
    }
    return g;
}

/* ---- those of the project file ---- */

static bool read_word(const char *word, struct kp_tvalue *t)
{
    char *end;

    t->known = true;
    if (t->param->kind == KP_SYM_TVALUE) {
        t->value = kp_streq(word, "true") ? 1 : strtoll(word, &end, 0);
        return kp_streq(word, "true") || kp_streq(word, "false") ||
               (end > word && !end[strspn(end, "uUlL")]);
    }
    for (size_t k = 0; k < sizeof types / sizeof *types; k++)
        if (kp_streq(types[k].type.spelling, word))
            t->type = &types[k].type;
    return t->type != NULL;
}

static bool read_words(struct kp_drafter *x, const char *text, struct kp_launch *l)
{
    size_t k = 0;

    for (; *text && k < l->tvalues.n; k++) {
        size_t n = strcspn(text, ","), end = n;

        while (end && isspace((unsigned char)text[end - 1]))
            end--;
        if (!read_word(kp_strndup(x->arena, text, end), &l->tvalues.v[k]))
            return false;
        text += n + (text[n] == ',');
        text += strspn(text, " \t");
    }
    return !*text && k == l->tvalues.n;
}

static size_t said(struct kp_drafter *x, const struct kp_launch *l, struct kp_launch *to,
                   size_t most)
{
    const char *text;
    size_t n = 0, at = 0;

    while (n < most && (text = kp_config_instance(x->u->options->config, x->kernel->name, &at))) {
        to[n] = copy(x, l);
        n += read_words(x, text, &to[n]);
    }
    return n;
}

size_t kp_draft_instances(struct kp_drafter *x, const struct kp_launch *l, struct kp_launch *to,
                          size_t most, bool *guessed)
{
    size_t n = 0;

    for (size_t k = 0; k < x->u->parse.templates.n && !l; k++)
        if (x->u->parse.templates.v[k].kernel == x->kernel)
            l = &x->u->parse.templates.v[k];
    n = l ? said(x, l, to, most) : 0;
    *guessed = x->is_said = n > 0;
    if (n)
        return n;
    if (!l || (!x->module && kp_draft_compile(x, NULL)))
        return 0;
    n = compiled(x, l, to, most);
    *guessed = !n;
    for (size_t k = 0; *guessed && k < sizeof guesses / sizeof *guesses && n < most; k++)
        to[n++] = guess(x, l, guesses[k]);
    return n;
}
