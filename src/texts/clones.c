#include "texts/clones.h"

#include "emit/launch.h"
#include "emit/text.h"
#include "front/front.h"
#include "front/pieces.h"
#include "model/clones.h"
#include "model/names.h"
#include "pipeline.h"
#include "plan/plan.h"
#include "texts/texts.h"

/* ---- whose loops want one ----------------------------------------------------------------- */

static bool has_unknown_size(const struct kp_unit *u, const struct kp_loop *l)
{
    struct kp_launch_cases cases;

    kp_find_instances(u, l, &cases);
    for (size_t i = 0; i < cases.list.n; i++)
        if (cases.list.v[i].dynamic_tiles < 0)
            return true;
    return false;
}

/* A call that fills a tile may be inlined in the clone; texts with inlined calls get none. */
static bool wants_clone(const struct kp_unit *u, const struct kp_loop *l)
{
    return l->function->is_kernel && !l->made_by_kpipe && kp_has_dynamic_tile(l) &&
           (l->outcome != KP_REFUSED || kp_is_refused_for(l, KP_CODE_KP310)) &&
           (l->single_why.code == KP_CODE_KP503 || (!l->single_why.code && has_unknown_size(u, l)));
}

/* Longer rows, for launches in sight alone. */
static bool wants_rows(const struct kp_unit *u, const struct kp_loop *l)
{
    return (l->function->is_kernel && l->outcome != KP_REFUSED && !l->made_by_kpipe &&
            l->layout_wants_clone) ||
           wants_clone(u, l);
}

/* After the plan pass: true if more stages were requested than fit into static shared memory. */
static bool is_past_static(const struct kp_loop *l)
{
    return l->function->is_kernel && !l->made_by_kpipe && l->plan.past_static &&
           (l->outcome == KP_SINGLE ||
            (l->outcome == KP_REFUSED && l->refusals.v[0].code == KP_CODE_KP501));
}

/* True for such a loop, or one whose kernel already has a clone, which the new text must keep. */
static bool wants_to_move(const struct kp_unit *u, const struct kp_loop *l)
{
    return is_past_static(l) || (u->derived && kp_is_clone(u->derived, l->function));
}

/* The loop's function in this text: the loop may have come from another (derive.c). */
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

/* The request for the loop's kernel, if its blocks can be merged. */
static struct kp_merge merge_of(const struct kp_unit *u, const struct kp_loop *l)
{
    size_t first = 0;
    struct kp_request request;

    while (u->loops.v[first]->function != l->function)
        first++;
    request = kp_request_at(u, first);
    if (!l->function->is_kernel || !l->tiles.n || l->made_by_kpipe || request.leave ||
        kp_merged_blocks(request.merge) < 2)
        return (struct kp_merge){0};
    return request.merge;
}

/* True if blocks are to be merged, which makes small grids slower. Other kernels are examined, too,
 * because clones are added to a text only once. */
static bool wants_to_choose(const struct kp_unit *u, const struct kp_loop *l)
{
    return kp_merged_blocks(merge_of(u, l)) > 1 || wants_clone(u, l);
}

/* ---- the text with the clones ---------------------------------------------------------------- */

static void add_clone(struct kp_clones *all, struct kp_clone *t, const char *grid,
                      const char *block, struct kp_patches *p)
{
    struct kp_unit *u = all->u;
    const char *nl = kp_newline(u);
    struct kp_str out = kp_str_new(u->arena);
    uint32_t head = kp_line_begin(u, t->span.begin), rest;

    kp_patch(u, p, head, head,
             kp_sprintf(u->arena,
                        "%s// kpipe %s: pipelined as " KP_CLONES
                        "::%s (%s this file does not show still come here)%s",
                        kp_indent_of(u, t->span.begin), KP_VERSION, t->kernel->name,
                        t->by.x ? "launches with few blocks, and those that" : "launches that",
                        nl));
    if (t->kernel->in_linkage_block) /* functions of one name would be one in all namespaces */
        kp_str_addf(&out, "%s%sextern \"C++\" {", nl, nl);
    else
        kp_str_add(&out, nl);
    kp_str_addf(&out, "%snamespace " KP_CLONES "%s{%s", nl, nl, nl);
    if (t->by.x)
        kp_add_grid_test(u, t, &out);
    kp_str_addn(&out, u->source.text + t->span.begin, t->linkage - t->span.begin);
    if (!t->kernel->is_static &&
        !kp_text_mentions(kp_span_text(u, (struct kp_span){t->span.begin, t->linkage}), "static"))
        kp_str_add(&out, "static ");
    kp_str_add(&out, "__global__");
    if (t->threads) /* what is said of all blocks shall hold of other launches, too */
        kp_str_addf(&out, " __launch_bounds__(%d)", t->threads);
    rest = t->linkage + (uint32_t)strlen("__global__");
    kp_str_addn(&out, u->source.text + rest, t->span.end - rest);
    kp_str_addf(&out, "%s} // namespace " KP_CLONES "%s%s", nl,
                t->kernel->in_linkage_block ? nl : "",
                t->kernel->in_linkage_block ? "} // extern \"C++\"" : "");
    kp_patch(u, p, t->span.end, t->span.end, kp_str_text(&out));
    for (size_t i = 0; i < t->launches.n; i++)
        if (t->by.x)
            kp_choose_by_grid(u, t, &t->launches.v[i], grid, block, p);
        else
            kp_patch(u, p, t->launches.v[i].name, t->launches.v[i].name, KP_CLONES "::");
}

static const char *text_with(struct kp_clones *all)
{
    struct kp_unit *u = all->u;
    const char *grid = kp_inner_name(kp_names_new(u), "kp_grid");
    const char *block = kp_inner_name(kp_names_new(u), "kp_threads");
    struct kp_patches p = {0};

    for (size_t i = 0; i < all->list.n; i++)
        if (all->list.v[i].helps)
            add_clone(all, &all->list.v[i], grid, block, &p);
    if (!p.list.n)
        return NULL;
    return kp_render(u, (struct kp_span){0, u->source.size}, &p);
}

/* ---- the passes over it --------------------------------------------------------------------- */

static struct kp_unit *pass(const struct kp_clones *all, const char *text)
{
    struct kp_unit *u = all->u, *v = kp_unit_derive(u);

    v->is_cloned = true;
    v->clones_are_merged = all->merges;
    v->clones_stay_static = all->lays;
    return kp_pipeline_text(v, u->source.path, text, strlen(text), KP_PASS_EMIT) ? v : NULL;
}

static struct kp_clone *clone_of(struct kp_clones *all, const struct kp_loop *l)
{
    for (size_t i = 0; i < all->list.n; i++)
        if (all->list.v[i].helps && kp_streq(all->list.v[i].kernel->name, l->function->name))
            return &all->list.v[i];
    return NULL;
}

/* The loop in the text with the clones: the same number among the same function's loops. */
static struct kp_loop *counterpart(struct kp_clones *all, const struct kp_unit *v, size_t index)
{
    const struct kp_loop *l = all->u->loops.v[index];
    bool clone = clone_of(all, l) != NULL;
    size_t number = 0;

    for (size_t i = 0; i < index; i++)
        number += kp_streq(all->u->loops.v[i]->function->name, l->function->name);
    for (size_t i = 0; i < v->loops.n; i++) {
        struct kp_loop *c = v->loops.v[i];

        if (kp_streq(c->function->name, l->function->name) &&
            kp_is_clone(v, c->function) == clone && !number--)
            return c;
    }
    return NULL;
}

/* True if all its launches resolve to the clone. A default argument of another declaration, or a
 * using-declaration, applies to the kernel only. */
static bool is_reached(const struct kp_clone *t, const struct kp_unit *v)
{
    size_t n = 0;

    for (size_t i = 0; i < v->parse.launches.n; i++) {
        const struct kp_launch *l = &v->parse.launches.v[i];

        n += l->node && kp_is_clone(v, l->kernel) && kp_streq(l->kernel->name, t->kernel->name);
    }
    return n == t->launches.n;
}

/* The function's body is the same text at another place. What is elsewhere is reported at the loop,
 * like everything about a text made from that with the clones (derive.c). */
static void move_places(const struct kp_unit *u, const struct kp_unit *v,
                        const struct kp_loop *from, const struct kp_loop *to, struct kp_refusal *r)
{
    const struct kp_span body = to->function == function_of(v, to) ? to->function->decl->last->span
                                                                   : (struct kp_span){0, 0};
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

/* Why the clone's loop is not pipelined. A clone does not help then, and the reason is not that
 * some launches of the kernel are not visible. */
static void note_refusal(const struct kp_unit *u, const struct kp_unit *v, struct kp_loop *l,
                         const struct kp_loop *clone)
{
    if (clone->outcome != KP_REFUSED || !clone->refusals.n)
        return;
    l->clone_why = clone->refusals.v[0];
    move_places(u, v, l, clone, &l->clone_why);
}

/* If blocks are to be merged, they must be merged; tiles move only if there is no other room, and
 * stay if one buffer is the better plan then. */
static bool is_helped(const struct kp_clones *all, const struct kp_clone *x,
                      const struct kp_loop *clone)
{
    if (x->by.x && (all->merges || clone->outcome == KP_SINGLE))
        return clone->merged && clone->outcome != KP_REFUSED && !clone->plan.past_static &&
               clone->plan.budget.static_after <= KP_MOST_STATIC;
    return clone->outcome == KP_REWRITTEN &&
           (kp_has_dynamic_tile(clone) || clone->plan.moved || (all->lays && clone->laid_out)) &&
           (clone->merged || !x->by.x);
}

/* Determines which clones have a loop with several stages, or merged blocks. False when all have.
 */
static bool drop_useless(struct kp_clones *all, const struct kp_unit *v)
{
    bool dropped = false;

    for (size_t t = 0; t < all->list.n; t++) {
        struct kp_clone *x = &all->list.v[t];
        bool helps = false, merged = false;

        for (size_t i = 0; x->helps && i < all->u->loops.n; i++) {
            const struct kp_loop *c =
                clone_of(all, all->u->loops.v[i]) == x ? counterpart(all, v, i) : NULL;
            helps |= c && is_helped(all, x, c);
            merged |= c && c->merged;
            all->lack_room |=
                c && (c->merged ? c->plan.past_static : c->merge_why.code == KP_CODE_KP904);
            if (c)
                note_refusal(all->u, v, all->u->loops.v[i], c);
        }
        if (x->helps && x->by.x && !merged) {
            x->by = (struct kp_merge){0};
            dropped = true;
        }
        helps = helps && is_reached(x, v);
        dropped |= x->helps && !helps;
        x->helps = helps;
    }
    return dropped;
}

static bool take_loops(struct kp_clones *all, struct kp_unit *v)
{
    struct kp_unit *u = all->u;
    struct kp_loop **to = kp_new_array(u->arena, struct kp_loop *, u->loops.n + 1);
    const struct kp_clone *t;

    for (size_t i = 0; i < u->loops.n; i++)
        if (!(to[i] = counterpart(all, v, i)))
            return false;
    for (size_t i = 0; i < u->loops.n; i++) {
        for (size_t k = 0; k < to[i]->refusals.n; k++)
            move_places(u, v, u->loops.v[i], to[i], &to[i]->refusals.v[k]);
        move_places(u, v, u->loops.v[i], to[i], &to[i]->merge_why);
        move_places(u, v, u->loops.v[i], to[i], &to[i]->layout_why);
        to[i]->line = u->loops.v[i]->line;
        to[i]->end_line = u->loops.v[i]->end_line;
        to[i]->node = u->loops.v[i]->node;
        if (to[i]->merged && (t = clone_of(all, u->loops.v[i])) && t->by.x) {
            to[i]->merged_by_launches = true;
            to[i]->merged =
                kp_sprintf(u->arena, "%s at launches with blocks enough", to[i]->merged);
        }
        u->loops.v[i] = to[i];
    }
    return true;
}

static bool is_word_of_ours(const struct kp_clones *all, const char *word)
{
    return kp_room_names(word) || (all->merges && kp_grid_test_names(word));
}

/* True if the program has something of its own in the namespace. Its names would mean that in a
 * clone. */
static bool is_programs_namespace(const struct kp_unit *u)
{
    for (size_t i = 0; i < u->parse.syms.n; i++) {
        const struct kp_sym *s = u->parse.syms.v[i];

        if (s && s->kind != KP_SYM_PARAM && strstr(s->qualified, KP_CLONES "::") &&
            !kp_clones_in(u, s->qualified))
            return true;
    }
    return false;
}

/* True if the namespace's name denotes something else, or a macro has a name used in the namespace.
 */
static bool name_is_taken(const struct kp_clones *all)
{
    struct kp_unit *u = all->u;
    const struct kp_pieces *pieces = kp_pieces_of(u);

    for (size_t i = 0; i < pieces->list.n; i++)
        if (pieces->list.v[i].is_macro &&
            is_word_of_ours(all, kp_span_text(u, pieces->list.v[i].names.list.v[0])))
            return true;
    for (size_t i = 0; i < u->parse.macros.n; i++)
        if (is_word_of_ours(all, u->parse.macros.v[i]))
            return true;
    for (size_t i = 0; i < all->list.n; i++)
        if (all->list.v[i].by.x &&
            kp_name_is_taken(kp_names_new(u), kp_grid_test_name(u->arena, &all->list.v[i]), false))
            return true;
    return is_programs_namespace(u) || kp_name_is_taken(kp_names_new(u), KP_CLONES, false) ||
           kp_name_is_taken(kp_names_new(u), KP_ROOM, false);
}

/* Texts that get no clones. */
static bool is_excluded(const struct kp_unit *u)
{
    return u->is_cloned || u->is_inlined || u->is_widened || u->is_trial || u->source.is_hip ||
           u->options->line;
}

static bool try(struct kp_clones *all)
{
    struct kp_unit *u = all->u, *v = NULL;
    const char *text;

    if (is_excluded(u))
        return false;
    kp_branch_groups(u->arena, u->source.text, u->source.bom, u->source.size, &all->groups);
    for (size_t i = 0; !all->groups.broken && i < u->loops.n; i++)
        if (all->wants(u, u->loops.v[i]))
            kp_add_clone(all, function_of(u, u->loops.v[i]), merge_of(u, u->loops.v[i]));
    for (size_t i = 0; i < all->list.n; i++)
        all->list.v[i].helps = !all->lays || all->list.v[i].says_blocks;
    if (!all->list.n || name_is_taken(all))
        return false;
    do {
        text = text_with(all);
        v = text ? pass(all, text) : NULL;
    } while (v && drop_useless(all, v));
    if (!v || !take_loops(all, v))
        return false;
    kp_unit_take_text(u, v);
    return true;
}

bool kp_try_clones(struct kp_unit *u)
{
    struct kp_clones all = {.u = u, .wants = wants_clone};

    return try(&all);
}

bool kp_try_laying(struct kp_unit *u)
{
    struct kp_clones all = {.u = u, .wants = wants_rows, .lays = true};
    bool wanted = false;

    for (size_t i = 0; i < u->loops.n; i++)
        wanted |= u->loops.v[i]->layout_wants_clone;
    return wanted && try(&all);
}

bool kp_try_choosing(struct kp_unit *u)
{
    struct kp_clones all = {.u = u, .wants = wants_to_choose, .merges = true};
    bool wanted = false;

    for (size_t i = 0; i < u->loops.n && !u->is_merged; i++)
        wanted |= kp_merged_blocks(merge_of(u, u->loops.v[i])) > 1;
    if (!wanted || try(&all))
        return wanted;
    all = (struct kp_clones){.u = u, .wants = wants_to_choose, .lack_room = all.lack_room};
    return all.lack_room && try(&all);
}

bool kp_try_moving(struct kp_unit *u)
{
    struct kp_clones all = {.u = u, .wants = wants_to_move};
    bool wanted = false;

    for (size_t i = 0; i < u->loops.n && !u->has_moved; i++)
        wanted |= is_past_static(u->loops.v[i]);
    u->has_moved |= !is_excluded(u);
    return wanted && try(&all);
}
