/* A condition is a formula of `!`, `&&` and `||` over parts: `defined(X)`, or any other text, of
 * which nothing is known but that it is true or false. Two parts are the same if they have the same
 * tokens and no line between them can change what these mean. Then they have one value in a build,
 * and a combination of branches that needs two is in no build. Nor is one that needs comparisons of
 * a name with numbers to come out as they do for no number, where the text defines that name as one
 * (`#define LEVEL 4`), and nothing that a build does can make it anything else. */
#include "texts/tied.h"

#include "front/front.h"
#include "front/lex.h"
#include "front/pieces.h"
#include "model/named.h"
#include "model/spelled.h"

enum { MAX_PARTS = 10, MAX_DEPTH = 32 };

enum relation { NO_RELATION, EQ, NE, LT, LE, GT, GE };

struct part {
    const char *text; /* its tokens; of `defined(X)` the name */
    bool is_defined;
    size_t epoch; /* how many lines before it may change it */
    /* it compares a name, which the text defines as a number, with `than` */
    enum relation relation;
    const char *name;
    int64_t than;
};

struct place {
    uint32_t at; /* in the file */
    size_t part;
};

struct kp_ties {
    const struct kp_choices *c;
    const char *text;
    KP_VEC(struct part) parts;
    KP_VEC(struct place) places; /* of parts */
    uint32_t values;             /* of the parts, a bit each */
    int depth;
    bool unknown;
};

/* ---- parts ---------------------------------------------------------------------------------- */

/* The tokens of a condition, or of some of it. */
struct tokens {
    uint32_t begin, end;
};

static struct kp_token first(const struct kp_ties *r, struct tokens s)
{
    return kp_lex(r->text, s.begin, s.end);
}

static const char *spelled(const struct kp_ties *r, struct tokens s)
{
    struct kp_str out = kp_str_new(r->c->u->arena);

    for (struct kp_token t = first(r, s); t.kind != KP_TOKEN_END; t = kp_lex(r->text, t.end, s.end))
        kp_str_addf(&out, out.n ? " %.*s" : "%.*s", (int)(t.end - t.begin), r->text + t.begin);
    return kp_str_text(&out);
}

static bool is_one_of(const struct kp_ties *r, struct kp_token t, const char *const *words)
{
    for (; *words; words++)
        if (kp_token_is(r->text, t, *words))
            return true;
    return false;
}

/* True if no macro has a part in it: `1`. */
static bool is_literal(const struct part *p)
{
    uint32_t end = (uint32_t)strlen(p->text);
    struct kp_token t = kp_lex(p->text, 0, end);

    while (t.kind != KP_TOKEN_END && t.kind != KP_TOKEN_IDENT)
        t = kp_lex(p->text, t.end, end);
    return t.kind == KP_TOKEN_END;
}

/* True if the line may change what the part means. A word that goes on behind a backslash is
 * another one, and a line that is not known may change everything, as `#pragma GCC target` does. */
static bool changes(const struct kp_ties *r, struct kp_token line, const struct part *p)
{
    static const char *const tests[] = {"if",   "ifdef", "ifndef", "elif",    "elifdef", "elifndef",
                                        "else", "endif", "error",  "warning", NULL};
    static const char *const hints[] = {"unroll", "nounroll", "once", "message", NULL};
    struct kp_token word = kp_lex_directive(r->text, line),
                    name = kp_lex(r->text, word.end, line.end);
    const char *of = p->is_defined ? p->text : p->relation ? p->name : NULL; /* alone */

    if (word.kind == KP_TOKEN_END) /* `#` alone */
        return false;
    if (kp_token_is(r->text, word, "define") || kp_token_is(r->text, word, "undef"))
        return !is_literal(p) && (!of || name.kind != KP_TOKEN_IDENT || r->text[name.end] == '\\' ||
                                  kp_token_is(r->text, name, of));
    if (kp_token_is(r->text, word, "pragma"))
        return !is_one_of(r, name, hints) && !kp_starts_with(r->text + name.begin, "nv_");
    return !is_one_of(r, word, tests);
}

static size_t epoch_at(const struct kp_ties *r, uint32_t at, const struct part *p)
{
    size_t n = 0;

    for (struct kp_token t = kp_lex(r->text, 0, at); t.kind != KP_TOKEN_END;
         t = kp_lex(r->text, t.end, at))
        n += t.kind == KP_TOKEN_DIRECTIVE && changes(r, t, p);
    return n;
}

/* True if the text's value is another one on each line. */
static bool counts(const struct kp_ties *r, struct tokens s)
{
    static const char *const names[] = {"__LINE__", "__COUNTER__"};
    struct kp_words words = {0};
    struct kp_named_pieces taken = {0};

    kp_words_of(r->c->u->arena, &words, r->text, (struct kp_span){s.begin, s.end});
    kp_close_names(r->c->u, KP_NAMED_MACROS, &words, &taken);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (kp_words_have(&words, names[i], strlen(names[i])))
            return true;
    return false;
}

static size_t number_of(struct kp_ties *r, struct part p)
{
    for (size_t i = 0; i < r->parts.n; i++)
        if (kp_streq(r->parts.v[i].text, p.text) && r->parts.v[i].is_defined == p.is_defined &&
            r->parts.v[i].epoch == p.epoch)
            return i;
    r->unknown |= r->parts.n == MAX_PARTS;
    if (!r->unknown)
        kp_push(r->c->u->arena, &r->parts, p);
    return r->parts.n - 1;
}

/* ---- names that are numbers ------------------------------------------------------------------ */

/* The token as a number, if it is one in decimal digits that every compiler reads alike. */
static bool is_number(const struct kp_ties *r, struct kp_token t, int64_t *number)
{
    enum { MOST_DIGITS = 9 };
    uint32_t n = t.end - t.begin;

    *number = 0;
    if (t.kind != KP_TOKEN_NUMBER || n > MOST_DIGITS || (n > 1 && r->text[t.begin] == '0'))
        return false;
    for (uint32_t i = t.begin; i < t.end; i++) {
        if (r->text[i] < '0' || r->text[i] > '9')
            return false;
        *number = *number * 10 + (r->text[i] - '0');
    }
    return true;
}

/* True if who reads the text at `at` has read the line, too, whichever branches it takes. */
static bool is_read_before(const struct kp_ties *r, struct kp_token line, uint32_t at)
{
    const struct kp_branch_groups *groups = kp_branch_groups_of(r->c->u);

    for (size_t i = 0; i < groups->list.n; i++) {
        int branch = kp_branch_at(&groups->list.v[i], line.begin);

        if (branch >= 0 && branch != kp_branch_at(&groups->list.v[i], at))
            return false;
    }
    return !groups->broken;
}

static bool defines_number(const struct kp_ties *r, struct kp_token line)
{
    struct kp_token word = kp_lex_directive(r->text, line),
                    name = kp_lex(r->text, word.end, line.end),
                    number = kp_lex(r->text, name.end, line.end);
    int64_t is;

    return kp_token_is(r->text, word, "define") && number.begin > name.end &&
           is_number(r, number, &is) && kp_lex(r->text, number.end, line.end).kind == KP_TOKEN_END;
}

/* True if the name is a macro that stands for a number at the place, in all builds of this text:
 * the last line that may change it defines it so. */
static bool stands_for_number(const struct kp_ties *r, const char *name, uint32_t at)
{
    const struct part p = {.text = name, .is_defined = true};
    struct kp_token last = {0};

    for (struct kp_token t = kp_lex(r->text, 0, at); t.kind != KP_TOKEN_END;
         t = kp_lex(r->text, t.end, at))
        if (t.kind == KP_TOKEN_DIRECTIVE && changes(r, t, &p))
            last = t;
    return last.kind == KP_TOKEN_DIRECTIVE && defines_number(r, last) &&
           is_read_before(r, last, at);
}

static enum relation relation_of(const struct kp_ties *r, struct kp_token op)
{
    static const char *const by[] = {
        [EQ] = "==", [NE] = "!=", [LT] = "<", [LE] = "<=", [GT] = ">", [GE] = ">="};

    for (enum relation i = EQ; i <= GE; i++)
        if (kp_token_is(r->text, op, by[i]))
            return i;
    return NO_RELATION;
}

/* What the part says of a name: `X`, `X == 4` or `4 < X`. */
static void read_comparison(const struct kp_ties *r, struct tokens s, struct part *p)
{
    static const enum relation turned[] = {
        [EQ] = EQ, [NE] = NE, [LT] = GT, [LE] = GE, [GT] = LT, [GE] = LE};
    struct kp_token a = first(r, s), op = kp_lex(r->text, a.end, s.end),
                    b = kp_lex(r->text, op.end, s.end), name = a;
    enum relation relation = relation_of(r, op);

    if (op.kind == KP_TOKEN_END)
        relation = NE; /* than 0 */
    else if (!relation || kp_lex(r->text, b.end, s.end).kind != KP_TOKEN_END)
        return;
    else if (is_number(r, a, &p->than))
        name = b, relation = turned[relation];
    else if (!is_number(r, b, &p->than))
        return;
    if (name.kind != KP_TOKEN_IDENT)
        return;
    p->name = kp_strndup(r->c->u->arena, r->text + name.begin, name.end - name.begin);
    if (!stands_for_number(r, p->name, s.begin))
        return;
    p->relation = relation;
}

static bool compares(const struct part *p, int64_t number)
{
    switch (p->relation) {
    case EQ:
        return number == p->than;
    case NE:
        return number != p->than;
    case LT:
        return number < p->than;
    case LE:
        return number <= p->than;
    case GT:
        return number > p->than;
    case GE:
        return number >= p->than;
    default:
        return true;
    }
}

static bool is_of_name(const struct part *p, const struct part *q)
{
    return q->relation && kp_streq(p->name, q->name) && p->epoch == q->epoch;
}

/* True if all comparisons of p's name come out as the values say for this number. */
static bool agrees(const struct kp_ties *r, const struct part *p, int64_t number)
{
    for (size_t i = 0; i < r->parts.n; i++)
        if (is_of_name(p, &r->parts.v[i]) &&
            compares(&r->parts.v[i], number) != (r->values >> i & 1))
            return false;
    return true;
}

/* True if a number lets all comparisons of p's name come out so. Between two numbers that are
 * compared with, all others come out alike. */
static bool some_number_agrees(const struct kp_ties *r, const struct part *p)
{
    for (size_t i = 0; i < r->parts.n; i++)
        for (int64_t by = -1; by <= 1 && is_of_name(p, &r->parts.v[i]); by++)
            if (agrees(r, p, r->parts.v[i].than + by))
                return true;
    return false;
}

/* False if no numbers have these values of the parts. */
static bool is_possible(const struct kp_ties *r)
{
    for (size_t i = 0; i < r->parts.n; i++)
        if (r->parts.v[i].relation && !some_number_agrees(r, &r->parts.v[i]))
            return false;
    return true;
}

/* ---- parts of a text ------------------------------------------------------------------------- */

static bool value_of(struct kp_ties *r, struct tokens s, bool is_defined)
{
    struct place new = {.at = s.begin};
    struct part p;

    for (size_t i = 0; i < r->places.n; i++)
        if (r->places.v[i].at == s.begin)
            return r->values >> r->places.v[i].part & 1;
    p = (struct part){.text = spelled(r, s), .is_defined = is_defined};
    if (!is_defined)
        read_comparison(r, s, &p);
    p.epoch = epoch_at(r, s.begin, &p);
    r->unknown |= !is_defined && counts(r, s);
    if (r->unknown)
        return false;
    new.part = number_of(r, p);
    kp_push(r->c->u->arena, &r->places, new);
    return r->values >> new.part & 1;
}

/* ---- formulas ------------------------------------------------------------------------------- */

/* The first of these operators outside of parentheses; of kind END: there is none. */
static struct kp_token operator_in(const struct kp_ties *r, struct tokens s, const char *a,
                                   const char *b)
{
    struct kp_token t = first(r, s);

    while (t.kind != KP_TOKEN_END && !kp_token_is(r->text, t, a) && !kp_token_is(r->text, t, b))
        t = kp_lex_at_level(r->text, t, s.end);
    return t;
}

/* `X` or `(X)` behind `defined`, and nothing else. */
static bool is_name(const struct kp_ties *r, struct tokens s, struct kp_token *name)
{
    struct kp_token t = first(r, s);
    bool open = kp_token_is(r->text, t, "(");

    *name = open ? kp_lex(r->text, t.end, s.end) : t;
    t = kp_lex(r->text, name->end, s.end);
    if (name->kind != KP_TOKEN_IDENT || (open && !kp_token_is(r->text, t, ")")))
        return false;
    return (open ? kp_lex(r->text, t.end, s.end) : t).kind == KP_TOKEN_END;
}

/* True if the text is one operand of `!`. */
static bool is_primary(const struct kp_ties *r, struct tokens s)
{
    struct kp_token t = first(r, s), name;

    if (kp_token_is(r->text, t, "!") || kp_token_is(r->text, t, "defined"))
        return kp_token_is(r->text, t, "!") ? is_primary(r, (struct tokens){t.end, s.end})
                                            : is_name(r, (struct tokens){t.end, s.end}, &name);
    return kp_lex_at_level(r->text, t, s.end).kind == KP_TOKEN_END;
}

static bool formula(struct kp_ties *r, struct tokens s)
{
    struct kp_token t = first(r, s), op = operator_in(r, s, "?", ","), name;
    bool left, right, is_or;

    if (op.kind != KP_TOKEN_END || ++r->depth > MAX_DEPTH)
        return value_of(r, s, false);
    op = operator_in(r, s, "||", "or");
    is_or = op.kind != KP_TOKEN_END;
    if (!is_or)
        op = operator_in(r, s, "&&", "and");
    if (op.kind != KP_TOKEN_END) {
        left = formula(r, (struct tokens){s.begin, op.begin});
        right = formula(r, (struct tokens){op.end, s.end});
        return is_or ? left || right : left && right;
    }
    if (!is_primary(r, s))
        return value_of(r, s, false);
    if (kp_token_is(r->text, t, "!"))
        return !formula(r, (struct tokens){t.end, s.end});
    if (kp_token_is(r->text, t, "("))
        return formula(r, (struct tokens){t.end, kp_lex_close(r->text, t.begin, s.end)});
    if (!kp_token_is(r->text, t, "defined"))
        return value_of(r, s, false);
    is_name(r, (struct tokens){t.end, s.end}, &name);
    return value_of(r, (struct tokens){name.begin, name.end}, true);
}

/* A backslash that is no space between two words: inside of a word, an operator or a name. */
static bool has_backslash(const struct kp_ties *r, struct kp_span at)
{
    for (uint32_t i = at.begin + 1; i + 1 < at.end; i++)
        if (r->text[i] == '\\' &&
            (!strchr(" \t", r->text[i - 1]) || !strchr("\r\n", r->text[i + 1])))
            return true;
    return false;
}

/* True if the line #if, #elif or #else lets its branch be taken. */
static bool holds(struct kp_ties *r, struct kp_span at)
{
    struct kp_token line = {KP_TOKEN_DIRECTIVE, at.begin, at.end},
                    word = kp_lex_directive(r->text, line), name;
    const char *w = r->text + word.begin;
    bool value;

    r->unknown |= has_backslash(r, at);
    if (kp_token_is(r->text, word, "else"))
        return true;
    if (kp_token_is(r->text, word, "if") || kp_token_is(r->text, word, "elif")) {
        r->depth = 0;
        return formula(r, (struct tokens){word.end, at.end});
    }
    name = kp_lex(r->text, word.end, at.end);
    value = value_of(r, (struct tokens){name.begin, name.end}, true);
    return value != (kp_starts_with(w, "ifndef") || kp_starts_with(w, "elifndef"));
}

/* ---- groups --------------------------------------------------------------------------------- */

static bool takes(struct kp_ties *r, const struct kp_branch_group *g, int branch)
{
    bool taken = branch + 1 >= (int)g->lines.n || holds(r, g->lines.v[branch]);

    for (int i = 0; i < branch; i++)
        taken &= !holds(r, g->lines.v[i]);
    return taken;
}

/* True if all groups take the row's branches with the values of the parts. */
static bool fits(struct kp_ties *r, const struct kp_choice *row, size_t n)
{
    bool all = true;

    for (size_t i = 0; i < n; i++)
        if (!kp_is_settled(r->c, row, i))
            all &= takes(r, kp_group_of(r->c, i), row->branch[i]);
    return all;
}

struct kp_ties *kp_ties_of(const struct kp_choices *c)
{
    struct kp_ties *r = kp_new(c->u->arena, struct kp_ties);

    r->c = c;
    r->text = c->u->source.text;
    r->unknown = kp_hidden_words_in(c->u) != NULL;
    return r;
}

bool kp_may_be_taken(struct kp_ties *r, const struct kp_choice *row, size_t n)
{
    r->values = 0;
    if (fits(r, row, n) && is_possible(r)) /* this finds all parts */
        return true;
    for (r->values = 1; !r->unknown && r->values < 1u << r->parts.n; r->values++)
        if (is_possible(r) && fits(r, row, n))
            return true;
    return r->unknown;
}

bool kp_keeps_meaning(struct kp_ties *r, const struct kp_branch_group *g, uint32_t at)
{
    for (int i = 0; i + 1 < kp_branch_count(g); i++) {
        struct kp_span line = g->lines.v[i];

        holds(r, line); /* this finds its parts */
        for (size_t k = 0; k < r->places.n; k++) {
            const struct part *p = &r->parts.v[r->places.v[k].part];

            if (r->places.v[k].at >= line.begin && r->places.v[k].at < line.end &&
                epoch_at(r, at, p) != p->epoch)
                return false;
        }
    }
    return !r->unknown;
}
