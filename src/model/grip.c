/* What an invocation becomes beside other text: the body's tokens may be operands or operators of
 * what stands there. Of `#define NEG -5`, `j NEG` makes a difference of j and 5. */
#include "front/front.h"
#include "front/lex.h"
#include "front/pieces.h"
#include "model/own_text.h"

enum { MOST_STEPS = 1000 };

/* The macros that are being replaced, innermost first: inside of its own replacement a macro's name
 * is not replaced again. */
struct inside {
    const char *name;
    size_t n;
    const struct inside *outer;
    int *steps; /* that may still be made, for this and all others */
};

enum grip {
    TIGHT,    /* one operand, whatever stands beside it */
    PREFIXED, /* an operand behind unary operators */
    LOOSE,    /* an expression, between brackets or separators alone */
    NOTHING   /* none, or more than one */
};

static enum grip tighter(enum grip a, enum grip b)
{
    return a > b ? a : b;
}

static bool is_one_of(const char *s, struct kp_token t, const char *const *words)
{
    for (; *words; words++)
        if (kp_token_is(s, t, *words))
            return true;
    return false;
}

/* Behind the bracket that closes the one at t. */
static uint32_t behind_group(const char *s, struct kp_token t, uint32_t end)
{
    uint32_t close = kp_lex_close(s, t.begin, end);

    return close < end ? close + 1 : end;
}

/* True for brackets in pairs, no comma and no semicolon outside of them, and something at all. */
static bool is_one_expression(const char *s, struct kp_span body)
{
    static const char *const stops[] = {",", ";", ")", "]", "}", NULL};
    struct kp_token t = kp_lex_code(s, body.begin, body.end);

    if (t.kind == KP_TOKEN_END)
        return false;
    for (; t.kind != KP_TOKEN_END; t = kp_lex_code(s, t.end, body.end)) {
        if (t.kind == KP_TOKEN_PUNCT && is_one_of(s, t, stops))
            return false;
        if (t.kind == KP_TOKEN_PUNCT && t.end == t.begin + 1 && strchr("([{", s[t.begin])) {
            if (kp_lex_close(s, t.begin, body.end) >= body.end)
                return false;
            t.end = behind_group(s, t, body.end);
        }
    }
    return true;
}

/* static_cast and its kin. */
static bool is_cast(const char *s, struct kp_token t)
{
    return t.end - t.begin > 5 && !memcmp(s + t.end - 5, "_cast", 5);
}

static enum grip grip_of_name(struct kp_unit *u, const char *name, size_t n,
                              const struct inside *in);

/* `a[i].b`, `f(x)`, `(..)`: an operand and what is applied to it. A call behind brackets may be a
 * cast. */
static enum grip grip_of_operand(struct kp_unit *u, const char *s, struct kp_token t, uint32_t end,
                                 const struct inside *in)
{
    struct kp_token first = t, next;
    bool in_brackets = kp_token_is(s, t, "(");

    if (in_brackets)
        t.end = behind_group(s, t, end);
    else if (t.kind == KP_TOKEN_PUNCT || t.kind == KP_TOKEN_END)
        return LOOSE;
    next = kp_lex_code(s, t.end, end);
    if (first.kind == KP_TOKEN_IDENT && kp_token_is(s, next, "<") && is_cast(s, first)) {
        while (t.kind != KP_TOKEN_END && !kp_token_is(s, t, ">"))
            t = kp_lex_code(s, t.end, end);
        next = kp_lex_code(s, t.end, end);
    } else if (first.kind == KP_TOKEN_IDENT) { /* of another macro, all of it or a part */
        bool calls = kp_token_is(s, next, "(");
        uint32_t last = calls ? behind_group(s, next, end) : t.end;
        enum grip inner = grip_of_name(u, s + first.begin, first.end - first.begin, in);

        if (inner != TIGHT)
            return kp_lex_code(s, last, end).kind == KP_TOKEN_END ? inner : LOOSE;
    }
    for (t = next; t.kind != KP_TOKEN_END; t = kp_lex_code(s, t.end, end)) {
        if (kp_token_is(s, t, "[") || (kp_token_is(s, t, "(") && !in_brackets))
            t.end = behind_group(s, t, end);
        else if (kp_token_is(s, t, ".") || kp_token_is(s, t, "->") || kp_token_is(s, t, "::"))
            t = kp_lex_code(s, t.end, end);
        else
            return LOOSE;
        in_brackets = false;
    }
    return TIGHT;
}

static enum grip grip_of_body(struct kp_unit *u, const char *s, const struct kp_piece *m,
                              const struct inside *in)
{
    static const char *const unary[] = {"-", "+", "*", "&", "!", "~", "++", "--", NULL};
    static const char *const words[] = {"sizeof", "new", "delete", "throw", "return", NULL};
    struct kp_span body = m->body;
    enum grip grip = TIGHT;
    struct kp_token t;

    if (m->is_undef)
        return TIGHT;        /* not its meaning where it is used */
    if (m->is_function_like) /* behind the parameters */
        body.begin = kp_lex_close(s, body.begin, body.end) + 1;
    if (!is_one_expression(s, body))
        return NOTHING;
    for (t = kp_lex_code(s, body.begin, body.end); is_one_of(s, t, unary);
         t = kp_lex_code(s, t.end, body.end))
        grip = PREFIXED;
    if (is_one_of(s, t, words))
        return LOOSE;
    if (t.kind == KP_TOKEN_IDENT && kp_lex_has(s, m->body.begin, body.begin,
                                               kp_strndup(u->arena, s + t.begin, t.end - t.begin)))
        grip = PREFIXED; /* an argument may begin so */
    return tighter(grip, grip_of_operand(u, s, t, body.end, in));
}

/* By all definitions of the name that the text has. */
static bool add_grips(struct kp_unit *u, const char *s, const struct kp_pieces *pieces,
                      const struct inside *in, enum grip *grip)
{
    bool found = false;

    for (size_t i = 0; i < pieces->list.n; i++) {
        const struct kp_piece *p = &pieces->list.v[i];

        if (!kp_is_about_macro(p, s, in->name, in->n))
            continue;
        *grip = tighter(*grip, grip_of_body(u, s, p, in));
        found = true;
    }
    return found;
}

/* The compiler's own macros are operands. */
static enum grip grip_of_name(struct kp_unit *u, const char *name, size_t n,
                              const struct inside *in)
{
    const char *given = u->parse.command_line ? u->parse.command_line : "";
    struct inside this = {name, n, in, in->steps};
    enum grip grip = TIGHT;
    bool found = false;

    for (; in->name; in = in->outer)
        if (in->n == n && !memcmp(in->name, name, n))
            return TIGHT;
    if (--*this.steps < 0)
        return NOTHING;
    for (size_t f = 0; f < u->parse.files.n; f++)
        found |= add_grips(u, kp_place_file(u, f)->text, kp_pieces_in(u, f), &this, &grip);
    if (!found && *given)
        add_grips(u, given, kp_pieces_cut(u->arena, given, (uint32_t)strlen(given), NULL), &this,
                  &grip);
    return grip;
}

static struct kp_token token_before(const struct kp_unit *u, const struct kp_node *n)
{
    const struct kp_node *p = n->parent;
    struct kp_token t, last = {0};
    uint32_t at = n->span.begin;

    while (p && (p->span.begin >= at || p->from_macro || p->file != n->file))
        p = p->parent;
    if (!p)
        return last;
    for (t = kp_lex_code(u->source.text, p->span.begin, at); t.kind != KP_TOKEN_END;
         t = kp_lex_code(u->source.text, t.end, at))
        last = t;
    return last;
}

static bool may_begin(const struct kp_unit *u, const struct kp_node *n, enum grip grip)
{
    static const char *const separators[] = {"(",  "[",  "{",  ",",  ";",  "?",      ":",
                                             "=",  "+=", "-=", "*=", "/=", "return", "%=",
                                             "&=", "|=", "^=", "}",  NULL};
    const char *s = u->source.text;
    struct kp_token t;

    if (grip == TIGHT || grip == NOTHING)
        return grip == TIGHT;
    t = token_before(u, n);
    if (is_one_of(s, t, separators))
        return true;
    return grip == PREFIXED && t.kind == KP_TOKEN_PUNCT && !kp_token_is(s, t, ")") &&
           !kp_token_is(s, t, "]");
}

static bool may_end(const struct kp_unit *u, const struct kp_node *n, enum grip grip)
{
    static const char *const separators[] = {")", "]", "}", ",", ";", "?", ":", "=", NULL};
    static const char *const applied[] = {"(", "[", ".", "->", "++", "--", "::", NULL};
    const char *s = u->source.text;
    struct kp_token t;

    if (grip == TIGHT || grip == NOTHING)
        return grip == TIGHT;
    t = kp_lex_code(s, n->span.end, u->source.size);
    return is_one_of(s, t, separators) || (grip == PREFIXED && !is_one_of(s, t, applied));
}

bool kp_holds_together(struct kp_unit *u, const struct kp_node *n, struct kp_span use)
{
    const char *name = u->source.text + use.begin;
    struct kp_token word = kp_lex_code(u->source.text, use.begin, use.end);
    int steps = MOST_STEPS;
    struct inside nothing = {.steps = &steps};
    enum grip grip = grip_of_name(u, name, word.end - use.begin, &nothing);

    return (use.begin != n->span.begin || may_begin(u, n, grip)) &&
           (use.end != n->span.end || may_end(u, n, grip));
}
