#define _GNU_SOURCE
/* #include <cuda_pipeline_primitives.h> and its like after the file's own includes. */
#include "emit/emit.h"

static const char pipeline[] = "cuda_pipeline_primitives.h", traits[] = "type_traits";

struct scan {
    const char *s;
    uint32_t size;
    int depth, conditions, guards; /* braces; #if; those around the whole file */
    uint32_t place;                /* behind the last plain #include */
    bool has_place, has_pipeline, has_traits, seen_code;
};

static const char *directive_name(const struct scan *c, struct kp_token t, uint32_t *n)
{
    uint32_t i = t.begin + 1;

    while (i < t.end && strchr(" \t", c->s[i]))
        i++;
    for (*n = 0; i + *n < t.end && kp_is_ident_char(c->s[i + *n]);)
        ++*n;
    return c->s + i;
}

static bool is_word(const char *s, uint32_t n, const char *word)
{
    return n == strlen(word) && memcmp(s, word, n) == 0;
}

/* #ifndef X, #define X as the first two lines: a guard around the whole file. */
static bool is_guard(const struct scan *c, struct kp_token t)
{
    struct kp_token next = kp_lex(c->s, t.end, c->size);
    uint32_t n, m;
    const char *word = directive_name(c, t, &n), *second;

    if (c->conditions || c->seen_code || !is_word(word, n, "ifndef") ||
        next.kind != KP_TOKEN_DIRECTIVE)
        return false;
    second = directive_name(c, next, &m);
    return is_word(second, m, "define");
}

static void directive(struct scan *c, struct kp_token t)
{
    uint32_t n;
    const char *word = directive_name(c, t, &n);

    if (is_word(word, n, "if") || is_word(word, n, "ifdef") || is_word(word, n, "ifndef")) {
        if (is_guard(c, t))
            c->guards++;
        c->conditions++;
    } else if (is_word(word, n, "endif")) {
        c->conditions--;
    } else if (is_word(word, n, "include") && c->depth == 0 && c->conditions <= c->guards) {
        c->place = t.end;
        c->has_place = true;
        c->has_pipeline |= memmem(c->s + t.begin, t.end - t.begin, "cuda_pipeline", 13) != NULL;
        c->has_traits |= memmem(c->s + t.begin, t.end - t.begin, "<type_traits>", 13) != NULL;
    }
    if (!is_word(word, n, "pragma"))
        c->seen_code = true;
}

static void scan(struct scan *c, uint32_t from, uint32_t limit)
{
    struct kp_token t = kp_lex(c->s, from, c->size);

    for (; t.kind != KP_TOKEN_END && t.begin < limit; t = kp_lex(c->s, t.end, c->size)) {
        if (t.kind == KP_TOKEN_DIRECTIVE) {
            directive(c, t);
            continue;
        }
        c->seen_code = true;
        c->depth += kp_token_is(c->s, t, "{") - kp_token_is(c->s, t, "}");
    }
}

/* Behind the comments that open the file. */
static uint32_t behind_opening(const struct kp_unit *u)
{
    struct kp_token t = kp_lex(u->source.text, u->source.bom, u->source.size);
    uint32_t at = kp_line_begin(u, t.begin);

    return at > u->source.bom ? at : u->source.bom;
}

static const char *line_for(struct kp_unit *u, const char *header)
{
    return kp_sprintf(u->arena, "#include <%s>%s", header, kp_newline(u));
}

void kp_edit_includes(struct kp_unit *u, bool async)
{
    struct scan c = {.s = u->source.text, .size = u->source.size};
    struct kp_str lines = kp_str_new(u->arena);
    uint32_t first = u->source.size, at;

    for (size_t i = 0; i < u->loops.n; i++) {
        const struct kp_loop *l = u->loops.v[i];

        if (l->outcome == KP_REWRITTEN && l->function->decl &&
            l->function->decl->span.begin < first)
            first = l->function->decl->span.begin;
    }
    scan(&c, u->source.bom, first);
    if (async && !c.has_pipeline)
        kp_str_add(&lines, line_for(u, pipeline));
    if (kp_needs_traits(u) && !c.has_traits)
        kp_str_add(&lines, line_for(u, traits));
    if (!lines.n)
        return;
    if (c.has_place) {
        at = kp_line_after(u, c.place);
    } else {
        at = behind_opening(u);
        if (u->source.text[at] != '\n' && u->source.text[at] != '\r')
            kp_str_add(&lines, kp_newline(u));
    }
    kp_edit(u, at, at, kp_str_text(&lines));
}
