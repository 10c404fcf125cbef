/* What a function is depends on the build where an #if stands in its text, and where one stands
 * around the definition of a macro, a type or a function that it names, or that those name. Macros
 * that are integer constants need no look at each branch: a static_assert can say which value the
 * loop was made for. The same holds for headers of the project that only some builds include;
 * of headers that all include the names count. */
#include "model/look.h"

#include "front/front.h"
#include "front/lex.h"
#include "model/asked.h"
#include "model/eval.h"
#include "model/named.h"

struct kp_span kp_group_span(const struct kp_branch_group *g)
{
    return (struct kp_span){g->lines.v[0].begin, g->lines.v[g->lines.n - 1].end};
}

static bool is_within(struct kp_span inner, struct kp_span outer)
{
    return inner.begin >= outer.begin && inner.end <= outer.end;
}

static const char *text_at(const struct kp_build_search *k, struct kp_span s)
{
    return k->u->source.text + s.begin;
}

static const char *word_at(const struct kp_build_search *k, struct kp_span s)
{
    return kp_strndup(k->u->arena, text_at(k, s), s.end - s.begin);
}

static bool is_name(const struct kp_build_search *k, struct kp_span s, const char *name)
{
    return s.end - s.begin == strlen(name) && !strncmp(text_at(k, s), name, strlen(name));
}

/* ---- groups in the texts ------------------------------------------------------------------- */

static void find_inside(struct kp_build_search *k)
{
    for (size_t i = 0; i < k->out->groups.list.n; i++) {
        struct kp_span g = kp_group_span(&k->out->groups.list.v[i]);

        for (size_t n = 0; n < k->texts.n; n++) {
            struct kp_span t = k->texts.v[n];

            if (!kp_spans_overlap(g, t) || (g.begin < t.begin && g.end > t.end))
                continue;
            k->matters[i] |= is_within(g, t);
            k->out->broken |= !is_within(g, t);
        }
    }
}

/* ---- macros that vary ---------------------------------------------------------------------- */

/* One compilation sees both sides of a question for the architecture: the host's pass answers
 * otherwise than the device's, and need not agree with an assertion. */
bool kp_group_asks_architecture(const struct kp_build_search *k, const struct kp_branch_group *g)
{
    for (size_t i = 0; i < g->lines.n; i++)
        if (strstr(word_at(k, g->lines.v[i]), KP_ARCHITECTURE))
            return true;
    return false;
}

/* True if the group chooses between builds that all have the function. */
bool kp_group_chooses(const struct kp_build_search *k, const struct kp_branch_group *g)
{
    struct kp_span all = kp_group_span(g);

    return g->fixed < 0 &&
           (all.begin > k->function->span.begin || all.end < k->function->span.end) &&
           !kp_only_undefines(k->u->source.text, g);
}

static bool is_conditional(const struct kp_build_search *k, const struct kp_piece *p)
{
    for (size_t i = 0; i < k->out->groups.list.n; i++) {
        const struct kp_branch_group *g = &k->out->groups.list.v[i];

        if (kp_group_chooses(k, g) && !k->matters[i] && kp_branch_at(g, p->span.begin) >= 0 &&
            !kp_group_asks_architecture(k, g))
            return true;
    }
    return false;
}

static bool names_any(const struct kp_build_search *k, struct kp_span text,
                      const struct kp_words *names)
{
    const char *s = k->u->source.text;
    struct kp_token t = kp_lex_code(s, text.begin, text.end);

    while (t.kind != KP_TOKEN_END &&
           (t.kind != KP_TOKEN_IDENT || !kp_words_have(names, s + t.begin, t.end - t.begin)))
        t = kp_lex_code(s, t.end, text.end);
    return t.kind != KP_TOKEN_END;
}

/* What is made of a value that varies varies, too. */
static void find_varying(struct kp_build_search *k)
{
    struct kp_words names = {0}; /* of what varies */
    bool grew;

    memset(k->varies, 0, k->pieces->list.n);
    do {
        grew = false;
        for (size_t i = 0; i < k->pieces->list.n; i++) {
            const struct kp_piece *p = &k->pieces->list.v[i];
            struct kp_span name;

            if (!p->is_macro || k->varies[i])
                continue;
            name = p->names.list.v[0];
            if (!is_conditional(k, p) &&
                (!names.used || (!kp_words_have(&names, text_at(k, name), name.end - name.begin) &&
                                 !names_any(k, p->body, &names))))
                continue;
            k->varies[i] = grew = true;
            kp_words_add(k->u->arena, &names, text_at(k, name), name.end - name.begin);
        }
    } while (grew);
}

/* ---- their values -------------------------------------------------------------------------- */

/* A function's constants are not in sight outside of it. */
static bool names_local(const struct kp_node *n, const struct kp_node *function)
{
    kp_each_below(x, n) if (x->sym && x->sym->decl &&
                            kp_is_inside(x->sym->decl, function)) return true;
    return false;
}

/* The value that the name was parsed with, where its whole text is an expression. */
bool kp_value_where(const struct kp_build_search *k, const struct kp_node *n, const char *name,
                    int64_t *v)
{
    const struct kp_node *function;

    if (n->from_macro && !n->file && is_name(k, n->span, name)) {
        function = kp_function_around(n);
        return kp_eval(n, NULL, v) && (!function || !names_local(n, function));
    }
    kp_each_child(c, n) if (kp_value_where(k, c, name, v)) return true;
    return false;
}

/* True if there is a value that an assertion can ask for. */
static bool value_of(const struct kp_build_search *k, const char *name, int64_t *v)
{
    const struct kp_piece *p;
    size_t file;

    if (kp_value_where(k, k->function, name, v))
        return true;
    p = kp_only_macro(k->u, name, &file);
    return p && !file && p->span.begin < k->function->span.begin &&
           (kp_value_where(k, k->u->parse.root, name, v) ||
            kp_macro_value(k->u->source.text, p, v));
}

static bool is_tested(const struct kp_build_search *k, const struct kp_piece *p)
{
    for (size_t i = 0; i < k->out->tested.n; i++)
        if (is_name(k, p->names.list.v[0], k->out->tested.v[i].name))
            return true;
    return false;
}

static void test(struct kp_build_search *k, size_t i)
{
    const struct kp_piece *p = &k->pieces->list.v[i];
    const char *name = word_at(k, p->names.list.v[0]);
    struct kp_tested t = {.name = name};

    if (k->varies[i] && p->span.begin < k->function->span.begin && !is_tested(k, p) &&
        value_of(k, name, &t.value))
        kp_push(k->u->arena, &k->out->tested, t);
}

/* ---- what the texts name ------------------------------------------------------------------- */

/* The names, with those behind them; what stands behind a macro that is tested does not count. */
static void close_names(struct kp_build_search *k)
{
    bool grew;

    do {
        grew = false;
        for (size_t i = 0; i < k->pieces->list.n; i++) {
            const struct kp_piece *p = &k->pieces->list.v[i];

            if (k->taken[i] || !kp_is_brought(k, k->u->source.text, p, &k->names))
                continue;
            k->taken[i] = grew = true;
            kp_push(k->u->arena, &k->takes, i);
            if (p->is_macro)
                test(k, i);
            if (!p->is_macro || !is_tested(k, p))
                kp_words_of(k->u->arena, &k->names, k->u->source.text, p->body);
        }
    } while (grew);
}

/* ---- groups around what is named ----------------------------------------------------------- */

static bool is_same(const char *text, struct kp_span a, struct kp_span b)
{
    return a.end - a.begin == b.end - b.begin &&
           !memcmp(text + a.begin, text + b.begin, a.end - a.begin);
}

/* The only name behind the directive's word; an empty span: it is another directive. */
static struct kp_span name_behind(const char *s, struct kp_token directive, const char *word)
{
    struct kp_token t = kp_lex_directive(s, directive);
    bool is = kp_token_is(s, t, word);

    t = kp_lex(s, t.end, directive.end);
    is = is && t.kind == KP_TOKEN_IDENT && kp_lex(s, t.end, directive.end).kind == KP_TOKEN_END;
    return is ? (struct kp_span){t.begin, t.end} : (struct kp_span){0};
}

bool kp_only_undefines(const char *s, const struct kp_branch_group *g)
{
    struct kp_span line = g->lines.v[0], inside = kp_branch_text(g, 0);
    struct kp_span name =
        name_behind(s, (struct kp_token){KP_TOKEN_DIRECTIVE, line.begin, line.end}, "ifdef");
    struct kp_token t = kp_lex(s, inside.begin, inside.end);

    return g->lines.n == 2 && name.end && t.kind == KP_TOKEN_DIRECTIVE &&
           is_same(s, name, name_behind(s, t, "undef")) &&
           kp_lex(s, t.end, inside.end).kind == KP_TOKEN_END;
}

/* #ifndef NAME, with NAME's default in it. */
static bool is_own_default(const char *s, const struct kp_branch_group *g, const struct kp_piece *p)
{
    struct kp_span line = g->lines.v[0];
    struct kp_token first = {KP_TOKEN_DIRECTIVE, line.begin, line.end},
                    t = kp_lex_directive(s, first);

    if (kp_token_is(s, t, "ifndef"))
        t = kp_lex(s, t.end, line.end);
    else if (!kp_token_is(s, t, "if") || !kp_token_is(s, t = kp_lex(s, t.end, line.end), "!") ||
             !kp_token_is(s, t = kp_lex(s, t.end, line.end), "defined"))
        return false;
    else
        do
            t = kp_lex(s, t.end, line.end);
        while (kp_token_is(s, t, "("));
    return g->lines.n == 2 && t.kind == KP_TOKEN_IDENT &&
           is_same(s, p->names.list.v[0], (struct kp_span){t.begin, t.end});
}

/* inline, __device__ and their like, and nothing else. */
static bool is_specifiers(const char *s, const struct kp_piece *p)
{
    static const char *const words[] = {"inline",   "__inline__", "__forceinline__",
                                        "static",   "__device__", "__noinline__",
                                        "__host__", "extern",     "constexpr"};

    for (struct kp_token t = kp_lex(s, p->body.begin, p->body.end); t.kind != KP_TOKEN_END;
         t = kp_lex(s, t.end, p->body.end)) {
        bool known = false;

        for (size_t i = 0; i < sizeof words / sizeof *words; i++)
            known |= kp_token_is(s, t, words[i]);
        if (!known)
            return false;
    }
    return true;
}

/* True if the name is in the text behind a brace. */
static bool is_in_braces(const char *s, struct kp_span text, const char *name)
{
    struct kp_token t = kp_lex_code(s, text.begin, text.end);

    while (t.kind != KP_TOKEN_END && !kp_token_is(s, t, "{"))
        t = kp_lex_code(s, t.end, text.end);
    return t.kind != KP_TOKEN_END && kp_lex_has(s, t.end, text.end, name);
}

/* True if it may stand where another text would be a statement. */
static bool is_in_bodies(const struct kp_build_search *k, const char *name)
{
    const struct kp_named_pieces *pieces = &kp_names_of(k->u, k->sym, KP_NAMED_ALL)->pieces;

    for (size_t i = 0; i < pieces->n; i++) {
        const struct kp_named *m = &pieces->v[i];

        if (m->piece->is_macro ? kp_lex_has(m->text, m->piece->body.begin, m->piece->body.end, name)
                               : is_in_braces(m->text, m->piece->body, name))
            return true;
    }
    return is_in_braces(k->u->source.text, k->function->span, name);
}

bool kp_is_default_macro(const struct kp_build_search *k, const char *s,
                         const struct kp_branch_group *g, const struct kp_piece *p)
{
    struct kp_span own = p->names.list.v[0];

    if (!is_own_default(s, g, p))
        return false;
    return p->is_function_like ||
           (is_specifiers(s, p) &&
            !is_in_bodies(k, kp_strndup(k->u->arena, s + own.begin, own.end - own.begin)));
}

/* 1.0f, 1e-6f; digits of 0x1e are none. */
static bool is_float(const char *s, struct kp_token t)
{
    size_t n = t.end - t.begin;

    s += t.begin;
    return memchr(s, '.', n) ||
           (n > 1 && s[1] != 'x' && s[1] != 'X' && (memchr(s, 'e', n) || memchr(s, 'E', n)));
}

/* Numbers that are no integers: nothing rests on their values. */
bool kp_is_float_macro(const char *s, const struct kp_pieces *pieces, const struct kp_piece *p)
{
    for (size_t i = 0; i < pieces->list.n; i++) {
        const struct kp_piece *other = &pieces->list.v[i];
        struct kp_token t;

        if (!other->is_macro || other->is_undef ||
            !is_same(s, p->names.list.v[0], other->names.list.v[0]))
            continue;
        t = kp_macro_number(s, other);
        if (t.kind == KP_TOKEN_END || !is_float(s, t))
            return false;
    }
    return p->is_macro;
}

/* True if the definition is the same program's, whichever it is. A default that says how a function
 * is declared, or what a function-like macro is, says what its name promises. */
static bool is_harmless(const struct kp_build_search *k, const struct kp_branch_group *g,
                        const struct kp_piece *p)
{
    return is_tested(k, p) || kp_is_float_macro(k->u->source.text, k->pieces, p) ||
           kp_is_default_macro(k, k->u->source.text, g, p);
}

static bool decides(const struct kp_build_search *k, const struct kp_branch_group *g)
{
    if (!kp_group_chooses(k, g))
        return false;
    for (size_t i = 0; i < k->takes.n; i++) {
        const struct kp_piece *p = &k->pieces->list.v[k->takes.v[i]];

        if (kp_spans_overlap(p->span, kp_group_span(g)) && (!p->is_macro || !is_harmless(k, g, p)))
            return true;
    }
    return false;
}

/* The words of what headers define of the function's names: a macro among them may be the source's.
 */
static void add_names_of_headers(struct kp_build_search *k)
{
    const struct kp_named_pieces *all = &kp_names_of(k->u, k->sym, KP_NAMED_ALL)->pieces;

    for (size_t i = 0; i < all->n; i++)
        if (all->v[i].file)
            kp_words_of(k->u->arena, &k->names, all->v[i].text, all->v[i].piece->body);
}

/* True when another group matters: its macros are not tested then, for each branch is looked at. */
static bool find_around(struct kp_build_search *k)
{
    bool found = false;

    k->out->tested.n = 0;
    k->names = (struct kp_words){0};
    memset(k->taken, 0, k->pieces->list.n);
    k->takes.n = 0;
    for (size_t i = 0; i < k->texts.n; i++)
        kp_words_of(k->u->arena, &k->names, k->u->source.text, k->texts.v[i]);
    kp_words_of_includes(k->u, &k->names);
    add_names_of_headers(k);
    find_varying(k);
    close_names(k);
    for (size_t i = 0; i < k->out->groups.list.n; i++)
        if (!k->matters[i] && (decides(k, &k->out->groups.list.v[i]) || kp_group_brings(k, i)))
            k->matters[i] = found = true;
    return found;
}

const struct kp_words *kp_varying_of(const struct kp_unit *u)
{
    for (; u; u = u->outer)
        if (u->varying)
            return u->varying;
    return NULL;
}

const struct kp_words *kp_varying_in(const struct kp_unit *u, const struct kp_sym *function)
{
    while (u && !u->varying)
        u = u->outer;
    if (!u || !u->varied.n)
        return u ? u->varying : NULL;
    for (size_t i = 0; i < u->varied.n; i++)
        if (kp_streq(u->varied.v[i].function, function->name))
            return u->varied.v[i].names;
    return u->varied.v[0].names;
}

bool kp_says_plain_types(const struct kp_unit *u)
{
    for (; u; u = u->outer)
        if (u->plain_types)
            return true;
    return false;
}

/* The file's groups; what is settled is as `#if 1`. */
static struct kp_branch_groups groups_of(struct kp_unit *u)
{
    const struct kp_branch_groups *all = kp_branch_groups_of(u);
    struct kp_branch_groups own = *all;

    own.list.n = own.list.cap = 0;
    own.list.v = NULL;
    for (size_t i = 0; i < all->list.n; i++) {
        struct kp_branch_group g = all->list.v[i];

        if (g.fixed < 0 && kp_one_build_settles(u, 0, &all->list.v[i]))
            g.fixed = kp_taken_branch(u, 0, &all->list.v[i]);
        kp_push(u->arena, &own.list, g);
    }
    return own;
}

static void find_builds(struct kp_unit *u, const struct kp_sym *function, struct kp_builds *out)
{
    struct kp_build_search k = {.u = u, .sym = function, .function = function->decl, .out = out};

    *out = (struct kp_builds){0};
    if (function->decl->file)
        return;
    out->groups = u->options->one_build ? groups_of(u) : *kp_branch_groups_of(u);
    if (!out->groups.list.n && !out->groups.broken) {
        kp_look_inside(&k);
        kp_look_in_includer(&k);
        return;
    }
    kp_called_texts(u, function, &k.texts);
    k.pieces = kp_pieces_of(u);
    k.matters = kp_new_array(u->arena, uint8_t, out->groups.list.n + 1);
    k.taken = kp_new_array(u->arena, uint8_t, k.pieces->list.n + 1);
    k.varies = kp_new_array(u->arena, uint8_t, k.pieces->list.n + 1);
    out->broken = out->groups.broken;
    if (!out->broken) {
        find_inside(&k);
        while (find_around(&k))
            ;
    }
    kp_look_inside(&k);
    kp_look_in_includer(&k);
    for (size_t i = 0; i < out->groups.list.n; i++)
        if (k.matters[i])
            kp_push(u->arena, &out->matter, i);
}

void kp_builds_of(struct kp_unit *u, const struct kp_sym *function, struct kp_builds *out)
{
    size_t *known = kp_map_at(u->arena, &u->builds_of, function);

    if (!*known) {
        struct kp_builds *found = kp_new(u->arena, struct kp_builds);

        find_builds(u, function, found);
        kp_push(u->arena, &u->builds, found);
        *known = u->builds.n;
    }
    *out = *u->builds.v[*known - 1];
}

bool kp_has_builds(const struct kp_builds *b)
{
    if (b->elsewhere)
        return true;
    for (size_t i = 0; i < b->matter.n; i++)
        if (b->groups.list.v[b->matter.v[i]].fixed < 0)
            return true;
    return b->broken;
}
