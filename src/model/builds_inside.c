/* Groups inside of headers that every build includes, and macros of the command line. They are what
 * the flags of this analysis make of them; a build that makes something else of them is stopped by
 * their conditions, asked again in front of the function, or by assertions on values. Where neither
 * can be said, the function is another one in a build that cannot be told from this one. */
#include "front/front.h"
#include "front/lex.h"
#include "front/place.h"
#include "front/tree.h"
#include "model/asked.h"
#include "model/look.h"
#include "model/named.h"
#include "model/unread.h"

/* ---- what was parsed --------------------------------------------------------------------------
 */

/* The same for any token. What is skipped by its own condition begins with its first line. */
bool kp_is_skipped_at(struct kp_unit *u, size_t file, uint32_t at)
{
    return at && kp_is_skipped_in(u, file, (struct kp_span){at - 1, at});
}

/* The branch that the build takes; -1: none is known to be the only one. */
int kp_taken_branch(struct kp_unit *u, size_t file, const struct kp_branch_group *g)
{
    const struct kp_file *f = kp_place_file(u, file);
    int found = -1, empty = g->has_else ? 0 : 1, last = kp_branch_count(g) - 1;

    for (int i = 0; i + 1 < (int)g->lines.n; i++) {
        struct kp_span s = kp_branch_text(g, i);
        struct kp_token t = kp_lex(f->text, s.begin, s.end);

        if (t.kind == KP_TOKEN_END) {
            empty++;
            last = i;
            continue;
        }
        if (kp_is_skipped_at(u, file, t.begin))
            continue;
        if (found >= 0)
            return -1;
        found = i;
    }
    return found >= 0 ? found : empty == 1 ? last : -1;
}

/* ---- what counts ------------------------------------------------------------------------------
 */

/* True if the macro is a type in this build. An assertion asks for it. */
static bool is_type(struct kp_build_search *k, const char *name)
{
    size_t file;
    const struct kp_piece *p = kp_only_macro(k->u, name, &file);
    struct kp_texts said = {0};

    if (p)
        return !p->is_function_like &&
               kp_is_type_text(k->u, kp_place_file(k->u, file)->text, p->body);
    kp_command_macros(k->u, &said);
    for (size_t i = 0; i < said.n; i++) {
        size_t n = strcspn(said.v[i], "=(");
        const char *body = n == strlen(name) && !strncmp(said.v[i], name, n)
                               ? kp_command_body(k->u, said.v[i], n)
                               : NULL;

        if (body && kp_is_type_text(k->u, body, (struct kp_span){0, (uint32_t)strlen(body)}))
            return true;
    }
    return false;
}

/* A macro that means the same in each build, or whose value is asserted. */
static bool is_harmless(struct kp_build_search *k, const struct kp_brought_file *f,
                        const struct kp_branch_group *g, const struct kp_piece *p)
{
    struct kp_span own = p->names.list.n ? p->names.list.v[0] : (struct kp_span){0};
    const char *name;

    if (!p->is_macro || p->is_undef)
        return false;
    name = kp_strndup(k->u->arena, f->text + own.begin, own.end - own.begin);
    return kp_is_float_macro(f->text, f->pieces, p) || kp_is_default_macro(k, f->text, g, p) ||
           (!kp_asks_architecture_of(k->u, name) && (is_type(k, name) || kp_is_asserted(k, f, p)));
}

/* True for a function that the host's pass knows by name alone. */
static bool is_devices(struct kp_build_search *k, const struct kp_brought_file *f,
                       const struct kp_branch_group *g, const struct kp_piece *p)
{
    const char *s = f->text;

    (void)k;
    (void)g;
    return !p->is_macro &&
           (kp_lex_has(s, p->body.begin, p->body.end, "__device__") ||
            kp_lex_has(s, p->body.begin, p->body.end, "__global__")) &&
           !kp_lex_has(s, p->body.begin, p->body.end, "__host__") &&
           !kp_lex_has(s, p->body.begin, p->body.end, "constexpr") &&
           !kp_lex_has(s, p->body.begin, p->body.end, "auto");
}

void kp_set_elsewhere(struct kp_build_search *k, size_t file, struct kp_span line)
{
    struct kp_node *n = kp_new(k->u->arena, struct kp_node);

    n->kind = KP_NONE;
    n->file = (uint16_t)file;
    n->span = line;
    k->out->elsewhere = n;
}

/* An include guard of whose name nothing is made. */
static bool is_guard(struct kp_build_search *k, size_t file, const struct kp_branch_group *g,
                     const struct kp_words *names)
{
    const struct kp_include_guard *guard = kp_guard_around(k->u, file);

    return guard && kp_is_guard_group(k->u, file, g) &&
           !kp_words_have(names, kp_place_file(k->u, file)->text + guard->name.begin,
                          guard->name.end - guard->name.begin);
}

bool kp_is_given_group(struct kp_unit *u, size_t file, const struct kp_branch_group *g)
{
    return g->given >= 0 && !g->host_differs && g->anywhere &&
           !kp_branch_groups_of(u)->own_architecture && g->given == kp_taken_branch(u, file, g);
}

static void look_at(struct kp_build_search *k, size_t file, size_t number,
                    const struct kp_words *names)
{
    const struct kp_branch_group *g = &kp_groups_in(k->u, file)->list.v[number];
    struct kp_brought_file f = {.text = kp_place_file(k->u, file)->text,
                                .pieces = kp_pieces_in(k->u, file)};
    bool by_text, by_file;
    const char *other;

    if (g->fixed >= 0 || kp_is_given_group(k->u, file, g) || kp_only_undefines(f.text, g) ||
        is_guard(k, file, g, names) || kp_is_skipped_at(k->u, file, g->lines.v[0].begin))
        return;
    by_text = !kp_gives_only(k, &f, g, names, is_harmless);
    by_file = kp_brings_names(k, kp_brought_by(k->u, file, number), false);
    if (!by_text && !by_file)
        return;
    other = kp_other_branch(k->u, k->sym, file, g, kp_taken_branch(k->u, file, g),
                            !by_file && kp_gives_only(k, &f, g, names, is_devices));
    if (other)
        kp_push(k->u->arena, &k->out->asked, other);
    else if (!k->out->elsewhere &&
             (!k->u->options->one_build || kp_differs_by_compiler(k->u, file, g)))
        kp_set_elsewhere(k, file, g->lines.v[0]);
}

/* True if the text is a number. An integer is asserted, on another one nothing rests. */
static bool is_number(struct kp_build_search *k, const char *name, const char *body)
{
    struct kp_piece p = {.body = {0, (uint32_t)strlen(body)}};
    struct kp_tested t = {.name = name};

    if (kp_macro_value(body, &p, &t.value)) {
        kp_push(k->u->arena, &k->out->tested, t);
        return true;
    }
    return kp_macro_number(body, &p).kind != KP_TOKEN_END && strpbrk(body, ".eE") &&
           !strpbrk(body, "xX");
}

/* Macros that another command line may define as something else. */
static void look_at_command(struct kp_build_search *k, const struct kp_words *names)
{
    struct kp_texts said = {0};

    kp_command_macros(k->u, &said);
    for (size_t i = 0; i < said.n && !k->out->elsewhere; i++) {
        size_t n = strcspn(said.v[i], "=(");
        const char *name = kp_strndup(k->u->arena, said.v[i], n),
                   *body = kp_command_body(k->u, said.v[i], n);
        struct kp_tested t = {.name = name};

        if (!kp_words_have(names, name, n) || (!body && said.v[i][n] != '(') ||
            (body && (is_number(k, name, body) || is_type(k, name))))
            continue;
        if (kp_value_where(k, k->function, name, &t.value))
            kp_push(k->u->arena, &k->out->tested, t);
        else
            kp_set_elsewhere(k, 0, k->function->span);
    }
}

static void look(struct kp_build_search *k)
{
    const struct kp_words *names = &kp_names_of(k->u, k->sym, KP_NAMED_ALL)->words;
    const char *other;
    uint32_t at;
    size_t includer = kp_includer_file(k->u, &at);

    for (size_t f = 1; f < k->u->parse.files.n; f++) {
        if (f == includer || !kp_place_file(k->u, f)->text)
            continue;
        for (size_t i = 0; i < kp_groups_in(k->u, f)->list.n; i++)
            look_at(k, f, i, names);
    }
    if (k->u->options->one_build)
        return;
    look_at_command(k, names);
    if ((other = kp_other_language(k->u, k->sym)))
        kp_push(k->u->arena, &k->out->asked, other);
    for (size_t i = 0; i < kp_asked_on_top(k->u)->n; i++)
        kp_push(k->u->arena, &k->out->asked, kp_asked_on_top(k->u)->v[i]);
}

void kp_look_inside(struct kp_build_search *k)
{
    size_t *known = kp_map_at(k->u->arena, &k->u->inside_of, k->sym);
    struct kp_builds *inside;
    struct kp_build_search own = *k;

    if (!*known) {
        own.out = kp_new(k->u->arena, struct kp_builds);
        look(&own);
        kp_push(k->u->arena, &k->u->insides, own.out);
        *known = k->u->insides.n;
    }
    inside = k->u->insides.v[*known - 1];
    k->out->asked = inside->asked;
    k->out->elsewhere = inside->elsewhere;
    for (size_t i = 0; i < inside->tested.n; i++)
        kp_push(k->u->arena, &k->out->tested, inside->tested.v[i]);
}
