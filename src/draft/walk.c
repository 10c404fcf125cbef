/* The loop that counts tiles, and what it walks: a size of the kernel, or a number that it reads
 * from memory. In the kernel, or in a function that it calls. */
#include "draft/parts.h"

#include "front/front.h"
#include "model/barriers.h"
#include "model/expr.h"
#include "model/func.h"
#include "model/loop_parts.h"
#include "util/str.h"

enum { MOST_CALLS = 6, MOST_INITS = 8 };

/* ---- parameters of device functions stand for the first call's arguments ---- */

const struct kp_node *kp_draft_bound(const struct kp_drafter *x, const struct kp_sym *param)
{
    for (size_t k = 0; k < x->bound.n; k++)
        if (x->bound.v[k].param == param)
            return x->bound.v[k].arg;
    return NULL;
}

static void bind(struct kp_drafter *x, const struct kp_node *call)
{
    unsigned at = 0;

    kp_each_child(c, call->sym->decl)
    {
        struct kp_draft_bound b = {c->sym, NULL};
        if (c->kind != KP_PARAM)
            continue;
        b.arg = kp_argument(call, at++);
        if (b.arg && c->sym && !kp_draft_bound(x, c->sym))
            kp_push(x->arena, &x->bound, b);
    }
}

bool kp_draft_enters(const struct kp_node *n)
{
    return n->kind == KP_CALL && n->sym && n->sym->decl && !n->sym->from_prelude &&
           n->sym->decl->last && n->sym->decl->last->kind == KP_COMPOUND;
}

static void bind_calls(struct kp_drafter *x, const struct kp_node *n, int depth)
{
    if (kp_draft_enters(n) && depth < MOST_CALLS) {
        bind(x, n);
        bind_calls(x, n->sym->decl, depth + 1);
    }
    kp_each_child(c, n) bind_calls(x, c, depth);
}

/* Parameters of the kernel that the launch gives a constant. */
static void bind_launch(struct kp_drafter *x)
{
    unsigned at = 0;
    int64_t v;

    kp_each_child(c, x->kernel->decl)
    {
        struct kp_draft_bound b = {c->sym, NULL};
        if (c->kind != KP_PARAM)
            continue;
        b.arg = x->launch && x->launch->node ? kp_argument(x->launch->node, at) : NULL;
        at++;
        if (b.arg && c->sym && kp_draft_size_of(x, c->sym) == x->sizes.n &&
            (x->constants || kp_draft_value(x, b.arg, &v)))
            kp_push(x->arena, &x->bound, b);
    }
}

void kp_draft_bind_calls(struct kp_drafter *x)
{
    bind_launch(x);
    bind_calls(x, x->kernel->decl, 0);
}

/* ---- numbers in memory ---- */

/* Which array parameter of the kernel a pointer is; args.n: none. */
static size_t array_of(const struct kp_drafter *x, const struct kp_node *n, int depth)
{
    n = kp_draft_strip(n);
    if (!n || depth > MOST_INITS)
        return x->args.n;
    if (n->kind == KP_BINARY && (n->op == KP_OP_ADD || n->op == KP_OP_SUB))
        return array_of(x, n->first, depth + 1);
    if (n->kind != KP_REF || !n->sym)
        return x->args.n;
    for (size_t k = 0; k < x->args.n; k++)
        if (x->args.v[k].param == n->sym)
            return x->args.v[k].is_array ? k : x->args.n;
    if (n->sym->kind == KP_SYM_VAR && n->sym->decl && n->sym->decl->has_init)
        return array_of(x, n->sym->decl->last, depth + 1);
    return kp_draft_bound(x, n->sym) ? array_of(x, kp_draft_bound(x, n->sym), depth + 1)
                                     : x->args.n;
}

size_t kp_draft_read_from(const struct kp_drafter *x, const struct kp_node *n, int depth)
{
    n = kp_draft_strip(n);
    if (!n || depth > MOST_INITS)
        return x->args.n;
    if (n->kind == KP_INDEX || (n->kind == KP_UNARY && n->op == KP_OP_DEREF))
        return array_of(x, n->first, depth + 1);
    if (n->kind == KP_REF && n->sym && n->sym->kind == KP_SYM_VAR && n->sym->decl &&
        n->sym->decl->has_init)
        return kp_draft_read_from(x, n->sym->decl->last, depth + 1);
    if (n->kind == KP_REF && n->sym && kp_draft_bound(x, n->sym))
        return kp_draft_read_from(x, kp_draft_bound(x, n->sym), depth + 1);
    if (n->kind == KP_BINARY) {
        size_t k = kp_draft_read_from(x, n->first, depth + 1);
        return k < x->args.n ? k : kp_draft_read_from(x, n->last, depth + 1);
    }
    return kp_draft_is_division(x, n) ? kp_draft_read_from(x, kp_argument(n, 0), depth + 1)
                                      : x->args.n;
}

static bool holds_lengths(const struct kp_drafter *x, size_t arg)
{
    const struct kp_draft_arg *a = arg < x->args.n ? &x->args.v[arg] : NULL;

    return a && a->type_text && !kp_case_type_is_float(a->type) &&
           kp_case_type_size(a->type) >= 4 && a->role == KP_CASE_IN && !a->bound;
}

const struct kp_node *kp_draft_start_of(const struct kp_node *loop)
{
    const struct kp_node *init = kp_loop_init(loop);

    while (init && (init->kind == KP_DECL_STMT || init->kind == KP_ASSIGN || init->kind == KP_VAR))
        init = init->kind == KP_VAR && !init->has_init ? NULL : init->last;
    return init;
}

static const char *bound_name(const struct kp_drafter *x, const struct kp_node *n, size_t arg)
{
    n = kp_draft_strip(n);
    return n && n->kind == KP_REF && n->sym ? n->sym->name : x->args.v[arg].param->name;
}

static void fill_lengths(struct kp_drafter *x, size_t arg, const char *kind, const char *size)
{
    struct kp_draft_arg *a = &x->args.v[arg];

    a->fill = size ? kp_sprintf(x->arena, "%s(%s, %s)", kind, size, size) : kind;
    a->fill_guessed = true;
}

const struct kp_node *kp_draft_length(const struct kp_node *loop)
{
    const struct kp_node *c = kp_loop_condition(loop), *start = kp_draft_start_of(loop), *end;

    end = c && c->kind == KP_BINARY ? kp_draft_strip(c->last) : NULL;
    if (!start || !end || end->kind != KP_BINARY || end->op != KP_OP_ADD)
        return NULL;
    return kp_same_expr(end->first, start)  ? end->last
           : kp_same_expr(end->last, start) ? end->first
                                            : NULL;
}

/* Constant trips from wherever it begins. */
static bool is_from_start(const struct kp_drafter *x, const struct kp_node *loop)
{
    int64_t v;

    return kp_draft_length(loop) && kp_draft_value(x, kp_draft_length(loop), &v);
}

/* Every block's length becomes a size, and arrays of lengths are filled with it: from 0 to the
 * length, or, where the loop runs from one element of an array to the next, in rows of that length.
 */
static bool bound_in_memory(struct kp_drafter *x, const struct kp_node *loop)
{
    const struct kp_node *c = kp_loop_condition(loop);
    size_t end = c && c->kind == KP_BINARY ? kp_draft_read_from(x, c->last, 0) : x->args.n;
    size_t start = kp_draft_read_from(x, kp_draft_start_of(loop), 0), k;
    const char *name;

    if (!holds_lengths(x, end))
        return false;
    k = kp_draft_add_size(x, bound_name(x, c->last, end), NULL);
    name = x->sizes.v[k].name;
    x->args.v[end].bound = k + 1;
    fill_lengths(x, end, start == end ? "prefix" : "integers", name);
    if (start != end && holds_lengths(x, start))
        fill_lengths(x, start, "zero", NULL);
    kp_draft_guess(x, "size %s: what the loop reads from %s, the same for all blocks", name,
                   x->args.v[end].param->name);
    return true;
}

/* ---- the loop ---- */

static bool has_barrier(const struct kp_drafter *x, const struct kp_node *loop)
{
    const struct kp_node *body = kp_loop_body(loop);

    if (!body)
        return false;
    kp_each_child(c, body) if (kp_is_any_barrier(x->u, c)) return true;
    return false;
}

/* True if the model says that it fills tiles. */
static bool fills_tiles(const struct kp_drafter *x, const struct kp_node *loop)
{
    uint32_t line = kp_line_of(&x->u->source, loop->span.begin);

    for (size_t k = 0; k < x->u->loops.n; k++)
        if (x->u->loops.v[k]->line == line && x->u->loops.v[k]->tiles.n)
            return true;
    return false;
}

/* What is known of the loops that stage tiles. */
struct search {
    bool any_barrier; /* loops of which the model knows no tiles, too */
    bool any, all_constant;
};

static void consider(struct kp_drafter *x, const struct kp_node *loop, struct search *s)
{
    int64_t tile = 0;
    size_t k = kp_draft_walked(x, loop, &tile);

    s->any = true;
    s->all_constant &= kp_constant_trips(loop, x->launch) >= 0 || is_from_start(x, loop);
    if (x->tile_size)
        return;
    if (k == x->sizes.n && kp_constant_trips(loop, x->launch) < 0 && bound_in_memory(x, loop))
        k = kp_draft_walked(x, loop, &tile);
    if (k == x->sizes.n || tile <= 0)
        return;
    kp_draft_divide_size(&x->sizes.v[k], tile);
    x->tile_size = k + 1;
    x->tile_step = tile;
}

static void search(struct kp_drafter *x, const struct kp_node *n, struct search *s, int depth)
{
    if (kp_is_loop(n) && (fills_tiles(x, n) || (s->any_barrier && has_barrier(x, n))))
        consider(x, n, s);
    if (kp_draft_enters(n) && depth < MOST_CALLS)
        search(x, n->sym->decl, s, depth + 1);
    kp_each_child(c, n) search(x, c, s, depth);
}

void kp_draft_find_tiles(struct kp_drafter *x)
{
    struct search s = {.all_constant = true};

    search(x, x->kernel->decl, &s, 0);
    if (!x->tile_size) {
        s = (struct search){.any_barrier = true, .all_constant = true};
        search(x, x->kernel->decl, &s, 0);
    }
    x->fixed_tiles = !x->tile_size && s.any && s.all_constant;
}
