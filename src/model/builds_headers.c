/* Headers of the project that only some builds include, and the text of the source that includes a
 * header: what they define counts as if it stood in the groups that include them. */
#include "front/front.h"
#include "front/lex.h"
#include "model/asked.h"
#include "model/brought.h"
#include "model/look.h"
#include "model/named.h"
#include "model/output_words.h"
#include "model/unread.h"

bool kp_is_asserted(struct kp_build_search *k, const struct kp_brought_file *f,
                    const struct kp_piece *p)
{
    const struct kp_piece *only;
    struct kp_tested t = {0};
    struct kp_span s;
    size_t file;

    if (!p->is_macro || p->is_undef || p->is_function_like)
        return false;
    s = p->names.list.v[0];
    t.name = kp_strndup(k->u->arena, f->text + s.begin, s.end - s.begin);
    for (size_t i = 0; i < k->out->tested.n; i++)
        if (kp_streq(k->out->tested.v[i].name, t.name))
            return true;
    only = kp_only_macro(k->u, t.name, &file);
    if (!kp_value_where(k, k->function, t.name, &t.value) &&
        !kp_value_where(k, k->u->parse.root, t.name, &t.value) &&
        !(only && kp_macro_value(kp_place_file(k->u, file)->text, only, &t.value)))
        return false;
    kp_push(k->u->arena, &k->out->tested, t);
    return true;
}

/* True if a project file says what the function does, whatever its body is. */
static bool is_said(const struct kp_build_search *k, const char *name, size_t n)
{
    const struct kp_call_rule *rule = kp_rule_call(k->u->rules, kp_strndup(k->u->arena, name, n));

    return rule && rule->said;
}

bool kp_is_brought(const struct kp_build_search *k, const char *text, const struct kp_piece *p,
                   const struct kp_words *names)
{
    if (!kp_is_in_reach(k->u, text, p, names))
        return false;
    for (size_t i = 0; i < p->names.list.n; i++) {
        const char *name = text + p->names.list.v[i].begin;
        size_t n = p->names.list.v[i].end - p->names.list.v[i].begin;

        if (kp_words_have(names, name, n) && (p->is_macro || !is_said(k, name, n)))
            return true;
    }
    return p->is_operator || p->is_using_namespace;
}

/* True if the #undef undefines nothing. The name is a function of CUDA's, and no file of the
 * project that any build reads, and no command line, makes a macro of it. */
static bool undefines_nothing(const struct kp_build_search *k, const struct kp_brought *b,
                              const char *text, const struct kp_piece *p)
{
    const char *name = text + p->names.list.v[0].begin;
    size_t n = p->names.list.v[0].end - p->names.list.v[0].begin;
    const struct kp_call_rule *rule =
        p->is_undef ? kp_rule_call(k->u->rules, kp_strndup(k->u->arena, name, n)) : NULL;

    if (!rule || rule->said || (n == 6 && !memcmp(name, "assert", n)) ||
        kp_words_have(kp_parsed_macros(k->u), name, n))
        return false;
    kp_each_macro_named(m, k->u, name, n) if (!m->piece->is_undef) return false;
    for (size_t f = 0; f < b->files.n; f++)
        for (size_t i = 0; i < b->files.v[f].pieces->list.n; i++) {
            const struct kp_piece *other = &b->files.v[f].pieces->list.v[i];

            if (!other->is_undef && kp_is_about_macro(other, b->files.v[f].text, name, n))
                return false;
        }
    return true;
}

bool kp_brings_names(struct kp_build_search *k, const struct kp_brought *b, bool asks_architecture)
{
    const struct kp_words *names;

    if (kp_is_unread(k->u, b))
        return true;
    if (!b->files.n)
        return false;
    if (kp_opens_unseen(k->u, b))
        return true;
    names = &kp_names_of(k->u, k->sym, KP_NAMED_ALL)->words;
    for (size_t i = 0; i < b->files.n; i++) {
        const struct kp_brought_file *f = &b->files.v[i];

        for (size_t n = 0; n < f->pieces->list.n; n++) {
            const struct kp_piece *p = &f->pieces->list.v[n];

            if (kp_brings_output_word(k->u, f->text, p))
                return true;
            if (kp_is_brought(k, f->text, p, names) && !undefines_nothing(k, b, f->text, p) &&
                (asks_architecture || !kp_is_asserted(k, f, p)))
                return true;
        }
    }
    return false;
}

/* True if a file that only some branches of the group include may mean another program. */
bool kp_group_brings(struct kp_build_search *k, size_t group)
{
    const struct kp_branch_group *g = &k->out->groups.list.v[group];

    return kp_group_chooses(k, g) &&
           (!k->u->options->one_build ||
            kp_differs_by_compiler(k->u, 0, &kp_groups_in(k->u, 0)->list.v[group])) &&
           kp_brings_names(k, kp_brought_by(k->u, 0, group), kp_group_asks_architecture(k, g));
}

bool kp_gives_only(struct kp_build_search *k, const struct kp_brought_file *f,
                   const struct kp_branch_group *g, const struct kp_words *names,
                   kp_is_given *is_such)
{
    for (size_t i = 0; i < f->pieces->list.n; i++) {
        const struct kp_piece *p = &f->pieces->list.v[i];

        if (kp_spans_overlap(p->span, kp_group_span(g)) && kp_is_brought(k, f->text, p, names) &&
            !is_such(k, f, g, p))
            return false;
    }
    return true;
}

/* True if every other build has the same definition, or it is asserted. */
static bool is_same(struct kp_build_search *k, const struct kp_brought_file *f,
                    const struct kp_branch_group *g, const struct kp_piece *p)
{
    return kp_is_default_macro(k, f->text, g, p) || kp_is_asserted(k, f, p);
}

/* A group of the includer is another header's text to no build: there is nothing to choose from. */
void kp_look_in_includer(struct kp_build_search *k)
{
    uint32_t at = 0;
    size_t file = k->u->options->one_build ? 0 : kp_includer_file(k->u, &at);
    struct kp_brought_file f = {0};

    if (!file)
        return;
    f.text = kp_place_file(k->u, file)->text;
    f.pieces = kp_pieces_in(k->u, file);
    for (size_t i = 0; i < kp_groups_in(k->u, file)->list.n; i++) {
        const struct kp_branch_group *g = &kp_groups_in(k->u, file)->list.v[i];

        /* every build for CUDA takes the same branch, or this one includes the header */
        if (g->fixed >= 0 || g->given >= 0 ||
            (at >= kp_group_span(g).begin && at < kp_group_span(g).end) ||
            (kp_gives_only(k, &f, g, &kp_names_of(k->u, k->sym, KP_NAMED_ALL)->words, is_same) &&
             !kp_brings_names(k, kp_brought_by(k->u, file, i), false)))
            continue;
        kp_set_elsewhere(k, file, g->lines.v[0]);
        return;
    }
}
