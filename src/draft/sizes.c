/* The sizes of a draft: what they are divided by, and values to run the kernel with. */
#include "draft/parts.h"

#include "model/eval.h"
#include "model/func.h"
#include "model/loop_parts.h"
#include "util/str.h"

enum { MOST_MULTIPLE = 1024, MOST_CALLS = 6 };
/* Threads of a block, its extents in two dimensions; the side of a filter, and its stride. */
enum { BLOCK = 128, TILE = 16, FILTER = 3, STRIDE = 2 };

size_t kp_draft_size_of(const struct kp_drafter *x, const struct kp_sym *sym)
{
    for (size_t k = 0; sym && k < x->sizes.n; k++)
        for (size_t i = 0; i < x->sizes.v[k].syms.n; i++)
            if (x->sizes.v[k].syms.v[i] == sym)
                return k;
    return x->sizes.n;
}

static bool is_taken(const struct kp_drafter *x, const char *name)
{
    for (size_t k = 0; k < x->sizes.n; k++)
        if (kp_streq(x->sizes.v[k].name, name))
            return true;
    return kp_streq(name, "ceildiv") || kp_streq(name, "block_x") || kp_streq(name, "block_y") ||
           kp_streq(name, "block_z");
}

size_t kp_draft_add_size(struct kp_drafter *x, const char *name, const struct kp_sym *sym)
{
    struct kp_draft_size s = {.name = name, .multiple = 1};

    for (unsigned k = 2; is_taken(x, s.name); k++)
        s.name = kp_sprintf(x->arena, "%s_%u", name, k);
    s.is_leading = (name[0] == 'l' || name[0] == 'L') && (name[1] == 'd' || name[1] == 'D') &&
                   name[2] && !name[3];
    if (sym)
        kp_push(x->arena, &s.syms, sym);
    if (sym && sym->decl && sym->decl->has_init)
        kp_draft_value(x, sym->decl->last, &s.known);
    kp_push(x->arena, &x->sizes, s);
    return x->sizes.n - 1;
}

const struct kp_draft_size *kp_draft_leader(const struct kp_drafter *x, size_t k)
{
    const struct kp_draft_size *s = &x->sizes.v[k];

    return s->same_as ? &x->sizes.v[s->same_as - 1] : s;
}

bool kp_draft_is_free(const struct kp_draft_size *s)
{
    return !s->fixed && !s->same_as;
}

int64_t kp_draft_divisor(int64_t a, int64_t b)
{
    return b ? kp_draft_divisor(b, a % b) : a;
}

void kp_draft_divide_size(struct kp_draft_size *s, int64_t by)
{
    int64_t both;

    if (by <= 1 || by > MOST_MULTIPLE)
        return;
    both = s->multiple / kp_draft_divisor(s->multiple, by) * by;
    if (both <= MOST_MULTIPLE)
        s->multiple = both;
}

/* ---- the kernel's view: blockDim is known, locals are looked through ---- */

/* The host's expression for the grid along an axis; NULL: not known. */
static const struct kp_node *grid_extent(const struct kp_drafter *x, int axis)
{
    return x->launch && x->launch->grid ? kp_draft_extent_of(x, x->launch->grid, axis) : NULL;
}

bool kp_draft_kernel_value(const struct kp_drafter *x, const struct kp_node *n, int64_t *v)
{
    const struct kp_node *init;
    size_t k;
    int axis;

    n = kp_draft_strip(n);
    if (!n)
        return false;
    if (kp_draft_whole(x, n, v) || (n->kind == KP_REF && kp_draft_constant(x, n->sym, v)))
        return true;
    k = n->kind == KP_REF ? kp_draft_size_of(x, n->sym) : x->sizes.n;
    if (k < x->sizes.n) {
        *v = x->sizes.v[k].fixed;
        return *v > 0;
    }
    axis = kp_builtin_axis(n, "blockDim");
    if (axis) {
        *v = x->block_values[axis - 'x'];
        return *v > 0;
    }
    axis = kp_builtin_axis(n, "gridDim");
    if (axis) {
        const struct kp_node *extent = grid_extent(x, axis);
        return extent && kp_draft_value(x, extent, v) && *v > 0;
    }
    if (n->kind == KP_BINARY && (n->op == KP_OP_MUL || n->op == KP_OP_DIV)) {
        int64_t a, b;
        if (!kp_draft_kernel_value(x, n->first, &a) || !kp_draft_kernel_value(x, n->last, &b))
            return false;
        if (n->op == KP_OP_MUL)
            return !__builtin_mul_overflow(a, b, v);
        *v = b > 0 ? a / b : 0;
        return b > 0;
    }
    if (n->kind == KP_REF && n->sym && kp_draft_bound(x, n->sym))
        return kp_draft_kernel_value(x, kp_draft_bound(x, n->sym), v);
    if (n->kind != KP_REF || !n->sym || n->sym->kind != KP_SYM_VAR || !n->sym->decl ||
        !n->sym->decl->has_init)
        return false;
    init = n->sym->decl->last;
    return init->kind != KP_REF || init->sym != n->sym ? kp_draft_kernel_value(x, init, v) : false;
}

/* `min(a, b)` */
static bool is_smaller_of(const struct kp_node *n)
{
    const char *name = n->kind == KP_CALL ? (n->sym ? n->sym->name : n->name) : NULL;

    return kp_streq(name ? name : "", "min") && kp_argument(n, 1) && !kp_argument(n, 2);
}

/* True for blockIdx, and sums and locals with it. */
static bool is_of_blocks(const struct kp_drafter *x, const struct kp_node *n, int depth)
{
    n = kp_draft_strip(n);
    if (!n || depth > 8)
        return false;
    if (n->kind == KP_REF && n->sym && n->sym->kind == KP_SYM_VAR && n->sym->decl &&
        n->sym->decl->has_init)
        return is_of_blocks(x, n->sym->decl->last, depth + 1);
    if (n->kind == KP_BINARY && (n->op == KP_OP_ADD || n->op == KP_OP_SUB))
        return is_of_blocks(x, n->first, depth + 1) || is_of_blocks(x, n->last, depth + 1);
    return kp_builtin_axis(n, "blockIdx") != 0;
}

/* What is looked for a size in, and how. */
struct sought {
    const struct kp_drafter *x;
    bool walks;     /* of the blocks that go furthest: blockIdx counts as the grid's extent */
    int64_t factor; /* of what the size is divided by */
};

static size_t size_in(struct sought *s, const struct kp_node *n, int depth);

static size_t either(struct sought *s, const struct kp_node *a, const struct kp_node *b, int depth)
{
    const int64_t factor = s->factor;
    size_t k = size_in(s, a, depth + 1);

    if (k < s->x->sizes.n)
        return k;
    s->factor = factor;
    return size_in(s, b, depth + 1);
}

/* A multiple of the block's index: `blockIdx.x * 128`, or one by a size, which is what each block
 * has. */
static size_t size_of_blocks(struct sought *s, const struct kp_node *a, const struct kp_node *b,
                             int depth)
{
    const struct kp_drafter *x = s->x;
    int64_t v;
    size_t k;

    if (!s->walks || !is_of_blocks(x, a, 0))
        return x->sizes.n;
    if (!kp_draft_kernel_value(x, b, &v))
        return size_in(s, b, depth + 1);
    k = size_in(s, a, depth + 1);
    if (k == x->sizes.n || v <= 0 || s->factor % v)
        return x->sizes.n;
    s->factor /= v;
    return k;
}

/* The size that an expression is, divided by the factor, times what the factor was. */
static size_t size_in(struct sought *s, const struct kp_node *n, int depth)
{
    const struct kp_drafter *x = s->x;
    int axis;
    int64_t v;
    size_t k;

    n = kp_draft_strip(n);
    if (!n || depth > 8)
        return x->sizes.n;
    k = kp_draft_read_from(x, n, 0);
    if (k < x->args.n && x->args.v[k].bound && n->kind != KP_BINARY)
        return x->args.v[k].bound - 1;
    axis = kp_builtin_axis(n, "gridDim");
    if (!axis && s->walks)
        axis = kp_builtin_axis(n, "blockIdx");
    if (axis)
        return grid_extent(x, axis) ? size_in(s, grid_extent(x, axis), depth + 1) : x->sizes.n;
    if (n->kind == KP_REF) {
        k = kp_draft_size_of(x, n->sym);
        if (k == x->sizes.n && n->sym && kp_draft_bound(x, n->sym))
            return size_in(s, kp_draft_bound(x, n->sym), depth + 1);
        if (k < x->sizes.n || !n->sym || !n->sym->decl || n->sym->kind != KP_SYM_VAR ||
            !n->sym->decl->has_init)
            return k;
        return size_in(s, n->sym->decl->last, depth + 1);
    }
    if (kp_draft_is_division(x, n) && kp_draft_kernel_value(x, kp_argument(n, 1), &v) && v > 0) {
        s->factor *= v;
        return size_in(s, kp_argument(n, 0), depth + 1);
    }
    if (kp_draft_ceiled(n))
        n = kp_draft_ceiled(n);
    if (n->kind == KP_COND && kp_draft_value(x, n->first, &v))
        return size_in(s, kp_child(n, v ? 1 : 2), depth + 1);
    if (n->kind == KP_COND && s->walks)
        return either(s, kp_child(n, 1), n->last, depth);
    if (is_smaller_of(n))
        return either(s, kp_argument(n, 0), kp_argument(n, 1), depth);
    if (n->kind != KP_BINARY)
        return x->sizes.n;
    if (n->op == KP_OP_DIV && kp_draft_kernel_value(x, n->last, &v) && v > 0) {
        s->factor *= v;
        return size_in(s, n->first, depth + 1);
    }
    if (n->op == KP_OP_SHR && kp_draft_kernel_value(x, n->last, &v) && v >= 0 && v < 16) {
        s->factor *= (int64_t)1 << v;
        return size_in(s, n->first, depth + 1);
    }
    if (n->op == KP_OP_MUL) {
        k = size_of_blocks(s, n->first, n->last, depth);
        return k < x->sizes.n ? k : size_of_blocks(s, n->last, n->first, depth);
    }
    return n->op == KP_OP_ADD || n->op == KP_OP_SUB ? either(s, n->first, n->last, depth)
                                                    : x->sizes.n;
}

/* The part of `i += 16, ++t` that moves the condition's variable. */
static bool step_of(const struct kp_node *step, const struct kp_node *condition,
                    const struct kp_node **by)
{
    const struct kp_node *left = kp_draft_strip(condition->first);
    const struct kp_sym *v;
    int sign;

    if (step->kind == KP_BINARY && step->op == KP_OP_COMMA)
        return step_of(step->first, condition, by) || step_of(step->last, condition, by);
    return kp_step_of(step, &v, by, &sign) && left->kind == KP_REF && left->sym == v;
}

/* .. where this is the condition, or a part of it that is chosen, or joined with others. */
static size_t walked_while(const struct kp_drafter *x, const struct kp_node *loop,
                           const struct kp_node *c, int64_t *tile)
{
    const struct kp_node *step = kp_loop_step(loop), *by = NULL;
    struct sought s = {.x = x, .walks = true, .factor = 1};
    int64_t each = 1, v;
    size_t k = x->sizes.n;

    c = kp_draft_strip(c);
    if (c && (c->kind == KP_COND ||
              (c->kind == KP_BINARY && (c->op == KP_OP_LAND || c->op == KP_OP_LOR)))) {
        for (unsigned i = c->kind == KP_COND; k == x->sizes.n && kp_child(c, i); i++)
            k = walked_while(x, loop, kp_child(c, i), tile);
        return k == x->sizes.n && c->kind == KP_COND ? walked_while(x, loop, c->first, tile) : k;
    }
    if (!c || c->kind != KP_BINARY || !step || !step_of(step, c, &by) ||
        (by && !kp_draft_kernel_value(x, by, &each)))
        return x->sizes.n;
    k = size_in(&s, kp_draft_length(loop) ? kp_draft_length(loop) : c->last, 0);
    if (k == x->sizes.n && kp_draft_kernel_value(x, c->last, &v)) { /* down to a number */
        s.factor = 1;
        k = size_in(&s, kp_draft_start_of(loop), 0);
    }
    *tile = each * s.factor;
    return k;
}

/* `for (v = ..; v < bound; v += step)`: the size in the bound is walked in steps of *tile, or the
 * one in the start, where the bound is a number. */
size_t kp_draft_walked(const struct kp_drafter *x, const struct kp_node *loop, int64_t *tile)
{
    return walked_while(x, loop, kp_loop_condition(loop), tile);
}

static void divisors(struct kp_drafter *x, const struct kp_node *n, int depth)
{
    struct sought s = {.x = x, .factor = 1};
    int64_t by = 1;
    size_t k;

    if (n->kind == KP_BINARY && (n->op == KP_OP_DIV || n->op == KP_OP_REM || n->op == KP_OP_SHR)) {
        k = size_in(&s, n->op == KP_OP_REM ? n->first : n, 0);
        if (n->op == KP_OP_REM && kp_draft_kernel_value(x, n->last, &by))
            s.factor *= by;
        if (k < x->sizes.n) {
            const struct kp_node *whole = kp_draft_strip(n->first);
            kp_draft_divide_size(&x->sizes.v[k], s.factor);
            x->sizes.v[k].is_exact |= n->op != KP_OP_REM && s.factor > 1 &&
                                      !(whole->kind == KP_BINARY && whole->op != KP_OP_MUL);
        }
    }
    if (n->kind == KP_FOR || n->kind == KP_WHILE) {
        k = kp_draft_walked(x, n, &by);
        if (k < x->sizes.n)
            kp_draft_divide_size(&x->sizes.v[k], by);
    }
    if (kp_draft_enters(n) && depth < MOST_CALLS)
        divisors(x, n->sym->decl, depth + 1);
    kp_each_child(c, n) divisors(x, c, depth);
}

/* What the launch's extents are made of, through the host's variables. */
static void launch_divisors(struct kp_drafter *x, const struct kp_node *n, int depth)
{
    divisors(x, n, MOST_CALLS);
    if (n->kind == KP_REF && n->sym && n->sym->kind == KP_SYM_VAR && n->sym->decl &&
        n->sym->decl->has_init && depth < 8)
        launch_divisors(x, n->sym->decl->last, depth + 1);
    kp_each_child(c, n) launch_divisors(x, c, depth + 1);
}

static int64_t at_least(const struct kp_draft_size *s, int64_t v)
{
    v = (v + s->multiple - 1) / s->multiple * s->multiple;
    return s->small > v ? s->small : v;
}

static bool covers_any(const struct kp_draft_trial *t)
{
    return t->covered[0].size || t->covered[1].size || t->covered[2].size;
}

/* A grid that is tried covers multiples of a block's part. */
static void covered_sizes(struct kp_drafter *x)
{
    for (size_t k = 0; x->trial && x->grid == x->trial->grid && k < 3; k++)
        for (size_t i = 0; i < x->sizes.n && x->trial->covered[k].size; i++)
            if (kp_streq(x->sizes.v[i].name, x->trial->covered[k].size))
                kp_draft_divide_size(&x->sizes.v[i], x->trial->covered[k].extent);
}

/* Different sizes get different values, some dozens of elements each. */
static void first_values(struct kp_drafter *x)
{
    int64_t most = 0;

    for (size_t k = 0; k < x->sizes.n; k++) {
        struct kp_draft_size *s = &x->sizes.v[k];
        int64_t times = 32 / s->multiple + 2 + (int64_t)(k % 3);
        if (s->fixed) {
            s->small = s->large = s->fixed;
            continue;
        }
        s->small = s->multiple * times;
        if (s->known && s->known % s->multiple == 0 && s->known < s->small)
            s->small = s->known;
        if (x->trial && x->grid == x->trial->grid && !covers_any(x->trial) && x->tile_size != k + 1)
            s->small = at_least(s, 2 * kp_draft_block_extent(x));
        most = s->small > most ? s->small : most;
    }
    for (size_t k = 0; k < x->sizes.n; k++) {
        struct kp_draft_size *s = &x->sizes.v[k];
        if (!s->is_leading)
            continue;
        s->small = (most + s->multiple - 1) / s->multiple * s->multiple;
        kp_draft_guess(x, "size %s: taken for a leading dimension, no less than any other size",
                       s->name);
    }
}

/* The size that the expression is, and nothing else. */
static struct kp_draft_size *plain_size(struct kp_drafter *x, const struct kp_node *n)
{
    size_t k;

    n = kp_draft_strip(n);
    k = n && n->kind == KP_REF ? kp_draft_size_of(x, n->sym) : x->sizes.n;
    return k < x->sizes.n ? &x->sizes.v[k] : NULL;
}

static void fix(struct kp_drafter *x, struct kp_draft_size *s, int64_t value, const char *why)
{
    if (s->fixed)
        return;
    s->fixed = s->known && s->known < value ? s->known : value;
    kp_draft_guess(x, "size %s: %lld, %s", s->name, (long long)s->fixed, why);
}

/* Sizes that are extents of the block. */
static void block_sizes(struct kp_drafter *x, const struct kp_node *block)
{
    struct kp_draft_size *found[3];
    size_t n = 0;
    int64_t threads = BLOCK, v;

    for (int axis = 'x'; axis <= 'z'; axis++) {
        const struct kp_node *e = kp_draft_extent_of(x, block, axis);
        struct kp_draft_size *s = e ? plain_size(x, e) : NULL;

        if (s)
            found[n++] = s;
        else if (e && kp_draft_value(x, e, &v) && v > 0)
            threads = threads > v ? threads / v : 1;
    }
    for (size_t k = 0; k < n; k++)
        fix(x, found[k], n == 1 ? threads : threads >= BLOCK ? TILE : 2, "an extent of the block");
}

/* What is subtracted from another size is less than that: the side of a filter; and so is what
 * divides such a difference: a stride. */
static void lesser_sizes(struct kp_drafter *x, const struct kp_node *n, int depth)
{
    struct kp_draft_size *a = n->kind == KP_BINARY ? plain_size(x, n->first) : NULL,
                         *b = n->kind == KP_BINARY ? plain_size(x, n->last) : NULL;
    const struct kp_node *top = n->kind == KP_BINARY ? kp_draft_strip(n->first) : NULL;

    if (n->kind == KP_BINARY && n->op == KP_OP_SUB && a && b && a != b)
        fix(x, b, FILTER, "which another size is made less by");
    if (n->kind == KP_BINARY && n->op == KP_OP_DIV && b && !b->fixed && top->kind == KP_BINARY &&
        top->op == KP_OP_SUB && plain_size(x, top->first) && plain_size(x, top->last))
        fix(x, b, STRIDE, "which divides a difference of sizes");
    if (n->kind == KP_REF && n->sym && n->sym->kind == KP_SYM_VAR && n->sym->decl &&
        n->sym->decl->has_init && depth < 8)
        lesser_sizes(x, n->sym->decl->last, depth + 1);
    kp_each_child(c, n) lesser_sizes(x, c, depth);
}

void kp_draft_solve_sizes(struct kp_drafter *x)
{
    if (x->launch && x->launch->block)
        block_sizes(x, x->launch->block);
    if (x->launch && x->launch->grid)
        lesser_sizes(x, x->launch->grid, 0);
    if (x->kernel->decl)
        lesser_sizes(x, x->kernel->decl, MOST_CALLS);
    if (x->kernel->decl)
        kp_draft_bind_calls(x);
    if (x->kernel->decl)
        divisors(x, x->kernel->decl, 0);
    if (x->launch && x->launch->grid)
        launch_divisors(x, x->launch->grid, 0);
    covered_sizes(x);
    if (x->kernel->decl)
        kp_draft_find_tiles(x);
    first_values(x);
}
