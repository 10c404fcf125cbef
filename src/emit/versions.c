/* A loop that is right, or whose copies are wide, where a test holds that all threads answer alike:
 * beside it stands the loop as the user wrote it, which knows one stage of each tile. */
#include "emit/emit.h"
#include "model/names.h"

/* A tile whose declaration has several stages now: its name means the first. Elsewhere the name is
 * the user's own, and that is the first. */
static bool is_renamed(const struct kp_bound *b)
{
    return !b->is_alias && !b->home->is_dynamic;
}

const struct kp_version *kp_tested_version(struct kp_emitter *e)
{
    struct kp_version *v;

    if (!e->l->tests.n)
        return NULL;
    v = kp_new(e->u->arena, struct kp_version);
    v->flag = e->l->wide_flag = kp_name(e->names, "kp_apart");
    v->is_declared = true;
    v->own = kp_text_as_written(e->u, e->l->node);
    return v;
}

static bool is_about_two(const char *test)
{
    return !strncmp(test, KP_TEST_CLEAR "(", strlen(KP_TEST_CLEAR "("));
}

/* The function that those are told by. What its parameters are called is nobody's macro. */
static const char *declare_clear(struct kp_emitter *e, struct kp_str *out)
{
    enum { A, A_FROM, A_TO, B, B_FROM, B_TO, PARAMETERS };
    static const char *const wishes[] = {"kp_a", "kp_a_from", "kp_a_to",
                                         "kp_b", "kp_b_from", "kp_b_to"};
    const char *name = NULL, *p[PARAMETERS];

    for (size_t i = 0; i < e->l->tests.n && !name; i++)
        if (is_about_two(e->l->tests.v[i]))
            name = kp_name(e->names, KP_TEST_CLEAR);
    if (!name)
        return NULL;
    for (int i = 0; i < PARAMETERS; i++)
        p[i] = kp_inner_name(e->names, wishes[i]);
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

    if (!e->versions || !e->versions->is_declared)
        return;
    kp_line(e, out, 0, "// kpipe: pipelined where these hold, else the loop as written");
    clear = declare_clear(e, out);
    kp_line(e, out, 0, "const bool %s =", e->versions->flag);
    for (size_t i = 0; i < e->l->tests.n; i++) {
        const char *test = e->l->tests.v[i], *second = strchr(test, '\n');
        const char *end = i + 1 == e->l->tests.n ? ";" : " &&";

        if (!is_about_two(test)) {
            kp_line(e, out, 1, "%s%s", test, end);
            continue;
        }
        kp_line(e, out, 1, "%s%.*s", clear, (int)(second - test - (long)strlen(KP_TEST_CLEAR)),
                test + strlen(KP_TEST_CLEAR));
        kp_line(e, out, 3, "%s%s", second + 1, end);
    }
}

void kp_add_versions(struct kp_emitter *e, struct kp_str *out, const char *pipelined)
{
    kp_line(e, out, 0, "if (%s) {", e->versions->flag);
    kp_str_add(out, kp_indented(e->u, pipelined, e->unit));
    kp_line(e, out, 0, "} else { // kpipe: as written");
    for (size_t i = 0; i < e->bound.n; i++)
        if (is_renamed(&e->bound.v[i]))
            kp_line(e, out, 1, "%s", kp_stage_of(e, &e->bound.v[i], "0"));
    kp_str_addf(out, "%s%s", kp_indented(e->u, e->versions->own, e->unit), e->nl);
    kp_line(e, out, 0, "}");
}
