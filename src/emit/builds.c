/* Values that another build may change: of macros that are defined under a condition. What was made
 * of a loop rests on them (numbers of trips, sizes, what divides what), so it says so where a build
 * would have other ones. */
#include "emit/emit.h"
#include "front/branches.h"
#include "front/lex.h"
#include "model/eval.h"

struct macro {
    const char *name;
    struct kp_span body;
    bool varies;
};

struct macros {
    const struct kp_unit *u;
    KP_VEC(struct macro) list;
};

/* The branch of a group that holds the place; -1: outside of the group. */
static int branch_at(const struct kp_branch_group *g, uint32_t at)
{
    for (size_t i = 0; i + 1 < g->lines.n; i++)
        if (at >= g->lines.v[i].end && at < g->lines.v[i + 1].begin)
            return (int)i;
    return -1;
}

/* One compilation sees both sides of a question for the architecture: the host's pass answers
 * otherwise than the device's, and need not agree. */
static bool asks_architecture(const struct kp_unit *u, const struct kp_branch_group *g)
{
    for (size_t i = 0; i < g->lines.n; i++)
        if (strstr(kp_span_text((struct kp_unit *)u, g->lines.v[i]), "__CUDA_ARCH__"))
            return true;
    return false;
}

/* Is the definition there in some of the builds only that have the function? */
static bool is_conditional(const struct kp_unit *u, const struct kp_branch_groups *groups,
                           uint32_t at, uint32_t function)
{
    for (size_t i = 0; i < groups->list.n; i++) {
        const struct kp_branch_group *g = &groups->list.v[i];
        int branch = branch_at(g, at);

        if (g->fixed < 0 && branch >= 0 && branch != branch_at(g, function) &&
            !asks_architecture(u, g))
            return true;
    }
    return false;
}

/* #define NAME body */
static void add_define(struct macros *m, struct kp_token line,
                       const struct kp_branch_groups *groups, uint32_t function)
{
    const char *s = m->u->source.text, *word;
    struct macro x = {.varies = is_conditional(m->u, groups, line.begin, function)};
    struct kp_token name;
    size_t n;

    word = kp_directive_word(s, line, &n);
    if (n != 6 || memcmp(word, "define", n) != 0)
        return;
    name = kp_lex_code(s, (uint32_t)(word + n - s), line.end);
    if (name.kind != KP_TOKEN_IDENT)
        return;
    x.name = kp_strndup(m->u->arena, s + name.begin, name.end - name.begin);
    x.body = (struct kp_span){name.end, line.end};
    kp_push(m->u->arena, &m->list, x);
}

/* What is made of a value that varies varies, too. */
static void close_macros(struct macros *m)
{
    bool grew;

    do {
        grew = false;
        for (size_t i = 0; i < m->list.n; i++)
            for (size_t k = 0; k < m->list.n && !m->list.v[i].varies; k++)
                if (m->list.v[k].varies && kp_lex_has(m->u->source.text, m->list.v[i].body.begin,
                                                      m->list.v[i].body.end, m->list.v[k].name))
                    m->list.v[i].varies = grew = true;
    } while (grew);
}

/* The loop's constants are not in sight in front of it. */
static bool names_local(const struct kp_node *n, const struct kp_node *function)
{
    if (n->sym && n->sym->decl && kp_is_inside(n->sym->decl, function))
        return true;
    kp_each_child(c, n) if (names_local(c, function)) return true;
    return false;
}

/* The value that the name was parsed with, where it is an expression of the function. */
static bool value_of(struct kp_unit *u, const struct kp_node *n, const char *name, int64_t *v)
{
    if (n->from_macro && !n->file && n->span.end - n->span.begin == strlen(name) &&
        !strncmp(u->source.text + n->span.begin, name, strlen(name)) && kp_eval(n, NULL, v))
        return !names_local(n, kp_function_around(n));
    kp_each_child(c, n) if (value_of(u, c, name, v)) return true;
    return false;
}

void kp_assert_values(struct kp_emitter *e, struct kp_str *out)
{
    struct kp_unit *u = e->u;
    const struct kp_node *f = e->l->function->decl;
    struct kp_branch_groups groups = {0};
    struct macros m = {.u = u};
    const char *text = u->source.text;
    int64_t v;

    if (f->file)
        return;
    kp_branch_groups(u->arena, u->source.text, u->source.bom, u->source.size, &groups);
    if (groups.broken || !groups.list.n)
        return;
    for (struct kp_token t = kp_lex(text, u->source.bom, f->span.begin); t.kind != KP_TOKEN_END;
         t = kp_lex(text, t.end, f->span.begin))
        if (t.kind == KP_TOKEN_DIRECTIVE)
            add_define(&m, t, &groups, f->span.begin);
    close_macros(&m);
    for (size_t i = 0; i < m.list.n; i++) {
        bool again = false;

        for (size_t k = 0; k < i; k++)
            again |= m.list.v[k].varies && kp_streq(m.list.v[k].name, m.list.v[i].name);
        if (m.list.v[i].varies && !again && value_of(u, f, m.list.v[i].name, &v))
            kp_line(e, out, 0, "static_assert((%s) == %lld, \"kpipe: made for this value\");",
                    m.list.v[i].name, (long long)v);
    }
}
