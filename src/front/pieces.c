#include "front/pieces.h"

#include <string.h>

#include "front/front.h"
#include "front/given.h"
#include "front/heads.h"
#include "front/lex.h"

/* ---- words --------------------------------------------------------------------------------- */

static size_t hash(const char *word, size_t n)
{
    size_t h = 14695981039346656037u;

    for (size_t i = 0; i < n; i++)
        h = (h ^ (unsigned char)word[i]) * 1099511628211u;
    return h;
}

/* Where the word is, or would be. */
static size_t slot_of(const struct kp_words *w, const char *word, size_t n)
{
    size_t i = hash(word, n) & (w->size - 1);

    while (w->slots[i] && (strncmp(w->slots[i], word, n) != 0 || w->slots[i][n]))
        i = (i + 1) & (w->size - 1);
    return i;
}

bool kp_words_have(const struct kp_words *w, const char *word, size_t n)
{
    return kp_words_find(w, word, n) != NULL;
}

const char *kp_words_find(const struct kp_words *w, const char *word, size_t n)
{
    return w->size ? w->slots[slot_of(w, word, n)] : NULL;
}

static void grow(struct kp_arena *a, struct kp_words *w)
{
    struct kp_words bigger = {.size = w->size ? 2 * w->size : 256, .used = w->used};

    bigger.slots = kp_new_array(a, const char *, bigger.size);
    for (size_t i = 0; i < w->size; i++)
        if (w->slots[i])
            bigger.slots[slot_of(&bigger, w->slots[i], strlen(w->slots[i]))] = w->slots[i];
    *w = bigger;
}

void kp_words_add(struct kp_arena *a, struct kp_words *w, const char *word, size_t n)
{
    size_t i;

    if (2 * (w->used + 1) > w->size)
        grow(a, w);
    i = slot_of(w, word, n);
    if (w->slots[i])
        return;
    w->slots[i] = kp_strndup(a, word, n);
    w->used++;
}

void kp_words_of(struct kp_arena *a, struct kp_words *w, const char *text, struct kp_span s)
{
    for (struct kp_token t = kp_lex_code(text, s.begin, s.end); t.kind != KP_TOKEN_END;
         t = kp_lex_code(text, t.end, s.end))
        if (kp_lex_is_word(text, t))
            kp_words_add(a, w, text + t.begin, t.end - t.begin);
}

/* ---- pieces -------------------------------------------------------------------------------- */

/* A brace of a namespace or of extern "C" that is open. */
struct scope {
    struct kp_span name; /* empty: what is in it is reached without one */
    size_t branch;       /* the #if branch that it is in */
};

struct cut {
    struct kp_arena *a;
    const char *text;
    uint32_t end;
    struct kp_pieces *out;
    struct kp_words macros;        /* of the file */
    const struct kp_words *parsed; /* of the program; NULL: not known */
    struct kp_unit *u;             /* NULL: what macros stand for is not known */
    struct kp_piece piece;         /* the declaration that is being read */
    bool is_open;
    unsigned parens, braces, angles; /* angles: of template<..> */
    bool in_body;                    /* of a function */
    bool is_enum, opens_scope;
    bool has_list;        /* of a function's parameters, behind a name that is no macro */
    bool has_member;      /* an operator of a class, whose operands its name brings */
    bool is_pointer;      /* the parentheses began with a star */
    bool is_complete;     /* it began with a macro that makes whole declarations */
    struct kp_token last; /* token of the piece */
    KP_VEC(struct scope) scopes;
    KP_VEC(size_t) branches; /* the #if branches around, by numbers */
    size_t n_branches;
};

bool kp_read_macro(struct kp_arena *a, const char *text, struct kp_token line, struct kp_piece *p)
{
    struct kp_token word = kp_lex_directive(text, line), name = kp_lex_kept_macro(text, line);

    *p = (struct kp_piece){.span = {line.begin, line.end}, .is_macro = true};
    p->is_undef = name.kind != KP_TOKEN_END || kp_token_is(text, word, "undef");
    if (!p->is_undef && !kp_token_is(text, word, "define"))
        return false;
    if (name.kind == KP_TOKEN_END)
        name = kp_lex(text, word.end, line.end);
    if (name.kind != KP_TOKEN_IDENT)
        return false;
    p->is_function_like = text[name.end] == '(';
    p->body = (struct kp_span){name.end, line.end};
    kp_push(a, &p->names.list, ((struct kp_span){name.begin, name.end}));
    return true;
}

static void read_made(struct cut *c, const struct kp_piece *macro);

static void read_macro(struct cut *c, struct kp_token line)
{
    struct kp_piece p;
    struct kp_span name;

    if (!kp_read_macro(c->a, c->text, line, &p))
        return;
    name = p.names.list.v[0];
    kp_push(c->a, &c->out->list, p);
    kp_words_add(c->a, &c->macros, c->text + name.begin, name.end - name.begin);
    if (!p.is_undef)
        read_made(c, &p);
}

bool kp_is_about_macro(const struct kp_piece *p, const char *text, const char *name, size_t n)
{
    struct kp_span own = p->is_macro ? p->names.list.v[0] : (struct kp_span){0, 0};

    return p->is_macro && own.end - own.begin == n && !memcmp(text + own.begin, name, n);
}

static bool is_using_namespace(const char *text, struct kp_span s)
{
    struct kp_token t = kp_lex_code(text, s.begin, s.end);

    return kp_token_is(text, t, "using") &&
           kp_token_is(text, kp_lex_code(text, t.end, s.end), "namespace");
}

static bool is_macro(const struct cut *c, struct kp_token t)
{
    const char *name = c->text + t.begin;
    size_t n = t.end - t.begin;

    return t.kind == KP_TOKEN_IDENT &&
           (kp_words_have(&c->macros, name, n) || (c->parsed && kp_words_have(c->parsed, name, n)));
}

/* True if the expansion of the macro ends a declaration, for each of the file's definitions. */
static bool makes_declarations(const struct cut *c, struct kp_token name)
{
    bool any = false;

    for (size_t i = 0; i < c->out->list.n; i++) {
        const struct kp_piece *p = &c->out->list.v[i];
        struct kp_token last = {.kind = KP_TOKEN_END};

        if (p->is_undef ||
            !kp_is_about_macro(p, c->text, c->text + name.begin, name.end - name.begin))
            continue;
        for (struct kp_token t = kp_lex(c->text, p->body.begin, p->body.end);
             t.kind != KP_TOKEN_END; t = kp_lex(c->text, t.end, p->body.end))
            last = t;
        if (last.kind == KP_TOKEN_END || !p->is_function_like ||
            (!kp_token_is(c->text, last, "}") && !kp_token_is(c->text, last, ";")))
            return false;
        any = true;
    }
    return any;
}

static void start(struct cut *c, struct kp_token t)
{
    c->is_complete = t.kind == KP_TOKEN_IDENT &&
                     kp_words_have(&c->macros, c->text + t.begin, t.end - t.begin) &&
                     makes_declarations(c, t);
    c->piece = (struct kp_piece){.span = {t.begin, t.end}};
    for (size_t i = c->scopes.n; i-- > 0;)
        if (c->scopes.v[i].name.end)
            c->piece.space = c->scopes.v[i].name;
    c->is_open = true;
    c->parens = c->braces = c->angles = 0;
    c->in_body = c->is_enum = c->opens_scope = c->has_list = c->has_member = false;
    c->last = (struct kp_token){.kind = KP_TOKEN_END};
}

static void finish(struct cut *c, uint32_t end)
{
    c->piece.span.end = end;
    c->piece.body = c->piece.span;
    c->piece.is_operator |= c->has_member && !c->piece.names.list.n;
    c->piece.is_using_namespace = is_using_namespace(c->text, c->piece.span);
    kp_push(c->a, &c->out->list, c->piece);
    c->is_open = false;
}

/* __launch_bounds__, alignas and their like. */
static bool is_attribute(const char *text, struct kp_token t)
{
    const char *s = text + t.begin;
    uint32_t n = t.end - t.begin;

    return (n > 4 && s[0] == '_' && s[1] == '_' && s[n - 1] == '_') ||
           kp_token_is(text, t, "alignas") || kp_token_is(text, t, "decltype") ||
           kp_token_is(text, t, "noexcept");
}

/* One whose parentheses hold no declarator. Other names of that form may be a type's. */
static bool takes_values(const struct cut *c, struct kp_token t)
{
    static const char *const words[] = {"__align__", "__attribute__", "__launch_bounds__",
                                        "alignas",   "decltype",      "noexcept"};

    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (kp_token_is(c->text, t, words[i]))
            return !is_macro(c, t);
    return false;
}

/* A word of the language, which nothing declares. */
static bool is_keyword(const char *text, struct kp_token t)
{
    static const char *const words[] = {
        "auto",   "bool",   "char",     "class", "const",    "double", "enum",
        "extern", "float",  "inline",   "int",   "long",     "short",  "signed",
        "static", "struct", "typename", "union", "unsigned", "void",   "volatile"};

    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (kp_token_is(text, t, words[i]))
            return true;
    return false;
}

bool kp_is_word_of_declarations(const char *text, struct kp_token t)
{
    static const char *const words[] = {"constexpr", "extern",   "false",         "friend",
                                        "namespace", "operator", "private",       "public",
                                        "return",    "sizeof",   "static_assert", "template",
                                        "true",      "typedef",  "using"};

    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (kp_token_is(text, t, words[i]))
            return true;
    return is_attribute(text, t) || is_keyword(text, t);
}

/* An identifier before one of these is the declared name; the type and names in parentheses are
 * not, except in int (*name)(..). */
static bool declares(const struct cut *c, struct kp_token t)
{
    char p = c->text[t.begin];

    if (c->last.kind != KP_TOKEN_IDENT || c->in_body || (c->braces && !c->is_enum) ||
        is_attribute(c->text, c->last) || is_keyword(c->text, c->last))
        return false;
    if (c->parens)
        return c->parens == 1 && c->is_pointer && (p == ')' || p == '[');
    return kp_may_end_name(c->u, c->text, t, c->end);
}

/* True if these parentheses, behind another token of the argument, have the parameters of a
 * function. Their names are its own. `name` is in front of them: it is no macro, and nothing can be
 * pasted to it. */
static bool has_parameters(const struct cut *c, struct kp_token before, struct kp_token name,
                           struct kp_token open)
{
    struct kp_token first = kp_lex_code(c->text, open.end, c->end),
                    second = kp_lex_code(c->text, first.end, c->end);

    return (before.kind == KP_TOKEN_IDENT || kp_token_is(c->text, before, "*")) &&
           name.kind == KP_TOKEN_IDENT && !is_keyword(c->text, name) && !is_macro(c, name) &&
           kp_token_is(c->text, open, "(") && first.kind == KP_TOKEN_IDENT &&
           (second.kind == KP_TOKEN_IDENT || kp_token_is(c->text, second, "*"));
}

/* A macro that may declare anything by its arguments, from the parenthesis on. */
static void note_arguments(struct cut *c, struct kp_token open)
{
    uint32_t close = kp_lex_close(c->text, open.begin, c->end);
    struct kp_token before = {.kind = KP_TOKEN_END}, last = open;

    for (struct kp_token k = kp_lex_code(c->text, open.end, close); k.kind != KP_TOKEN_END;
         k = kp_lex_code(c->text, k.end, close)) {
        if (has_parameters(c, before, last, k)) {
            k.end = kp_lex_close(c->text, k.begin, close) + 1;
            k.kind = KP_TOKEN_PUNCT;
        } else if (k.kind == KP_TOKEN_IDENT && !is_keyword(c->text, k)) {
            kp_push(c->a, &c->piece.names.list, ((struct kp_span){k.begin, k.end}));
        }
        before = last;
        last = k;
    }
}

/* True for parameters behind a macro that leaves them as they are. */
static bool is_left(const struct cut *c, struct kp_token open)
{
    const char *name = c->text + c->last.begin;

    return c->u && is_macro(c, c->last) && kp_are_parameters(c->u, c->text, open.begin, c->end) &&
           !kp_may_take_arguments(c->u, name, c->last.end - c->last.begin);
}

/* float (name)(..), float (name); and also the type alone of name(type). */
static void note_in_parentheses(struct cut *c, struct kp_token open)
{
    struct kp_token name = kp_lex_code(c->text, open.end, c->end);

    while (kp_token_is(c->text, name, "("))
        name = kp_lex_code(c->text, name.end, c->end);
    if (name.kind == KP_TOKEN_IDENT && !is_keyword(c->text, name) &&
        kp_token_is(c->text, kp_lex_code(c->text, name.end, c->end), ")"))
        kp_push(c->a, &c->piece.names.list, ((struct kp_span){name.begin, name.end}));
}

static void note_name(struct cut *c, struct kp_token t)
{
    /* no declaration but a macro's begins with a name and its parameters */
    bool is_use = !is_attribute(c->text, c->last) &&
                  (is_macro(c, c->last) ||
                   (c->last.kind == KP_TOKEN_IDENT && c->last.begin == c->piece.span.begin));

    if (kp_token_is(c->text, t, "(") && !c->parens && !c->braces && !takes_values(c, c->last))
        note_in_parentheses(c, t);
    if (c->opens_scope && kp_token_is(c->text, t, "(") && !c->parens && !c->braces)
        c->has_list = c->u && declares(c, t) &&
                      kp_is_no_macro(c->u, c->text + c->last.begin, c->last.end - c->last.begin);
    if (declares(c, t))
        kp_push(c->a, &c->piece.names.list, ((struct kp_span){c->last.begin, c->last.end}));
    if (is_use && kp_token_is(c->text, t, "(") && !c->parens && !c->braces && !is_left(c, t))
        note_arguments(c, t);
}

/* True inside template<..>. */
static bool in_angles(struct cut *c, struct kp_token t)
{
    const char *s = c->text + t.begin;

    if (!c->angles && !(kp_token_is(c->text, t, "<") && kp_token_is(c->text, c->last, "template")))
        return false;
    for (uint32_t i = 0; t.kind == KP_TOKEN_PUNCT && i < t.end - t.begin; i++)
        if (s[i] == '<')
            c->angles++;
        else if (s[i] == '>' && c->angles)
            c->angles--;
    return true;
}

static size_t branch_of(const struct cut *c)
{
    return c->branches.n ? c->branches.v[c->branches.n - 1] : 0;
}

/* `#ifdef __cplusplus`. */
static bool is_no_choice(const struct cut *c, struct kp_token line, struct kp_token word)
{
    struct kp_given given = kp_given_of(c->text, line, word);

    return given.device == KP_YES && given.host == KP_YES;
}

/* `#if` begins a branch, `#else` another one. */
static void read_branch(struct cut *c, struct kp_token line)
{
    struct kp_token word = kp_lex_directive(c->text, line);
    bool begins = kp_begins_branches(c->text, word);
    bool goes_on = word.end - word.begin > 2 && !strncmp(c->text + word.begin, "el", 2);

    if ((goes_on || kp_token_is(c->text, word, "endif")) && c->branches.n)
        c->branches.n--;
    if (begins && is_no_choice(c, line, word))
        kp_push(c->a, &c->branches, branch_of(c));
    else if (begins || goes_on)
        kp_push(c->a, &c->branches, ++c->n_branches);
}

/* `namespace x {`, `namespace x::y {`; all others have no name that must be said, as the text has
 * it. */
static struct kp_span name_of_scope(const struct cut *c)
{
    struct kp_token first = kp_lex_code(c->text, c->piece.span.begin, c->end),
                    name = kp_lex_code(c->text, first.end, c->end),
                    next = kp_lex_code(c->text, name.end, c->end);

    if (!kp_token_is(c->text, first, "namespace") || name.kind != KP_TOKEN_IDENT ||
        is_macro(c, name) ||
        (!kp_token_is(c->text, next, "{") && !kp_token_is(c->text, next, "::")))
        return (struct kp_span){0, 0};
    return (struct kp_span){name.begin, name.end};
}

/* `inline namespace x {`: what is in it is reached without the name, and so is what another
 * `namespace x {` adds to it. */
static bool is_reached_inline(const struct cut *c)
{
    for (size_t i = 0; i < c->scopes.n; i++)
        if (c->scopes.v[i].name.end)
            return false;
    return kp_token_is(c->text, kp_lex_code(c->text, c->piece.span.begin, c->end), "inline");
}

static void close_scope(struct cut *c)
{
    c->out->is_odd |= !c->scopes.n || c->scopes.v[c->scopes.n - 1].branch != branch_of(c);
    c->scopes.n -= c->scopes.n > 0;
}

/* True if what is read of the piece has a macro. */
static bool has_macro(const struct cut *c)
{
    for (struct kp_token t = kp_lex_code(c->text, c->piece.span.begin, c->last.end);
         t.kind != KP_TOKEN_END; t = kp_lex_code(c->text, t.end, c->last.end))
        if (is_macro(c, t))
            return true;
    return false;
}

static void open_brace(struct cut *c)
{
    bool behind_list = c->last.kind == KP_TOKEN_PUNCT && c->text[c->last.begin] == ')';

    /* namespace x {, extern "C" {; not extern "C" int f(..) { */
    if (c->opens_scope && !c->braces && !c->parens && !(behind_list && c->has_list)) {
        c->out->is_odd |= is_reached_inline(c);
        kp_push(c->a, &c->scopes, ((struct scope){name_of_scope(c), branch_of(c)}));
        if (has_macro(c)) /* which is who names the namespace */
            finish(c, c->last.end);
        c->is_open = false;
        return;
    }
    c->in_body |= !c->braces && (behind_list || kp_token_is(c->text, c->last, "const") ||
                                 kp_token_is(c->text, c->last, "noexcept"));
    c->braces++;
}

static void read_token(struct cut *c, struct kp_token t)
{
    const char *s = c->text;

    if (!c->is_open && (kp_token_is(s, t, "}") || kp_token_is(s, t, ";"))) {
        if (kp_token_is(s, t, "}"))
            close_scope(c);
        return;
    }
    if (!c->is_open)
        start(c, t);
    if (in_angles(c, t)) {
        c->last = t;
        return;
    }
    if (c->last.begin == c->piece.span.begin && c->last.kind == KP_TOKEN_IDENT)
        c->is_complete &= kp_token_is(s, t, "(");
    note_name(c, t);
    c->is_enum |= kp_token_is(s, t, "enum");
    c->opens_scope |= kp_token_is(s, t, "namespace") ||
                      (t.kind == KP_TOKEN_STRING && kp_token_is(s, c->last, "extern"));
    if (kp_token_is(s, t, "operator"))
        *(c->braces ? &c->has_member : &c->piece.is_operator) = true;
    if (kp_token_is(s, t, "*") && c->parens == 1)
        c->is_pointer |= kp_token_is(s, c->last, "(") || kp_token_is(s, c->last, "::");
    if (kp_token_is(s, t, "(") || kp_token_is(s, t, "["))
        c->is_pointer &= c->parens++ > 0;
    else if ((kp_token_is(s, t, ")") || kp_token_is(s, t, "]")) && c->parens) {
        if (!--c->parens && c->is_complete)
            finish(c, t.end);
    } else if (kp_token_is(s, t, "{"))
        open_brace(c);
    else if (kp_token_is(s, t, "}") && c->braces && !--c->braces && c->in_body)
        finish(c, t.end);
    else if (kp_token_is(s, t, ";") && !c->braces && !c->parens)
        finish(c, t.end);
    c->last = t;
}

/* `u`: NULL for a text that is none of the parse's files. */
static void cut_file(struct kp_arena *a, struct kp_unit *u, const char *text, struct kp_span file,
                     const struct kp_words *parsed, struct kp_pieces *out)
{
    struct cut c = {.a = a, .u = u, .text = text, .end = file.end, .parsed = parsed, .out = out};

    for (struct kp_token t = kp_lex(text, file.begin, file.end); t.kind != KP_TOKEN_END;
         t = kp_lex(text, t.end, file.end))
        if (t.kind == KP_TOKEN_DIRECTIVE) {
            read_macro(&c, t);
            read_branch(&c, t);
        } else
            read_token(&c, t);
    if (c.is_open)
        finish(&c, file.end);
    out->is_odd |= c.scopes.n > 0;
}

/* Words of declarations, which expressions and statements seldom have. */
static bool may_declare(const char *s, struct kp_span body)
{
    static const char *const words[] = {"using", "__device__", "__constant__", "struct",
                                        "class", "typedef",    "constexpr",    "template"};

    for (struct kp_token t = kp_lex_code(s, body.begin, body.end); t.kind != KP_TOKEN_END;
         t = kp_lex_code(s, t.end, body.end))
        for (size_t i = 0; t.kind == KP_TOKEN_IDENT && i < sizeof words / sizeof *words; i++)
            if (kp_token_is(s, t, words[i]))
                return true;
    return false;
}

/* What the macro declares wherever it is used, by names that the use does not say. */
static void read_made(struct cut *c, const struct kp_piece *macro)
{
    struct kp_span body = macro->body;
    struct kp_words parameters = {0};
    struct kp_pieces made = {0};

    if (!may_declare(c->text, body))
        return;
    if (macro->is_function_like) {
        uint32_t end = kp_lex_close(c->text, body.begin, body.end);

        kp_words_of(c->a, &parameters, c->text, (struct kp_span){body.begin, end});
        body.begin = end < body.end ? end + 1 : end;
    }
    cut_file(c->a, c->u, c->text, body, c->parsed, &made);
    for (size_t i = 0; i < made.list.n; i++) {
        struct kp_piece p = made.list.v[i], own = p;

        memset(&own.names, 0, sizeof own.names);
        for (size_t k = 0; k < p.names.list.n; k++) {
            struct kp_span n = p.names.list.v[k];

            if (!kp_words_have(&parameters, c->text + n.begin, n.end - n.begin))
                kp_push(c->a, &own.names.list, n);
        }
        if (own.names.list.n || own.is_operator || own.is_using_namespace)
            kp_push(c->a, &c->out->list, own);
    }
}

const struct kp_pieces *kp_pieces_of(struct kp_unit *u)
{
    struct kp_pieces *all;

    if (!u->pieces) {
        all = kp_new(u->arena, struct kp_pieces);
        cut_file(u->arena, u, u->source.text, (struct kp_span){u->source.bom, u->source.size},
                 kp_parsed_macros(u), all);
        u->pieces = all;
    }
    return u->pieces;
}

const struct kp_pieces *kp_pieces_cut(struct kp_arena *a, const char *text, uint32_t size,
                                      const struct kp_words *macros)
{
    struct kp_pieces *all = kp_new(a, struct kp_pieces);

    cut_file(a, NULL, text, (struct kp_span){0, size}, macros, all);
    return all;
}

const struct kp_pieces *kp_pieces_in(struct kp_unit *u, size_t file)
{
    const struct kp_file *f = &u->parse.files.v[file];
    struct kp_pieces *all;

    if (!file)
        return kp_pieces_of(u);
    if (!u->file_pieces)
        u->file_pieces = kp_new_array(u->arena, const struct kp_pieces *, u->parse.files.n);
    if (!u->file_pieces[file]) {
        u->file_pieces[file] = all = kp_new(u->arena, struct kp_pieces);
        if (f->text)
            cut_file(u->arena, u, f->text, (struct kp_span){0, f->size}, kp_parsed_macros(u), all);
    }
    return u->file_pieces[file];
}
