#include "twins.h"

#include "emit/launch.h"
#include "emit/text.h"
#include "front/branches.h"
#include "front/pieces.h"
#include "model/loops.h"
#include "model/names.h"
#include "pipeline.h"
#include "plan/plan.h"

enum { MOST_THREADS = 1024 }; /* of a block */

/* A kernel that gets a twin. */
struct twin {
    const struct kp_sym *kernel;
    struct kp_span span; /* of the definition */
    uint32_t linkage;    /* where `static` goes */
    bool moves;          /* its static tiles become dynamic ones */
    bool helps;
    bool is_plain; /* nothing but `void` stands between `__global__` and the name */
    int threads;   /* no launch has more, 0: not known, or the kernel may say so itself */
    KP_VEC(uint32_t) launches; /* where the kernel's name stands in launches that go to the twin */
};

struct twins {
    struct kp_unit *u;
    bool (*wants)(const struct kp_unit *u, const struct kp_loop *l);
    struct kp_branch_groups groups;
    KP_VEC(struct twin) list;
};

/* ---- which kernels ------------------------------------------------------------------------ */

static bool has_unknown_size(const struct kp_unit *u, const struct kp_loop *l)
{
    struct kp_launch_cases cases;

    kp_find_instances(u, l, &cases);
    for (size_t i = 0; i < cases.list.n; i++)
        if (cases.list.v[i].dynamic_tiles < 0)
            return true;
    return false;
}

static bool wants_twin(const struct kp_unit *u, const struct kp_loop *l)
{
    return l->function->is_kernel && l->outcome != KP_REFUSED && !l->made_by_kpipe &&
           kp_has_dynamic_tile(l) &&
           (l->single_why.code == KP_CODE_KP503 || (!l->single_why.code && has_unknown_size(u, l)));
}

/* After the plan: were there to be more stages than static shared memory has room for? */
static bool is_past_static(const struct kp_loop *l)
{
    return l->function->is_kernel && !l->made_by_kpipe && l->plan.past_static &&
           (l->outcome == KP_SINGLE ||
            (l->outcome == KP_REFUSED && l->refusals.v[0].code == KP_CODE_KP501));
}

/* Such a loop, or one whose kernel has a twin already, which the new text must have, too. */
static bool wants_to_move(const struct kp_unit *u, const struct kp_loop *l)
{
    return is_past_static(l) || (u->derived && kp_is_twin(u->derived, l->function));
}

/* The loop's function in this text: the loop may have come from another (pipeline.c). */
static const struct kp_sym *function_of(const struct kp_unit *u, const struct kp_loop *l)
{
    const struct kp_sym *found = l->function;

    for (size_t i = 0; i < u->parse.syms.n; i++) {
        const struct kp_sym *s = u->parse.syms.v[i];

        if (s == l->function)
            return s;
        if (s && s->kind == KP_SYM_FUNCTION && s->decl && s->decl->last &&
            kp_streq(s->name, l->function->name))
            found = s;
    }
    return found;
}

/* Overloads and specialisations: which of them a name means is more than text can say. */
static bool is_only_one(const struct kp_unit *u, const struct kp_sym *f)
{
    kp_each_named(s, u, f->name) if (s != f && s->kind == KP_SYM_FUNCTION) return false;
    return true;
}

/* Storage that every instance of the function shares: the twin would have its own. */
static bool has_static(const struct kp_node *n)
{
    if (n->kind == KP_VAR && n->sym && n->sym->is_static && n->sym->space != KP_SPACE_SHARED)
        return true;
    kp_each_child(c, n) if (has_static(c)) return true;
    return false;
}

/* .. in a branch that another build compiles? */
static bool has_skipped_static(const struct kp_unit *u, struct kp_span function)
{
    for (size_t i = 0; i < u->parse.skipped.n; i++) {
        struct kp_span s = u->parse.skipped.v[i].span;

        if (kp_spans_overlap(s, function) && kp_lex_has(u->source.text, s.begin, s.end, "static"))
            return true;
    }
    return false;
}

/* Reads the definition's head. False when it is not plain text: `__global__` and the name stand in
 * it, the name once and unqualified, and nothing before them on the line. */
static bool read_head(struct twins *all, struct twin *t)
{
    struct kp_unit *u = all->u;
    const struct kp_node *f = t->kernel->decl;
    const char *s = u->source.text;
    struct kp_token before = {0};
    bool global = false, named = false;

    t->span = f->span;
    if (!kp_heads_line(u, f->span.begin))
        return false;
    for (struct kp_token k = kp_lex_code(s, f->span.begin, f->last->span.begin);
         k.kind != KP_TOKEN_END; k = kp_lex_code(s, k.end, f->last->span.begin)) {
        if (kp_token_is(s, k, "__global__") && !global) {
            t->linkage = k.begin;
            global = t->is_plain = true;
        } else if (!named && !kp_token_is(s, k, t->kernel->name) && !kp_token_is(s, k, "void"))
            t->is_plain = t->is_plain && !global;
        if (kp_token_is(s, k, t->kernel->name) && !named) {
            if (!global || (before.end && kp_token_is(s, before, "::")) ||
                !kp_token_is(s, kp_lex_code(s, k.end, f->last->span.begin), "("))
                return false;
            named = true;
        }
        before = k;
    }
    return global && named;
}

/* `a, b<c>, d` between `<` and its `>`: how many, and how many of them have a default? */
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

static struct kp_token find_token(const char *s, struct kp_span in, const char *word)
{
    struct kp_token k = kp_lex_code(s, in.begin, in.end);

    while (k.kind != KP_TOKEN_END && !kp_token_is(s, k, word))
        k = kp_lex_code(s, k.end, in.end);
    return k;
}

/* Does `callee` spell out all template arguments? Where the runtime is asked about the twin, there
 * is nothing that they could be deduced from. */
static bool has_all_arguments(const struct kp_unit *u, const struct twin *t,
                              const struct kp_node *callee)
{
    const char *s = u->source.text;
    struct kp_token parameters, arguments;
    unsigned defaults, none, n;

    if (!t->kernel->is_template)
        return true;
    parameters = find_token(s, t->span, "<");
    arguments = find_token(s, callee->span, "<");
    n = count_list(s, parameters, t->span.end, &defaults);
    return arguments.kind != KP_TOKEN_END &&
           count_list(s, arguments, callee->span.end, &none) + defaults >= n;
}

/* Does the program have something of its own by the name of a type or function of CUDA's that the
 * text beside the kernel, or where the launch stands, says? */
static bool hides_cuda(const struct kp_unit *u, const struct kp_node *launch)
{
    for (size_t i = 0; i < u->parse.syms.n; i++) {
        const char *name = u->parse.syms.v[i]->name;

        if ((kp_streq(name, "dim3") || kp_streq(name, "size_t") ||
             (kp_starts_with(name, "cuda") && kp_room_names(name))) &&
            kp_is_hidden(u, kp_function_around(launch), name))
            return true;
    }
    return false;
}

static bool names_itself(const struct kp_unit *u, const struct twin *t)
{
    return kp_text_mentions(kp_span_text((struct kp_unit *)u, t->kernel->decl->last->span),
                            t->kernel->name);
}

/* ---- conditional compilation --------------------------------------------------------------- */

/* The branch of a group that holds the place; -1: outside of the group. */
static int branch_at(const struct kp_branch_group *g, uint32_t at)
{
    for (size_t i = 0; i + 1 < g->lines.n; i++)
        if (at >= g->lines.v[i].end && at < g->lines.v[i + 1].begin)
            return (int)i;
    return -1;
}

/* Is the definition there whenever the launch is? */
static bool is_there_for(const struct twins *all, const struct twin *t, uint32_t launch)
{
    for (size_t i = 0; i < all->groups.list.n; i++) {
        const struct kp_branch_group *g = &all->groups.list.v[i];
        int branch = branch_at(g, t->span.begin);

        if (branch != branch_at(g, t->span.end) || (branch >= 0 && branch != branch_at(g, launch)))
            return false;
    }
    return true;
}

/* ---- launches ------------------------------------------------------------------------------ */

/* Dynamic tiles grow with what the launch asks for. Static ones move to memory that nobody has: a
 * function out of sight may use what the launch asks for. */
static bool has_fit_size(const struct twin *t, const struct kp_node *smem)
{
    bool is_none = !smem || smem->kind == KP_NONE;

    return t->moves ? is_none || (smem->has_value && smem->value == 0) : !is_none;
}

/* Where the kernel's name stands in `ns::name<4><<<..>>>(..);`, a statement of its own behind the
 * definition; 0 when it is something else. */
static uint32_t name_in(const struct twins *all, const struct twin *t, const struct kp_launch *l)
{
    const char *s = all->u->source.text;
    const struct kp_node *callee = l->node ? l->node->first : NULL;
    struct kp_launch_config c;

    if (!callee || l->is_instantiation || l->kernel != t->kernel || callee->from_macro ||
        callee->kind != KP_REF || !kp_read_launch(all->u, l, &c) || !has_fit_size(t, l->smem) ||
        l->node->span.begin < t->span.end)
        return 0;
    if (!kp_is_statement(l->node) || !is_there_for(all, t, l->node->span.begin) ||
        !has_all_arguments(all->u, t, callee) || hides_cuda(all->u, l->node))
        return 0;
    for (struct kp_token k = kp_lex_code(s, callee->span.begin, callee->span.end);
         k.kind != KP_TOKEN_END; k = kp_lex_code(s, k.end, callee->span.end))
        if (kp_token_is(s, k, t->kernel->name))
            return k.begin;
    return 0;
}

static bool is_unconditional(const struct twins *all, uint32_t at)
{
    for (size_t i = 0; i < all->groups.list.n; i++)
        if (branch_at(&all->groups.list.v[i], at) >= 0)
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

/* Are the constants that it names declared in the file, once for all builds? */
static bool has_fixed_names(const struct twins *all, const struct kp_node *n)
{
    if (n->kind == KP_REF && !(n->sym && n->sym->decl && !n->sym->decl->file &&
                               is_unconditional(all, n->sym->decl->span.begin)))
        return false;
    kp_each_child(c, n) if (!has_fixed_names(all, c)) return false;
    return true;
}

/* Is what the text names there the same in every build? A macro of which another branch of the
 * file, or the command line, has another definition is not. */
static bool is_fixed(const struct twins *all, const struct kp_node *e)
{
    const struct kp_pieces *pieces = kp_pieces_of(all->u);
    const char *s = all->u->source.text;

    if (e->file)
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

/* Is the variable named by nothing but the block and grid arguments of launches? */
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
static bool is_said(const struct twins *all, const struct kp_node *block, int depth)
{
    const struct kp_sym *s = block->sym;
    const struct kp_node *function;

    if (depth > 4 || !is_fixed(all, block))
        return false;
    if (block->has_value || block->kind == KP_NONE)
        return has_fixed_names(all, block);
    if (block->kind == KP_REF) {
        function = kp_function_around(block);
        return s && s->kind == KP_SYM_VAR && !s->is_static && !s->is_extern && s->decl &&
               s->decl->has_init && function && kp_is_inside(s->decl, function) &&
               is_for_launches(all->u, function, s) && is_said(all, s->decl->last, depth + 1);
    }
    if (block->kind != KP_CAST && block->kind != KP_CONSTRUCT && block->kind != KP_INIT_LIST)
        return false;
    kp_each_child(c, block) if (!is_said(all, c, depth + 1)) return false;
    return block->first != NULL;
}

/* A kernel that asks how large its block is is meant for several sizes. */
static bool asks_for_block(const struct kp_unit *u, const struct twin *t)
{
    return kp_text_mentions(kp_span_text((struct kp_unit *)u, t->kernel->decl->last->span),
                            "blockDim");
}

static void find_launches(struct twins *all, struct twin *t)
{
    const struct kp_unit *u = all->u;
    bool is_known = true;

    for (size_t i = 0; i < u->parse.launches.n; i++) {
        const struct kp_launch *l = &u->parse.launches.v[i];
        uint32_t at = name_in(all, t, l);
        int threads = at && is_said(all, l->block, 0) ? kp_block_threads(l->block) : 0;

        if (!at)
            continue;
        kp_push(u->arena, &t->launches, at);
        is_known &= threads > 0;
        t->threads = threads > t->threads ? threads : t->threads;
    }
    if (!is_known || t->threads > MOST_THREADS || t->kernel->launch_max || !t->is_plain ||
        asks_for_block(u, t))
        t->threads = 0;
}

static void add_kernel(struct twins *all, const struct kp_sym *kernel)
{
    struct twin t = {
        .kernel = kernel, .moves = !kp_shared_of(all->u, kernel)->has_dynamic, .helps = true};

    for (size_t i = 0; i < all->list.n; i++)
        if (all->list.v[i].kernel == kernel)
            return;
    if (!kernel->decl || kernel->decl->file || kernel->decl->from_macro ||
        !is_only_one(all->u, kernel) || has_static(kernel->decl) || !read_head(all, &t) ||
        has_skipped_static(all->u, t.span) || names_itself(all->u, &t) ||
        kp_lex_defines(all->u->source.text, t.span.begin, t.span.end))
        return;
    find_launches(all, &t);
    if (t.launches.n)
        kp_push(all->u->arena, &all->list, t);
}

/* ---- the text with the twins ---------------------------------------------------------------- */

static void add_twin(struct twins *all, struct twin *t, struct kp_patches *p)
{
    struct kp_unit *u = all->u;
    const char *nl = kp_newline(u);
    struct kp_str out = kp_str_new(u->arena);
    uint32_t head = kp_line_begin(u, t->span.begin), rest;

    kp_patch(u, p, head, head,
             kp_sprintf(u->arena,
                        "%s// kpipe %s: pipelined as " KP_TWINS
                        "::%s (launches that this file does not show still come here)%s",
                        kp_indent_of(u, t->span.begin), KP_VERSION, t->kernel->name, nl));
    if (t->kernel->in_linkage_block) /* functions of one name would be one in all namespaces */
        kp_str_addf(&out, "%s%sextern \"C++\" {", nl, nl);
    else
        kp_str_add(&out, nl);
    kp_str_addf(&out, "%snamespace " KP_TWINS "%s{%s", nl, nl, nl);
    kp_str_addn(&out, u->source.text + t->span.begin, t->linkage - t->span.begin);
    if (!t->kernel->is_static && !kp_text_mentions(kp_str_text(&out), "static"))
        kp_str_add(&out, "static ");
    kp_str_add(&out, "__global__");
    if (t->threads) /* what is said of all blocks shall hold of other launches, too */
        kp_str_addf(&out, " __launch_bounds__(%d)", t->threads);
    rest = t->linkage + (uint32_t)strlen("__global__");
    kp_str_addn(&out, u->source.text + rest, t->span.end - rest);
    kp_str_addf(&out, "%s} // namespace " KP_TWINS "%s%s", nl,
                t->kernel->in_linkage_block ? nl : "",
                t->kernel->in_linkage_block ? "} // extern \"C++\"" : "");
    kp_patch(u, p, t->span.end, t->span.end, kp_str_text(&out));
    for (size_t i = 0; i < t->launches.n; i++)
        kp_patch(u, p, t->launches.v[i], t->launches.v[i], KP_TWINS "::");
}

static const char *text_with(struct twins *all)
{
    struct kp_unit *u = all->u;
    struct kp_patches p = {0};

    for (size_t i = 0; i < all->list.n; i++)
        if (all->list.v[i].helps)
            add_twin(all, &all->list.v[i], &p);
    if (!p.list.n)
        return NULL;
    return kp_render(u, (struct kp_span){0, u->source.size}, &p);
}

/* ---- the passes over it --------------------------------------------------------------------- */

static struct kp_unit *pass(struct kp_unit *u, const char *text)
{
    struct kp_unit *v = kp_unit_derive(u);

    v->is_twinned = true;
    return kp_pipeline_text(v, u->source.path, text, strlen(text), KP_PASS_EMIT) ? v : NULL;
}

static struct twin *twin_of(struct twins *all, const struct kp_loop *l)
{
    for (size_t i = 0; i < all->list.n; i++)
        if (all->list.v[i].helps && kp_streq(all->list.v[i].kernel->name, l->function->name))
            return &all->list.v[i];
    return NULL;
}

/* The loop in the text with the twins: the same number among the same function's loops. */
static struct kp_loop *counterpart(struct twins *all, const struct kp_unit *v, size_t index)
{
    const struct kp_loop *l = all->u->loops.v[index];
    bool twin = twin_of(all, l) != NULL;
    size_t number = 0;

    for (size_t i = 0; i < index; i++)
        number += kp_streq(all->u->loops.v[i]->function->name, l->function->name);
    for (size_t i = 0; i < v->loops.n; i++) {
        struct kp_loop *c = v->loops.v[i];

        if (kp_streq(c->function->name, l->function->name) && kp_is_twin(v, c->function) == twin &&
            !number--)
            return c;
    }
    return NULL;
}

/* Do its launches reach it, all of them? A default argument of another declaration, or a
 * using-declaration, is there for the kernel alone. */
static bool is_reached(const struct twin *t, const struct kp_unit *v)
{
    size_t n = 0;

    for (size_t i = 0; i < v->parse.launches.n; i++) {
        const struct kp_launch *l = &v->parse.launches.v[i];

        n += l->node && kp_is_twin(v, l->kernel) && kp_streq(l->kernel->name, t->kernel->name);
    }
    return n == t->launches.n;
}

/* The function's body is the same text at another place; what stands elsewhere is said of the loop.
 */
static void move_places(const struct kp_unit *u, const struct kp_loop *from,
                        const struct kp_loop *to, struct kp_refusal *r)
{
    const struct kp_span body = to->function->decl->last->span;
    uint32_t begin = function_of(u, from)->decl->last->span.begin;

    for (size_t i = 0; i < r->places.n; i++) {
        struct kp_place *p = &r->places.v[i];

        if (p->file)
            continue;
        if (p->span.begin >= body.begin && p->span.end <= body.end) {
            p->span.begin += begin - body.begin;
            p->span.end += begin - body.begin;
        } else
            p->span = from->node->span;
    }
}

/* Why the twin's loop stays as it is: no twin helps then, and that nobody sees all launches of the
 * kernel is not the reason. */
static void note_refusal(const struct kp_unit *u, struct kp_loop *l, const struct kp_loop *twin)
{
    if (twin->outcome != KP_REFUSED || !twin->refusals.n)
        return;
    l->twin_why = twin->refusals.v[0];
    move_places(u, l, twin, &l->twin_why);
}

/* Which twins have a loop with several stages? False when all have. */
static bool drop_useless(struct twins *all, const struct kp_unit *v)
{
    bool dropped = false;

    for (size_t t = 0; t < all->list.n; t++) {
        struct twin *x = &all->list.v[t];
        bool helps = false;

        for (size_t i = 0; x->helps && i < all->u->loops.n; i++) {
            const struct kp_loop *c =
                twin_of(all, all->u->loops.v[i]) == x ? counterpart(all, v, i) : NULL;
            helps |= c && c->outcome == KP_REWRITTEN && (kp_has_dynamic_tile(c) || c->plan.moved);
            if (c)
                note_refusal(all->u, all->u->loops.v[i], c);
        }
        helps = helps && is_reached(x, v);
        dropped |= x->helps && !helps;
        x->helps = helps;
    }
    return dropped;
}

static bool take_loops(struct twins *all, struct kp_unit *v)
{
    struct kp_unit *u = all->u;
    struct kp_loop **to = kp_new_array(u->arena, struct kp_loop *, u->loops.n + 1);

    for (size_t i = 0; i < u->loops.n; i++)
        if (!(to[i] = counterpart(all, v, i)))
            return false;
    for (size_t i = 0; i < u->loops.n; i++) {
        for (size_t k = 0; k < to[i]->refusals.n; k++)
            move_places(u, u->loops.v[i], to[i], &to[i]->refusals.v[k]);
        to[i]->line = u->loops.v[i]->line;
        to[i]->end_line = u->loops.v[i]->end_line;
        to[i]->node = u->loops.v[i]->node;
        u->loops.v[i] = to[i];
    }
    return true;
}

/* Something else than a namespace has the name, or a macro one of those in the namespace. */
static bool name_is_taken(struct kp_unit *u)
{
    const struct kp_pieces *pieces = kp_pieces_of(u);

    for (size_t i = 0; i < pieces->list.n; i++)
        if (pieces->list.v[i].is_macro &&
            kp_room_names(kp_span_text(u, pieces->list.v[i].names.list.v[0])))
            return true;
    for (size_t i = 0; i < u->parse.macros.n; i++)
        if (kp_room_names(u->parse.macros.v[i]))
            return true;
    return kp_name_is_taken(kp_names_new(u), KP_TWINS, false) ||
           kp_name_is_taken(kp_names_new(u), KP_ROOM, false);
}

static bool try(struct twins *all)
{
    struct kp_unit *u = all->u, *v = NULL;
    const char *text;

    if (u->is_twinned || u->is_inlined || u->is_widened || u->is_trial || u->source.is_hip ||
        u->options->line)
        return false;
    kp_branch_groups(u->arena, u->source.text, u->source.bom, u->source.size, &all->groups);
    for (size_t i = 0; !all->groups.broken && i < u->loops.n; i++)
        if (all->wants(u, u->loops.v[i]))
            add_kernel(all, function_of(u, u->loops.v[i]));
    if (!all->list.n || name_is_taken(u))
        return false;
    do {
        text = text_with(all);
        v = text ? pass(u, text) : NULL;
    } while (v && drop_useless(all, v));
    if (!v || !take_loops(all, v))
        return false;
    kp_unit_take_text(u, v);
    return true;
}

bool kp_try_twins(struct kp_unit *u)
{
    struct twins all = {.u = u, .wants = wants_twin};

    return try(&all);
}

bool kp_try_moving(struct kp_unit *u)
{
    struct twins all = {.u = u, .wants = wants_to_move};
    bool wanted = false;

    for (size_t i = 0; i < u->loops.n; i++)
        wanted |= is_past_static(u->loops.v[i]);
    return wanted && try(&all);
}
