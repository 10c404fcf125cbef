/* A loop that is right, or whose copies are wide, where a test holds that all threads answer alike:
 * beside it stands the loop as the user wrote it, which knows one stage of each tile. */
#include "emit/emit.h"
#include "model/names.h"

/* A tile whose declaration has several stages now: its name means the first. Elsewhere the name is
 * the user's own, and that is the first. */
static bool is_renamed(const struct kp_bound *b)
{
    return !b->is_alias && !b->storage->is_dynamic;
}

/* The user's loop, where that is not the one in the unit's text. */
static const char *loop_of_user(const struct kp_unit *u, const struct kp_loop *l)
{
    for (size_t i = 0; u->own_loops && i < u->loops.n; i++)
        if (u->loops.v[i] == l)
            return u->own_loops[i];
    return NULL;
}

const char *kp_own_text(struct kp_unit *u, const struct kp_loop *l)
{
    struct kp_patches dropped = {0};
    const char *users = loop_of_user(u, l);

    if (users)
        return users;

    for (size_t i = 0; i < l->hoisted.n; i++) {
        struct kp_span s = kp_lines_of(u, l->hoisted.v[i]);

        kp_patch(u, &dropped, s.begin, s.end, "");
    }
    return kp_text_patched(u, l->node, &dropped);
}

const struct kp_version *kp_tested_version(struct kp_emitter *e, const struct kp_version *wide)
{
    struct kp_version *v;

    if (!e->l->tests.n && !e->l->clear.n)
        return wide;
    v = kp_new(e->u->arena, struct kp_version);
    v->flag = e->l->wide_flag = kp_name(e->names, "kp_apart");
    v->also = wide ? wide->flag : NULL;
    v->is_declared = true;
    v->own = wide ? wide->own : kp_own_text(e->u, e->l);
    return v;
}

/* The function that tells whether two ranges are apart; NULL: nobody asks. What its parameters are
 * called is nobody's macro. */
static const char *declare_clear(struct kp_emitter *e, struct kp_str *out)
{
    enum { A, A_FROM, A_TO, B, B_FROM, B_TO, PARAMETERS };
    static const char *const requests[] = {"kp_a", "kp_a_from", "kp_a_to",
                                           "kp_b", "kp_b_from", "kp_b_to"};
    const char *name, *p[PARAMETERS];

    if (!e->l->clear.n)
        return NULL;
    name = kp_name(e->names, "kp_clear");
    for (int i = 0; i < PARAMETERS; i++)
        p[i] = kp_inner_name(e->names, requests[i]);
    kp_line(e, out, 0, "auto %s = [](const volatile void *%s, long long %s, long long %s,", name,
            p[A], p[A_FROM], p[A_TO]);
    kp_line(e, out, 4, "const volatile void *%s, long long %s, long long %s) {", p[B], p[B_FROM],
            p[B_TO]);
    kp_line(
        e, out, 1,
        "return reinterpret_cast<long long>(%s) + %s <= reinterpret_cast<long long>(%s) + %s ||",
        p[A], p[A_TO], p[B], p[B_FROM]);
    kp_line(e, out, 3,
            "reinterpret_cast<long long>(%s) + %s <= reinterpret_cast<long long>(%s) + %s;", p[B],
            p[B_TO], p[A], p[A_FROM]);
    kp_line(e, out, 0, "};");
    return name;
}

void kp_declare_test(struct kp_emitter *e, struct kp_str *out)
{
    const char *clear;

    if (!e->l->version || !e->l->version->is_declared)
        return;
    kp_line(e, out, 0, "// kpipe: pipelined where these hold, else the loop as written");
    clear = declare_clear(e, out);
    kp_line(e, out, 0, "const bool %s =", e->l->version->flag);
    if (e->l->version->also)
        kp_line(e, out, 1, "%s &&", e->l->version->also);
    for (size_t i = 0; i < e->l->tests.n; i++)
        kp_line(e, out, 1, "%s%s", e->l->tests.v[i],
                i + 1 < e->l->tests.n || e->l->clear.n ? " &&" : ";");
    for (size_t i = 0; i < e->l->clear.n; i++) {
        kp_line(e, out, 1, "%s(%s,", clear, e->l->clear.v[i].a);
        kp_line(e, out, 3, "%s)%s", e->l->clear.v[i].b, i + 1 < e->l->clear.n ? " &&" : ";");
    }
}

void kp_add_versions(struct kp_emitter *e, struct kp_str *out, const char *pipelined)
{
    kp_line(e, out, 0, "if (%s) {", e->l->version->flag);
    kp_str_add(out, kp_indented(e->u, pipelined, e->unit));
    kp_line(e, out, 0, "} else { // kpipe: as written");
    for (size_t i = 0; i < e->bound.n; i++)
        if (is_renamed(&e->bound.v[i]))
            kp_line(e, out, 1, "%s", kp_stage_of(e, &e->bound.v[i], "0"));
    kp_str_addf(out, "%s%s", kp_indented(e->u, e->l->version->own, e->unit), e->nl);
    kp_line(e, out, 0, "}");
}
