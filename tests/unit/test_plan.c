/* Occupancy, constant expressions, budgets and the choice of variants, on hand-made trees. */
#define _GNU_SOURCE
#include "front/front.h"
#include "model/eval.h"
#include "model/refuse.h"
#include "plan/occupancy.h"
#include "plan/plan.h"

#include <limits.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

static struct kp_arena *arena;
static struct kp_rules *rules;

static int set_up(void **state)
{
    const char *error;

    (void)state;
    arena = kp_arena_new();
    rules = kp_rules_load(arena, NULL, &error);
    return rules ? 0 : -1;
}

static int tear_down(void **state)
{
    (void)state;
    kp_arena_free(arena);
    return 0;
}

/* ---- occupancy ----------------------------------------------------------------------------- */

static void occupancy_of_ga104(void **state)
{
    const struct kp_target *t = kp_rule_target(rules, "sm_86");

    (void)state;
    assert_int_equal(kp_blocks_per_sm(t, 256, 0, 48 * 1024), 2);
    assert_int_equal(kp_blocks_per_sm(t, 256, 0, 49 * 1024), 2);
    assert_int_equal(kp_blocks_per_sm(t, 256, 0, 49 * 1024 + 1), 1);
    assert_int_equal(kp_blocks_per_sm(t, 256, 0, 56 * 1024), 1);
    assert_int_equal(kp_blocks_per_sm(t, 256, 0, 99 * 1024), 1);
    assert_int_equal(kp_blocks_per_sm(t, 256, 0, 99 * 1024 + 1), 0);
    assert_int_equal(kp_blocks_per_sm(t, 256, 128, 0), 2);
    assert_int_equal(kp_blocks_per_sm(t, 256, 137, 0), 1);
    assert_int_equal(kp_blocks_per_sm(t, 256, 0, 0), 6);
    assert_int_equal(kp_blocks_per_sm(t, 32, 0, 0), 16);
    assert_int_equal(kp_blocks_per_sm(t, 1024, 66, 0), 0);
    assert_int_equal(kp_blocks_per_sm(t, 2048, 0, 0), 0);
    assert_int_equal(kp_blocks_per_sm(t, 0, 0, 20 * 1024), 4);
    assert_int_equal(kp_occupancy(t, 256, 0, 48 * 1024).limit, KP_LIMIT_SMEM);
    assert_int_equal(kp_occupancy(t, 256, 0, 0).limit, KP_LIMIT_WARPS);
    assert_int_equal(kp_occupancy(t, 256, 128, 0).limit, KP_LIMIT_REGISTERS);
    assert_int_equal(kp_occupancy(t, 32, 0, 0).limit, KP_LIMIT_BLOCKS);
}

static void the_cliff(void **state)
{
    size_t n;
    const struct kp_target *t = kp_rule_targets(rules, &n);

    (void)state;
    assert_int_equal(kp_cliff(kp_rule_target(rules, "sm_86"), 2), 49 * 1024);
    assert_int_equal(kp_cliff(kp_rule_target(rules, "sm_86"), 1), 99 * 1024);
    assert_int_equal(kp_cliff(kp_rule_target(rules, "sm_86"), 0), 0);
    assert_int_equal(kp_cliff(kp_rule_target(rules, "sm_75"), 2), 32 * 1024);
    for (size_t i = 0; i < n; i++)
        for (int blocks = 1; blocks <= 16; blocks++) {
            int64_t cliff = kp_cliff(&t[i], blocks);

            assert_true(kp_blocks_per_sm(&t[i], 32, 0, cliff) >= blocks);
            assert_true(kp_blocks_per_sm(&t[i], 32, 0, cliff + 1) < blocks);
        }
}

/* ---- trees ---------------------------------------------------------------------------------- */

static const struct kp_type type_int = {.kind = KP_TYPE_INT, .spelling = "int", .size = 4};
static const struct kp_type type_unsigned = {
    .kind = KP_TYPE_INT, .spelling = "unsigned", .size = 4, .is_unsigned = true};
static const struct kp_type type_long = {.kind = KP_TYPE_INT, .spelling = "long", .size = 8};
static const struct kp_type type_char = {.kind = KP_TYPE_INT, .spelling = "char", .size = 1};
static const struct kp_type type_bool = {.kind = KP_TYPE_BOOL, .spelling = "bool", .size = 1};
static const struct kp_type type_float = {
    .kind = KP_TYPE_FLOAT, .spelling = "float", .size = 4, .align = 4};
static uint32_t next_id;

static struct kp_node *node(enum kp_kind kind, enum kp_op op, const struct kp_type *type)
{
    struct kp_node *n = kp_new(arena, struct kp_node);

    n->kind = kind;
    n->op = op;
    n->type = type;
    return n;
}

static struct kp_node *add(struct kp_node *parent, struct kp_node *child)
{
    child->parent = parent;
    if (parent->last)
        parent->last->next = child;
    else
        parent->first = child;
    parent->last = child;
    parent->n_children++;
    return parent;
}

static struct kp_node *number(int64_t v)
{
    struct kp_node *n = node(KP_INT_LIT, KP_OP_NONE, &type_int);

    n->value = v;
    n->has_value = true;
    return n;
}

static struct kp_node *typed(int64_t v, const struct kp_type *type)
{
    struct kp_node *n = number(v);

    n->type = type;
    return n;
}

static struct kp_node *binary(enum kp_op op, struct kp_node *a, struct kp_node *b)
{
    return add(add(node(KP_BINARY, op, &type_int), a), b);
}

static struct kp_node *unary(enum kp_op op, struct kp_node *a)
{
    return add(node(KP_UNARY, op, &type_int), a);
}

static struct kp_sym *symbol(enum kp_sym_kind kind, const char *name, const struct kp_type *type)
{
    struct kp_sym *s = kp_new(arena, struct kp_sym);

    s->kind = kind;
    s->name = s->qualified = name;
    s->type = type;
    s->id = next_id++;
    return s;
}

static struct kp_node *ref(const struct kp_sym *s)
{
    struct kp_node *n = node(KP_REF, KP_OP_NONE, s->type);

    n->sym = s;
    n->is_dependent = s->kind == KP_SYM_TVALUE;
    return n;
}

static int64_t value(struct kp_node *n, const struct kp_launch *bindings)
{
    int64_t v = 0;

    if (!kp_eval(n, bindings, &v))
        return INT64_MIN;
    return v;
}

/* A block gets the registers that are said, and not one more. */
static void registers_of_blocks(void **state)
{
    size_t n;
    const struct kp_target *t = kp_rule_targets(rules, &n);

    (void)state;
    assert_int_equal(kp_registers_for(kp_rule_target(rules, "sm_86"), 1024), 64);
    assert_int_equal(kp_registers_for(kp_rule_target(rules, "sm_86"), 256), KP_MOST_REGISTERS);
    for (size_t i = 0; i < n; i++)
        for (int threads = 1; threads <= KP_MOST_THREADS; threads++) {
            int most = kp_registers_for(&t[i], threads);

            assert_true(kp_blocks_per_sm(&t[i], threads, most, 0) >= 1);
            assert_int_equal(kp_blocks_per_sm(&t[i], threads, most + 1, 0), 0);
        }
}
#define UNKNOWN INT64_MIN

static void folds(void **state)
{
    (void)state;
    assert_int_equal(value(binary(KP_OP_ADD, number(2), number(3)), NULL), 5);
    assert_int_equal(value(binary(KP_OP_SHL, number(1), number(10)), NULL), 1024);
    assert_int_equal(value(binary(KP_OP_DIV, number(-7), number(2)), NULL), -3);
    assert_int_equal(value(binary(KP_OP_LT, number(-1), number(2)), NULL), 1);
    assert_int_equal(value(unary(KP_OP_NOT, number(0)), NULL), -1);
    assert_int_equal(value(unary(KP_OP_NOT, typed(0, &type_unsigned)), NULL), 0xffffffffll);
    assert_int_equal(value(unary(KP_OP_LNOT, number(7)), NULL), 0);
    assert_int_equal(value(binary(KP_OP_MUL, typed(1 << 20, &type_long), number(1 << 20)), NULL),
                     1ll << 40);
    assert_int_equal(value(binary(KP_OP_ADD, typed(100, &type_char), typed(100, &type_char)), NULL),
                     200);
    assert_int_equal(value(add(add(add(node(KP_COND, KP_OP_NONE, &type_int), number(1)), number(4)),
                               node(KP_UNKNOWN, KP_OP_NONE, NULL)),
                           NULL),
                     4);
    assert_int_equal(value(add(node(KP_CAST, KP_OP_NONE, &type_bool), number(7)), NULL), 1);
    assert_int_equal(value(binary(KP_OP_LAND, number(0), node(KP_UNKNOWN, KP_OP_NONE, NULL)), NULL),
                     0);
}

static void never_guesses(void **state)
{
    struct kp_sym *n = symbol(KP_SYM_PARAM, "n", &type_int);
    struct kp_node *deep = number(1);

    (void)state;
    assert_int_equal(value(ref(n), NULL), UNKNOWN);
    assert_int_equal(value(binary(KP_OP_ADD, number(INT_MAX), number(1)), NULL), UNKNOWN);
    assert_int_equal(value(binary(KP_OP_MUL, number(1 << 20), number(1 << 20)), NULL), UNKNOWN);
    assert_int_equal(value(binary(KP_OP_DIV, number(1), number(0)), NULL), UNKNOWN);
    assert_int_equal(value(binary(KP_OP_SUB, typed(0, &type_unsigned), number(1)), NULL), UNKNOWN);
    assert_int_equal(value(binary(KP_OP_LT, typed(1, &type_unsigned), number(-1)), NULL), UNKNOWN);
    assert_int_equal(value(binary(KP_OP_SHL, number(1), number(32)), NULL), UNKNOWN);
    assert_int_equal(value(add(node(KP_CAST, KP_OP_NONE, &type_char), number(300)), NULL), UNKNOWN);
    assert_int_equal(value(node(KP_FLOAT_LIT, KP_OP_NONE, &type_float), NULL), UNKNOWN);
    assert_int_equal(value(NULL, NULL), UNKNOWN);
    for (int i = 0; i < 100000; i++)
        deep = unary(KP_OP_PLUS, deep);
    assert_int_equal(value(deep, NULL), UNKNOWN);
}

static void template_values(void **state)
{
    struct kp_sym *bm = symbol(KP_SYM_TVALUE, "BM", &type_int);
    struct kp_sym *size = symbol(KP_SYM_VAR, "SIZE", NULL);
    struct kp_type const_int = type_int;
    struct kp_launch launch = {0};
    struct kp_node *decl = node(KP_VAR, KP_OP_NONE, &type_int);

    (void)state;
    const_int.is_const = true;
    size->type = &const_int;
    size->is_constexpr = true;
    size->decl = decl;
    decl->sym = size;
    decl->has_init = true;
    add(decl, binary(KP_OP_MUL, ref(bm), number(8)));
    kp_push(arena, &launch.tvalues, ((struct kp_tvalue){.param = bm, .known = true, .value = 64}));
    assert_int_equal(value(ref(bm), NULL), UNKNOWN);
    assert_int_equal(value(ref(bm), &launch), 64);
    assert_int_equal(value(ref(size), NULL), UNKNOWN);
    assert_int_equal(value(binary(KP_OP_ADD, ref(size), number(1)), &launch), 513);
    launch.tvalues.v[0].known = false;
    assert_int_equal(value(ref(bm), &launch), UNKNOWN);
}

static void sizes_of_types(void **state)
{
    struct kp_type param = {.kind = KP_TYPE_DEPENDENT, .size = -1, .is_dependent = true};
    struct kp_node *n = node(KP_SIZEOF, KP_OP_NONE, &type_float);
    struct kp_launch launch = {0};

    (void)state;
    n->name = "sizeof";
    assert_int_equal(value(binary(KP_OP_DIV, number(16), n), NULL), 4);
    n->name = "alignof";
    assert_int_equal(value(n, NULL), UNKNOWN);
    n->has_value = true;
    n->value = 16;
    assert_int_equal(value(n, NULL), 16);
    n = node(KP_SIZEOF, KP_OP_NONE, &param);
    n->name = "sizeof";
    n->is_dependent = true;
    param.decl = symbol(KP_SYM_TYPE, "T", NULL);
    assert_int_equal(value(n, &launch), UNKNOWN);
    kp_push(arena, &launch.tvalues,
            ((struct kp_tvalue){.param = param.decl, .known = true, .type = &type_float}));
    assert_int_equal(value(n, &launch), 4);
}

/* ---- a loop with two tiles ------------------------------------------------------------------- */

struct scene {
    struct kp_unit u;
    struct kp_options options;
    struct kp_loop l;
    struct kp_sym *kernel;
    struct kp_node *body;
    struct kp_tile tile[2];
    struct kp_launch *launch;
};

static struct kp_type *array_of(const struct kp_type *elem, int64_t count)
{
    struct kp_type *t = kp_new(arena, struct kp_type);

    t->kind = KP_TYPE_ARRAY;
    t->elem = elem;
    t->count = count;
    t->size = count > 0 && elem->size > 0 ? count * elem->size : -1;
    t->is_dependent = t->size < 0;
    t->spelling = "array";
    return t;
}

static struct kp_node *variable(struct scene *s, const char *name, const struct kp_type *type,
                                enum kp_space space)
{
    struct kp_sym *v = symbol(KP_SYM_VAR, name, type);
    struct kp_node *n = node(KP_VAR, KP_OP_NONE, type),
                   *stmt = node(KP_DECL_STMT, KP_OP_NONE, NULL);

    v->decl = n;
    v->space = space;
    n->sym = v;
    kp_push(arena, &s->u.parse.syms, v);
    add(s->body, add(stmt, n));
    return n;
}

static void add_tile(struct scene *s, int i, const char *name, const struct kp_type *type)
{
    struct kp_tile *t = &s->tile[i];
    struct kp_copy copy = {.tile = t, .form = KP_COPY_DIRECT, .bytes = 16};

    t->decl = variable(s, name, type, KP_SPACE_SHARED);
    t->decl_stmt = t->decl->parent;
    t->sym = t->decl->sym;
    t->bytes = type->size;
    copy.node = node(KP_ASSIGN, KP_OP_ASSIGN, NULL);
    copy.source = node(KP_INDEX, KP_OP_NONE, NULL);
    kp_push(arena, &s->l.tiles, t);
    kp_push(arena, &s->l.copies, copy);
    kp_push(arena, &s->l.sites,
            ((struct kp_site){
                .node = copy.source, .bytes = 16, .least_bytes = 16, .type_text = "float4"}));
}

static struct scene *scene(int64_t rows, int64_t depth, int64_t columns, int threads)
{
    struct scene *s = kp_new(arena, struct scene);
    struct kp_launch launch = {0};

    next_id = 0;
    s->options = (struct kp_options){.arch = "sm_86"};
    s->u = (struct kp_unit){.arena = arena, .options = &s->options, .rules = rules};
    s->u.source = (struct kp_file){.path = "a.cu", .text = "", .size = 0};
    kp_file_index(arena, &s->u.source);
    s->kernel = symbol(KP_SYM_FUNCTION, "k", NULL);
    s->kernel->is_kernel = true;
    s->kernel->decl = node(KP_FUNCTION, KP_OP_NONE, NULL);
    s->body = node(KP_COMPOUND, KP_OP_NONE, NULL);
    add(s->kernel->decl, s->body);
    kp_push(arena, &s->u.parse.syms, s->kernel);
    s->l.function = s->kernel;
    s->l.node = node(KP_FOR, KP_OP_NONE, NULL);
    add_tile(s, 0, "As", array_of(array_of(&type_float, depth), rows));
    add_tile(s, 1, "Bs", array_of(array_of(&type_float, columns), depth));
    launch.kernel = s->kernel;
    launch.block = number(threads);
    kp_push(arena, &s->u.parse.launches, launch);
    s->launch = &s->u.parse.launches.v[0];
    kp_push(arena, &s->u.loops, &s->l);
    return s;
}

static enum kp_code plan(struct scene *s)
{
    assert_true(kp_pass_plan(&s->u));
    return s->l.refusals.n ? s->l.refusals.v[0].code : KP_CODE_NONE;
}

/* A loop around tile i's copy whose trips are not constant. */
static void unroll_nothing(struct scene *s, int i)
{
    struct kp_copy_loop loop = {.node = node(KP_FOR, KP_OP_NONE, NULL), .trips = -1};

    kp_push(arena, &s->l.copy_loops, loop);
    kp_push(arena, &s->l.copies.v[i].loops, loop.node);
    kp_push(arena, &s->l.sites.v[i].loops, loop.node);
}

static void two_stages(void **state)
{
    struct scene *s = scene(64, 16, 64, 1024);

    (void)state;
    assert_int_equal(plan(s), KP_CODE_NONE);
    assert_int_equal(s->l.outcome, KP_REWRITTEN);
    assert_int_equal(s->l.plan.stages, 2);
    assert_int_equal(s->l.plan.shape, KP_SHAPE_SPLIT);
    assert_int_equal(s->tile[0].variant, KP_VARIANT_CP_ASYNC);
    assert_int_equal(s->l.plan.budget.tiles_single, 8192);
    assert_int_equal(s->l.plan.budget.static_after, 16384);
    assert_int_equal(s->l.plan.budget.threads, 1024);
    assert_int_equal(s->l.plan.budget.blocks_after, 1);
    assert_true(s->l.plan.budget.ratio == 16.0);
    assert_false(s->l.plan.static_guard);
    assert_non_null(s->l.plan.why);
    assert_non_null(s->tile[0].variant_why);
}

static void mixed_variants(void **state)
{
    struct scene *s = scene(64, 16, 64, 1024);

    (void)state;
    s->l.copies.v[0].not_async = "the value is converted on the way";
    assert_int_equal(plan(s), KP_CODE_NONE);
    assert_int_equal(s->tile[0].variant, KP_VARIANT_LDG);
    assert_int_equal(s->tile[1].variant, KP_VARIANT_CP_ASYNC);
    s = scene(64, 16, 64, 1024);
    s->options.arch = "sm_75";
    assert_int_equal(plan(s), KP_CODE_NONE);
    assert_int_equal(s->tile[1].variant, KP_VARIANT_LDG);
    s = scene(64, 16, 64, 1024);
    s->l.copies.v[0].not_async = "the value is converted on the way";
    unroll_nothing(s, 0);
    assert_int_equal(plan(s), KP_CODE_KP504);
    assert_int_equal(s->l.outcome, KP_REFUSED);
    s = scene(64, 16, 64, 1024);
    unroll_nothing(s, 0); /* no matter for cp.async */
    assert_int_equal(plan(s), KP_CODE_NONE);
}

static void over_the_static_limit(void **state)
{
    struct scene *s = scene(128, 36, 128, 256); /* 36 KB: not even one of the two fits twice */

    (void)state;
    assert_int_equal(plan(s), KP_CODE_NONE);
    assert_int_equal(s->l.outcome, KP_SINGLE);
    assert_int_equal(s->l.plan.stages, 1);
    assert_int_equal(s->tile[1].variant, KP_VARIANT_SINGLE);
    assert_int_equal(s->l.plan.budget.static_after, 36 * 1024);
    s = scene(128, 36, 128, 256);
    unroll_nothing(s, 1);
    assert_int_equal(plan(s), KP_CODE_KP501);
    s = scene(128, 36, 128, 256);
    s->options.stages = 2;
    assert_int_equal(plan(s), KP_CODE_KP501);
}

static void over_the_cliff(void **state)
{
    struct scene *s = scene(128, 20, 128, 64); /* 20 KB: four blocks, then two, of two warps */

    (void)state;
    assert_int_equal(plan(s), KP_CODE_NONE);
    assert_int_equal(s->l.outcome, KP_SINGLE);
    s = scene(128, 20, 128, 64);
    unroll_nothing(s, 0);
    assert_int_equal(plan(s), KP_CODE_KP502);
    s = scene(128, 20, 128, 64);
    s->options.stages = 2;
    assert_int_equal(plan(s), KP_CODE_NONE);
    assert_int_equal(s->l.outcome, KP_REWRITTEN);
    s = scene(128, 20, 128, 64);
    s->options.arch = "sm_90";
    assert_int_equal(plan(s), KP_CODE_NONE);
    assert_int_equal(s->l.outcome, KP_REWRITTEN); /* five of ten blocks are left */
    s = scene(128, 20, 128, 256);
    assert_int_equal(plan(s), KP_CODE_NONE);
    assert_int_equal(s->l.outcome, KP_REWRITTEN); /* two blocks, 16 warps */
    s = scene(128, 20, 128, 256);
    s->options.arch = "sm_75";
    assert_int_equal(plan(s), KP_CODE_NONE);
    assert_int_equal(s->l.outcome, KP_SINGLE); /* one block of three */
}

/* Accumulators hold back more blocks than shared memory does. */
static void registers_count(void **state)
{
    struct scene *s = scene(128, 20, 128, 256);
    struct kp_node *acc = variable(s, "acc", array_of(array_of(&type_float, 8), 8), KP_SPACE_LOCAL);
    struct kp_stmt compute = {.node = ref(acc->sym), .in_compute = true};

    (void)state;
    kp_push(arena, &s->l.stmts, compute);
    assert_int_equal(kp_registers_at_least(&s->l, NULL), 96); /* 32 and the accumulators */
    assert_int_equal(plan(s), KP_CODE_NONE);
    assert_int_equal(s->l.plan.budget.blocks_before, 2);
    assert_int_equal(s->l.plan.budget.blocks_after, 2);
    assert_int_equal(s->l.outcome, KP_REWRITTEN);
}

static void other_shared_memory_counts(void **state)
{
    struct scene *s = scene(64, 32, 64, 1024); /* 16 KB, 32 KB staged */

    (void)state;
    variable(s, "scores", array_of(&type_float, 7 * 1024), KP_SPACE_SHARED); /* 28 KB */
    assert_int_equal(plan(s), KP_CODE_NONE);
    assert_int_equal(s->l.outcome, KP_SINGLE);
    assert_int_equal(s->l.plan.budget.static_before, 44 * 1024);
}

/* 52 KB with two stages of both tiles, 44 KB with two of one of them. */
static void some_tiles_have_two(void **state)
{
    struct scene *s = scene(64, 32, 64, 1024);

    (void)state;
    variable(s, "scores", array_of(&type_float, 5 * 1024), KP_SPACE_SHARED); /* 20 KB */
    assert_int_equal(plan(s), KP_CODE_NONE);
    assert_int_equal(s->l.outcome, KP_REWRITTEN);
    assert_int_equal(s->tile[0].variant, KP_VARIANT_CP_ASYNC);
    assert_int_equal(s->tile[1].variant, KP_VARIANT_SINGLE);
    assert_int_equal(s->l.plan.budget.static_before, 36 * 1024);
    assert_int_equal(s->l.plan.budget.static_after, 44 * 1024);
}

/* What the legal pass says when a tile's elements differ between iterations. */
static void one_buffer_only(struct scene *s)
{
    s->tile[1].coverage = KP_COVER_PARTIAL;
    s->tile[1].only_one_buffer = true;
    s->l.single_why.code = KP_CODE_KP403;
    s->l.single_why.reason = "the elements of 'Bs' that are written differ between iterations";
}

static void partial_coverage(void **state)
{
    struct scene *s = scene(64, 16, 64, 1024);

    (void)state;
    one_buffer_only(s);
    assert_int_equal(plan(s), KP_CODE_NONE);
    assert_int_equal(s->l.outcome, KP_SINGLE);
    s = scene(64, 16, 64, 1024);
    one_buffer_only(s);
    unroll_nothing(s, 0); /* registers cannot hold the other one: it doubles */
    assert_int_equal(plan(s), KP_CODE_NONE);
    assert_int_equal(s->l.outcome, KP_REWRITTEN);
    assert_int_equal(s->tile[0].variant, KP_VARIANT_CP_ASYNC);
    assert_int_equal(s->tile[1].variant, KP_VARIANT_SINGLE);
    s = scene(64, 16, 64, 1024);
    one_buffer_only(s);
    unroll_nothing(s, 1);
    assert_int_equal(plan(s), KP_CODE_KP403);
    s = scene(64, 16, 64, 1024);
    one_buffer_only(s);
    s->options.variant = KP_VARIANT_CP_ASYNC;
    assert_int_equal(plan(s), KP_CODE_KP403);
}

static void forced(void **state)
{
    struct scene *s = scene(64, 16, 64, 1024);

    (void)state;
    s->options.variant = KP_VARIANT_LDG;
    assert_int_equal(plan(s), KP_CODE_NONE);
    assert_int_equal(s->tile[0].variant, KP_VARIANT_LDG);
    s = scene(64, 16, 64, 1024);
    s->options.variant = KP_VARIANT_SINGLE;
    assert_int_equal(plan(s), KP_CODE_NONE);
    assert_int_equal(s->l.outcome, KP_SINGLE);
    s = scene(64, 16, 64, 1024);
    s->options.variant = KP_VARIANT_CP_ASYNC;
    s->options.arch = "sm_75";
    unroll_nothing(s, 0);
    assert_int_equal(plan(s), KP_CODE_KP505);
    s = scene(64, 16, 64, 1024);
    s->options.stages = 3;
    assert_int_equal(plan(s), KP_CODE_NONE);
    assert_int_equal(s->l.plan.stages, 3);
    assert_int_equal(s->l.plan.shape, KP_SHAPE_RING);
    s = scene(64, 16, 64, 1024);
    s->options.stages = 3;
    s->options.shape = KP_SHAPE_SPLIT;
    assert_int_equal(plan(s), KP_CODE_KP504);
    s = scene(64, 16, 64, 1024);
    s->options.shape = KP_SHAPE_RING;
    s->options.variant = KP_VARIANT_LDG;
    assert_int_equal(plan(s), KP_CODE_KP504);
}

static void unseen_instances(void **state)
{
    struct scene *s = scene(64, 16, 64, 256);
    struct kp_sym *bm = symbol(KP_SYM_TVALUE, "BM", &type_int);
    struct kp_type *rows = array_of(array_of(&type_float, 16), -1);
    struct kp_sym *as = (struct kp_sym *)s->tile[0].sym;

    (void)state;
    as->type = rows;
    as->n_dims = 2;
    s->tile[0].bytes = -1;
    add(add((struct kp_node *)s->tile[0].decl, ref(bm)), number(16));
    assert_int_equal(plan(s), KP_CODE_NONE);
    assert_true(s->l.plan.static_guard);
    assert_int_equal(s->l.plan.budget.tiles_single, -1);
    s->l.outcome = KP_UNCHANGED;
    kp_push(arena, &s->launch->tvalues,
            ((struct kp_tvalue){.param = bm, .known = true, .value = 64}));
    s->options.arch = "sm_90";
    assert_int_equal(plan(s), KP_CODE_NONE);
    assert_false(s->l.plan.static_guard);
    assert_int_equal(s->l.plan.budget.tiles_single, 8192);
    assert_true(s->l.plan.budget.ratio == 16.0);
}

static void block_sizes(void **state)
{
    struct kp_sym *class = symbol(KP_SYM_RECORD, "dim3", NULL);
    struct kp_type type = {.kind = KP_TYPE_RECORD, .decl = class};
    struct kp_node *dim3 = node(KP_CONSTRUCT, KP_OP_NONE, &type);
    struct kp_sym *v = symbol(KP_SYM_VAR, "block", NULL);

    (void)state;
    add(add(dim3, number(16)), number(8));
    assert_int_equal(kp_block_threads(dim3), 0); /* of another class */
    class->from_prelude = true;
    assert_int_equal(kp_block_threads(dim3), 128);
    assert_int_equal(kp_block_threads(number(96)), 96);
    assert_int_equal(kp_block_threads(NULL), 0);
    v->decl = node(KP_VAR, KP_OP_NONE, NULL);
    v->decl->has_init = true;
    add(v->decl, dim3);
    assert_int_equal(kp_block_threads(ref(v)), 128);
    assert_int_equal(kp_block_threads(ref(symbol(KP_SYM_PARAM, "n", &type_int))), 0);
}

static void defined_away(void **state)
{
    static const char text[] = "#ifndef BM\n#define BM 64\n#endif\n#define BN 64\n"
                               "# if ! defined ( T )\n#define T 4\n#endif\n#define BK (2 * T)\n"
                               "float a[BM], b[BN], c[BK];\n";
    struct kp_unit u = {.arena = arena};
    const char *at = strstr(text, "a[");
    uint32_t a = (uint32_t)(at - text);

    (void)state;
    u.source = (struct kp_file){.path = "a.cu", .text = text, .size = sizeof text - 1};
    kp_file_index(arena, &u.source);
    assert_true(kp_can_be_defined_away(&u, (struct kp_span){a, a + 5}));
    assert_false(kp_can_be_defined_away(&u, (struct kp_span){a + 7, a + 12}));
    assert_true(kp_can_be_defined_away(&u, (struct kp_span){a + 14, a + 19}));
}

static void ratio_bands(void **state)
{
    struct scene *s = scene(32, 8, 32, 256);

    (void)state;
    assert_true(kp_classic_ratio(&s->l, NULL) == 8.0);
    s = scene(128, 8, 128, 256);
    assert_true(kp_classic_ratio(&s->l, NULL) == 32.0);
    s = scene(1024, 7, 13, 256);
    assert_true(kp_classic_ratio(&s->l, NULL) > 0);
    s->tile[0].sym = s->tile[1].sym;
    s->l.tiles.n = 1;
    assert_true(kp_classic_ratio(&s->l, NULL) == 0);
    assert_string_equal(kp_bytes_text(arena, 1024), "1 KB");
    assert_string_equal(kp_bytes_text(arena, 1000), "1000 bytes");
    assert_string_equal(kp_bytes_text(arena, 34817), "34.0 KB");
}

static void unknown_arch(void **state)
{
    struct scene *s = scene(64, 16, 64, 256);

    (void)state;
    s->options.arch = "sm_12";
    assert_false(kp_pass_plan(&s->u));
    assert_non_null(strstr(s->u.error, "sm_12"));
}

static void explanation(void **state)
{
    struct scene *s = scene(128, 32, 128, 256);
    char text[4096] = "";
    FILE *f = fmemopen(text, sizeof text, "w");

    (void)state;
    assert_int_equal(plan(s), KP_CODE_NONE);
    assert_non_null(f);
    kp_explain_plan(f, &s->u, &s->l);
    fclose(f);
    assert_non_null(strstr(text, "tile As"));
    assert_non_null(strstr(text, "sm_120"));
    assert_non_null(strstr(text, "32768 -> 49152")); /* two of As: two of both are 64 KB */
    assert_non_null(strstr(text, "tile Bs: single buffer"));
    assert_non_null(strstr(text, "32.0 flop per byte"));
    if (getenv("SHOW"))
        puts(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(occupancy_of_ga104),
        cmocka_unit_test(the_cliff),
        cmocka_unit_test(registers_of_blocks),
        cmocka_unit_test(folds),
        cmocka_unit_test(never_guesses),
        cmocka_unit_test(template_values),
        cmocka_unit_test(sizes_of_types),
        cmocka_unit_test(two_stages),
        cmocka_unit_test(mixed_variants),
        cmocka_unit_test(over_the_static_limit),
        cmocka_unit_test(over_the_cliff),
        cmocka_unit_test(registers_count),
        cmocka_unit_test(other_shared_memory_counts),
        cmocka_unit_test(some_tiles_have_two),
        cmocka_unit_test(partial_coverage),
        cmocka_unit_test(forced),
        cmocka_unit_test(unseen_instances),
        cmocka_unit_test(block_sizes),
        cmocka_unit_test(defined_away),
        cmocka_unit_test(ratio_bands),
        cmocka_unit_test(unknown_arch),
        cmocka_unit_test(explanation),
    };

    return cmocka_run_group_tests(tests, set_up, tear_down);
}
