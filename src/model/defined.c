/* What macros are defined as. */
#include <stdlib.h>

#include "front/command.h"
#include "front/front.h"
#include "front/lex.h"
#include "front/place.h"
#include "front/tree.h"
#include "model/asked.h"
#include "model/builds.h"

bool kp_is_skipped(const struct kp_unit *u, struct kp_span s)
{
    for (size_t i = 0; i < u->parse.skipped.n; i++)
        if (kp_spans_overlap(u->parse.skipped.v[i].span, s))
            return true;
    return false;
}

/* What is skipped from the include guard on is what a second #include skips. */
static bool is_second_visit(struct kp_unit *u, size_t file, struct kp_span skipped)
{
    const struct kp_include_guard *guard = kp_guard_around(u, file);

    return guard && skipped.begin <= guard->first.end && skipped.end >= guard->name.end;
}

bool kp_is_skipped_in(struct kp_unit *u, size_t file, struct kp_span s)
{
    if (!file)
        return kp_is_skipped(u, s);
    for (size_t i = 0; i < u->parse.skipped_in_headers.n; i++) {
        const struct kp_skipped *skipped = &u->parse.skipped_in_headers.v[i];

        if (skipped->file == file && kp_spans_overlap(skipped->span, s) &&
            !is_second_visit(u, file, skipped->span))
            return true;
    }
    return false;
}

const struct kp_piece *kp_only_macro(struct kp_unit *u, const char *name, size_t *file)
{
    const struct kp_piece *found = NULL;

    kp_each_macro_named(m, u, name, strlen(name))
    {
        if (kp_is_skipped_in(u, m->file, m->piece->span))
            continue;
        if (found || m->piece->is_undef)
            return NULL;
        found = m->piece;
        *file = m->file;
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

/* True for a type of CUDA's, which the tree names. */
static bool is_preludes_type(struct kp_unit *u, const char *name)
{
    kp_each_named(s, u, name) if (s->from_prelude && !strchr(s->qualified, ':') &&
                                  (s->kind == KP_SYM_RECORD || s->kind == KP_SYM_TYPE)) return true;
    return false;
}

bool kp_is_type_text(struct kp_unit *u, const char *s, struct kp_span body)
{
    static const char *const words[] = {"float", "double", "int",  "unsigned", "signed",
                                        "char",  "short",  "long", "bool"};
    size_t n = 0, known = 0;
    const char *name = "";

    for (struct kp_token t = kp_lex(s, body.begin, body.end); t.kind != KP_TOKEN_END;
         t = kp_lex(s, t.end, body.end), n++) {
        name = kp_strndup(u->arena, s + t.begin, t.end - t.begin);
        for (size_t i = 0; i < sizeof words / sizeof *words; i++)
            known += kp_streq(name, words[i]);
    }
    return n && (known == n || (n == 1 && is_preludes_type(u, name)));
}

const char *kp_command_body(struct kp_unit *u, const char *said, size_t n)
{
    kp_each_macro_named(m, u, said, n)
    {
        if (!kp_is_skipped_in(u, m->file, m->piece->span))
            return NULL;
    }
    return said[n] == '=' ? said + n + 1 : said[n] == '(' ? NULL : "1";
}
