/* What is in front of a loop for the builds that it was not made for: conditions whose answer was
 * taken for granted (front/given.h) stop them. */
#include "emit/emit.h"
#include "front/given.h"
#include "front/lex.h"
#include "model/asked.h"
#include "model/builds.h"
#include "model/unread.h"

/* True where the build takes another branch. The host's pass, where it does so too, has no say. */
static const char *other_build(struct kp_unit *u, const struct kp_branch_group *g)
{
    const char *asked = kp_asked_text(u, u->source.text, g->lines.v[0]);

    asked = kp_sprintf(u->arena, g->given == 0 ? "!(%s)" : "%s", asked);
    return g->host_differs
               ? kp_sprintf(u->arena, "(defined(__CUDA_ARCH__) || !defined(__CUDACC__)) && (%s)",
                            asked)
               : asked;
}

/* True for GPUs that are older than all that kpipe plans for, for compilers that are not CUDA's,
 * and where a name of HIP's compilers or another system that the group asks for is defined. */
static const char *unplanned_build(struct kp_unit *u, const struct kp_branch_group *g)
{
    struct kp_str out = kp_str_new(u->arena);
    const char *s = u->source.text;

    kp_str_addf(&out, "!defined(__CUDACC__) || (defined(__CUDA_ARCH__) && __CUDA_ARCH__ < %d)",
                KP_ARCH_OLDEST);
    for (size_t i = 0; i < g->lines.n; i++) {
        struct kp_token line = {KP_TOKEN_DIRECTIVE, g->lines.v[i].begin, g->lines.v[i].end},
                        t = kp_elsewhere_name(s, kp_lex_directive(s, line).end, line.end);

        for (; t.kind != KP_TOKEN_END; t = kp_elsewhere_name(s, t.end, line.end))
            kp_str_addf(&out, " || defined(%.*s)", (int)(t.end - t.begin), s + t.begin);
    }
    return kp_str_text(&out);
}

/* True where none of the builds that were looked at takes the group's branch; "": none does. */
static const char *unseen_build(struct kp_unit *u, const struct kp_branch_group *g)
{
    if (g->given >= 0)
        return other_build(u, g);
    return kp_is_of_architecture(u, g, true) ? unplanned_build(u, g) : "";
}

/* This text, or one that it was made from. */
static bool rests_on_given(const struct kp_unit *u)
{
    for (; u; u = u->outer)
        if (u->rests_on_given)
            return true;
    return false;
}

/* One #error for each condition. */
static void add_error(struct kp_unit *u, struct kp_str *out, struct kp_words *said,
                      const char *other, const char *indent)
{
    if (!*other || kp_words_have(said, other, strlen(other)))
        return;
    kp_words_add(u->arena, said, other, strlen(other));
    kp_str_addf(out,
                "%s%s#if %s%s%s#error \"kpipe: not the build that this was made for: run "
                "kpipe again\"%s%s#endif",
                out->n ? kp_newline(u) : "", out->n ? indent : "", other, kp_newline(u), indent,
                kp_newline(u), indent);
}

/* As an operand of `||`. */
static const char *closed(struct kp_unit *u, const char *condition)
{
    return strstr(condition, "&&") || strchr(condition, '?')
               ? kp_sprintf(u->arena, "(%s)", condition)
               : condition;
}

/* Several of the n conditions in one line, while they fit. */
static void add_asked(struct kp_unit *u, const char *const *asked, size_t n, struct kp_str *out,
                      struct kp_words *said, const char *indent)
{
    struct kp_words known = {0};
    const char *line = "";

    for (size_t i = 0; i < n; i++) {
        const char *other = closed(u, asked[i]);
        bool is_long = strlen(indent) + strlen(line) + strlen(other) + 12 > KP_LINE_LENGTH;

        if (kp_words_have(&known, other, strlen(other)))
            continue;
        kp_words_add(u->arena, &known, other, strlen(other));
        if (*line && is_long)
            add_error(u, out, said, line, indent);
        line = !*line || is_long ? other : kp_sprintf(u->arena, "%s || %s", line, other);
    }
    add_error(u, out, said, line, indent);
}

const char *kp_asserted_builds(struct kp_unit *u, const struct kp_loop *l, const char *indent)
{
    struct kp_str out = kp_str_new(u->arena);
    struct kp_words said = {0};
    struct kp_builds builds;

    kp_builds_of(u, l->function, &builds);
    for (size_t i = 0; rests_on_given(u) && i < builds.matter.n; i++)
        add_error(u, &out, &said, unseen_build(u, &builds.groups.list.v[builds.matter.v[i]]),
                  indent);
    add_asked(u, builds.asked.v, builds.asked.n, &out, &said, indent);
    return out.n ? kp_str_text(&out) : NULL;
}

const char *kp_asserted_on_top(struct kp_unit *u)
{
    const struct kp_texts *asked = kp_asked_on_top(u);
    struct kp_str out = kp_str_new(u->arena);
    struct kp_words said = {0};

    add_asked(u, asked->v, asked->n, &out, &said, "");
    return out.n ? kp_str_text(&out) : NULL;
}
