/* What macros are defined as. */
#include <stdlib.h>

#include "front/command.h"
#include "front/front.h"
#include "front/lex.h"
#include "model/builds.h"

bool kp_is_skipped(const struct kp_unit *u, struct kp_span s)
{
    for (size_t i = 0; i < u->parse.skipped.n; i++)
        if (kp_spans_overlap(u->parse.skipped.v[i].span, s))
            return true;
    return false;
}

const struct kp_piece *kp_only_macro(struct kp_unit *u, const char *name, size_t *file)
{
    const struct kp_piece *found = NULL;

    for (size_t f = 0; f < u->parse.files.n; f++) {
        const struct kp_pieces *pieces = kp_pieces_in(u, f);
        const char *s = kp_place_file(u, f)->text;

        for (size_t i = 0; s && i < pieces->list.n; i++) {
            const struct kp_piece *p = &pieces->list.v[i];

            if (!kp_is_about_macro(p, s, name, strlen(name)) || (!f && kp_is_skipped(u, p->span)))
                continue;
            if (found || p->is_undef)
                return NULL;
            found = p;
            *file = f;
        }
    }
    return found;
}

void kp_command_macros(struct kp_unit *u, struct kp_texts *out)
{
    const struct kp_flag_lines *lines = u->options->flags;
    struct kp_args args = {0};

    for (size_t i = 0; lines && i < lines->n; i++)
        kp_compile_args(u->arena, lines->v[i].line, &args);
    for (size_t i = 0; i < args.n; i++)
        if (kp_streq(args.v[i], "-D") && i + 1 < args.n)
            kp_push(u->arena, out, args.v[++i]);
        else if (kp_starts_with(args.v[i], "-D"))
            kp_push(u->arena, out, args.v[i] + 2);
}

struct kp_token kp_macro_number(const char *s, const struct kp_piece *p)
{
    const uint32_t end = p->body.end;
    struct kp_token t = kp_lex(s, p->body.begin, end), next, none = {.kind = KP_TOKEN_END};
    int depth = 0;

    for (; kp_token_is(s, t, "(") || kp_token_is(s, t, "-"); t = kp_lex(s, t.end, end))
        depth += kp_token_is(s, t, "(");
    for (next = kp_lex(s, t.end, end); kp_token_is(s, next, ")"); next = kp_lex(s, next.end, end))
        depth--;
    return t.kind == KP_TOKEN_NUMBER && next.kind == KP_TOKEN_END && !depth && !p->is_function_like
               ? t
               : none;
}

bool kp_macro_value(const char *s, const struct kp_piece *p, int64_t *v)
{
    struct kp_token t = kp_macro_number(s, p);
    char *end;

    if (t.kind == KP_TOKEN_END || memchr(s + p->body.begin, '-', t.begin - p->body.begin))
        return false;
    *v = (int64_t)strtoull(s + t.begin, &end, 0);
    return end + strspn(end, "uUlL") == s + t.end;
}
