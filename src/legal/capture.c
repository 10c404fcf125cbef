/* Text that means something else inside of a lambda, or on another line. */
#include "front/lex.h"
#include "front/pasted.h"
#include "front/pieces.h"
#include "legal/legal.h"
#include "legal/words.h"

/* auto [a, b] = ..; */
static const struct kp_node *structured_binding(struct kp_unit *u, const struct kp_node *n)
{
    const struct kp_node *found;
    const char *text, *bracket, *equals;

    if (!kp_may_hold(n, KP_OTHER_DECL))
        return NULL;
    if (n->kind == KP_OTHER_DECL) {
        text = kp_node_text(u, n);
        bracket = strchr(text, '[');
        equals = strchr(text, '=');
        if (strstr(text, "auto") && bracket && (!equals || bracket < equals))
            return n;
    }
    kp_each_child(c, n) if ((found = structured_binding(u, c))) return found;
    return NULL;
}

/* union { int i; float f; }; names its members like variables, which no lambda captures: the tree
 * has a variable without a name there. */
static const struct kp_node *nameless_member(const struct kp_node *n)
{
    const struct kp_node *found;

    if (n->kind == KP_MEMBER && n->first && n->first->kind == KP_REF && n->first->sym &&
        n->first->sym->kind == KP_SYM_VAR && !*n->first->sym->name)
        return n;
    kp_each_child(c, n) if ((found = nameless_member(c))) return found;
    return NULL;
}

/* ---- constants made of a tile -------------------------------------------------------------- */

/* sizeof is what it was. */
static bool names_tile(const struct kp_loop *l, const struct kp_node *n)
{
    if (n->kind == KP_SIZEOF)
        return false;
    if (n->kind == KP_REF && kp_is_tile(l, n->sym))
        return true;
    kp_each_child(c, n) if (names_tile(l, c)) return true;
    return false;
}

/* The same in a static_assert, which has no tree. */
static bool asserts_on_tile(struct kp_judge *j, const struct kp_node *n)
{
    const char *s = j->u->source.text;

    for (struct kp_token t = kp_lex_code(s, n->span.begin, n->span.end); t.kind != KP_TOKEN_END;
         t = kp_lex_code(s, t.end, n->span.end)) {
        if (kp_token_is(s, t, "sizeof")) {
            t = kp_lex_code(s, t.end, n->span.end);
            if (kp_token_is(s, t, "("))
                t.end = kp_lex_close(s, t.begin, n->span.end);
            continue;
        }
        for (size_t i = 0; i < j->l->tiles.n; i++)
            if (kp_token_is(s, t, j->l->tiles.v[i]->sym->name))
                return true;
    }
    return false;
}

/* What a reference names is no constant: constexpr int n = length(As). */
static const struct kp_node *constant_of_tile(struct kp_judge *j, const struct kp_node *n)
{
    const struct kp_node *found;
    unsigned i = 0;

    if (n->kind == KP_VAR && n->sym && !kp_is_tile(j->l, n->sym))
        kp_each_child(c, n)
        {
            bool constant = i++ < n->sym->n_dims || n->sym->is_constexpr;

            if (constant && names_tile(j->l, c))
                return n;
        }
    if (n->kind == KP_IF && n->is_constexpr_if && names_tile(j->l, kp_child(n, 1)))
        return kp_child(n, 1);
    if (n->kind == KP_OTHER_DECL && !n->file && asserts_on_tile(j, n))
        return n;
    kp_each_child(c, n) if ((found = constant_of_tile(j, c))) return found;
    return NULL;
}

/* A constexpr array or object of the function, whose parts are no constants inside of a closure,
 * which has captured it; a number is one there, too. */
static bool names_object(const struct kp_loop *l, const struct kp_node *n)
{
    const struct kp_sym *s = n->sym;
    const struct kp_node *up = n->parent;
    bool is_part = up && up->first == n && (up->kind == KP_MEMBER || up->kind == KP_INDEX);

    if (n->kind == KP_REF && s && s->kind == KP_SYM_VAR && s->is_constexpr && !s->is_static &&
        s->parent == l->function && s->decl && !kp_is_inside(s->decl, l->node) && s->type &&
        (s->type->kind == KP_TYPE_ARRAY || s->type->kind == KP_TYPE_RECORD ||
         (is_part && s->type->is_dependent)))
        return true;
    kp_each_child(c, n) if (names_object(l, c)) return true;
    return false;
}

/* True if the operand of the asm is an immediate: "n"(tab[1]) */
static bool is_immediate(struct kp_unit *u, const struct kp_node *assembly, const struct kp_node *c)
{
    const char *s = u->source.text;
    struct kp_token constraint = {0};

    for (struct kp_token t = kp_lex_code(s, assembly->span.begin, c->span.begin);
         t.kind != KP_TOKEN_END; t = kp_lex_code(s, t.end, c->span.begin))
        if (t.kind == KP_TOKEN_STRING)
            constraint = t;
    return memchr(s + constraint.begin, 'n', constraint.end - constraint.begin) ||
           memchr(s + constraint.begin, 'i', constraint.end - constraint.begin);
}

/* What has to be a constant, and is made of such an object. */
static const struct kp_node *constant_of_object(struct kp_judge *j, const struct kp_node *n)
{
    const struct kp_node *found;

    if (n->kind == KP_IF && n->is_constexpr_if && names_object(j->l, kp_child(n, 1)))
        return kp_child(n, 1);
    kp_each_child(c, n) if (n->kind == KP_ASM && names_object(j->l, c) &&
                            is_immediate(j->u, n, c)) return c;
    kp_each_child(c, n) if ((found = constant_of_object(j, c))) return found;
    return NULL;
}

/* The tile is declared anew, with the alignment that its copies need: __alignof__(As) is another
 * number, before the loop and behind it, too. What a macro says may be sizeof. */
static const struct kp_node *alignment_of_tile(const struct kp_loop *l, const struct kp_node *n)
{
    const struct kp_node *found;

    if (!kp_may_hold(n, KP_SIZEOF))
        return NULL;
    if (n->kind == KP_SIZEOF && *n->name && !kp_streq(n->name, "sizeof"))
        for (size_t i = 0; i < l->tiles.n; i++)
            if (kp_count_refs(n, l->tiles.v[i]->sym))
                return n;
    kp_each_child(c, n) if ((found = alignment_of_tile(l, c))) return found;
    return NULL;
}

/* `static const int steps[] = ..;` in the body: one object, which has to stand in one place, while
 * the load phase is another lambda than compute. */
static const struct kp_node *static_of_body(const struct kp_loop *l)
{
    for (size_t i = 0; i < l->stmts.n; i++)
        if (l->stmts.v[i].node->kind == KP_DECL_STMT && !l->stmts.v[i].in_load)
            kp_each_child(v, l->stmts.v[i].node)
            {
                for (size_t k = 0; v->sym && v->sym->is_static && k < l->stmts.n; k++)
                    if (l->stmts.v[k].in_load && kp_count_refs(l->stmts.v[k].node, v->sym))
                        return v;
            }
    return NULL;
}

static bool is_nameless(const struct kp_node *record)
{
    return record && record->kind == KP_RECORD &&
           (!record->sym || !*record->sym->name || strchr(record->sym->name, '('));
}

/* `enum { A, B } e = ..;` in the body: the variable belongs to one half, and the other half may
 * name what the type declares. */
static const struct kp_node *type_beside_variable(const struct kp_loop *l)
{
    for (size_t i = 0; i < l->stmts.n; i++) {
        const struct kp_stmt *s = &l->stmts.v[i];
        const struct kp_node *type = NULL;
        bool variable = false;

        if (s->node->kind != KP_DECL_STMT || s->in_load == s->in_compute)
            continue;
        kp_each_child(c, s->node)
        {
            variable |= c->kind == KP_VAR;
            if (c->kind == KP_OTHER_DECL && !is_nameless(c->first))
                type = c;
        }
        if (type && variable)
            return type;
    }
    return NULL;
}

/* ---- closures that name a tile --------------------------------------------------------------- */

/* A tile of several stages is a reference, or a pointer, of the function's own: a closure has to
 * capture it, and [=] would copy the whole array. */
static bool captures(struct kp_unit *u, const struct kp_node *lambda, bool array)
{
    const char *text = kp_node_text(u, lambda);
    uint32_t end = (uint32_t)strlen(text);
    struct kp_token open = kp_lex_code(text, 0, end), how = kp_lex_code(text, open.end, end),
                    next = kp_lex_code(text, how.end, end);

    return kp_token_is(text, open, "[") &&
           (kp_token_is(text, next, ",") || kp_token_is(text, next, "]")) &&
           (kp_token_is(text, how, "&") || (kp_token_is(text, how, "=") && !array));
}

const struct kp_node *kp_closure_without(struct kp_unit *u, const struct kp_node *n,
                                         const struct kp_tile *t)
{
    const struct kp_node *found;

    if ((n->kind == KP_LAMBDA && !captures(u, n, t->storage != KP_STORE_DYNAMIC)) ||
        n->kind == KP_RECORD)
        if (kp_count_refs(n, t->sym))
            return n;
    kp_each_child(c, n) if ((found = kp_closure_without(u, c, t))) return found;
    return NULL;
}

/* ---- words --------------------------------------------------------------------------------- */

static const char *first_of(struct kp_arena *a, const struct kp_words *w, const char *const *words,
                            size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (kp_words_make(a, w, words[i]))
            return words[i];
    return NULL;
}

#define LAMBDA "would change its meaning inside a lambda"
#define CAPTURE "cannot be captured by a lambda"
#define LINE "would have another value: the output has more lines"
#define BRACE "must be written as a plain brace"
#define COUNTER "would have another value: some text occurs twice in the output"
#define CONSTANT "makes a function's value depend on whether it is a constant expression"
#define HIDDEN "would have another meaning where the output uses it"

static void refuse(struct kp_judge *j, const struct kp_node *at, const char *name, const char *why)
{
    kp_refuse(j->u, j->l, KP_CODE_KP605, at, kp_sprintf(j->u->arena, "'%s' %s", name, why));
}

/* What else stands for a brace is one to the compiler alone. */
static const char *digraph_in(const char *s, struct kp_span in)
{
    for (struct kp_token t = kp_lex_code(s, in.begin, in.end); t.kind != KP_TOKEN_END;
         t = kp_lex_code(s, t.end, in.end))
        for (uint32_t i = t.begin; t.kind == KP_TOKEN_PUNCT && i < t.end; i++)
            if (!strncmp(s + i, "<%", 2) || !strncmp(s + i, "%>", 2))
                return s[i] == '<' ? "<%" : "%>";
    return NULL;
}

static bool is_counter(const struct kp_unit *u, const char *word)
{
    for (size_t i = 0; i < u->parse.of_counter.n; i++)
        if (kp_streq(word, u->parse.of_counter.v[i]))
            return true;
    return false;
}

/* In the whole function, of which there is more text than before; asked once for all its loops. */
static const char *odd_in_function(struct kp_unit *u, struct kp_func *f)
{
    static const char *const anywhere[] = {"__LINE__", "__COUNTER__", "__builtin_LINE",
                                           "__builtin_FUNCTION"};
    struct kp_words function = {0};
    struct kp_spans texts = {0};

    if (f->is_odd_known)
        return f->odd_word;
    kp_called_texts(u, f->sym, &texts);
    for (size_t i = 0; i < texts.n; i++)
        kp_collect_words(u, u->source.text, texts.v[i], &function);
    kp_collect_macros(u, &function);
    f->is_odd_known = true;
    f->odd_word = first_of(u->arena, &function, anywhere, sizeof anywhere / sizeof *anywhere);
    if (!f->odd_word)
        f->odd_word = first_of(u->arena, &function, u->parse.of_counter.v, u->parse.of_counter.n);
    if (!f->odd_word)
        f->odd_word = digraph_in(u->source.text, f->decl->span);
    return f->odd_word;
}

/* A word that does not mean the same in a lambda, or by which the text can know that it is in one.
 */
static const char *word_of_lambda(struct kp_unit *u, struct kp_span in)
{
    static const char *const here[] = {KP_WORDS_OF_LAMBDAS};
    struct kp_words words = {0};
    const char *found;

    kp_collect_words(u, u->source.text, in, &words);
    kp_collect_macros(u, &words);
    found = first_of(u->arena, &words, here, sizeof here / sizeof *here);
    return found ? found : first_of(u->arena, &words, u->parse.of_lambda.v, u->parse.of_lambda.n);
}

bool kp_may_be_in_lambda(struct kp_unit *u, const struct kp_node *n)
{
    const struct kp_node *f = kp_function_around(n);

    return f && !u->parse.is_old && !structured_binding(u, f) && !word_of_lambda(u, n->span) &&
           !digraph_in(u->source.text, n->span);
}

/* In the loop, inside of which the function is a lambda and an array a reference, or around it. */
static bool has_odd_word(struct kp_judge *j)
{
    struct kp_unit *u = j->u;
    const char *found = word_of_lambda(u, j->l->node->span);

    if (found) {
        refuse(j, NULL, found, LAMBDA);
        return true;
    }
    found = odd_in_function(u, j->f);
    if (!found)
        found = kp_word_of_line(u);
    if (found)
        refuse(j, NULL, found,
               kp_streq(found, "__COUNTER__") || is_counter(u, found) ? COUNTER
               : strchr(found, '%')                                   ? BRACE
               : kp_ends_with(found, "is_constant_evaluated")         ? CONSTANT
                                                                      : LINE);
    return found != NULL;
}

/* Lambdas capture by reference; a structured binding and decltype(tile) do not survive that. */
void kp_legal_capturable(struct kp_judge *j)
{
    const struct kp_node *odd;
    const char *word;

    if (j->u->parse.is_old)
        refuse(j, NULL, "-std", "is older than C++11, which the output needs");
    else if ((odd = structured_binding(j->u, j->f->body)) || (odd = nameless_member(j->l->node)))
        refuse(j, odd, kp_node_text(j->u, odd), CAPTURE);
    else if ((odd = constant_of_tile(j, j->l->node)) || (odd = constant_of_object(j, j->l->node)))
        refuse(j, odd, kp_node_text(j->u, odd), LAMBDA);
    else if ((odd = alignment_of_tile(j->l, j->f->body)))
        refuse(j, odd, kp_node_text(j->u, odd),
               "would have another value: the output aligns the tile");
    else if ((odd = static_of_body(j->l)))
        refuse(j, odd, kp_node_text(j->u, odd),
               "would become two objects, one in the load phase and one in the compute phase");
    else if ((odd = type_beside_variable(j->l)))
        refuse(j, odd, kp_node_text(j->u, odd),
               "is a type of the whole body that uses a variable of one phase");
    else if (!has_odd_word(j) && (word = kp_hidden_word(j->u, j->l, j->f->decl)))
        refuse(j, NULL, word, HIDDEN);
}
