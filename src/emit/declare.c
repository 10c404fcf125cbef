/* Cut the text of a declaration into specifiers and declarators. */
#include "emit/emit.h"
#include "front/pieces.h"
#include "front/place.h"
#include "model/builds.h"

/* The place of a name at the declaration's own level, from `at` on. */
static bool find_name(const char *s, uint32_t end, uint32_t at, const char *name,
                      struct kp_span *out)
{
    for (struct kp_token t = kp_lex_code(s, at, end); t.kind != KP_TOKEN_END;
         t = kp_lex_at_level(s, t, end))
        if (kp_token_is(s, t, name)) {
            *out = (struct kp_span){t.begin, t.end};
            return true;
        }
    return false;
}

/* Back over what a declarator may have before its name. */
static uint32_t declarator_begin(const char *s, uint32_t name)
{
    uint32_t begin = name;

    for (uint32_t i = name; i > 0 && strchr(" \t*&", s[i - 1]); i--)
        if (s[i - 1] == '*' || s[i - 1] == '&')
            begin = i - 1;
    return begin;
}

/* True if the declarator of `name` begins at `at`. */
static bool declares(const char *s, uint32_t end, uint32_t at, const char *name)
{
    struct kp_token t = kp_lex_code(s, at, end);

    while (kp_token_is(s, t, "*") || kp_token_is(s, t, "&") || kp_token_is(s, t, "**"))
        t = kp_lex_code(s, t.end, end);
    return kp_token_is(s, t, name);
}

/* The comma at the declaration's own level behind `at`, or the semicolon. */
static uint32_t find_end(const char *s, uint32_t end, uint32_t at, const char *next_name)
{
    for (struct kp_token t = kp_lex_code(s, at, end); t.kind != KP_TOKEN_END;
         t = kp_lex_at_level(s, t, end)) {
        if (kp_token_is(s, t, ";"))
            return t.begin;
        if (next_name && kp_token_is(s, t, ",") && declares(s, end, t.end, next_name))
            return t.begin;
    }
    return end;
}

static const struct kp_node *next_var(const struct kp_node *n)
{
    while (n && n->kind != KP_VAR)
        n = n->next;
    return n;
}

bool kp_cut_declaration(struct kp_unit *u, const struct kp_node *decl_stmt,
                        struct kp_declaration *out)
{
    const char *s = u->source.text;
    uint32_t at = decl_stmt->span.begin, limit = decl_stmt->span.end;

    *out = (struct kp_declaration){0};
    while (limit < u->source.size && s[limit - 1] != ';')
        limit++;
    for (const struct kp_node *v = next_var(decl_stmt->first), *next; v; v = next) {
        struct kp_declarator d = {.var = v};

        next = next_var(v->next);
        if (!v->sym || !find_name(s, limit, at, v->sym->name, &d.name))
            return false;
        d.span.begin = declarator_begin(s, d.name.begin);
        d.span.end = find_end(s, limit, d.name.end, next ? next->sym->name : NULL);
        at = d.span.end;
        kp_push(u->arena, &out->list, d);
    }
    if (!out->list.n || kp_lex_has_directive(s, decl_stmt->span.begin, at) || s[at] != ';')
        return false;
    out->whole = (struct kp_span){decl_stmt->span.begin, at + 1};
    out->specifiers = (struct kp_span){decl_stmt->span.begin, out->list.v[0].span.begin};
    return true;
}

static bool is_one_of(const char *s, struct kp_token t, const char *const names[3])
{
    return kp_token_is(s, t, names[0]) || kp_token_is(s, t, names[1]) ||
           kp_token_is(s, t, names[2]);
}

static const char *const storage[] = {"__shared__", "static", "extern"};

/* True if a macro of that name stands for one of these words alone. */
static bool is_storage_macro(struct kp_unit *u, const char *s, struct kp_token t, int depth)
{
    size_t file = 0;
    const struct kp_piece *p =
        t.kind == KP_TOKEN_IDENT && depth < 4
            ? kp_only_macro(u, kp_strndup(u->arena, s + t.begin, t.end - t.begin), &file)
            : NULL;
    const char *text = p && kp_place_file(u, file) ? kp_place_file(u, file)->text : NULL;
    struct kp_token body;

    if (!text)
        return false;
    body = kp_lex_code(text, p->body.begin, p->body.end);
    return kp_lex_code(text, body.end, p->body.end).kind == KP_TOKEN_END &&
           (is_one_of(text, body, storage) || is_storage_macro(u, text, body, depth + 1));
}

const char *kp_bare_specifiers(struct kp_unit *u, const struct kp_declaration *d, bool keep_align)
{
    static const char *const align[] = {"__align__", "alignas", "__attribute__"};
    const char *s = u->source.text, *text;
    uint32_t end = d->specifiers.end;
    struct kp_patches p = {0};

    for (struct kp_token t = kp_lex_code(s, d->specifiers.begin, end); t.kind != KP_TOKEN_END;
         t = kp_lex_at_level(s, t, end)) {
        uint32_t open = kp_lex_code(s, t.end, end).begin;

        if (is_one_of(s, t, storage) || is_storage_macro(u, s, t, 0))
            kp_patch(u, &p, t.begin, kp_skip_blanks(u, t.end), "");
        else if (!keep_align && is_one_of(s, t, align))
            kp_patch(u, &p, t.begin, kp_skip_blanks(u, kp_lex_close(s, open, end) + 1), "");
    }
    text = kp_render(u, d->specifiers, &p);
    for (size_t n = strlen(text); n && strchr(" \t", text[n - 1]); n--)
        text = kp_strndup(u->arena, text, n - 1);
    return text;
}

bool kp_has_align(struct kp_unit *u, const struct kp_declaration *d)
{
    return strlen(kp_bare_specifiers(u, d, true)) != strlen(kp_bare_specifiers(u, d, false));
}

struct kp_span kp_behind_name(const struct kp_declarator *d)
{
    return (struct kp_span){d->name.end, d->span.end};
}
