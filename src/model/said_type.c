/* Types as text for another place than the one where they were named. A typedef that a class or a
 * namespace declares is spelled by its bare name, which is unknown elsewhere, or means another
 * type: the spelling serves where it is the type's full name, where the scope is one of those
 * around the function, or where the function itself names the type by it. Else the type that it
 * stands for serves, which is spelled in full. */
#include "front/front.h"
#include "front/lex.h"
#include "front/pieces.h"
#include "front/tree.h"
#include "model/elsewhere.h"
#include "model/types_text.h"

/* ---- names and scopes ----------------------------------------------------------------------- */

static size_t scope_length(const struct kp_sym *s)
{
    size_t all = strlen(s->qualified), own = strlen(s->name);

    return all > own + 2 ? all - own - 2 : 0;
}

/* True if the function is in the scope that the first `n` characters of `path` name. */
static bool is_in_scope(const struct kp_sym *function, const char *path, size_t n)
{
    return !n || (strlen(function->qualified) > n + 2 && !strncmp(function->qualified, path, n) &&
                  !strncmp(function->qualified + n, "::", 2));
}

/* True if the text gives the name to something that is declared elsewhere: `namespace N = M;`,
 * `using M::N;`. No symbol tells that. */
static bool names_elsewhere(const char *s, uint32_t size, const char *name, size_t length)
{
    struct kp_token before = {0}, t = kp_lex_code(s, 0, size), next;

    for (; t.kind != KP_TOKEN_END; before = t, t = next) {
        next = kp_lex_code(s, t.end, size);
        if (t.end - t.begin == length && !memcmp(s + t.begin, name, length) && before.end &&
            ((kp_token_is(s, before, "namespace") && kp_token_is(s, next, "=")) ||
             (kp_token_is(s, before, "::") &&
              (kp_token_is(s, next, ";") || kp_token_is(s, next, ",")))))
            return true;
    }
    return false;
}

/* True if a scope around the function, within the one of `outer` characters, declares the name. */
static bool is_taken_within(const struct kp_unit *u, const struct kp_sym *function, size_t outer,
                            const char *name, size_t length)
{
    if (!strstr(function->qualified, "::"))
        return false; /* no scope is around it */
    for (size_t i = 0; i < u->parse.files.n; i++) {
        const struct kp_file *f = kp_place_file(u, i);

        if (f->text && names_elsewhere(f->text, f->size, name, length))
            return true;
    }
    for (size_t i = 0; i < u->parse.syms.n; i++) {
        const char *path = u->parse.syms.v[i] ? u->parse.syms.v[i]->qualified : "", *at = path;

        while ((at = strstr(at, "::")) != NULL) {
            size_t n = (size_t)(at - path);

            at += 2;
            if (n > outer && !strncmp(at, name, length) && !kp_is_ident_char(at[length]) &&
                is_in_scope(function, path, n))
                return true;
        }
    }
    return false;
}

/* Another type of that name in a namespace: a directive may bring it here. */
static bool has_namesake(const struct kp_unit *u, const struct kp_sym *s)
{
    kp_each_named(other, u,
                  s->name) if (other != s && !other->parent && !other->from_prelude &&
                               (other->kind == KP_SYM_TYPE || other->kind == KP_SYM_RECORD) &&
                               !kp_streq(other->qualified, s->qualified)) return true;
    return false;
}

/* True if the path means the symbol, said in the function. */
static bool is_seen(const struct kp_unit *u, const struct kp_sym *function, const struct kp_sym *s,
                    const char *path, size_t length)
{
    size_t scope = scope_length(s), outer = 0, first = 0;
    bool is_bare = strlen(s->name) == length && !strncmp(path, s->name, length);

    if (s->is_inner && !(scope && is_in_scope(function, s->qualified, scope)))
        return false;
    if (is_bare && is_in_scope(function, s->qualified, scope))
        outer = scope;
    else if (strlen(s->qualified) != length || strncmp(path, s->qualified, length) != 0)
        return false;
    while (kp_is_ident_char(path[first]))
        first++;
    return !is_taken_within(u, function, outer, path, first) && !(is_bare && has_namesake(u, s));
}

static bool is_word(const char *text, struct kp_token t)
{
    static const char *const words[] = {
        "const", "volatile", "__restrict", "__restrict__", "unsigned", "signed", "char",    "short",
        "int",   "long",     "float",      "double",       "bool",     "void",   "__int128"};

    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (kp_token_is(text, t, words[i]))
            return true;
    return false;
}

static const struct kp_sym *type_by_path(const struct kp_unit *u, const char *path, size_t length)
{
    for (size_t i = 0; i < u->parse.syms.n; i++) {
        const struct kp_sym *s = u->parse.syms.v[i];

        if (s && (s->kind == KP_SYM_TYPE || s->kind == KP_SYM_RECORD) &&
            strlen(s->qualified) == length && !strncmp(s->qualified, path, length))
            return s;
    }
    return NULL;
}

/* True if all names in the text mean what they are the full names of. */
static bool all_seen(const struct kp_unit *u, const struct kp_sym *function, const char *text,
                     const struct kp_sym *whole)
{
    uint32_t end = (uint32_t)strlen(text);
    int depth = 0;

    for (struct kp_token t = kp_lex_code(text, 0, end), next; t.kind != KP_TOKEN_END; t = next) {
        uint32_t last = t.end;
        const struct kp_sym *s;

        next = kp_lex_code(text, t.end, end);
        depth += kp_token_is(text, t, "<") ? 1 : kp_token_is(text, t, ">") ? -1 : 0;
        if (kp_token_is(text, t, ">>"))
            depth -= 2;
        if (kp_token_is(text, t, "(") || (kp_token_is(text, t, "::") && depth))
            return false;
        if (kp_token_is(text, t, "::")) { /* of a template: A<int>::B */
            next = kp_lex_code(text, next.end, end);
            if (!whole || whole->is_inner)
                return false;
        }
        if (t.kind != KP_TOKEN_IDENT || is_word(text, t) || kp_token_is(text, t, "true") ||
            kp_token_is(text, t, "false"))
            continue;
        while (kp_token_is(text, next, "::")) {
            last = kp_lex_code(text, next.end, end).end;
            next = kp_lex_code(text, last, end);
        }
        s = type_by_path(u, text + t.begin, last - t.begin);
        if (!s || !is_seen(u, function, s, text + t.begin, last - t.begin))
            return false;
    }
    return true;
}

/* ---- by the function's own words --------------------------------------------------------------
 */

/* What the spelling names: a pointer that a typedef stands for is one of its own. */
static const struct kp_type *base_of(const struct kp_type *t)
{
    while (!t->named && t->elem)
        t = t->elem;
    return t;
}

static bool tokens_follow(const char *s, struct kp_token t, uint32_t end, const char *words)
{
    uint32_t n = (uint32_t)strlen(words);

    for (struct kp_token w = kp_lex_code(words, 0, n); w.kind != KP_TOKEN_END;
         w = kp_lex_code(words, w.end, n), t = kp_lex_code(s, t.end, end))
        if (t.end - t.begin != w.end - w.begin ||
            memcmp(s + t.begin, words + w.begin, t.end - t.begin) != 0)
            return false;
    return !kp_token_is(s, t, "::") && !kp_token_is(s, t, "<");
}

/* True if the text in front of the variable's name holds these words. */
static bool is_written_in(struct kp_unit *u, const struct kp_node *var, const char *words)
{
    const struct kp_node *all =
        var->parent && var->parent->kind == KP_DECL_STMT ? var->parent : var;
    const char *s = u->source.text;
    struct kp_token before = {0};

    if (var->file || var->from_macro || all->from_macro)
        return false;
    for (struct kp_token t = kp_lex_code(s, all->span.begin, var->span.end);
         t.kind != KP_TOKEN_END && !kp_token_is(s, t, var->sym->name);
         before = t, t = kp_lex_code(s, t.end, var->span.end))
        if (!(before.end && kp_token_is(s, before, "::")) &&
            tokens_follow(s, t, var->span.end, words))
            return true;
    return false;
}

/* True if a directive of the function may bring names to the variable that are not there in front
 * of `at`. */
static bool is_brought(struct kp_unit *u, const struct kp_node *var, const struct kp_node *at)
{
    for (const struct kp_node *n = var; n->parent && n->kind != KP_FUNCTION; n = n->parent)
        for (const struct kp_node *c = n->parent->first; c && c != n; c = c->next)
            if (kp_may_be_directive(u, c) &&
                (c->file || c->span.begin >= at->span.begin || !kp_is_inside(at, n->parent)))
                return true;
    return false;
}

static bool is_written_by(struct kp_unit *u, const struct kp_node *n, const struct kp_type *base,
                          const char *words, const struct kp_node *at)
{
    if ((n->kind == KP_VAR || n->kind == KP_PARAM) && n->sym && n->sym->type) {
        const struct kp_type *t = base_of(n->sym->type);

        if (kp_streq(t->canonical, base->canonical) &&
            kp_streq(kp_plain_type(u->arena, t->spelling), words) && is_written_in(u, n, words) &&
            !is_brought(u, n, at))
            return true;
    }
    kp_each_child(c, n) if (is_written_by(u, c, base, words, at)) return true;
    return false;
}

/* ---- types ------------------------------------------------------------------------------------
 */

static bool is_named_as(const struct kp_sym *v, const char *type)
{
    uint32_t end = (uint32_t)strlen(type);

    return v && *v->name && kp_lex_has(type, 0, end, v->name);
}

static bool declares(struct kp_unit *u, const struct kp_node *n, const char *names)
{
    kp_each_below(x, n) if (kp_may_declare(u, x, names) ||
                            ((x->kind == KP_VAR || x->kind == KP_PARAM) &&
                             is_named_as(x->sym, names))) return true;
    return false;
}

/* True if a name in the type's text is declared in the function: a type of the loop's own, which is
 * not known in front of it, or anything behind which the type's name is hidden. What follows `::`
 * is looked for in what stands before it. */
static bool named_in(struct kp_unit *u, const struct kp_node *function, const char *spelling)
{
    struct kp_str names = kp_str_new(u->arena);
    uint32_t end = (uint32_t)strlen(spelling);
    bool is_member = false;

    for (struct kp_token t = kp_lex_code(spelling, 0, end); t.kind != KP_TOKEN_END;
         t = kp_lex_code(spelling, t.end, end)) {
        if (t.kind == KP_TOKEN_IDENT && !is_word(spelling, t) && !is_member)
            kp_str_addf(&names, " %.*s", (int)(t.end - t.begin), spelling + t.begin);
        is_member = kp_token_is(spelling, t, "::");
    }
    return names.n && declares(u, function, kp_str_text(&names));
}

static bool is_nameless(const struct kp_type *t)
{
    return !t->spelling || !*t->spelling || t->spelling[0] == '<' ||
           strstr(t->spelling, "(unnamed ");
}

/* True for a type made of a template's parameter that another class or function has: one of the
 * same name here is another type. */
static bool is_of_another(const struct kp_sym *function, const struct kp_type *t)
{
    const struct kp_sym *of;

    t = kp_innermost_type(t);
    of = kp_is_type_parameter(t) && t->decl ? t->decl->parent : NULL;
    return of && !kp_streq(of->qualified, function->qualified) &&
           !is_in_scope(function, of->qualified, strlen(of->qualified));
}

static bool is_spelled_right(struct kp_unit *u, const struct kp_node *at, const struct kp_type *t)
{
    const struct kp_node *function = kp_function_around(at);
    const struct kp_type *base = base_of(t);
    const char *words = kp_plain_type(u->arena, base->spelling);

    if (t->is_dependent || t->kind == KP_TYPE_DEPENDENT)
        return !is_of_another(function->sym, t);
    return !t->canonical ||
           (base->named && is_seen(u, function->sym, base->named, words, strlen(words))) ||
           ((!base->named || strchr(words, '<')) &&
            all_seen(u, function->sym, words, base->decl)) ||
           is_written_by(u, function, base, words, at);
}

static const char *without_unnamed(struct kp_arena *a, const char *text)
{
    static const char unnamed[] = "(anonymous namespace)::";
    const char *at;

    while ((at = strstr(text, unnamed)) != NULL)
        text = kp_sprintf(a, "%.*s%s", (int)(at - text), text, at + sizeof unnamed - 1);
    return text;
}

static const char *canonical_text(struct kp_unit *u, const struct kp_node *function,
                                  const struct kp_type *t)
{
    const char *text = t->canonical ? without_unnamed(u->arena, t->canonical) : NULL;

    return text && all_seen(u, function->sym, text, base_of(t)->decl) &&
                   !named_in(u, function, text) && !kp_names_macro(u, text)
               ? text
               : NULL;
}

const char *kp_said_type(struct kp_unit *u, const struct kp_node *at, const struct kp_type *t)
{
    const struct kp_node *function = kp_function_around(at);

    if (!t || is_nameless(t))
        return NULL;
    return !named_in(u, function, t->spelling) && !kp_names_macro(u, t->spelling) &&
                   is_spelled_right(u, at, t)
               ? t->spelling
               : canonical_text(u, function, t);
}

/* True if there is a declaration in `n`, but for that one, that may declare the name. */
static bool declares_another(struct kp_unit *u, const struct kp_node *n, const struct kp_node *but,
                             const char *name)
{
    if (n != but && (kp_may_declare(u, n, name) ||
                     ((n->kind == KP_VAR || n->kind == KP_PARAM) && is_named_as(n->sym, name))))
        return true;
    kp_each_child(c, n) if (declares_another(u, c, but, name)) return true;
    return false;
}

/* True if each name in the words means one thing in all of the function, that which it means at
 * `at`. */
static bool mean_one_thing(struct kp_unit *u, const struct kp_node *function,
                           const struct kp_node *at, const char *words)
{
    uint32_t end = (uint32_t)strlen(words);

    for (struct kp_token t = kp_lex_code(words, 0, end); t.kind != KP_TOKEN_END;
         t = kp_lex_code(words, t.end, end)) {
        const char *name = kp_strndup(u->arena, words + t.begin, t.end - t.begin);

        if (t.kind == KP_TOKEN_IDENT && !is_word(words, t) &&
            declares_another(u, function, kp_meant_at(u, at, name), name))
            return false;
    }
    return !kp_names_macro(u, words);
}

const char *kp_declared_type(struct kp_unit *u, const struct kp_sym *s)
{
    const struct kp_node *function = s->decl ? kp_function_around(s->decl) : NULL;
    const struct kp_type *t = s->type;
    const char *words;

    if (!t || is_nameless(t) || !function)
        return NULL;
    words = kp_plain_type(u->arena, base_of(t)->spelling);
    if (is_written_in(u, s->decl, words) && mean_one_thing(u, function, s->decl, words))
        return t->spelling;
    return kp_said_type(u, s->decl, t);
}

const char *kp_type_in_front(struct kp_unit *u, const struct kp_node *at, const struct kp_type *t)
{
    const char *said = kp_said_type(u, at, t), *plain;

    if (!said)
        return NULL;
    plain = kp_plain_type(u->arena, said);
    if (!t->is_const || !kp_streq(plain, said))
        return plain;
    said = canonical_text(u, kp_function_around(at), t); /* the typedef says const */
    plain = said ? kp_plain_type(u->arena, said) : NULL;
    return kp_streq(plain, said) ? NULL : plain;
}

const char *kp_builtin_name(const struct kp_type *t)
{
    static const char *const ints[] = {"signed char", "short", "int", "long long"};
    static const char *const unsigneds[] = {"unsigned char", "unsigned short", "unsigned int",
                                            "unsigned long long"};
    int log = t->size == 1 ? 0 : t->size == 2 ? 1 : t->size == 4 ? 2 : t->size == 8 ? 3 : -1;

    if (t->kind == KP_TYPE_RECORD && t->decl && t->decl->from_prelude)
        return t->decl->qualified;
    if (t->kind == KP_TYPE_BOOL)
        return "bool";
    if (t->kind == KP_TYPE_FLOAT && (t->size == 4 || t->size == 8))
        return t->size == 4 ? "float" : "double";
    if (t->kind == KP_TYPE_INT && log >= 0)
        return t->is_unsigned ? unsigneds[log] : ints[log];
    return NULL;
}
