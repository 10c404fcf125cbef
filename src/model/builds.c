/* What a function is depends on the build where an #if stands in its text, and where one stands
 * around the definition of a macro, a type or a function that it names, or that those name. Macros
 * that are integer constants need no look at each branch: a static_assert can say which value the
 * loop was made for. The same holds for headers of the project that only some builds include;
 * headers that all include are not looked into. */
#include "model/builds.h"

#include <ctype.h>
#include <stdlib.h>

#include "front/front.h"
#include "front/lex.h"
#include "front/pieces.h"
#include "model/brought.h"
#include "model/eval.h"
#include "model/loops.h"
#include "model/named.h"

/* What macros that only the device's pass has begin with. */
#define ARCHITECTURE "__CUDA_ARCH"

struct look {
    struct kp_unit *u;
    const struct kp_sym *sym;
    const struct kp_node *function;
    struct kp_spans texts;
    const struct kp_pieces *pieces;
    struct kp_words names; /* that the texts name, and what stands behind them */
    uint8_t *taken;        /* by piece: it is one of those */
    KP_VEC(size_t) takes;  /* which these are */
    uint8_t *varies;       /* by piece: a macro that other builds may define otherwise */
    uint8_t *matters;      /* by group */
    struct kp_builds *out;
};

static struct kp_span whole(const struct kp_branch_group *g)
{
    return (struct kp_span){g->lines.v[0].begin, g->lines.v[g->lines.n - 1].end};
}

static bool is_within(struct kp_span inner, struct kp_span outer)
{
    return inner.begin >= outer.begin && inner.end <= outer.end;
}

static const char *text_at(const struct look *k, struct kp_span s)
{
    return k->u->source.text + s.begin;
}

static const char *word_at(const struct look *k, struct kp_span s)
{
    return kp_strndup(k->u->arena, text_at(k, s), s.end - s.begin);
}

static bool is_name(const struct look *k, struct kp_span s, const char *name)
{
    return s.end - s.begin == strlen(name) && !strncmp(text_at(k, s), name, strlen(name));
}

static bool same_name(const struct look *k, const struct kp_piece *a, const struct kp_piece *b)
{
    struct kp_span s = a->names.list.v[0], t = b->names.list.v[0];

    return s.end - s.begin == t.end - t.begin &&
           !memcmp(text_at(k, s), text_at(k, t), s.end - s.begin);
}

/* ---- groups in the texts ------------------------------------------------------------------- */

static void find_inside(struct look *k)
{
    for (size_t i = 0; i < k->out->groups.list.n; i++) {
        struct kp_span g = whole(&k->out->groups.list.v[i]);

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

/* The branch of a group that holds the place; -1: outside of the group. */
static int branch_at(const struct kp_branch_group *g, uint32_t at)
{
    for (size_t i = 0; i + 1 < g->lines.n; i++)
        if (at >= g->lines.v[i].end && at < g->lines.v[i + 1].begin)
            return (int)i;
    return -1;
}

/* One compilation sees both sides of a question for the architecture: the host's pass answers
 * otherwise than the device's, and need not agree with an assertion. */
static bool asks_architecture(const struct look *k, const struct kp_branch_group *g)
{
    for (size_t i = 0; i < g->lines.n; i++)
        if (strstr(word_at(k, g->lines.v[i]), ARCHITECTURE))
            return true;
    return false;
}

/* Does the group choose between builds that all have the function? */
static bool chooses(const struct look *k, const struct kp_branch_group *g)
{
    struct kp_span all = whole(g);

    return g->fixed < 0 && (all.begin > k->function->span.begin || all.end < k->function->span.end);
}

static bool is_conditional(const struct look *k, const struct kp_piece *p)
{
    for (size_t i = 0; i < k->out->groups.list.n; i++) {
        const struct kp_branch_group *g = &k->out->groups.list.v[i];

        if (chooses(k, g) && !k->matters[i] && branch_at(g, p->span.begin) >= 0 &&
            !asks_architecture(k, g))
            return true;
    }
    return false;
}

static bool names_any(const struct look *k, struct kp_span text, const struct kp_words *names)
{
    const char *s = k->u->source.text;
    struct kp_token t = kp_lex_code(s, text.begin, text.end);

    while (t.kind != KP_TOKEN_END &&
           (t.kind != KP_TOKEN_IDENT || !kp_words_have(names, s + t.begin, t.end - t.begin)))
        t = kp_lex_code(s, t.end, text.end);
    return t.kind != KP_TOKEN_END;
}

/* What is made of a value that varies varies, too. */
static void find_varying(struct look *k)
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
    if (n->sym && n->sym->decl && kp_is_inside(n->sym->decl, function))
        return true;
    kp_each_child(c, n) if (names_local(c, function)) return true;
    return false;
}

/* The value that the name was parsed with, where it is an expression. */
static bool value_in(const struct look *k, const struct kp_node *n, const char *name, int64_t *v)
{
    const struct kp_node *function;

    if (n->from_macro && !n->file && is_name(k, n->span, name) && kp_eval(n, NULL, v)) {
        function = kp_function_around(n);
        return !function || !names_local(n, function);
    }
    kp_each_child(c, n) if (value_in(k, c, name, v)) return true;
    return false;
}

bool kp_is_skipped(const struct kp_unit *u, struct kp_span s)
{
    for (size_t i = 0; i < u->parse.skipped.n; i++)
        if (kp_spans_overlap(u->parse.skipped.v[i].span, s))
            return true;
    return false;
}

/* The only definition of the name in this build. */
static const struct kp_piece *only_definition(const struct look *k, const char *name)
{
    const struct kp_piece *found = NULL;

    for (size_t i = 0; i < k->pieces->list.n; i++) {
        const struct kp_piece *p = &k->pieces->list.v[i];

        if (!p->is_macro || !is_name(k, p->names.list.v[0], name) || kp_is_skipped(k->u, p->span))
            continue;
        if (found || p->is_undef)
            return NULL;
        found = p;
    }
    return found;
}

/* The number that is all of a macro's body; a float has none of these values. */
static struct kp_token number_of(const struct look *k, const struct kp_piece *p)
{
    const char *s = k->u->source.text;
    struct kp_token t = kp_lex(s, p->body.begin, p->body.end), none = {.kind = KP_TOKEN_END};

    while (kp_token_is(s, t, "(") || kp_token_is(s, t, "-"))
        t = kp_lex(s, t.end, p->body.end);
    if (t.kind != KP_TOKEN_NUMBER || p->is_function_like)
        return none;
    for (struct kp_token u = kp_lex(s, t.end, p->body.end); u.kind != KP_TOKEN_END;
         u = kp_lex(s, u.end, p->body.end))
        if (!kp_token_is(s, u, ")"))
            return none;
    return t;
}

static bool literal_value(const struct look *k, const struct kp_piece *p, int64_t *v)
{
    struct kp_token t = number_of(k, p);
    struct kp_token first = kp_lex(k->u->source.text, p->body.begin, p->body.end);
    char *end;

    if (t.kind == KP_TOKEN_END || t.begin != first.begin)
        return false;
    *v = strtoll(k->u->source.text + t.begin, &end, 0);
    return end == k->u->source.text + t.end;
}

/* Is there a value that an assertion can ask for? */
static bool value_of(const struct look *k, const char *name, int64_t *v)
{
    const struct kp_piece *p;

    if (value_in(k, k->function, name, v))
        return true;
    p = only_definition(k, name);
    return p && p->span.begin < k->function->span.begin &&
           (value_in(k, k->u->parse.root, name, v) || literal_value(k, p, v));
}

static bool is_tested(const struct look *k, const struct kp_piece *p)
{
    for (size_t i = 0; i < k->out->tested.n; i++)
        if (is_name(k, p->names.list.v[0], k->out->tested.v[i].name))
            return true;
    return false;
}

static void test(struct look *k, size_t i)
{
    const struct kp_piece *p = &k->pieces->list.v[i];
    const char *name = word_at(k, p->names.list.v[0]);
    struct kp_tested t = {.name = name};

    if (k->varies[i] && p->span.begin < k->function->span.begin && !is_tested(k, p) &&
        value_of(k, name, &t.value))
        kp_push(k->u->arena, &k->out->tested, t);
}

/* ---- what the texts name ------------------------------------------------------------------- */

/* Does a project file say what the function does, whatever its body is? */
static bool is_said(const struct look *k, struct kp_span name)
{
    const struct kp_call_rule *rule = kp_rule_call(k->u->rules, word_at(k, name));

    return rule && rule->said;
}

static bool is_named(const struct look *k, const struct kp_piece *p)
{
    for (size_t i = 0; i < p->names.list.n; i++) {
        struct kp_span s = p->names.list.v[i];

        if (kp_words_have(&k->names, text_at(k, s), s.end - s.begin) &&
            (p->is_macro || !is_said(k, s)))
            return true;
    }
    return p->is_operator;
}

/* The names, with those behind them; what stands behind a macro that is tested does not count. */
static void close_names(struct look *k)
{
    bool grew;

    do {
        grew = false;
        for (size_t i = 0; i < k->pieces->list.n; i++) {
            const struct kp_piece *p = &k->pieces->list.v[i];

            if (k->taken[i] || !is_named(k, p))
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

/* The default of a macro with parameters, or of one that is only specifiers. */
static bool is_default(const char *s, const struct kp_branch_group *g, const struct kp_piece *p)
{
    return is_own_default(s, g, p) && (p->is_function_like || is_specifiers(s, p));
}

/* 1.0f, 1e-6f; digits of 0x1e are none. */
static bool is_float(const struct look *k, struct kp_token t)
{
    const char *s = k->u->source.text + t.begin;
    size_t n = t.end - t.begin;

    return memchr(s, '.', n) ||
           (n > 1 && s[1] != 'x' && s[1] != 'X' && (memchr(s, 'e', n) || memchr(s, 'E', n)));
}

/* Numbers that are no integers: nothing rests on their values. */
static bool is_number(const struct look *k, const struct kp_piece *p)
{
    for (size_t i = 0; i < k->pieces->list.n; i++) {
        const struct kp_piece *other = &k->pieces->list.v[i];
        struct kp_token t;

        if (!other->is_macro || other->is_undef || !same_name(k, p, other))
            continue;
        t = number_of(k, other);
        if (t.kind == KP_TOKEN_END || !is_float(k, t))
            return false;
    }
    return true;
}

/* Is the definition the same program's, whichever it is? A default that says how a function is
 * declared, or what a function-like macro is, says what its name promises. */
static bool is_harmless(const struct look *k, const struct kp_branch_group *g,
                        const struct kp_piece *p)
{
    return is_tested(k, p) || is_number(k, p) || is_default(k->u->source.text, g, p);
}

static bool decides(const struct look *k, const struct kp_branch_group *g)
{
    if (!chooses(k, g))
        return false;
    for (size_t i = 0; i < k->takes.n; i++) {
        const struct kp_piece *p = &k->pieces->list.v[k->takes.v[i]];

        if (kp_spans_overlap(p->span, whole(g)) && (!p->is_macro || !is_harmless(k, g, p)))
            return true;
    }
    return false;
}

/* ---- headers that some builds include ------------------------------------------------------- */

/* The value of a macro that a file of the parse alone defines, and nothing else. */
static bool value_in_files(const struct look *k, const char *name, int64_t *v)
{
    size_t n = 0;

    for (size_t f = 0; f < k->u->parse.files.n; f++) {
        const struct kp_pieces *pieces = kp_pieces_in(k->u, f);
        const char *text = kp_place_file(k->u, f)->text;

        for (size_t i = 0; text && i < pieces->list.n; i++) {
            const struct kp_piece *p = &pieces->list.v[i];
            struct kp_token t, end;
            char *last;

            if (!kp_is_about_macro(p, text, name, strlen(name)) ||
                (!f && kp_is_skipped(k->u, p->span)))
                continue;
            t = kp_lex(text, p->body.begin, p->body.end);
            end = kp_lex(text, t.end, p->body.end);
            if (n++ || p->is_undef || p->is_function_like || t.kind != KP_TOKEN_NUMBER ||
                end.kind != KP_TOKEN_END)
                return false;
            *v = strtoll(text + t.begin, &last, 0);
            if (last != text + t.end)
                return false;
        }
    }
    return n == 1;
}

/* Is it a macro whose value in this build an assertion asks for in all others? */
static bool is_asserted(struct look *k, const struct kp_brought_file *f, const struct kp_piece *p)
{
    struct kp_tested t = {0};
    struct kp_span s;

    if (!p->is_macro || p->is_undef || p->is_function_like)
        return false;
    s = p->names.list.v[0];
    t.name = kp_strndup(k->u->arena, f->text + s.begin, s.end - s.begin);
    for (size_t i = 0; i < k->out->tested.n; i++)
        if (kp_streq(k->out->tested.v[i].name, t.name))
            return true;
    if (!value_in(k, k->function, t.name, &t.value) &&
        !value_in(k, k->u->parse.root, t.name, &t.value) && !value_in_files(k, t.name, &t.value))
        return false;
    kp_push(k->u->arena, &k->out->tested, t);
    return true;
}

static bool is_brought(const struct look *k, const struct kp_brought_file *f,
                       const struct kp_piece *p, const struct kp_words *names)
{
    struct kp_token t = kp_lex_code(f->text, p->span.begin, p->span.end);

    for (size_t i = 0; i < p->names.list.n; i++) {
        struct kp_span s = p->names.list.v[i];
        const char *name = kp_strndup(k->u->arena, f->text + s.begin, s.end - s.begin);
        const struct kp_call_rule *rule = kp_rule_call(k->u->rules, name);

        if (kp_words_have(names, name, s.end - s.begin) && (p->is_macro || !rule || !rule->said))
            return true;
    }
    return p->is_operator || /* `using namespace x;` says what every name means */
           (!p->is_macro && kp_token_is(f->text, t, "using") &&
            kp_token_is(f->text, kp_lex_code(f->text, t.end, p->span.end), "namespace"));
}

/* Do the files define what the function names, other than values that are asserted? */
static bool reaches(struct look *k, const struct kp_brought *b, bool asks_architecture)
{
    const struct kp_words *names;

    if (b->is_unknown || !b->files.n)
        return b->is_unknown;
    names = &kp_names_of(k->u, k->sym, KP_NAMED_ALL)->words;
    for (size_t i = 0; i < b->files.n; i++) {
        const struct kp_brought_file *f = &b->files.v[i];

        for (size_t n = 0; n < f->pieces->list.n; n++) {
            const struct kp_piece *p = &f->pieces->list.v[n];

            if (is_brought(k, f, p, names) && (asks_architecture || !is_asserted(k, f, p)))
                return true;
        }
    }
    return false;
}

/* May a file that only some branches of the group include mean another program? */
static bool brings(struct look *k, size_t group)
{
    const struct kp_branch_group *g = &k->out->groups.list.v[group];

    return !k->u->options->one_build && chooses(k, g) &&
           reaches(k, kp_brought_by(k->u, 0, group), asks_architecture(k, g));
}

/* True when another group matters: its macros are not tested then, for each branch is looked at. */
static bool find_around(struct look *k)
{
    bool found = false;

    k->out->tested.n = 0;
    k->names = (struct kp_words){0};
    memset(k->taken, 0, k->pieces->list.n);
    k->takes.n = 0;
    for (size_t i = 0; i < k->texts.n; i++)
        kp_words_of(k->u->arena, &k->names, k->u->source.text, k->texts.v[i]);
    find_varying(k);
    close_names(k);
    for (size_t i = 0; i < k->out->groups.list.n; i++)
        if (!k->matters[i] && (decides(k, &k->out->groups.list.v[i]) || brings(k, i)))
            k->matters[i] = found = true;
    return found;
}

/* ---- the source that includes the header ---------------------------------------------------- */

/* Does another build have another definition of what the function names in the includer's text? */
static bool defines_otherwise(struct look *k, const struct kp_brought_file *f,
                              const struct kp_branch_group *g)
{
    const struct kp_words *names = &kp_names_of(k->u, k->sym, KP_NAMED_ALL)->words;

    for (size_t i = 0; i < f->pieces->list.n; i++) {
        const struct kp_piece *p = &f->pieces->list.v[i];

        if (kp_spans_overlap(p->span, whole(g)) && is_brought(k, f, p, names) &&
            !is_default(f->text, g, p) && !is_asserted(k, f, p))
            return true;
    }
    return false;
}

/* A group of the includer is another header's text to no build: there is nothing to choose from. */
static void find_in_includer(struct look *k)
{
    uint32_t at = 0;
    size_t file = k->u->options->one_build ? 0 : kp_includer_file(k->u, &at);
    struct kp_brought_file f = {0};
    struct kp_node *line;

    if (!file)
        return;
    f.text = kp_place_file(k->u, file)->text;
    f.pieces = kp_pieces_in(k->u, file);
    for (size_t i = 0; i < kp_groups_in(k->u, file)->list.n; i++) {
        const struct kp_branch_group *g = &kp_groups_in(k->u, file)->list.v[i];

        /* every build for CUDA takes the same branch, or this one includes the header */
        if (g->fixed >= 0 || g->given >= 0 || (at >= whole(g).begin && at < whole(g).end) ||
            (!defines_otherwise(k, &f, g) && !reaches(k, kp_brought_by(k->u, file, i), false)))
            continue;
        line = kp_new(k->u->arena, struct kp_node);
        line->kind = KP_NONE;
        line->file = (uint16_t)file;
        line->span = g->lines.v[0];
        k->out->includers = line;
        return;
    }
}

const struct kp_words *kp_varying_of(const struct kp_unit *u)
{
    for (; u; u = u->outer)
        if (u->varying)
            return u->varying;
    return NULL;
}

bool kp_says_plain_types(const struct kp_unit *u)
{
    for (; u; u = u->outer)
        if (u->plain_types)
            return true;
    return false;
}

void kp_builds_of(struct kp_unit *u, const struct kp_sym *function, struct kp_builds *out)
{
    struct look k = {.u = u, .sym = function, .function = function->decl, .out = out};

    *out = (struct kp_builds){0};
    if (function->decl->file)
        return;
    out->groups = *kp_branch_groups_of(u);
    if (!out->groups.list.n && !out->groups.broken) {
        find_in_includer(&k);
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
    find_in_includer(&k);
    for (size_t i = 0; i < out->groups.list.n; i++)
        if (k.matters[i])
            kp_push(u->arena, &out->matter, i);
}

bool kp_has_builds(const struct kp_builds *b)
{
    if (b->includers)
        return true;
    for (size_t i = 0; i < b->matter.n; i++)
        if (b->groups.list.v[b->matter.v[i]].fixed < 0)
            return true;
    return b->broken;
}

/* ---- host and device ------------------------------------------------------------------------ */

/* The words of the group's conditions. */
static void add_conditions(struct look *k, const struct kp_branch_group *g)
{
    for (size_t i = 0; i < g->lines.n; i++) {
        struct kp_token line = {KP_TOKEN_DIRECTIVE, g->lines.v[i].begin, g->lines.v[i].end};
        uint32_t at = kp_lex_directive(k->u->source.text, line).end;

        kp_words_of(k->u->arena, &k->names, k->u->source.text, (struct kp_span){at, line.end});
    }
}

/* Takes what is named; true when that was more than before. */
static bool take_named(struct look *k)
{
    bool grew = false;

    for (size_t i = 0; i < k->pieces->list.n; i++) {
        const struct kp_piece *p = &k->pieces->list.v[i];

        if (k->taken[i] || !is_named(k, p))
            continue;
        k->taken[i] = grew = true;
        kp_words_of(k->u->arena, &k->names, k->u->source.text, p->body);
        for (size_t n = 0; n < k->out->groups.list.n; n++)
            if (kp_spans_overlap(p->span, whole(&k->out->groups.list.v[n])) && !k->matters[n]) {
                k->matters[n] = true;
                add_conditions(k, &k->out->groups.list.v[n]);
            }
    }
    return grew;
}

static bool asks_in_source(struct kp_unit *u, const struct kp_words *names)
{
    struct kp_builds builds = {0};
    struct look k = {.u = u, .out = &builds, .pieces = kp_pieces_of(u), .names = *names};

    builds.groups = *kp_branch_groups_of(u);
    k.matters = kp_new_array(u->arena, uint8_t, builds.groups.list.n + 1);
    k.taken = kp_new_array(u->arena, uint8_t, k.pieces->list.n + 1);
    while (take_named(&k))
        ;
    for (size_t i = 0; i < builds.groups.list.n; i++)
        if (k.matters[i] && asks_architecture(&k, &builds.groups.list.v[i]))
            return true;
    return builds.broken;
}

bool kp_asks_architecture(struct kp_unit *u, struct kp_span text)
{
    struct kp_words names = {0};

    kp_words_of(u->arena, &names, u->source.text, text);
    return asks_in_source(u, &names);
}

bool kp_asks_architecture_of(struct kp_unit *u, const char *text)
{
    struct kp_words names = {0};
    struct kp_named_pieces taken = {0};
    bool source = strstr(u->source.text, ARCHITECTURE), header = false;

    for (size_t i = 1; i < u->parse.files.n; i++)
        header |= u->parse.files.v[i].text && strstr(u->parse.files.v[i].text, ARCHITECTURE);
    if (!source && !header)
        return false;
    kp_words_of(u->arena, &names, text, (struct kp_span){0, (uint32_t)strlen(text)});
    if (source && asks_in_source(u, &names))
        return true;
    kp_close_names(u, KP_NAMED_ALL, &names, &taken);
    for (size_t i = 0; i < taken.n; i++)
        if (taken.v[i].file && strstr(u->parse.files.v[taken.v[i].file].text, ARCHITECTURE))
            return true;
    return false;
}

/* ---- what varies from branch to branch --------------------------------------------------------
 */

static void add_names(struct kp_unit *u, const char *text, const struct kp_piece *p,
                      struct kp_words *out)
{
    for (size_t i = 0; i < p->names.list.n; i++) {
        struct kp_span s = p->names.list.v[i];

        kp_words_add(u->arena, out, text + s.begin, s.end - s.begin);
    }
}

static void add_brought(struct kp_unit *u, size_t group, struct kp_words *out)
{
    const struct kp_brought *b;

    if (u->options->one_build)
        return;
    b = kp_brought_by(u, 0, group);
    for (size_t i = 0; i < b->files.n; i++)
        for (size_t k = 0; k < b->files.v[i].pieces->list.n; k++)
            add_names(u, b->files.v[i].text, &b->files.v[i].pieces->list.v[k], out);
}

static bool is_made_of(const struct kp_unit *u, const struct kp_piece *p,
                       const struct kp_words *names)
{
    const char *s = u->source.text;

    for (struct kp_token t = kp_lex_code(s, p->body.begin, p->body.end); t.kind != KP_TOKEN_END;
         t = kp_lex_code(s, t.end, p->body.end))
        if (t.kind == KP_TOKEN_IDENT && kp_words_have(names, s + t.begin, t.end - t.begin))
            return true;
    return false;
}

void kp_varying_names(struct kp_unit *u, const struct kp_builds *b, struct kp_words *out)
{
    const struct kp_pieces *pieces = kp_pieces_of(u);
    size_t before;

    for (size_t i = 0; i < pieces->list.n; i++)
        for (size_t k = 0; k < b->matter.n; k++) {
            const struct kp_branch_group *g = &b->groups.list.v[b->matter.v[k]];

            if (g->fixed < 0 && is_within(pieces->list.v[i].span, whole(g)))
                add_names(u, u->source.text, &pieces->list.v[i], out);
        }
    for (size_t k = 0; k < b->matter.n; k++)
        if (b->groups.list.v[b->matter.v[k]].fixed < 0)
            add_brought(u, b->matter.v[k], out);
    do {
        before = out->used;
        for (size_t i = 0; i < pieces->list.n; i++)
            if (is_made_of(u, &pieces->list.v[i], out))
                add_names(u, u->source.text, &pieces->list.v[i], out);
    } while (out->used != before);
}
