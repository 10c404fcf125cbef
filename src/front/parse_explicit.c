/* Explicit instantiations, which libclang does not show: `template void f<int>(int);`. Behind the
 * file, text is added that names them, as friends of a class in the same namespace:
 *
 *     struct kp_instance_at_42 {
 *     #define template friend
 *     template void f<int>(int);
 *     #undef template
 *     };
 *
 * The number is the instantiation's place. A macro's use may be one, too. Of a class, whose members
 * libclang does not show either, those methods are named that the file has text of:
 *
 *     struct kp_methods0 : c<int> {
 *     kp_methods0() : c<int>() {}
 *     using c<int>::c;
 *     using c<int>::m;
 *     };
 *
 * The same of classes in it. A name that is no method's is an error behind the file, which counts
 * for nothing. */
#include "front/parse.h"

#include <stdlib.h>

/* How deep classes stand in each other. */
enum { MOST_CLASSES = 4 };

#define NAME_PREFIX "kp_instance_at_"
#define HEADER_PREFIX "kp_instance_of_header_at_"

/* What the file's text has of a class template, or of a class in one: the names of its methods, and
 * of the classes in it. */
struct class_text {
    const char *name;
    KP_VEC(const char *) methods;
    KP_VEC(const char *) classes;
};

struct scan {
    struct kp_arena *arena;
    const char *text, *prefix;
    uint32_t size;
    struct kp_str out;
    KP_VEC(struct class_text) classes; /* those asked for */
    unsigned n_classes;                /* derived so far */
    KP_VEC(const char *) scopes;       /* "namespace x {", "" of a linkage block */
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

/* The token behind the template arguments that begin with token `t`, a `<`. END: none close. */
static struct kp_token behind_arguments(const struct scan *s, struct kp_token t, uint32_t end)
{
    int depth = 0;

    do {
        for (uint32_t i = t.begin; t.kind == KP_TOKEN_PUNCT && i < t.end; i++)
            depth += (s->text[i] == '<') - (s->text[i] == '>');
        t = kp_lex_at_level(s->text, t, end);
    } while (depth > 0 && t.kind != KP_TOKEN_END);
    return t;
}

static void add_method(struct scan *s, struct class_text *c, struct kp_token t)
{
    struct kp_token next = kp_lex_code(s->text, t.end, s->size);

    if (t.kind != KP_TOKEN_IDENT || !kp_token_is(s->text, next, "(") ||
        kp_token_is(s->text, t, c->name))
        return;
    for (size_t i = 0; i < c->methods.n; i++)
        if (kp_token_is(s->text, t, c->methods.v[i]))
            return;
    kp_push(s->arena, &c->methods, kp_strndup(s->arena, s->text + t.begin, t.end - t.begin));
}

static bool is_class_key(const struct scan *s, struct kp_token t)
{
    return kp_token_is(s->text, t, "class") || kp_token_is(s->text, t, "struct");
}

/* The methods that the class's own text declares: `t` is its name there. */
static void add_declared(struct scan *s, struct class_text *c, struct kp_token t)
{
    struct kp_token last = {0}, before = {0};
    uint32_t end;

    while (t.kind != KP_TOKEN_END && !kp_token_is(s->text, t, "{") && !kp_token_is(s->text, t, ";"))
        t = kp_lex_code(s->text, t.end, s->size);
    end = kp_token_is(s->text, t, "{") ? kp_lex_close(s->text, t.begin, s->size) : 0;
    t = kp_lex_code(s->text, t.end, end);
    for (; t.kind != KP_TOKEN_END; before = last, last = t, t = kp_lex_at_level(s->text, t, end)) {
        add_method(s, c, t);
        if (t.kind == KP_TOKEN_IDENT && is_class_key(s, last) &&
            !kp_token_is(s->text, before, ">") && /* a template: none of its instances is made */
            !kp_token_is(s->text, kp_lex_code(s->text, t.end, end), ";"))
            kp_push(s->arena, &c->classes,
                    kp_strndup(s->arena, s->text + t.begin, t.end - t.begin));
    }
}

/* The method that is defined outside of the class, `c<T>::m(..)`: `t` is the class's name there. */
static void add_defined(struct scan *s, struct class_text *c, struct kp_token t)
{
    struct kp_token next = kp_lex_code(s->text, t.end, s->size);

    if (!kp_token_is(s->text, next, "<"))
        return;
    next = behind_arguments(s, next, s->size);
    if (kp_token_is(s->text, next, "::"))
        add_method(s, c, kp_lex_code(s->text, next.end, s->size));
}

static const struct class_text *class_named(struct scan *s, const char *name)
{
    struct class_text c = {.name = name};
    struct kp_token last = {0};

    for (size_t i = 0; i < s->classes.n; i++)
        if (kp_streq(s->classes.v[i].name, name))
            return &s->classes.v[i];
    for (struct kp_token t = kp_lex_code(s->text, 0, s->size); t.kind != KP_TOKEN_END;
         last = t, t = kp_lex_code(s->text, t.end, s->size)) {
        if (t.kind != KP_TOKEN_IDENT || !kp_token_is(s->text, t, name))
            continue;
        if (is_class_key(s, last))
            add_declared(s, &c, t);
        else
            add_defined(s, &c, t);
    }
    kp_push(s->arena, &s->classes, c);
    return &s->classes.v[s->classes.n - 1];
}

/* Of the class `as`, whose own name is `name`. */
static void name_class(struct scan *s, const char *as, const char *name, unsigned depth)
{
    const struct class_text c = *class_named(s, name);
    const unsigned n = s->n_classes++;

    kp_str_addf(&s->out, "struct kp_methods%u : %s {\nkp_methods%u() : %s() {}\nusing %s::%s;\n", n,
                as, n, as, as, name);
    for (size_t i = 0; i < c.methods.n; i++)
        kp_str_addf(&s->out, "using %s::%s;\n", as, c.methods.v[i]);
    kp_str_add(&s->out, "};\n");
    for (size_t i = 0; i < c.classes.n && depth < MOST_CLASSES; i++)
        name_class(s, kp_sprintf(s->arena, "%s::%s", as, c.classes.v[i]), c.classes.v[i],
                   depth + 1);
}

/* Of `template class a::c<int>;`, or of a struct, whose first word is at `begin`. */
static void name_methods(struct scan *s, uint32_t begin, uint32_t end)
{
    struct kp_token key = kp_lex_code(s->text, kp_lex_code(s->text, begin, end).end, end);
    struct kp_token t = kp_lex_code(s->text, key.end, end), name = {0};
    uint32_t first = t.begin;

    if (!is_class_key(s, key))
        return;
    while (t.kind != KP_TOKEN_END && !kp_token_is(s->text, t, ";")) {
        if (kp_token_is(s->text, t, "<")) {
            t = behind_arguments(s, t, end);
        } else {
            if (t.kind == KP_TOKEN_IDENT && !kp_token_is(s->text, name, "::"))
                first = t.begin; /* behind attributes */
            name = t;
            t = kp_lex_at_level(s->text, t, end);
        }
    }
    if (name.kind != KP_TOKEN_IDENT)
        return;
    name_class(s, kp_strndup(s->arena, s->text + first, t.begin - first),
               kp_strndup(s->arena, s->text + name.begin, name.end - name.begin), 0);
}

static void name_instances(struct scan *s, uint32_t begin, uint32_t end, bool from_macro)
{
    uint32_t cut = from_macro ? 0 : missing_arguments(s, begin, end);

    kp_str_add(&s->out, "\n"); /* the file may end with a comment */
    for (size_t i = 0; i < s->scopes.n; i++)
        kp_str_add(&s->out, s->scopes.v[i]);
    kp_str_addf(&s->out, "struct %s%u {\n#define template friend\n", s->prefix, begin);
    if (cut)
        kp_str_addf(&s->out, "%.*s<>", (int)(cut - begin), s->text + begin);
    else
        cut = begin;
    kp_str_addf(&s->out, "%.*s\n#undef template\n;\n", (int)(end - cut), s->text + cut);
    if (!from_macro)
        name_methods(s, begin, end);
    kp_str_add(&s->out, "};");
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

struct named {
    const char *name;
    const struct kp_builder *b;
    CXCursor function;
};

static enum CXChildVisitResult visit_named(CXCursor c, CXCursor parent, CXClientData data)
{
    struct named *n = data;
    CXString name;
    bool is_it;

    (void)parent;
    switch (clang_getCursorKind(c)) {
    case CXCursor_Namespace:
    case CXCursor_LinkageSpec:
    case CXCursor_UnexposedDecl:
    case CXCursor_FriendDecl:
        return CXChildVisit_Recurse;
    case CXCursor_StructDecl:
        name = clang_getCursorSpelling(c);
        is_it = kp_streq(clang_getCString(name), n->name);
        clang_disposeString(name);
        return is_it && kp_is_added(n->b, clang_getCursorLocation(c)) ? CXChildVisit_Recurse
                                                                      : CXChildVisit_Continue;
    case CXCursor_FunctionDecl:
        if (clang_getCursorKind(parent) != CXCursor_FriendDecl)
            return CXChildVisit_Continue;
        n->function = c;
        return CXChildVisit_Break;
    default:
        return CXChildVisit_Continue;
    }
}

CXCursor kp_instance_at(struct kp_builder *b, int file, uint32_t at)
{
    const bool of_header = file != kp_file_index_of(b, b->main);
    struct named n = {.b = b, .function = clang_getNullCursor()};

    if (of_header && file != 0)
        return n.function;
    n.name = kp_sprintf(b->scratch, "%s%u", of_header ? HEADER_PREFIX : NAME_PREFIX, at);
    clang_visitChildren(clang_getTranslationUnitCursor(b->tu), visit_named, &n);
    return n.function;
}
