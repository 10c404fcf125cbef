/* Template arguments that the judgement of a loop rests on: its operators are the built-in ones for
 * these types. An instance with another one must not compile. */
#define _GNU_SOURCE
#include "emit/emit.h"

/* Types of CUDA's headers that kernels are instantiated with, where their header is there. */
static const struct {
    const char *header, *type;
} halves[] = {
    {"cuda_fp16.h", "__half"},
    {"cuda_bf16.h", "__nv_bfloat16"},
};

static bool includes(const struct kp_unit *u, const char *header)
{
    const char *s = u->source.text;

    for (struct kp_token t = kp_lex(s, 0, u->source.size); t.kind != KP_TOKEN_END;
         t = kp_lex(s, t.end, u->source.size))
        if (t.kind == KP_TOKEN_DIRECTIVE && kp_token_is(s, kp_lex_directive(s, t), "include") &&
            memmem(s + t.begin, t.end - t.begin, header, strlen(header)))
            return true;
    return false;
}

static void add_type(struct kp_str *out, const char *name, const char *type)
{
    if (out->n)
        kp_str_add(out, " || ");
    kp_str_addf(out, "::std::is_same<%s, %s>::value", name, type);
}

static bool is_listed(const struct kp_plain *p, const char *type)
{
    for (size_t i = 0; i < p->types.n; i++)
        if (kp_streq(p->types.v[i], type))
            return true;
    return false;
}

const char kp_made_for_others[] = "kpipe: made for other types; run kpipe again";

void kp_assert_plain(struct kp_emitter *e, struct kp_str *out)
{
    for (size_t i = 0; i < e->u->parse.plain.n; i++) {
        const struct kp_plain *p = &e->u->parse.plain.v[i];
        const char *name = p->param->name;
        const char *any = kp_sprintf(
            e->u->arena, "::std::is_arithmetic<%s>::value && !::std::is_volatile<%s>::value", name,
            name); /* a volatile number is arithmetic, too */
        struct kp_str others = kp_str_new(e->u->arena);

        if (p->function != e->l->function)
            continue;
        for (size_t k = 0; k < p->types.n; k++)
            add_type(&others, name, p->types.v[k]);
        for (size_t k = 0; !p->only_these && k < sizeof halves / sizeof *halves; k++)
            if (!is_listed(p, halves[k].type) && includes(e->u, halves[k].header))
                add_type(&others, name, halves[k].type);
        if (p->only_these)
            any = kp_str_text(&others);
        else if (others.n)
            any = kp_sprintf(e->u->arena, "(%s) || %s", any, kp_str_text(&others));
        kp_line(e, out, 0, "static_assert(%s,", any);
        kp_line(e, out, 0, "              \"%s\");", kp_made_for_others);
    }
}

bool kp_needs_traits(const struct kp_unit *u)
{
    for (size_t i = 0; i < u->loops.n; i++)
        for (size_t k = 0; u->loops.v[i]->outcome == KP_REWRITTEN && k < u->parse.plain.n; k++)
            if (u->parse.plain.v[k].function == u->loops.v[i]->function)
                return true;
    return u->says_same_type;
}
