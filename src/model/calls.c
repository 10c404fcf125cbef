/* Who calls a function, and what its text calls. */
#define _GNU_SOURCE
#include "front/front.h"
#include "front/lex.h"
#include "front/place.h"
#include "front/tree.h"
#include "model/asked.h"
#include "model/brought.h"
#include "model/builds.h"
#include "model/func.h"
#include "model/look.h"
#include "model/named.h"
#include "model/spelled.h"
#include "model/steps.h"
#include "model/unread.h"

static void add_called(struct kp_unit *u, const struct kp_node *n, const struct kp_node *call,
                       struct kp_spans *out)
{
    if (n->kind == KP_CALL && n->pattern == call && n->sym)
        kp_called_texts(u, n->sym, out);
    kp_each_child(c, n) add_called(u, c, call, out);
}

/* Of a call of a template's argument: what the instances call. */
static void add_arguments(struct kp_unit *u, const struct kp_node *call, struct kp_spans *out)
{
    for (size_t i = 0; i < u->parse.instances.n; i++)
        add_called(u, u->parse.instances.v[i].function, call, out);
}

void kp_called_texts(struct kp_unit *u, const struct kp_sym *function, struct kp_spans *out)
{
    const struct kp_node *decl = function->decl;

    if (!decl || decl->kind != KP_FUNCTION || decl->file != 0)
        return;
    for (size_t i = 0; i < out->n; i++)
        if (out->v[i].begin == decl->span.begin)
            return;
    kp_push(u->arena, out, decl->span);
    kp_each_below(x, decl)
    {
        if (x->kind == KP_CALL && x->sym && x->sym->kind == KP_SYM_TVALUE)
            add_arguments(u, x, out);
        else if ((x->kind == KP_CALL || x->kind == KP_OPCALL || x->kind == KP_CONSTRUCT) && x->sym)
            kp_called_texts(u, x->sym, out);
    }
}

static void find_calls(struct kp_unit *u, const struct kp_node *n, const struct kp_sym *in)
{
    bool calls = n->kind == KP_CALL || n->kind == KP_OPCALL || n->kind == KP_CONSTRUCT;

    if (n->kind == KP_FUNCTION)
        in = n->sym;
    if (calls && n->sym && n->kind == KP_CALL && in && in != n->sym)
        kp_push(u->arena, &u->calls_of[n->sym->id].list, ((struct kp_call_in){n, in}));
    else if (calls && n->sym && !n->sym->is_lambda)
        u->calls_of[n->sym->id].has_others = true;
    kp_each_child(c, n) find_calls(u, c, in);
}

const struct kp_calls_of *kp_calls_of(struct kp_unit *u, const struct kp_sym *function)
{
    if (!u->calls_of) {
        u->calls_of = kp_new_array(u->arena, struct kp_calls_of, kp_sym_count(u));
        find_calls(u, u->parse.root, NULL);
    }
    return &u->calls_of[function->id];
}

/* True if it may be a call, or another expression, of a template that is an operator's use. */
static bool is_open_use(const struct kp_node *n)
{
    return n->is_dependent || (n->kind == KP_CALL && !n->sym);
}

static bool names_openly(const struct kp_node *n, const struct kp_sym *function, bool is_operator)
{
    if ((n->kind == KP_REF || n->kind == KP_MEMBER) && !n->sym && n->name &&
        kp_streq(kp_base_name_of(n->name), function->name))
        return true;
    if (is_operator && is_open_use(n))
        return true;
    kp_each_child(c, n) if (names_openly(c, function, is_operator)) return true;
    return false;
}

static bool has_token(const char *text, struct kp_span s, const char *token)
{
    for (struct kp_token t = kp_lex_code(text, s.begin, s.end); t.kind != KP_TOKEN_END;
         t = kp_lex_code(text, t.end, s.end))
        if (kp_token_is(text, t, token))
            return true;
    return false;
}

/* True if a class of the program has a member with an initialiser, or a function a class of its
 * own. The tree has no node of what these compute. */
static bool has_initialisers(struct kp_unit *u, const struct kp_node *n)
{
    size_t file = (size_t)n->file;
    bool is_field = n->kind == KP_FIELD, asked = is_field || n->kind == KP_OTHER_DECL;
    const char *text = asked && file < u->parse.files.n ? kp_place_file(u, file)->text : NULL;

    if (text && (has_token(text, n->span, "{") || (is_field && has_token(text, n->span, "="))))
        return true;
    kp_each_child(c, n) if (has_initialisers(u, c)) return true;
    return false;
}

/* ---- other builds --------------------------------------------------------------------------- */

/* True if the text is in a branch that no build takes. */
static bool is_dead(struct kp_unit *u, size_t file, struct kp_span s)
{
    const struct kp_branch_groups *all = kp_groups_in(u, file);

    for (size_t i = 0; i < all->list.n; i++) {
        const struct kp_branch_group *g = &all->list.v[i];

        for (int b = 0; g->fixed >= 0 && b + 1 < (int)g->lines.n; b++)
            if (b != g->fixed && s.begin >= g->lines.v[b].begin && s.end <= g->lines.v[b + 1].end)
                return true;
    }
    return false;
}

/* Adds the identifiers of the text and of the macros that it defines. */
static void add_words(struct kp_unit *u, struct kp_words *out, const char *text,
                      const struct kp_pieces *pieces, struct kp_span s)
{
    kp_words_of(u->arena, out, text, s);
    for (size_t i = 0; i < pieces->list.n; i++)
        if (pieces->list.v[i].is_macro && kp_spans_overlap(pieces->list.v[i].span, s))
            kp_words_of(u->arena, out, text, pieces->list.v[i].body);
}

/* True if a build may compile what the parser left out here. Where there is one build, its compiler
 * may. */
static bool may_compile(struct kp_unit *u, size_t file, struct kp_span s)
{
    const struct kp_branch_groups *all = kp_groups_in(u, file);

    for (size_t i = 0; u->options->one_build && i < all->list.n; i++)
        if (kp_spans_overlap(kp_group_span(&all->list.v[i]), s) &&
            kp_differs_by_compiler(u, file, &all->list.v[i]))
            return true;
    return !u->options->one_build;
}

/* The text that this build leaves out of a file. */
static void add_skipped(struct kp_unit *u, const struct kp_skipped *skipped, struct kp_words *out)
{
    const struct kp_file *f = kp_place_file(u, skipped->file);

    if (f->text && kp_is_skipped_in(u, skipped->file, skipped->span) &&
        may_compile(u, skipped->file, skipped->span) && !is_dead(u, skipped->file, skipped->span))
        add_words(u, out, f->text, kp_pieces_in(u, skipped->file), skipped->span);
}

/* The files that this build does not read, or another one does not. */
static void add_brought(struct kp_unit *u, const struct kp_brought *b, struct kp_words *out)
{
    for (size_t i = 0; i < b->files.n; i++) {
        const struct kp_brought_file *f = &b->files.v[i];

        add_words(u, out, f->text, f->pieces, (struct kp_span){0, (uint32_t)strlen(f->text)});
    }
}

/* The identifiers of what other builds may compile, with those of macros that it names. */
static const struct kp_words *other_words(struct kp_unit *u)
{
    struct kp_words *out;
    struct kp_named_pieces taken = {0};

    if (u->other_words)
        return u->other_words;
    u->other_words = out = kp_new(u->arena, struct kp_words);
    for (size_t i = 0; i < u->parse.skipped.n; i++)
        add_skipped(u, &u->parse.skipped.v[i], out);
    for (size_t i = 0; i < u->parse.skipped_in_headers.n; i++)
        add_skipped(u, &u->parse.skipped_in_headers.v[i], out);
    for (size_t f = 0; f < u->parse.files.n; f++)
        for (size_t i = 0; kp_place_file(u, f)->text && i < kp_groups_in(u, f)->list.n; i++)
            if (may_compile(u, f, kp_group_span(&kp_groups_in(u, f)->list.v[i])))
                add_brought(u, kp_brought_by(u, f, i), out);
    kp_close_names(u, KP_NAMED_MACROS, out, &taken);
    for (size_t i = 0; i < taken.n; i++) {
        struct kp_span s = taken.v[i].piece->body;
        const char *text = taken.v[i].text;

        u->others_paste |= memmem(text + s.begin, s.end - s.begin, "##", 2) ||
                           memmem(text + s.begin, s.end - s.begin, "%:%:", 4);
    }
    return out;
}

/* True if another build may read a file behind the function's name of which nothing is known. */
static bool reads_unknown(struct kp_unit *u, const struct kp_sym *function)
{
    const struct kp_branch_groups *all = kp_groups_in(u, 0);

    for (size_t i = 0; i < all->list.n; i++)
        if (kp_is_unread(u, kp_brought_by(u, 0, i)) && function->decl && !function->decl->file &&
            all->list.v[i].lines.v[all->list.v[i].lines.n - 1].end > function->decl->span.begin)
            return true;
    return false;
}

/* True if another build may call the function in text that this one does not compile. */
static bool has_other_calls(struct kp_unit *u, const struct kp_sym *function)
{
    const char *name = function->name;
    const struct kp_words *words;

    words = other_words(u);
    return kp_words_have(words, name, strlen(name)) || u->others_paste ||
           (words->used && kp_is_operator_name(name)) ||
           (!u->options->one_build && reads_unknown(u, function));
}

/* Where the tree does not show all of the function: there it may call any other, with anything. */
static const struct kp_hole *hole_in(struct kp_unit *u, const struct kp_sym *function)
{
    for (size_t i = 0; i < u->parse.holes.n; i++)
        if (u->parse.holes.v[i].function == function)
            return &u->parse.holes.v[i];
    for (size_t i = 0; i < u->parse.holes_of_instances.n; i++)
        if (u->parse.holes_of_instances.v[i].function == function)
            return &u->parse.holes_of_instances.v[i];
    return NULL;
}

const struct kp_hole *kp_hole_in_caller(struct kp_unit *u, const struct kp_sym *function)
{
    const struct kp_calls_of *calls = kp_calls_of(u, function);
    const struct kp_hole *h;

    for (size_t i = 0; i < calls->list.n; i++)
        if ((h = hole_in(u, kp_as_written(calls->list.v[i].in))))
            return h;
    return NULL;
}

static bool find_open_calls(struct kp_unit *u, const struct kp_sym *function)
{
    bool is_operator = kp_is_operator_name(function->name);

    if (u->parse.command_line && strstr(u->parse.command_line, function->name))
        return true;
    if (!is_operator &&
        (kp_is_said_beside_tree(u, function) || kp_is_made_of_parts(u, function->name)))
        return true;
    return (is_operator && has_initialisers(u, u->parse.root)) ||
           kp_calls_of(u, function)->has_others || kp_hole_in_caller(u, function) ||
           names_openly(u->parse.root, function, is_operator) ||
           kp_has_text(&u->parse.named_by_system, function->name);
}

bool kp_has_open_calls(struct kp_unit *u, const struct kp_sym *function)
{
    struct kp_calls_of *calls = (struct kp_calls_of *)kp_calls_of(u, function);

    if (!calls->is_open)
        calls->is_open = find_open_calls(u, function) ? KP_OPEN_YES : KP_OPEN_NO;
    return calls->is_open == KP_OPEN_YES;
}

/* True if the word in front says that `template` stands in a name. */
static bool is_in_name(const char *text, struct kp_token last)
{
    return last.kind != KP_TOKEN_END &&
           (kp_token_is(text, last, ".") || kp_token_is(text, last, "->") ||
            kp_token_is(text, last, "::"));
}

/* True if the line, a macro's, has `template` without parameters: its uses say of what. */
static bool instantiates(const char *text, struct kp_token line)
{
    struct kp_token last = {.kind = KP_TOKEN_END};

    for (struct kp_token t = kp_lex_directive(text, line); t.kind != KP_TOKEN_END;
         last = t, t = kp_lex(text, t.end, line.end))
        if (kp_token_is(text, t, "template") && !is_in_name(text, last) &&
            !kp_token_is(text, kp_lex(text, t.end, line.end), "<"))
            return true;
    return false;
}

/* Adds the words of each `template ..` without parameters, whatever build compiles it. False: a
 * macro in one may say others, or is one. */
static bool add_instantiated(struct kp_unit *u, const char *text, struct kp_words *out)
{
    struct kp_token last = {.kind = KP_TOKEN_END};
    uint32_t size = (uint32_t)strlen(text);
    bool is_inside = false, is_known = true;

    for (struct kp_token t = kp_lex(text, 0, size); t.kind != KP_TOKEN_END;
         last = t, t = kp_lex(text, t.end, size)) {
        if (t.kind == KP_TOKEN_DIRECTIVE)
            is_known &= !instantiates(text, t);
        if (kp_token_is(text, t, "template") && !is_in_name(text, last) &&
            !kp_token_is(text, kp_lex_code(text, t.end, size), "<"))
            is_inside = true;
        if (is_inside && t.kind == KP_TOKEN_IDENT) {
            kp_words_add(u->arena, out, text + t.begin, t.end - t.begin);
            is_known &= !kp_is_macro(u, text + t.begin, t.end - t.begin);
        }
        is_inside &= !kp_token_is(text, t, ";");
    }
    return is_known;
}

/* The words of all that instantiates templates; NULL: any name may be among them. */
static const struct kp_words *instantiated_in(struct kp_unit *u)
{
    struct kp_words *words = u->instantiated;

    if (!words) {
        words = u->instantiated = kp_new(u->arena, struct kp_words);
        u->instantiates_any = kp_is_made_of_parts(u, "template");
        for (size_t i = 0; i < u->parse.files.n; i++) {
            const char *text = kp_place_file(u, i)->text;

            u->instantiates_any |= !text || !add_instantiated(u, text, words);
        }
    }
    return u->instantiates_any ? NULL : words;
}

/* True if some text instantiates the template, or a class around it, by its name. */
static bool is_instantiated(struct kp_unit *u, const struct kp_sym *function)
{
    const struct kp_words *words = instantiated_in(u);

    if (!words || (kp_is_operator_name(function->name) &&
                   kp_words_have(words, "operator", strlen("operator"))))
        return true;
    for (const struct kp_sym *s = function; s; s = s->parent)
        if ((s == function || s->kind == KP_SYM_RECORD) &&
            kp_words_have(words, s->name, strlen(s->name)))
            return true;
    return false;
}

bool kp_is_for_other_files(struct kp_unit *u, const struct kp_sym *function)
{
    if (function->is_internal || (u->options->whole_program && !function->is_kernel))
        return false;
    return !function->is_template || is_instantiated(u, function);
}

bool kp_has_unseen_callers(struct kp_unit *u, const struct kp_sym *function)
{
    return kp_is_for_other_files(u, function) || kp_is_header(u) ||
           kp_has_open_calls(u, function) || has_other_calls(u, function);
}
