/* Checks the edits and the brackets of the output, without the code that made them. What a
 * rewritten loop computes is judged by parsing the output and executing it (texts/read_back.c,
 * validate/). */
#include "emit/emit.h"

struct tokens {
    const char *text;
    KP_VEC(struct kp_token) list;
};

static struct tokens tokens_of(struct kp_unit *u, const char *text, uint32_t begin, uint32_t end)
{
    struct tokens t = {.text = text};
    struct kp_token k = kp_lex_code(text, begin, end);

    for (; k.kind != KP_TOKEN_END; k = kp_lex_code(text, k.end, end))
        kp_push(u->arena, &t.list, k);
    return t;
}

static size_t count(const struct tokens *t, const char *word)
{
    size_t n = 0;

    for (size_t i = 0; i < t->list.n; i++)
        n += kp_token_is(t->text, t->list.v[i], word);
    return n;
}

static const char *check_order(const struct kp_unit *u)
{
    uint32_t at = u->source.bom;

    for (size_t i = 0; i < u->edits.n; i++) {
        struct kp_span s = u->edits.v[i].span;

        if (s.begin > s.end || s.end > u->source.size)
            return "an edit lies outside the file";
        if (s.begin < at)
            return "two edits overlap";
        at = s.end;
    }
    return NULL;
}

/* Text inside a preprocessor line is somebody else's, too. */
static const char *check_directives(const struct kp_unit *u)
{
    const char *s = u->source.text;
    struct kp_token t = kp_lex(s, u->source.bom, u->source.size);
    size_t first = 0; /* edits in front of it end in front of the line; they are in order */

    for (; t.kind != KP_TOKEN_END; t = kp_lex(s, t.end, u->source.size)) {
        if (t.kind != KP_TOKEN_DIRECTIVE)
            continue;
        while (first < u->edits.n && u->edits.v[first].span.end < t.begin)
            first++;
        for (size_t i = first; i < u->edits.n && u->edits.v[i].span.begin < t.end; i++) {
            struct kp_span e = u->edits.v[i].span;
            bool covers = e.begin <= t.begin && e.end >= t.end;

            if (e.begin < t.end && e.end > t.begin && !covers)
                return "an edit lies inside a preprocessor line";
            if (e.begin == e.end && e.begin > t.begin && e.begin < t.end)
                return "an edit lies inside a preprocessor line";
        }
    }
    return NULL;
}

/* The kernels that get a __launch_bounds__. */
static size_t count_bounds(const struct kp_unit *u)
{
    size_t n = 0;

    for (size_t i = 0; i < u->edits.n; i++)
        n += u->edits.v[i].span.begin == u->edits.v[i].span.end &&
             strstr(u->edits.v[i].text, "__launch_bounds__") != NULL;
    return n;
}

/* Brackets match, and no __launch_bounds__ was added beside the planned ones. */
static const char *check_balance(struct kp_unit *u)
{
    static const char *const brackets[] = {"(", ")", "[", "]", "{", "}"};
    struct tokens in = tokens_of(u, u->source.text, u->source.bom, u->source.size);
    struct tokens out = tokens_of(u, u->output, u->source.bom, (uint32_t)u->output_size);

    for (size_t i = 0; i < 6; i += 2)
        if (count(&in, brackets[i]) - count(&in, brackets[i + 1]) !=
            count(&out, brackets[i]) - count(&out, brackets[i + 1]))
            return "brackets do not match";
    return count(&in, "__launch_bounds__") + count_bounds(u) == count(&out, "__launch_bounds__")
               ? NULL
               : "a __launch_bounds__ is missing or one too many";
}

bool kp_check_emit(struct kp_unit *u, const char **why)
{
    *why = check_order(u);
    if (!*why)
        *why = check_directives(u);
    if (!*why)
        *why = check_balance(u);
    return !*why;
}
