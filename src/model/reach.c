/* Declarations of namespaces that nothing names: look-up does not find them. */
#include <string.h>

#include "front/front.h"
#include "front/lex.h"
#include "model/brought.h"
#include "model/builds.h"
#include "model/named.h"
#include "model/unread.h"

/* A macro that opens a brace and does not close it may open or close a namespace, and one that says
 * `namespace` may open it, or let all find what is in it. */
static bool has_odd_braces(const char *s, const struct kp_piece *p)
{
    int depth = 0;

    for (struct kp_token t = kp_lex(s, p->body.begin, p->body.end); t.kind != KP_TOKEN_END;
         t = kp_lex(s, t.end, p->body.end)) {
        depth += kp_token_is(s, t, "{") || kp_token_is(s, t, "<%");
        depth -= kp_token_is(s, t, "}") || kp_token_is(s, t, "%>");
        if (depth < 0 || kp_token_is(s, t, "namespace"))
            return true;
    }
    return depth != 0;
}

/* .. in what a file that other builds read says? */
static bool has_odd_pieces(const char *text, const struct kp_pieces *pieces)
{
    bool odd = pieces->is_odd;

    for (size_t i = 0; !odd && i < pieces->list.n; i++)
        odd = pieces->list.v[i].is_macro && !pieces->list.v[i].is_undef &&
              has_odd_braces(text, &pieces->list.v[i]);
    return odd;
}

static bool may_bring_odd(struct kp_unit *u, size_t file)
{
    for (size_t i = 0; i < kp_groups_in(u, file)->list.n; i++) {
        const struct kp_brought *b = kp_brought_by(u, file, i);

        if (kp_is_unread(u, b))
            return true;
        for (size_t n = 0; n < b->files.n; n++)
            if (has_odd_pieces(b->files.v[n].text, b->files.v[n].pieces))
                return true;
    }
    return false;
}

/* True if the braces in the files tell what is in a namespace. */
static bool tells_namespaces(struct kp_unit *u)
{
    struct kp_texts said = {0};

    if (kp_branch_groups_of(u)->own_architecture || u->source.is_hip)
        return false;
    for (size_t f = 0; f < u->parse.files.n; f++)
        if (kp_pieces_in(u, f)->is_odd || (kp_place_file(u, f)->text && may_bring_odd(u, f)))
            return false;
    kp_command_macros(u, &said);
    for (size_t i = 0; i < said.n; i++)
        if (strpbrk(said.v[i], "{}%") || strstr(said.v[i], "namespace"))
            return false;
    kp_each_macro(m, u) if (!m->piece->is_undef && has_odd_braces(m->text, m->piece)) return false;
    return true;
}

/* Namespaces whose types the language or CUDA's own headers bring without their names. */
static bool is_of_toolkit(const char *name, size_t n)
{
    static const char *const all[] = {"std", "cuda", "nvcuda", "cooperative_groups", "nv"};

    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (strlen(all[i]) == n && !memcmp(name, all[i], n))
            return true;
    return false;
}

bool kp_is_in_reach(struct kp_unit *u, const char *text, const struct kp_piece *p,
                    const struct kp_words *words)
{
    const char *name = text + p->space.begin;
    size_t n = p->space.end - p->space.begin;

    if (p->is_macro || !n || is_of_toolkit(name, n) || kp_words_have(words, name, n) ||
        kp_words_have(words, KP_ANY_NAMESPACE, 2))
        return true;
    if (!u->tells_namespaces)
        u->tells_namespaces = tells_namespaces(u) ? 1 : 2;
    return u->tells_namespaces == 2 || kp_is_macro(u, name, n);
}
