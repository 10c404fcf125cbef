/* Lines: the output has more of them. What computes with the number of its line computes something
 * else there, in whatever function or initialiser of the file it stands. Host functions may, and
 * what only prints the line. */
#include "front/lex.h"
#include "front/pasted.h"
#include "front/pieces.h"
#include "legal/legal.h"
#include "legal/words.h"

/* What depends on who asks: on a caller's line, or on whether a constant is being made. Headers
 * have names for it, too (kp_parse.of_caller). */
static const char *const of_caller[] = {"__builtin_LINE",
                                        "__builtin_COLUMN",
                                        "__builtin_source_location",
                                        "source_location",
                                        "__builtin_is_constant_evaluated",
                                        "is_constant_evaluated"};

/* `type name(..)` in front of a body, of a function that is no constant's; parameters may have
 * default arguments. */
static bool is_function_head(const char *text, const struct kp_piece *p)
{
    static const char *const others[] = {"constexpr", "consteval", "struct",   "class",
                                         "union",     "enum",      "namespace"};
    bool list = false;
    int depth = 0;

    for (struct kp_token t = kp_lex_behind_templates(
             text, kp_lex_code(text, p->span.begin, p->span.end), p->span.end);
         depth || !kp_token_is(text, t, "{"); t = kp_lex_code(text, t.end, p->span.end)) {
        if (t.kind == KP_TOKEN_END || (!depth && kp_token_is(text, t, "=")))
            return false;
        for (size_t i = 0; !list && i < sizeof others / sizeof *others; i++)
            if (kp_token_is(text, t, others[i]))
                return false;
        list |= kp_token_is(text, t, "(");
        for (uint32_t i = t.begin; t.kind == KP_TOKEN_PUNCT && i < t.end; i++)
            depth += (text[i] == '(') - (text[i] == ')');
    }
    return list;
}

/* A definition that no word of it, macros expanded, makes anything else than code of the host: the
 * tree does not hold all of the host's functions. */
static bool is_host_only(struct kp_unit *u, const struct kp_piece *p)
{
    static const char *const device[] = {"__device__", "__global__", "__constant__"};
    const char *text = u->parse.files.v[0].text;
    struct kp_words w = {0};

    if (p->is_macro || p->is_undef || !p->span.end || text[p->span.end - 1] != '}' ||
        !is_function_head(text, p))
        return false;
    kp_collect_words(u, text, p->span, &w);
    kp_collect_macros(u, &w);
    for (size_t i = 0; i < sizeof device / sizeof *device; i++)
        if (kp_words_make(u->arena, &w, device[i]))
            return false;
    return true;
}

enum { MOST_DEPTH = 32 };

static bool makes_name(struct kp_unit *u, const char *text, struct kp_token name, int depth);

/* True if the tokens are names, and between them `between`. */
static bool are_names(const char *text, uint32_t at, uint32_t limit, const char *between)
{
    struct kp_token t = kp_lex_code(text, at, limit);

    for (; t.kind != KP_TOKEN_END; t = kp_lex_code(text, t.end, limit))
        if (t.kind != KP_TOKEN_IDENT && !kp_token_is(text, t, between))
            return false;
    return true;
}

/* `(a, b) a##b`, or `(a, b) JOIN(a, b)` of a macro that has such a body. */
static bool is_body_a_name(struct kp_unit *u, const char *text, struct kp_span body, int depth)
{
    struct kp_token params = kp_lex_code(text, body.begin, body.end),
                    first = kp_lex_at_level(text, params, body.end),
                    open = kp_lex_code(text, first.end, body.end);

    if (first.kind != KP_TOKEN_IDENT)
        return false;
    if (!kp_token_is(text, open, "("))
        return kp_token_is(text, open, "##") && are_names(text, first.end, body.end, "##");
    if (kp_lex_at_level(text, open, body.end).kind != KP_TOKEN_END)
        return false;
    while (body.end > open.end && text[body.end - 1] != ')')
        body.end--;
    return are_names(text, open.end, body.end - 1, ",") && makes_name(u, text, first, depth + 1);
}

/* True if a macro of that name is all that there is, and makes one name of its arguments. */
static bool makes_name(struct kp_unit *u, const char *text, struct kp_token name, int depth)
{
    bool any = false;

    if (depth > MOST_DEPTH || name.kind != KP_TOKEN_IDENT)
        return false;
    kp_each_macro_named(m, u, text + name.begin, name.end - name.begin)
    {
        if (!m->piece->is_function_like || m->piece->is_undef ||
            !is_body_a_name(u, m->text, m->piece->body, depth))
            return false;
        any = true;
    }
    return any;
}

/* True if __LINE__ is nothing in the text but an argument of which a macro makes a name. */
static bool only_names_by_line(struct kp_unit *u, const char *text, struct kp_span span)
{
    struct kp_token heads[MOST_DEPTH], before = {.kind = KP_TOKEN_END};
    struct kp_token t = kp_lex_code(text, span.begin, span.end), next;
    int depth = 0;

    for (; t.kind != KP_TOKEN_END; before = t, t = next) {
        next = kp_lex_code(text, t.end, span.end);
        if (kp_token_is(text, t, "(")) {
            if (depth == MOST_DEPTH)
                return false;
            heads[depth++] = before;
        } else if (kp_token_is(text, t, ")")) {
            depth -= depth > 0;
        } else if (kp_token_is(text, t, "__LINE__") &&
                   (!depth || !(kp_token_is(text, before, "(") || kp_token_is(text, before, ",")) ||
                    !(kp_token_is(text, next, ")") || kp_token_is(text, next, ",")) ||
                    !makes_name(u, text, heads[depth - 1], 0))) {
            return false;
        }
    }
    return true;
}

/* The same for the text and the macros among its words. What a line is a value for may be a
 * kernel's template argument, and so device code. */
static bool is_line_a_name(struct kp_unit *u, const char *text, struct kp_span span,
                           const struct kp_words *w)
{
    if (kp_is_made_of_words(u->arena, w, "__LINE__") || !only_names_by_line(u, text, span))
        return false;
    kp_each_macro(m, u)
    {
        if (kp_words_have(w, m->text + m->name.begin, m->name.end - m->name.begin) &&
            !only_names_by_line(u, m->text, m->piece->body))
            return false;
    }
    return true;
}

static const char *caller_word(struct kp_unit *u, const struct kp_words *w);

/* `REGISTER(kernel, launch)` where a declaration can stand: what it declares, no word of it, macros
 * expanded, makes anything else than variables of the host, whose names may have its line. */
static bool is_registration(struct kp_unit *u, const struct kp_piece *p)
{
    static const char *const others[] = {
        "__device__", "__global__", "__constant__",  "__managed__",   "__shared__", "template",
        "constexpr",  "consteval",  "constinit",     "struct",        "class",      "union",
        "enum",       "using",      "typedef",       "operator",      "decltype",   "auto",
        "asm",        "_Pragma",    "static_assert", "_Static_assert"};
    const char *text = u->parse.files.v[0].text;
    struct kp_token name = kp_lex_code(text, p->span.begin, p->span.end), open, next;
    struct kp_words w = {0};

    open = kp_lex_code(text, name.end, p->span.end);
    if (p->is_macro || p->is_undef || name.kind != KP_TOKEN_IDENT || !kp_token_is(text, open, "("))
        return false;
    next = kp_lex_at_level(text, open, p->span.end);
    if (next.kind != KP_TOKEN_END && !kp_token_is(text, next, ";"))
        return false;
    kp_collect_words(u, text, p->span, &w);
    kp_collect_macros(u, &w);
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (kp_words_make(u->arena, &w, others[i]))
            return false;
    return is_line_a_name(u, text, p->span, &w) && !caller_word(u, &w);
}

/* Host functions, and the registrations of a source behind which nothing else stands that could see
 * what they declare. */
static void find_host(struct kp_unit *u, struct kp_spans *out)
{
    const struct kp_pieces *all = kp_pieces_in(u, 0);
    size_t last = all->list.n;

    while (last && !kp_is_header(u) &&
           (is_host_only(u, &all->list.v[last - 1]) || is_registration(u, &all->list.v[last - 1])))
        last--;
    for (size_t i = 0; i < all->list.n; i++)
        if (i >= last || is_host_only(u, &all->list.v[i]))
            kp_push(u->arena, out, all->list.v[i].span);
}

/* The first of the host functions, which stand in order, that ends behind `at`; host->n: none. */
static size_t host_behind(const struct kp_spans *host, uint32_t at)
{
    size_t low = 0, high = host->n;

    while (low < high) {
        size_t mid = low + (high - low) / 2;

        if (host->v[mid].end <= at)
            low = mid + 1;
        else
            high = mid;
    }
    return low;
}

static uint32_t end_of_host(const struct kp_spans *host, uint32_t at)
{
    size_t i = host_behind(host, at);

    return i < host->n && host->v[i].begin <= at ? host->v[i].end : 0;
}

/* The words of a file outside of its host functions. */
static void collect_file(struct kp_unit *u, const struct kp_spans *host, struct kp_words *w)
{
    const struct kp_file *f = &u->parse.files.v[0];

    for (uint32_t at = f->bom; at < f->size;) {
        uint32_t end = end_of_host(host, at), next = f->size;

        if (end > at) {
            at = end;
            continue;
        }
        if (host_behind(host, at) < host->n)
            next = host->v[host_behind(host, at)].begin;
        kp_collect_words(u, f->text, (struct kp_span){at, next}, w);
        at = next;
    }
}

/* `#if __LINE__ > 10` */
static const char *in_directive(struct kp_unit *u)
{
    const char *s = u->source.text;

    for (struct kp_token t = kp_lex(s, u->source.bom, u->source.size); t.kind != KP_TOKEN_END;
         t = kp_lex(s, t.end, u->source.size)) {
        struct kp_token word = kp_lex_directive(s, t);

        if (t.kind == KP_TOKEN_DIRECTIVE && !kp_token_is(s, word, "define") &&
            kp_lex_has(s, word.end, t.end, "__LINE__"))
            return "__LINE__";
    }
    return NULL;
}

/* Every use that the preprocessor saw has to be one that the words tell: a macro of the command
 * line, or ##, may make __LINE__ of other words. */
static const char *unseen_line(struct kp_unit *u, const struct kp_spans *host)
{
    const char *s = u->source.text;

    for (size_t i = 0; i < u->parse.line_uses.n; i++) {
        uint32_t at = u->parse.line_uses.v[i];
        struct kp_token t = kp_lex(s, at, u->source.size);
        struct kp_words w = {0};

        if (end_of_host(host, at) || t.kind == KP_TOKEN_DIRECTIVE)
            continue;
        kp_words_add(u->arena, &w, s + t.begin, t.end - t.begin);
        kp_collect_macros(u, &w);
        if (!kp_words_make(u->arena, &w, "__LINE__"))
            return "__LINE__";
    }
    return NULL;
}

/* One of the words, or of what headers make of one. */
static const char *caller_word(struct kp_unit *u, const struct kp_words *w)
{
    const struct kp_texts *names = &u->parse.of_caller;

    for (size_t i = 0; i < sizeof of_caller / sizeof *of_caller; i++)
        if (kp_words_make(u->arena, w, of_caller[i]))
            return of_caller[i];
    for (size_t i = 0; i < names->n; i++)
        if (kp_words_have(w, names->v[i], strlen(names->v[i])))
            return names->v[i];
    return NULL;
}

static const char *find_word_of_line(struct kp_unit *u)
{
    const char *found = u->options->keeps_lines ? NULL : in_directive(u);
    struct kp_words w = {0};
    struct kp_spans host = {0};

    if (found)
        return found;
    find_host(u, &host);
    collect_file(u, &host, &w);
    kp_collect_macros(u, &w);
    if (!u->options->keeps_lines && kp_words_make(u->arena, &w, "__LINE__"))
        return "__LINE__";
    found = u->options->keeps_lines ? NULL : unseen_line(u, &host);
    return found ? found : caller_word(u, &w);
}

const char *kp_word_of_line(struct kp_unit *u)
{
    if (!u->is_line_known)
        u->word_of_line = find_word_of_line(u);
    u->is_line_known = true;
    return u->word_of_line;
}
