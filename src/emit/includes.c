#define _GNU_SOURCE
/* #include <cuda_pipeline_primitives.h> and its like after the file's own includes. */
#include "emit/emit.h"
#include "front/pieces.h"

static const char pipeline[] = "cuda_pipeline_primitives.h", traits[] = "type_traits";

struct scan {
    struct kp_unit *u;
    const char *s;
    uint32_t size;
    int depth, conditions, guards; /* braces; #if; those around the whole file */
    uint32_t place;                /* behind the last plain #include */
    bool has_place, has_pipeline, has_traits, seen_code;
    bool has_taken; /* a macro of a name that the header has */
};

/* True if the #endif of the condition is the last line of the file. */
static bool holds_the_rest(const struct scan *c, struct kp_token t)
{
    int depth = 1;

    while (depth && t.kind != KP_TOKEN_END) {
        struct kp_token word;

        t = kp_lex(c->s, t.end, c->size);
        if (t.kind != KP_TOKEN_DIRECTIVE)
            continue;
        word = kp_lex_directive(c->s, t);
        depth += kp_begins_branches(c->s, word) - kp_token_is(c->s, word, "endif");
    }
    return !depth && kp_lex(c->s, t.end, c->size).kind == KP_TOKEN_END;
}

/* #ifndef X, #define X as the first two lines: a guard around the whole file. */
static bool is_guard(const struct scan *c, struct kp_token t)
{
    struct kp_token next = kp_lex(c->s, t.end, c->size);

    return !c->conditions && !c->seen_code &&
           kp_token_is(c->s, kp_lex_directive(c->s, t), "ifndef") &&
           next.kind == KP_TOKEN_DIRECTIVE &&
           kp_token_is(c->s, kp_lex_directive(c->s, next), "define") && holds_the_rest(c, t);
}

/* True if the line includes one of these. */
static bool names_header(const struct scan *c, struct kp_token t, const char *const *headers,
                         size_t n)
{
    const char *line = kp_strndup(c->u->arena, c->s + t.begin, t.end - t.begin);

    for (size_t i = 0; i < n; i++)
        if (strstr(line, headers[i]))
            return true;
    return false;
}

/* In a header of the project's; such a one may be in front of the place. */
static bool headers_take(struct kp_unit *u)
{
    kp_each_macro(m, u) if (m->file && kp_has_pipeline_word(m->text, m->name)) return true;
    return false;
}

static void directive(struct scan *c, struct kp_token t)
{
    static const char *const pipelines[] = {"<cuda_pipeline.h>", "\"cuda_pipeline.h\"",
                                            "<cuda_pipeline_primitives.h>",
                                            "\"cuda_pipeline_primitives.h\""},
                             *const trait[] = {"<type_traits>"};
    struct kp_token word = kp_lex_directive(c->s, t);

    if (kp_begins_branches(c->s, word)) {
        if (is_guard(c, t))
            c->guards++;
        c->conditions++;
    } else if (kp_token_is(c->s, word, "endif")) {
        c->conditions--;
    } else if (kp_token_is(c->s, word, "define")) {
        word = kp_lex(c->s, word.end, t.end);
        c->has_taken |= kp_has_pipeline_word(c->s, (struct kp_span){word.begin, word.end});
    } else if (kp_token_is(c->s, word, "include") && c->depth == 0 && c->conditions <= c->guards) {
        c->place = t.end;
        c->has_place = !c->has_taken;
        c->has_pipeline |= names_header(c, t, pipelines, sizeof pipelines / sizeof *pipelines);
        c->has_traits |= names_header(c, t, trait, 1);
    }
    if (!kp_token_is(c->s, word, "pragma"))
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

    return at > u->source.bom && kp_heads_line(u, t.begin) ? at : u->source.bom;
}

static const char *line_for(struct kp_unit *u, const char *header)
{
    return kp_sprintf(u->arena, "#include <%s>%s", header, kp_newline(u));
}

void kp_edit_includes(struct kp_unit *u, bool async)
{
    struct scan c = {
        .u = u, .s = u->source.text, .size = u->source.size, .has_taken = headers_take(u)};
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
