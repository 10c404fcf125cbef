/* Whether a call in a helper's text may find another function where the text takes the place of the
 * helper's call. It is decided by the names alone; what cannot be decided may. */
#include "front/front.h"
#include "front/lex.h"
#include "front/pieces.h"
#include "front/tree.h"
#include "model/inline_call.h"

/* ---- using -------------------------------------------------------------------------------- */

/* Namespaces of CUDA's and of the library, which have no functions of the program's. */
static bool is_of_library(const char *text, struct kp_token t)
{
    return kp_token_is(text, t, "std") || kp_token_is(text, t, "nvcuda") ||
           kp_token_is(text, t, "cooperative_groups");
}

struct kp_usings {
    struct kp_words names; /* in using-declarations */
    bool directive;        /* a namespace of the program's is used as a whole */
    bool unknown;          /* a text is missing, or a macro or an alias may be any of these */
};

/* The words up to the semicolon, unless they declare an alias. */
static void add_declaration(struct kp_unit *u, const char *text, struct kp_token t, uint32_t end)
{
    struct kp_token from = t;

    for (; t.kind != KP_TOKEN_END && !kp_token_is(text, t, ";"); t = kp_lex_code(text, t.end, end))
        if (kp_token_is(text, t, "="))
            return;
    kp_words_of(u->arena, &u->usings->names, text, (struct kp_span){from.begin, t.begin});
}

static void add_text(struct kp_unit *u, const char *text, uint32_t end)
{
    for (struct kp_token t = kp_lex(text, 0, end); t.kind != KP_TOKEN_END;
         t = kp_lex(text, t.end, end)) {
        struct kp_token next = kp_lex_code(text, t.end, end), third;

        if (t.kind == KP_TOKEN_DIRECTIVE &&
            strstr(kp_strndup(u->arena, text + t.begin, t.end - t.begin), "using"))
            u->usings->unknown = true;
        third = kp_lex_code(text, next.end, end);
        if (kp_token_is(text, t, "namespace") && is_of_library(text, next) &&
            kp_token_is(text, third, "="))
            u->usings->unknown = true;
        if (!kp_token_is(text, t, "using"))
            continue;
        if (!kp_token_is(text, next, "namespace"))
            add_declaration(u, text, next, end);
        else if (!is_of_library(text, third))
            u->usings->directive = true;
    }
}

static const struct kp_usings *usings_of(struct kp_unit *u)
{
    if (u->usings)
        return u->usings;
    u->usings = kp_new(u->arena, struct kp_usings);
    add_text(u, u->source.text, u->source.size);
    for (size_t i = 1; i < u->parse.files.n; i++) {
        const struct kp_file *f = &u->parse.files.v[i];

        if (f->text)
            add_text(u, f->text, f->size);
        else
            u->usings->unknown = true;
    }
    return u->usings;
}

static bool program_uses(struct kp_unit *u, const char *name, bool by_directive)
{
    const struct kp_usings *all = usings_of(u);

    return all->unknown || (by_directive && all->directive) ||
           kp_words_have(&all->names, name, strlen(name));
}

/* ---- the call ----------------------------------------------------------------------------- */

/* The called name as it is written, without template arguments; NULL: something else is called. */
static const char *written(const struct kp_inlining *c, const struct kp_node *call)
{
    const char *base = kp_base_name_of(call->sym->name);
    struct kp_str out = kp_str_new(c->u->arena);
    struct kp_token t, last = {0};

    if (call->from_macro || call->file != c->callee->file)
        return NULL;
    for (t = kp_lex_code(c->text, call->span.begin, call->span.end);
         t.kind == KP_TOKEN_IDENT || kp_token_is(c->text, t, "::");
         last = t, t = kp_lex_code(c->text, t.end, call->span.end))
        kp_str_addn(&out, c->text + t.begin, t.end - t.begin);
    return kp_token_is(c->text, last, base) &&
                   (kp_token_is(c->text, t, "(") || kp_token_is(c->text, t, "<"))
               ? kp_str_text(&out)
               : NULL;
}

/* True for a type with which no namespace but the global one is associated. */
static bool is_of_no_namespace(const struct kp_type *t)
{
    while (t && !t->is_dependent &&
           (t->kind == KP_TYPE_REFERENCE || t->kind == KP_TYPE_POINTER || t->kind == KP_TYPE_ARRAY))
        t = t->elem;
    if (!t || t->is_dependent)
        return false;
    return t->kind == KP_TYPE_INT || t->kind == KP_TYPE_FLOAT || t->kind == KP_TYPE_BOOL ||
           (t->kind == KP_TYPE_RECORD && t->decl && t->decl->from_prelude &&
            !strpbrk(t->canonical, ":<"));
}

static bool has_plain_arguments(const struct kp_node *call)
{
    const struct kp_node *arg;

    for (unsigned i = 0; (arg = kp_argument(call, i)); i++)
        if (!is_of_no_namespace(arg->type))
            return false;
    return true;
}

/* ---- the namesakes ------------------------------------------------------------------------ */

/* True if the written path is the end of the qualified name, or all of it where it begins with
 * `::`. */
static bool leads_to(const char *path, const struct kp_sym *s)
{
    const char *rest = kp_starts_with(path, "::") ? path + 2 : path;
    size_t n = strlen(s->qualified), m = strlen(rest);

    return kp_streq(rest, s->qualified) ||
           (rest == path && n > m + 2 && kp_streq(s->qualified + n - m, rest) &&
            !memcmp(s->qualified + n - m - 2, "::", 2));
}

/* Namespaces that are inline or have no name are none in a qualified name: what is in them is found
 * around them, too. */
static bool is_around(const struct kp_sym *s, const struct kp_sym *kernel)
{
    size_t n = (size_t)(kp_base_name_of(s->qualified) - s->qualified);

    return !strncmp(kernel->qualified, s->qualified, n);
}

static bool may_find(const struct kp_inlining *c, const struct kp_node *call,
                     const struct kp_sym *s)
{
    const struct kp_sym *f = call->sym;
    const char *path = written(c, call), *base = kp_base_name_of(f->name);

    if (!path || call->is_dependent || f->is_method || c->kernel->is_method ||
        kp_streq(s->qualified, f->qualified) || kp_names_macro(c->u, path) ||
        program_uses(c->u, base,
                     !strstr(path, "::"))) /* of a path they count for what is not there */
        return true;
    if (strstr(path, "::"))
        return leads_to(path, s) || !leads_to(path, f);
    return (is_around(s, c->kernel) && !s->is_method) || !has_plain_arguments(call);
}

static const struct kp_sym *namesake_of(const struct kp_inlining *c, const struct kp_node *call)
{
    const struct kp_sym *f = call->sym;

    if (!f->is_template && !f->from_prelude && !f->pattern)
        return NULL;
    for (size_t i = 0; i < c->u->parse.syms.n; i++) {
        const struct kp_sym *s = c->u->parse.syms.v[i];

        if (s && s != f && s != f->pattern && s->kind == KP_SYM_FUNCTION && !s->from_prelude &&
            kp_streq(kp_base_name_of(s->name), kp_base_name_of(f->name)) && may_find(c, call, s))
            return s;
    }
    return NULL;
}

const struct kp_sym *kp_namesake(const struct kp_inlining *c, const struct kp_node *in,
                                 const struct kp_node **call)
{
    const struct kp_sym *s = in->kind == KP_CALL && in->sym ? namesake_of(c, in) : NULL;

    *call = in;
    if (s)
        return s;
    kp_each_child(k, in) if ((s = kp_namesake(c, k, call))) return s;
    return NULL;
}

/* ---- what is said ------------------------------------------------------------------------- */

static const char *place_of(const struct kp_inlining *c, const struct kp_sym *s)
{
    const struct kp_file *f;

    if (!s->decl)
        return "elsewhere";
    f = kp_place_file(c->u, s->decl->file);
    return s->decl->file
               ? kp_sprintf(c->u->arena, "in %s, line %u", f->path,
                            kp_line_of(f, s->decl->span.begin))
               : kp_sprintf(c->u->arena, "in line %u", kp_line_of(f, s->decl->span.begin));
}

const char *kp_namesake_hint(const struct kp_inlining *c, const struct kp_node *call,
                             const struct kp_sym *namesake)
{
    const struct kp_sym *f = call->sym;
    const char *base = kp_base_name_of(f->name), *path = written(c, call);
    bool helps = path && !strstr(path, "::") && !call->is_dependent && !f->is_method &&
                 !kp_streq(namesake->qualified, f->qualified) && !program_uses(c->u, base, false) &&
                 !kp_names_macro(c->u, base);

    return kp_sprintf(
        c->u->arena,
        "in the kernel the call of '%s' may find another function of that name, %s: %s%s", base,
        place_of(c, namesake), helps ? "call it as ::" : "rename one of them",
        helps ? f->qualified : "");
}
