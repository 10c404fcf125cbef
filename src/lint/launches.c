/* How the kernel is launched: warps that are not full, blocks that are too few, registers that the
 * compiler cannot plan for. */
#define _GNU_SOURCE
#include <string.h>

#include "lint/parts.h"
#include "model/eval.h"
#include "plan/plan.h"

enum {
    FEW_BLOCKS = 8, /* no GPU that a kernel is written for has fewer SMs */
    MAX_UNROLLED = 64,
    FEW_REGISTERS = 32,   /* of arrays: less does not decide */
    OTHER_REGISTERS = 32, /* addresses, counters, operands: what a thread needs beside its arrays */
    REGISTER_FILE = 65536 /* of an SM, in all architectures of targets.ini */
};

static bool names_builtin(const struct kp_node *n, const char *name)
{
    kp_each_below(x, n) if (x->kind == KP_REF && x->sym && x->sym->from_prelude &&
                            kp_streq(x->sym->name, name)) return true;
    return false;
}

static void look_at_block(struct kp_linter *l, const struct kp_launch *launch)
{
    int threads = kp_block_threads(launch->block);

    /* one thread is on purpose */
    if (threads <= 1 || threads % KP_WARP == 0)
        return;
    kp_lint_add(l, KP_CODE_KP708, launch->block,
                kp_sprintf(l->unit->arena,
                           "a block of %d threads leaves %d lanes of its last warp idle", threads,
                           KP_WARP - threads % KP_WARP));
}

static void look_at_grid(struct kp_linter *l, const struct kp_launch *launch)
{
    int64_t dims[3], blocks, enough = l->facts && l->facts->sms ? l->facts->sms : FEW_BLOCKS;

    /* one thread is on purpose */
    if (kp_block_threads(launch->block) == 1 || !names_builtin(l->f->body, "blockIdx") ||
        !kp_block_dims(launch->grid, dims) || __builtin_mul_overflow(dims[0], dims[1], &blocks) ||
        __builtin_mul_overflow(blocks, dims[2], &blocks) || blocks >= enough)
        return;
    kp_lint_add(l, KP_CODE_KP709, launch->grid,
                kp_sprintf(l->unit->arena,
                           "a grid of %lld block%s keeps at most %lld of the GPU's SMs busy",
                           (long long)blocks, blocks == 1 ? "" : "s", (long long)blocks));
}

/* What the caller knows of the launch that was measured. */
static void look_at_facts(struct kp_linter *l)
{
    const struct kp_lint_facts *f = l->facts;

    if (f && f->spill_bytes > 0)
        kp_lint_add(l, KP_CODE_KP707, l->f->sym->decl,
                    kp_sprintf(l->unit->arena, "%d bytes of registers are spilled to local memory",
                               f->spill_bytes));
    if (f && f->blocks > 0 && f->sms > 0 && f->blocks < f->sms)
        kp_lint_add(l, KP_CODE_KP709, l->f->sym->decl,
                    kp_sprintf(l->unit->arena, "a grid of %lld blocks leaves %lld of %d SMs idle",
                               (long long)f->blocks, (long long)(f->sms - f->blocks), f->sms));
}

/* ---- registers --------------------------------------------------------------------------------
 */

/* The variable of a loop with a constant number of trips, which is unrolled. */
static bool is_unrolled(const struct kp_sym *s, const struct kp_launch *bindings)
{
    const struct kp_node *n = s->decl;
    int64_t trips;

    while (n && n->kind != KP_FOR && n->kind != KP_FUNCTION && n->kind != KP_COMPOUND)
        n = n->parent;
    if (!n || n->kind != KP_FOR)
        return false;
    trips = kp_constant_trips(n, bindings);
    return trips >= 0 && trips <= MAX_UNROLLED;
}

static bool is_constant_index(const struct kp_node *e, const struct kp_launch *bindings)
{
    int64_t v;

    if (kp_eval(e, bindings, &v))
        return true;
    if (e->kind == KP_REF)
        return e->sym && e->sym->decl && e->sym->kind == KP_SYM_VAR &&
               is_unrolled(e->sym, bindings);
    if (e->kind != KP_BINARY)
        return false;
    kp_each_child(c, e) if (!is_constant_index(c, bindings)) return false;
    return true;
}

/* An array that is indexed by more than constants lies in memory. */
static bool stays_in_registers(const struct kp_node *n, const struct kp_sym *array,
                               const struct kp_launch *bindings)
{
    const struct kp_node *base = n;

    /* handed on: who knows with which index it is used there */
    if (n->kind == KP_REF && n->sym == array &&
        !(n->parent->kind == KP_INDEX && n->parent->first == n))
        return false;
    while (base->kind == KP_INDEX)
        base = base->first;
    if (n->kind == KP_INDEX && base->kind == KP_REF && base->sym == array &&
        !is_constant_index(kp_child(n, 1), bindings))
        return false;
    kp_each_child(c, n) if (!stays_in_registers(c, array, bindings)) return false;
    return true;
}

/* The arrays of one scope live together; of scopes beside each other the largest counts. */
static int64_t array_registers(struct kp_linter *l, const struct kp_node *n,
                               const struct kp_launch *bindings)
{
    int64_t own = 0, most = 0, bytes;

    if (n->kind == KP_LAMBDA)
        return 0;
    if (n->kind == KP_VAR && n->sym && n->sym->space == KP_SPACE_LOCAL && n->sym->n_dims &&
        !n->sym->is_static && kp_eval_var_size(n->sym, bindings, &bytes) && bytes > 0 &&
        stays_in_registers(l->f->body, n->sym, bindings))
        return bytes / 4;
    kp_each_child(c, n)
    {
        int64_t part = array_registers(l, c, bindings);

        if (c->kind == KP_DECL_STMT || c->kind == KP_VAR)
            own += part;
        else if (part > most)
            most = part;
    }
    return own + most;
}

/* Also where the bounds are no constants, or hide in a macro. */
static bool has_launch_bounds(struct kp_linter *l)
{
    const struct kp_node *decl = l->f->sym->decl;
    const char *text = kp_node_text(l->unit, decl), *found;

    if (l->f->sym->launch_max)
        return true;
    found = strcasestr(text, "launch_bounds");
    return !*text || (found && found < text + (l->f->body->span.begin - decl->span.begin));
}

static void look_at_registers(struct kp_linter *l)
{
    for (size_t i = 0; i < l->unit->parse.launches.n; i++) {
        const struct kp_launch *launch = &l->unit->parse.launches.v[i];
        int threads = launch->kernel == l->f->sym ? kp_block_threads(launch->block) : 0;
        int64_t arrays = threads ? array_registers(l, l->f->body, launch) : 0;

        /* more than a thread can have lies in memory in any case */
        if (arrays < FEW_REGISTERS || arrays > 255 ||
            2 * (arrays + OTHER_REGISTERS) * threads <= REGISTER_FILE || has_launch_bounds(l))
            continue;
        struct kp_lint *lint =
            kp_lint_add(l, KP_CODE_KP706, l->f->sym->decl,
                        kp_sprintf(l->unit->arena,
                                   "the compiler does not know that blocks have %d threads, each "
                                   "of which has arrays of %lld registers",
                                   threads, (long long)arrays));
        lint->remedy = kp_sprintf(l->unit->arena, "add __launch_bounds__(%d)", threads);
        kp_lint_note(l, lint, launch->node, "the launch");
        return;
    }
}

void kp_lint_launches(struct kp_linter *l)
{
    for (size_t i = 0; i < l->unit->parse.launches.n; i++) {
        const struct kp_launch *launch = &l->unit->parse.launches.v[i];

        if (launch->kernel != l->f->sym || launch->is_instantiation || !launch->node)
            continue;
        look_at_block(l, launch);
        look_at_grid(l, launch);
    }
    look_at_registers(l);
    look_at_facts(l);
}
