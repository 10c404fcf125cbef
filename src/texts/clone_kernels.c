/* Decides which kernels may have a clone ("clone"), and which of their launches use it. */
#include "texts/clones.h"

#include "emit/launch.h"
#include "emit/text.h"
#include "front/pieces.h"
#include "front/tree.h"
#include "legal/words.h"
#include "model/launched.h"
#include "model/loop_parts.h"
#include "model/names.h"
#include "model/types_text.h"
#include "plan/plan.h"

/* True for overloads and specialisations, among which a name in text is ambiguous. */
static bool is_only_one(const struct kp_unit *u, const struct kp_sym *f)
{
    kp_each_named(s, u, f->name) if (s != f && s->kind == KP_SYM_FUNCTION) return false;
    return true;
}

/* Reads the definition's head. False when it is not plain text: `__global__` and the name stand in
 * it, the name once and unqualified, and nothing before them on the line. */
static bool read_head(struct kp_clones *all, struct kp_clone *t)
{
    struct kp_unit *u = all->u;
    const struct kp_node *f = t->kernel->decl;
    const char *s = u->source.text;
    uint32_t end = f->last->span.begin;
    struct kp_token before = {0};
    bool global = false, named = false;

    t->span = f->span;
    if (!kp_heads_line(u, f->span.begin))
        return false;
    for (struct kp_token k = kp_lex_behind_templates(s, kp_lex_code(s, f->span.begin, end), end);
         k.kind != KP_TOKEN_END; k = kp_lex_code(s, k.end, end)) {
        if (kp_token_is(s, k, "__global__") && !global) {
            t->linkage = k.begin;
            global = true;
        }
        if (kp_token_is(s, k, t->kernel->name) && !named) {
            if (!global || (before.end && kp_token_is(s, before, "::")) ||
                !kp_token_is(s, kp_lex_code(s, k.end, end), "("))
                return false;
            named = true;
        }
        before = k;
    }
    return global && named;
}

/* `a, b<c>, d` between `<` and its `>`: the number of parameters, and of those with a default. */
static unsigned count_list(const char *s, struct kp_token open, uint32_t limit, unsigned *defaults)
{
    unsigned n = 1;
    int depth = 1;

    *defaults = 0;
    for (struct kp_token k = kp_lex_code(s, open.end, limit); k.kind != KP_TOKEN_END && depth > 0;
         k = kp_lex_code(s, k.end, limit)) {
        depth += kp_token_is(s, k, "<") || kp_token_is(s, k, "(");
        depth -= kp_token_is(s, k, ">") || kp_token_is(s, k, ")");
        depth -= kp_token_is(s, k, ">>") ? 2 : 0;
        n += depth == 1 && kp_token_is(s, k, ",");
        *defaults += depth == 1 && kp_token_is(s, k, "=");
    }
    return n;
}

static struct kp_token find_angle(const char *s, struct kp_span in)
{
    struct kp_token k = kp_lex_code(s, in.begin, in.end);

    while (k.kind != KP_TOKEN_END && !kp_token_is(s, k, "<"))
        k = kp_lex_code(s, k.end, in.end);
    return k;
}

/* True if `callee` has all template arguments. In the call that asks the CUDA runtime about the
 * clone, they cannot be deduced. */
static bool has_all_arguments(const struct kp_unit *u, const struct kp_clone *t,
                              const struct kp_node *callee)
{
    const char *s = u->source.text;
    struct kp_token parameters, arguments;
    unsigned defaults, none, n;

    if (!t->kernel->is_template)
        return true;
    parameters = find_angle(s, t->span);
    arguments = find_angle(s, callee->span);
    n = count_list(s, parameters, t->span.end, &defaults);
    return arguments.kind != KP_TOKEN_END &&
           count_list(s, arguments, callee->span.end, &none) + defaults >= n;
}

/* True if the program declares a name of CUDA's that the added text beside the kernel or at the
 * launch uses. */
static bool hides_cuda(const struct kp_unit *u, const struct kp_node *launch)
{
    for (size_t i = 0; i < u->parse.syms.n; i++) {
        const char *name = u->parse.syms.v[i]->name;

        if ((kp_streq(name, "dim3") || kp_streq(name, "size_t") ||
             (kp_starts_with(name, "cuda") && (kp_room_names(name) || kp_grid_test_names(name)))) &&
            kp_is_hidden(u, kp_function_around(launch), name))
            return true;
    }
    return false;
}

/* ---- conditional compilation --------------------------------------------------------------- */

/* True if every build that has the launch has the definition. */
static bool is_there_for(const struct kp_clones *all, const struct kp_clone *t, uint32_t launch)
{
    for (size_t i = 0; i < all->groups.list.n; i++) {
        const struct kp_branch_group *g = &all->groups.list.v[i];
        int branch = kp_branch_at(g, t->span.begin);

        if (branch != kp_branch_at(g, t->span.end) ||
            (branch >= 0 && branch != kp_branch_at(g, launch)))
            return false;
    }
    return true;
}

/* ---- launches ------------------------------------------------------------------------------ */

/* Dynamic tiles grow with the launch's request. Static ones move to dynamic memory that must be
 * unused: a function that is not visible may use what the launch requests. */
static bool has_fit_size(const struct kp_clone *t, const struct kp_node *smem)
{
    bool is_none = !smem || smem->kind == KP_NONE;

    return t->moves ? is_none || (smem->has_value && smem->value == 0) : !is_none;
}

/* True if the launch can choose between the kernel and the clone at run time. As a statement; in
 * brackets in a macro's argument, inside of a lambda that is called. Elsewhere in an argument, it
 * cannot. */
static bool can_change(struct kp_unit *u, const struct kp_clone *t, const struct kp_launch *l)
{
    switch (kp_launch_place(u, l)) {
    case KP_PLACE_PLAIN:
        return kp_is_statement(l->node);
    case KP_PLACE_BRACKETS:
        return kp_may_be_in_lambda(u, l->node);
    case KP_PLACE_ARGUMENT:
        return kp_is_statement(l->node) && !t->moves && l->smem && l->smem->has_value;
    }
    return false;
}

/* The offset of the kernel's name in `ns::name<4><<<..>>>(..);`, after the definition; 0 for any
 * other form. */
static uint32_t name_in(const struct kp_clones *all, const struct kp_clone *t,
                        const struct kp_launch *l)
{
    const char *s = all->u->source.text;
    const struct kp_node *callee = l->node ? l->node->first : NULL;
    struct kp_launch_config c;

    if (!callee || l->is_instantiation || l->kernel != t->kernel || callee->from_macro ||
        callee->kind != KP_REF || !kp_read_launch(all->u, l, &c) || !has_fit_size(t, l->smem) ||
        l->node->span.begin < t->span.end)
        return 0;
    if (!can_change(all->u, t, l) || kp_has_static(l->node) ||
        !is_there_for(all, t, l->node->span.begin) || !has_all_arguments(all->u, t, callee) ||
        hides_cuda(all->u, l->node))
        return 0;
    for (struct kp_token k = kp_lex_code(s, callee->span.begin, callee->span.end);
         k.kind != KP_TOKEN_END; k = kp_lex_code(s, k.end, callee->span.end))
        if (kp_token_is(s, k, t->kernel->name))
            return k.begin;
    return 0;
}

static bool is_unconditional(const struct kp_clones *all, uint32_t at)
{
    for (size_t i = 0; i < all->groups.list.n; i++)
        if (kp_branch_at(&all->groups.list.v[i], at) >= 0)
            return false;
    return true;
}

static bool names_anything(const char *text, struct kp_span in)
{
    for (struct kp_token k = kp_lex_code(text, in.begin, in.end); k.kind != KP_TOKEN_END;
         k = kp_lex_code(text, k.end, in.end))
        if (k.kind == KP_TOKEN_IDENT)
            return true;
    return false;
}

/* True if the names in the text have the same meaning in every build. A macro with another
 * definition in another branch of the file or on the command line has not. */
static bool is_fixed(const struct kp_clones *all, const struct kp_node *e)
{
    const struct kp_pieces *pieces = kp_pieces_of(all->u);
    const char *s = all->u->source.text;

    if (e->file || kp_lex_has_directive(s, e->span.begin, e->span.end))
        return false;
    for (struct kp_token k = kp_lex_code(s, e->span.begin, e->span.end); k.kind != KP_TOKEN_END;
         k = kp_lex_code(s, k.end, e->span.end)) {
        const char *word = kp_strndup(all->u->arena, s + k.begin, k.end - k.begin);
        unsigned known = 0;

        if (k.kind != KP_TOKEN_IDENT || !kp_names_macro(all->u, word))
            continue;
        for (size_t i = 0; i < pieces->list.n; i++) {
            const struct kp_piece *p = &pieces->list.v[i];

            if (!p->is_macro || !p->names.list.n ||
                !kp_streq(kp_span_text(all->u, p->names.list.v[0]), word))
                continue;
            known++;
            if (!is_unconditional(all, p->span.begin) || names_anything(s, p->body))
                return false;
        }
        if (known != 1)
            return false;
    }
    return true;
}

/* A type that is written as what it is: names of types may mean others in other builds. */
static bool is_spelled_out(const struct kp_type *t)
{
    return t && t->spelling && kp_streq(t->spelling, t->canonical);
}

/* True if all builds have the same text there. */
static bool is_whole(const struct kp_clones *all, struct kp_span in)
{
    for (size_t i = 0; i < all->groups.list.n; i++)
        for (size_t k = 0; k < all->groups.list.v[i].lines.n; k++)
            if (all->groups.list.v[i].lines.v[k].begin >= in.begin &&
                all->groups.list.v[i].lines.v[k].begin < in.end)
                return false;
    return true;
}

/* .. in the whole declaration, of which a build may compile more than its node has? */
static bool is_whole_declaration(const struct kp_clones *all, const struct kp_node *decl)
{
    const char *s = all->u->source.text;
    uint32_t limit = (uint32_t)all->u->source.size;
    struct kp_token k = kp_lex_code(s, decl->span.end, limit);

    while (k.kind != KP_TOKEN_END && !kp_token_is(s, k, ";"))
        k = kp_lex_code(s, k.end, limit);
    return is_unconditional(all, decl->span.begin) &&
           is_whole(all, (struct kp_span){decl->span.begin, k.end});
}

/* A constant that has this value in every build: made of numbers, and of variables of the file that
 * are declared once, and are made of the same. */
static bool is_fixed_number(const struct kp_clones *all, const struct kp_node *n, int depth)
{
    enum { DEEPEST = 8 };
    const struct kp_node *decl = n->sym && n->sym->kind == KP_SYM_VAR ? n->sym->decl : NULL;

    if (n->from_macro && !n->first && !kp_names_macro(all->u, kp_span_text(all->u, n->span)))
        return false;
    switch (n->kind) {
    case KP_INT_LIT:
    case KP_BOOL_LIT:
        return !n->pattern || n->pattern->kind == n->kind;
    case KP_REF:
        return decl && depth < DEEPEST && !decl->file && decl->has_init &&
               is_spelled_out(n->sym->type) && is_whole_declaration(all, decl) &&
               is_fixed(all, decl->last) && is_fixed_number(all, decl->last, depth + 1);
    case KP_SIZEOF:
        return !n->first && is_spelled_out(n->type);
    case KP_CAST:
        return is_spelled_out(n->type) && is_fixed_number(all, n->first, depth);
    case KP_UNARY:
    case KP_BINARY:
    case KP_COND: {
        kp_each_child(c, n) if (!is_fixed_number(all, c, depth)) return false;
        return true;
    }
    default:
        return false;
    }
}

/* True if the variable is only named in block and grid arguments of launches. */
static bool is_for_launches(const struct kp_unit *u, const struct kp_node *n,
                            const struct kp_sym *s)
{
    if ((n->kind == KP_REF || n->kind == KP_UNKNOWN) && n->sym == s) {
        for (size_t i = 0; i < u->parse.launches.n; i++)
            if (u->parse.launches.v[i].block == n || u->parse.launches.v[i].grid == n)
                return true;
        return false;
    }
    kp_each_child(c, n) if (!is_for_launches(u, c, s)) return false;
    return true;
}

/* A block whose size the text fixes: constants, or a local dim3 of such that nothing can change. */
static bool is_said(const struct kp_clones *all, const struct kp_node *block, int depth)
{
    const struct kp_sym *s = block->sym;
    const struct kp_node *function;

    if (depth > 4 || !is_fixed(all, block))
        return false;
    if (block->has_value || block->kind == KP_NONE)
        return block->kind == KP_NONE || is_fixed_number(all, block, 0);
    if (block->kind == KP_REF) {
        function = kp_function_around(block);
        return s && s->kind == KP_SYM_VAR && !s->is_static && !s->is_extern && s->decl &&
               s->decl->has_init && function && kp_is_inside(s->decl, function) &&
               is_whole(all, function->span) && kp_shows_all_mentions(all->u, function, s) &&
               is_for_launches(all->u, function, s) && is_said(all, s->decl->last, depth + 1);
    }
    if (block->kind != KP_CAST && block->kind != KP_CONSTRUCT && block->kind != KP_INIT_LIST)
        return false;
    kp_each_child(c, block) if (!is_said(all, c, depth + 1)) return false;
    return block->first != NULL;
}

/* A kernel that asks how large its block is is meant for several sizes. */
static bool asks_for_block(const struct kp_unit *u, const struct kp_clone *t)
{
    return kp_text_mentions(kp_span_text((struct kp_unit *)u, t->kernel->decl->last->span),
                            "blockDim");
}

static void find_launches(struct kp_clones *all, struct kp_clone *t)
{
    const struct kp_unit *u = all->u;
    bool is_known = true;

    for (size_t i = 0; i < u->parse.launches.n; i++) {
        const struct kp_launch *l = &u->parse.launches.v[i];
        uint32_t at = name_in(all, t, l);
        int threads = at && is_whole(all, l->node->span) && is_said(all, l->block, 0)
                          ? kp_block_threads(l->block)
                          : 0;

        if (!at)
            continue;
        kp_push(u->arena, &t->launches, ((struct kp_clone_launch){l, at}));
        is_known &= threads > 0;
        t->threads = threads > t->threads ? threads : t->threads;
    }
    t->says_blocks = is_known;
    if (!is_known || t->threads > KP_MOST_THREADS || t->kernel->says_bounds ||
        !t->kernel->bounds_at || asks_for_block(u, t))
        t->threads = 0;
}

static bool has_counter(const struct kp_unit *u)
{
    for (size_t f = 1; f < u->parse.files.n; f++) {
        const char *text = u->parse.files.v[f].text;

        if (text && strstr(text, "__COUNTER__"))
            return true;
    }
    return strstr(u->source.text, "__COUNTER__") != NULL;
}

/* True if the text's meaning changes when it is duplicated. */
static bool counts_itself(const struct kp_unit *u, struct kp_span launch)
{
    const char *s = u->source.text;

    for (size_t i = 0; i < u->parse.of_counter.n; i++)
        if (kp_lex_has(s, launch.begin, launch.end, u->parse.of_counter.v[i]))
            return true;
    return has_counter(u) || kp_lex_has(s, launch.begin, launch.end, "static");
}

/* True if it may change a variable that the grid depends on. The compiler chooses the order of
 * evaluation, but the order must stay the same. */
static bool may_change(const struct kp_unit *u, struct kp_span argument)
{
    const char *s = u->source.text;

    for (struct kp_token t = kp_lex_code(s, argument.begin, argument.end); t.kind != KP_TOKEN_END;
         t = kp_lex_code(s, t.end, argument.end))
        if (kp_token_is(s, t, "++") || kp_token_is(s, t, "--") ||
            (s[t.end - 1] == '=' && t.kind == KP_TOKEN_PUNCT && !kp_token_is(s, t, "==") &&
             !kp_token_is(s, t, "!=") && !kp_token_is(s, t, "<=") && !kp_token_is(s, t, ">=")))
            return true;
    return false;
}

/* True if the launch can be duplicated with a test, in host code. A static variable of a lambda in
 * it would become two. */
static bool can_choose(struct kp_unit *u, const struct kp_launch *l)
{
    const struct kp_node *in = kp_function_around(l->node);
    struct kp_launch_config c;

    if (!in || !in->sym || in->sym->is_kernel || in->sym->is_device || kp_has_static(l->node) ||
        kp_launch_place(u, l) != KP_PLACE_PLAIN || counts_itself(u, l->node->span) ||
        !kp_read_launch(u, l, &c))
        return false;
    for (unsigned i = KP_LAUNCH_GRID + 1; i < c.n; i++)
        if (may_change(u, c.arg[i]))
            return false;
    return true;
}

/* .. all of them? How much dynamic memory a kernel may have is said of the kernel, not of its
 * clone.
 */
static bool may_be_merged(struct kp_unit *u, const struct kp_clone *t)
{
    for (size_t i = 0; i < t->launches.n; i++)
        if (!can_choose(u, t->launches.v[i].launch))
            return false;
    return t->moves;
}

void kp_add_clone(struct kp_clones *all, const struct kp_sym *kernel, struct kp_merge by)
{
    struct kp_clone t = {.kernel = kernel,
                         .moves = !kp_shared_of(all->u, kernel)->has_dynamic,
                         .helps = true,
                         .by = by};

    for (size_t i = 0; i < all->list.n; i++)
        if (all->list.v[i].kernel == kernel)
            return;
    if (!kernel->decl || kernel->decl->file || kernel->decl->from_macro ||
        !is_only_one(all->u, kernel) || !read_head(all, &t) ||
        kp_has_something_of_its_own(all->u, kernel, t.span) ||
        kp_lex_defines(all->u->source.text, t.span.begin, t.span.end))
        return;
    find_launches(all, &t);
    if (!may_be_merged(all->u, &t))
        t.by = (struct kp_merge){0};
    if (t.launches.n)
        kp_push(all->u->arena, &all->list, t);
}
