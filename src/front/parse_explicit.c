/* Explicit instantiations, which libclang does not show: `template void f<int>(int);`. Behind the
 * file, text is added that names them, as friends of a class in the same namespace:
 *
 *     struct kp_instance_at_42 {
 *     #define template friend
 *     template void f<int>(int);
 *     #undef template
 *     };
 *
 * The number is the instantiation's place. A macro's use may be one, too. */
#include "front/parse.h"

#include <stdlib.h>

#define NAME_PREFIX "kp_instance_at_"
#define HEADER_PREFIX "kp_instance_of_header_at_"

struct scan {
    struct kp_arena *arena;
    const char *text, *prefix;
    uint32_t size;
    struct kp_str out;
    KP_VEC(const char *) scopes; /* "namespace x {", "" of a linkage block */
};

/* ---- what instantiates ---- */

static bool begins_instantiation(const struct scan *s, struct kp_token t)
{
    return kp_token_is(s->text, t, "template") &&
           !kp_token_is(s->text, kp_lex_code(s->text, t.end, s->size), "<");
}

/* `INSTANCES(float)`, a declaration for itself: a macro, which may hold an instantiation. Where its
 * use ends; 0: it is something else. */
static uint32_t macro_end(const struct scan *s, struct kp_token t, struct kp_token last)
{
    struct kp_token open = kp_lex_code(s->text, t.end, s->size), next;

    if (t.kind != KP_TOKEN_IDENT || !kp_token_is(s->text, open, "(") ||
        (last.kind == KP_TOKEN_PUNCT && !strchr(";{}", s->text[last.begin])) ||
        (last.kind != KP_TOKEN_PUNCT && last.kind != KP_TOKEN_DIRECTIVE &&
         last.kind != KP_TOKEN_END))
        return 0;
    next = kp_lex_at_level(s->text, open, s->size);
    return kp_token_is(s->text, next, "{") || kp_token_is(s->text, next, ":")
               ? 0
               : kp_lex_close(s->text, open.begin, s->size) + 1;
}

/* ---- the text behind the file ---- */

/* The place for a missing `<>`, whose arguments follow from the parameters: after the function's
 * name. */
static uint32_t missing_arguments(const struct scan *s, uint32_t begin, uint32_t end)
{
    struct kp_token t = kp_lex_code(s->text, begin, end), next;

    for (; t.kind != KP_TOKEN_END; t = next) {
        next = kp_lex_code(s->text, t.end, end);
        if (kp_token_is(s->text, t, "<"))
            return 0;
        if (t.kind != KP_TOKEN_IDENT || !kp_token_is(s->text, next, "("))
            continue;
        if (strncmp(s->text + t.begin, "__", 2) != 0 && !kp_token_is(s->text, t, "alignas"))
            return t.end;
        t = next;
        next = kp_lex_at_level(s->text, t, end);
    }
    return 0;
}

static void name_instances(struct scan *s, uint32_t begin, uint32_t end, bool from_macro)
{
    uint32_t cut = from_macro ? 0 : missing_arguments(s, begin, end);

    for (size_t i = 0; i < s->scopes.n; i++)
        kp_str_add(&s->out, s->scopes.v[i]);
    kp_str_addf(&s->out, "\nstruct %s%u {\n#define template friend\n", s->prefix, begin);
    if (cut)
        kp_str_addf(&s->out, "%.*s<>", (int)(cut - begin), s->text + begin);
    else
        cut = begin;
    kp_str_addf(&s->out, "%.*s\n#undef template\n;};", (int)(end - cut), s->text + cut);
    for (size_t i = 0; i < s->scopes.n; i++)
        kp_str_add(&s->out, *s->scopes.v[i] ? "}" : "");
}

/* ---- the file ---- */

/* Opens the scope that begins with `t`; its end, or where the text goes on. */
static uint32_t open_scope(struct scan *s, struct kp_token t)
{
    bool is_namespace = kp_token_is(s->text, t, "namespace");
    struct kp_token next = t;

    while (next.kind != KP_TOKEN_END && !kp_token_is(s->text, next, "{")) {
        if (kp_token_is(s->text, next, ";") || kp_token_is(s->text, next, "=") ||
            (!is_namespace && next.begin != t.begin && next.kind != KP_TOKEN_STRING))
            return t.end;
        next = kp_lex_code(s->text, next.end, s->size);
    }
    kp_push(s->arena, &s->scopes,
            is_namespace ? kp_strndup(s->arena, s->text + t.begin, next.end - t.begin) : "");
    return next.end;
}

/* Reads on behind token `t` of a namespace; `last` is the one in front of it, and then in front of
 * where it ends. */
static uint32_t read_on(struct scan *s, struct kp_token t, struct kp_token *last)
{
    struct kp_token before = *last, end = t;
    uint32_t macro = macro_end(s, t, before);

    *last = t;
    if (kp_token_is(s->text, t, "namespace") || kp_token_is(s->text, t, "extern"))
        return open_scope(s, t);
    if (kp_token_is(s->text, t, "}")) {
        s->scopes.n -= s->scopes.n > 0;
    } else if (macro) {
        name_instances(s, t.begin, macro, true);
        *last = (struct kp_token){0};
        return macro;
    } else if (begins_instantiation(s, t) && !kp_token_is(s->text, before, "extern")) {
        while (end.kind != KP_TOKEN_END && !kp_token_is(s->text, end, ";"))
            end = kp_lex_at_level(s->text, end, s->size);
        name_instances(s, t.begin, end.end, false);
        *last = end;
        return end.end;
    } else if (t.kind == KP_TOKEN_PUNCT && strchr("([{", s->text[t.begin])) {
        return kp_lex_close(s->text, t.begin, s->size) + 1;
    }
    return t.end;
}

const char *kp_name_instances(struct kp_arena *arena, const char *text, uint32_t size,
                              bool of_header)
{
    struct scan s = {.arena = arena,
                     .text = text,
                     .prefix = of_header ? HEADER_PREFIX : NAME_PREFIX,
                     .size = size,
                     .out = kp_str_new(arena)};
    struct kp_token last = {0};

    for (uint32_t at = 0; at < size;) {
        struct kp_token t = kp_lex(text, at, size);

        if (t.kind == KP_TOKEN_END)
            break;
        if (t.kind == KP_TOKEN_DIRECTIVE) {
            at = t.end;
            last = t;
        } else {
            at = read_on(&s, t, &last);
        }
    }
    return kp_str_text(&s.out);
}

bool kp_is_added(const struct kp_builder *b, CXSourceLocation at)
{
    CXFile file;
    unsigned offset;

    clang_getFileLocation(at, &file, NULL, NULL, &offset);
    return offset >= b->main_size && file && kp_same_file(file, b->main);
}

/* True if the place in the class's name is in text that the preprocessor skipped. */
static bool is_off(const struct kp_builder *b, const char *name, const char *prefix, int file)
{
    return kp_starts_with(name, prefix) && file >= 0 &&
           kp_is_switched_off(&b->facts.v[file],
                              (uint32_t)strtoul(name + strlen(prefix), NULL, 10));
}

bool kp_names_nothing(struct kp_builder *b, CXCursor c)
{
    CXString name = clang_getCursorSpelling(c);
    const char *text = clang_getCString(name);
    bool skipped = is_off(b, text, NAME_PREFIX, kp_file_index_of(b, b->main)) ||
                   is_off(b, text, HEADER_PREFIX, 0);

    clang_disposeString(name);
    return skipped;
}
