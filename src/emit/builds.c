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

static uint32_t line_end(const struct kp_unit *u, uint32_t at)
{
    const char *s = u->source.text;

    while (at < u->source.size && (s[at] != '\n' || s[at - 1] == '\\'))
        at++;
    return at;
}

/* #define NAME body */
static void add_define(struct macros *m, uint32_t at, const struct kp_branch_groups *groups,
                       uint32_t function)
{
    const char *s = m->u->source.text;
    uint32_t word = at + (uint32_t)strspn(s + at, " \t"), name, end;
    struct macro x = {.varies = is_conditional(m->u, groups, at, function)};

    if (s[word] != '#')
        return;
    word += 1 + (uint32_t)strspn(s + word + 1, " \t");
    if (!kp_starts_with(s + word, "define") || (s[word + 6] != ' ' && s[word + 6] != '\t'))
        return;
    name = word + 6 + (uint32_t)strspn(s + word + 6, " \t");
    for (end = name; kp_is_ident_char(s[end]);)
        end++;
    x.name = kp_strndup(m->u->arena, s + name, end - name);
    x.body = (struct kp_span){end, line_end(m->u, end)};
    if (*x.name)
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
    int64_t v;

    if (f->file)
        return;
    kp_branch_groups(u->arena, u->source.text, u->source.bom, u->source.size, &groups);
    if (groups.broken || !groups.list.n)
        return;
    for (uint32_t i = 0; i < u->source.n_lines && u->source.line_start[i] < f->span.begin; i++)
        add_define(&m, u->source.line_start[i], &groups, f->span.begin);
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
