/* Rules about the tiles: when they are filled and read, and whether they may have several buffers.
 */
#include "front/lex.h"
#include "legal/legal.h"
#include "model/address.h"
#include "model/element.h"
#include "model/invariant.h"
#include "model/parts.h"

static bool touches(const struct kp_effects *e, const struct kp_sym *sym, unsigned mode)
{
    for (size_t i = 0; i < e->access.n; i++)
        if ((e->access.v[i].mode & mode) &&
            ((e->access.v[i].base == sym && e->access.v[i].space == KP_SPACE_SHARED) ||
             (e->access.v[i].space == KP_SPACE_UNKNOWN && mode == KP_READ))) /* it may be there */
            return true;
    return false;
}

static const struct kp_access *dynamic_access(const struct kp_effects *e,
                                              const struct kp_sym *other_than)
{
    for (size_t i = 0; i < e->access.n; i++) {
        const struct kp_access *a = &e->access.v[i];

        if (a->space == KP_SPACE_SHARED && a->base && a->base->is_extern &&
            (!other_than || (a->base != other_than && kp_share_memory(a->base, other_than))))
            return a;
    }
    return NULL;
}

/* All extern __shared__ arrays begin at the same address, and so does one that a callee declares
 * again. Everything here goes by the arrays' names, so there may be only one. */
void kp_legal_one_dynamic_array(struct kp_judge *j)
{
    const struct kp_access *used = dynamic_access(&j->l->effects, NULL);
    const struct kp_access *other =
        used ? dynamic_access(kp_function_effects(j->f), used->base) : NULL;
    struct kp_refusal *r;

    if (!other)
        return;
    r = kp_refuse(j->u, j->l, KP_CODE_KP311, used->at, used->base->name);
    kp_refusal_note(j->u, r, other->at, "it is accessed by another name here");
}

static const struct kp_stmt *fill_of(const struct kp_loop *l, const struct kp_tile *t)
{
    for (size_t i = 0; i < l->stmts.n; i++)
        if (l->stmts.v[i].in_load && touches(&l->stmts.v[i].effects, t->sym, KP_WRITE))
            return &l->stmts.v[i];
    return NULL;
}

void kp_legal_one_load_phase(struct kp_judge *j)
{
    for (size_t t = 0; t < j->l->tiles.n; t++) {
        const struct kp_tile *tile = j->l->tiles.v[t];
        const struct kp_stmt *first = fill_of(j->l, tile);

        for (size_t i = 0; first && i < j->l->stmts.n; i++) {
            const struct kp_stmt *s = &j->l->stmts.v[i];
            struct kp_refusal *r;

            if (!s->in_load || s->run == first->run || !touches(&s->effects, tile->sym, KP_WRITE))
                continue;
            r = kp_refuse(j->u, j->l, KP_CODE_KP307, s->node, tile->sym->name);
            kp_refusal_note(j->u, r, first->node, "it was filled here first");
            return;
        }
    }
}

/* Runs r and w meet with no barrier in between: the same run, or the last and the first. */
static bool meet(const struct kp_loop *l, int r, int w)
{
    int last = l->n_runs - 1;

    return r == w || (r == last && w == 0) || (r == 0 && w == last);
}

static bool uses_loop_state(const struct kp_loop *l, const struct kp_node *index)
{
    return index && kp_uses_loop_data(l, index);
}

static bool same_element(const struct kp_judge *j, const struct kp_copy *c,
                         const struct kp_node *read)
{
    struct kp_element to = kp_element_in(j->f, j->l, c->dest);
    struct kp_element from = kp_element_in(j->f, j->l, read);
    const struct kp_type *t = kp_lvalue_type(read);

    if (!to.known || !from.known || to.root != from.root || to.n != from.n || to.field ||
        from.field || c->loops.n || !t || t->size <= 0 || t->size != c->bytes)
        return false;
    for (unsigned i = 0; i < to.n; i++)
        if (!kp_same_expr(to.index[i], from.index[i]) || to.unit[i] != from.unit[i] ||
            !kp_same_expr(to.split[i], from.split[i]) || uses_loop_state(j->l, to.index[i]))
            return false;
    return true;
}

/* True if the statement reads of the tile only elements that the same thread stores. */
static bool reads_own(const struct kp_judge *j, const struct kp_tile *t,
                      const struct kp_stmt *reader)
{
    for (size_t i = 0; i < reader->effects.access.n; i++) {
        const struct kp_access *a = &reader->effects.access.v[i];
        bool own = false;

        if (!kp_is_read(a) || (a->space != KP_SPACE_UNKNOWN && a->base != t->sym))
            continue;
        for (size_t k = 0; k < j->l->copies.n && !a->in && a->space == KP_SPACE_SHARED; k++)
            own |= j->l->copies.v[k].tile == t && same_element(j, &j->l->copies.v[k], a->at);
        if (!own)
            return false;
    }
    return true;
}

static bool is_filled_from(const struct kp_judge *j, const struct kp_tile *t,
                           const struct kp_stmt *from)
{
    for (size_t i = 0; i < j->l->stmts.n; i++)
        if (&j->l->stmts.v[i] >= from && touches(&j->l->stmts.v[i].effects, t->sym, KP_WRITE))
            return true;
    return false;
}

/* A use of the tile that no barrier keeps from its fill, and which may be a race: `own` false. Of
 * an element of the thread's own a use behind the fill is none: as the program has no race, no
 * other thread stores that element in the same interval. One in front of it reads the last
 * iteration's. */
static const struct kp_stmt *use_at_fill(const struct kp_judge *j, const struct kp_tile *t,
                                         const struct kp_stmt *fill, bool own)
{
    for (size_t i = 0; i < j->l->stmts.n; i++) {
        const struct kp_stmt *s = &j->l->stmts.v[i];

        if (!s->is_barrier && touches(&s->effects, t->sym, KP_READ) &&
            meet(j->l, s->run, fill->run) && reads_own(j, t, s) == own &&
            (!own || is_filled_from(j, t, s)))
            return s;
    }
    return NULL;
}

const struct kp_node *kp_rotated_fill(const struct kp_judge *j)
{
    for (size_t t = 0; t < j->l->tiles.n; t++) {
        const struct kp_stmt *fill = fill_of(j->l, j->l->tiles.v[t]);

        if (fill && kp_rotates(j, j->l->tiles.v[t], fill, NULL))
            return fill->node;
    }
    return NULL;
}

/* The barrier of an inner loop or a called function, which may be what keeps the fill from its use.
 */
static const struct kp_control_place *inner_barrier(const struct kp_judge *j,
                                                    const struct kp_stmt *fill)
{
    for (size_t i = 0; i < j->l->stmts.n; i++) {
        const struct kp_stmt *s = &j->l->stmts.v[i];
        const struct kp_control_place *p = kp_find_control(&s->effects, KP_CTL_BARRIER);

        if (!s->is_barrier && p && meet(j->l, s->run, fill->run))
            return p;
    }
    return NULL;
}

/* What the statement reads that may be the tile, if nothing that it reads is known to be. */
static const struct kp_access *only_perhaps(const struct kp_tile *t, const struct kp_stmt *s)
{
    const struct kp_access *found = NULL;

    for (size_t i = 0; i < s->effects.access.n; i++) {
        const struct kp_access *a = &s->effects.access.v[i];

        if (kp_is_read(a) && a->space == KP_SPACE_SHARED && a->base == t->sym)
            return NULL;
        if (!found && kp_is_read(a) && a->space == KP_SPACE_UNKNOWN)
            found = a;
    }
    return found;
}

static bool is_in_inner_loop(const struct kp_node *n, const struct kp_node *stmt)
{
    while (n != stmt && !kp_is_loop(n))
        n = n->parent;
    return kp_is_loop(n);
}

void kp_legal_barrier_between(struct kp_judge *j)
{
    for (size_t t = 0; t < j->l->tiles.n; t++) {
        const struct kp_tile *tile = j->l->tiles.v[t];
        const struct kp_stmt *fill = fill_of(j->l, tile);
        const struct kp_stmt *other = fill ? use_at_fill(j, tile, fill, false) : NULL;
        const struct kp_stmt *own = fill && !other ? use_at_fill(j, tile, fill, true) : NULL;
        const struct kp_control_place *inner = other ? inner_barrier(j, fill) : NULL;
        const struct kp_access *perhaps = other && !inner ? only_perhaps(tile, other) : NULL;
        struct kp_refusal *r;

        if (!other && !own)
            continue;
        if (perhaps && perhaps->at) {
            r = kp_refuse(j->u, j->l, KP_CODE_KP205, perhaps->at, kp_node_text(j->u, perhaps->at));
            kp_refusal_note(j->u, r, fill->node, "it may be what is filled here");
            return;
        }
        if (inner && inner->in) {
            kp_refuse_control(j, KP_CODE_KP105, inner);
            return;
        }
        if (inner && !is_in_inner_loop(inner->at, fill->node)) {
            kp_refuse(j->u, j->l, KP_CODE_KP104, inner->at, "under a condition");
            return;
        }
        if (inner) {
            kp_refuse(j->u, j->l, KP_CODE_KP104, inner->at, "in an inner loop")->hint =
                "put a separate barrier between the fill and the inner loop";
            return;
        }
        r = kp_refuse(j->u, j->l,
                      own ? KP_CODE_KP309
                      : kp_rotates(j, tile, fill, other) ||
                              kp_rotates_by_names(j, tile, fill, other)
                          ? KP_CODE_KP110
                          : KP_CODE_KP102,
                      own ? own->node : other->node, tile->sym->name);
        if (r->code == KP_CODE_KP102 && j->l->by_warps)
            r->hint = "add __syncwarp() between the last use of the tile and its next fill";
        kp_refusal_note(j->u, r, fill->node, "it is filled here");
        return;
    }
}

void kp_legal_fill_before_use(struct kp_judge *j)
{
    for (size_t t = 0; t < j->l->tiles.n; t++) {
        const struct kp_tile *tile = j->l->tiles.v[t];
        const struct kp_stmt *fill = fill_of(j->l, tile);

        for (size_t i = 0; fill && i < j->l->stmts.n; i++) {
            const struct kp_stmt *s = &j->l->stmts.v[i];
            struct kp_refusal *r;

            if (s->run >= fill->run || !touches(&s->effects, tile->sym, KP_READ))
                continue;
            r = kp_refuse(j->u, j->l, KP_CODE_KP309, s->node, tile->sym->name);
            kp_refusal_note(j->u, r, fill->node, "it is filled here, after that use");
            return;
        }
    }
}

static const struct kp_node *assignment_to(const struct kp_node *n, const struct kp_sym *sym)
{
    kp_each_below(x, n) if (x->kind == KP_ASSIGN && x->first->kind == KP_REF &&
                            x->first->sym == sym) return x;
    return NULL;
}

/* A store that cannot be moved: a callee's, one with company, or one to who knows which array. */
static void refuse_copy(struct kp_judge *j, const struct kp_copy *c)
{
    bool plain = c->node->kind == KP_ASSIGN && c->node->op == KP_OP_ASSIGN;
    struct kp_refusal *r = kp_refuse(j->u, j->l,
                                     c->node->kind == KP_CALL ? KP_CODE_KP310
                                     : plain                  ? KP_CODE_KP401
                                                              : KP_CODE_KP305,
                                     c->node, c->tile->sym->name);
    const struct kp_sym *root = plain ? kp_element_of(c->dest).root : NULL;
    const struct kp_node *moved = root ? assignment_to(j->l->node, root) : NULL;

    if (moved)
        kp_refusal_note(j->u, r, moved, "the pointer is changed here");
}

void kp_legal_known_copies(struct kp_judge *j)
{
    for (size_t t = 0; t < j->l->tiles.n; t++) {
        bool found = false;

        for (size_t i = 0; i < j->l->copies.n; i++)
            found |= j->l->copies.v[i].tile == j->l->tiles.v[t];
        for (size_t i = 0; i < j->l->copies.n; i++)
            if (j->l->copies.v[i].tile == j->l->tiles.v[t] &&
                j->l->copies.v[i].form == KP_COPY_HELPER) {
                refuse_copy(j, &j->l->copies.v[i]);
                return;
            }
        if (!found)
            kp_refuse(j->u, j->l, KP_CODE_KP305, fill_of(j->l, j->l->tiles.v[t])->node,
                      j->l->tiles.v[t]->sym->name);
    }
}

/* True if the store is the copy's own, and not another one in its value or an index. */
static bool is_made_by(const struct kp_access *a, const struct kp_copy *c)
{
    const struct kp_node *n = a->at;

    if (!kp_is_inside(n, c->node))
        return false;
    if (c->form == KP_COPY_HELPER || c->form == KP_COPY_ASYNC)
        return true;
    while (n != c->node && n->kind != KP_ASSIGN)
        n = n->parent;
    return n == c->node && !a->in && a->base == c->tile->sym;
}

/* Every store into a tile must be one of the copies: others would be lost on the way. */
void kp_legal_all_copies_known(struct kp_judge *j)
{
    for (size_t i = 0; i < j->l->stmts.n; i++)
        for (size_t k = 0; j->l->stmts.v[i].in_load && k < j->l->stmts.v[i].effects.access.n; k++) {
            const struct kp_access *a = &j->l->stmts.v[i].effects.access.v[k];
            bool known = false;

            if (a->space != KP_SPACE_SHARED || !kp_is_store(a))
                continue;
            for (size_t c = 0; c < j->l->copies.n; c++)
                known |= is_made_by(a, &j->l->copies.v[c]);
            if (!known) {
                kp_refuse(j->u, j->l, KP_CODE_KP305, a->at, a->base ? a->base->name : "?");
                return;
            }
        }
}

/* True if the rewrite reads it in another way. (emit/registers.c, emit/async.c) */
static bool is_read_plainly(const struct kp_loop *l, const struct kp_access *a)
{
    const struct kp_node *n = a->at;
    bool is_own = false;

    for (size_t i = 0; i < l->sites.n; i++)
        is_own |= l->sites.v[i].node == n;
    for (size_t i = 0; i < l->copies.n; i++)
        is_own |= l->copies.v[i].value == n;
    return is_own && !a->in && n->kind == KP_CALL && n->n_children == 2 && !n->from_macro;
}

/* Such a read of the first tile must not be made where the loop has no iterations
 * (model/movable.c). */
void kp_legal_reads_stay_guarded(struct kp_judge *j)
{
    for (size_t i = 0; i < j->l->stmts.n && kp_may_run_again(j->l); i++)
        for (size_t k = 0; j->l->stmts.v[i].in_load && k < j->l->stmts.v[i].effects.access.n; k++) {
            const struct kp_access *a = &j->l->stmts.v[i].effects.access.v[k];
            const struct kp_node *by = a->in ? a->in : a->at;

            if (!kp_is_read(a) || a->space == KP_SPACE_LOCAL || !kp_is_movable_read(j->u, by) ||
                is_read_plainly(j->l, a))
                continue;
            kp_refuse(j->u, j->l, KP_CODE_KP303, a->at, kp_node_text(j->u, a->at))->hint =
                by->kind == KP_ASM ? "make the assembly volatile: the compiler may move it out of "
                                     "the outer loop, and read where the loop has no iterations"
                                   : "read without this function: CUDA's header makes it of "
                                     "assembly that the compiler may move out of the outer loop";
            return;
        }
}

/* ---- one buffer or several ---------------------------------------------------------------- */

/* What is filled is shown where all of the function is known. */
static void note_unknown(struct kp_judge *j)
{
    struct kp_fns fns = kp_fn_instances(j->u, j->f->sym);

    for (size_t i = 0; i < fns.n; i++)
        if (fns.v[i]->unknown && fns.v[i]->unknown_at) {
            kp_refusal_note(j->u, &j->l->single_why, kp_node_as_written(fns.v[i]->unknown_at),
                            kp_sprintf(j->u->arena, "or this hides that they are the same: %s",
                                       fns.v[i]->unknown));
            return;
        }
}

void kp_only_one_buffer(struct kp_judge *j, struct kp_tile *t, enum kp_code code,
                        const struct kp_node *at, const char *name)
{
    t->only_one_buffer = true;
    if (j->l->single_why.code)
        return;
    j->l->single_why = kp_refusal_make(j->u, j->l, code, at, name);
    if (code == KP_CODE_KP403)
        note_unknown(j);
}

static void only_single(struct kp_judge *j, enum kp_code code, struct kp_tile *t,
                        const struct kp_node *at)
{
    kp_only_one_buffer(
        j, t, code, at,
        code == KP_CODE_KP605
            ? kp_sprintf(j->u->arena, "a closure or a local class names '%s'", t->sym->name)
            : t->sym->name);
}

/* What compute leaves in the tile has one place only. */
static void keeps_results(struct kp_judge *j, struct kp_tile *t)
{
    bool is_first = !j->l->single_why.code;

    only_single(j, t->is_refilled ? KP_CODE_KP307 : KP_CODE_KP308, t, t->result_at);
    if (is_first)
        kp_refusal_note(j->u, &j->l->single_why, fill_of(j->l, t)->node,
                        t->is_refilled ? "it was filled here first"
                                       : "the load phase fills it here");
}

/* What threads that leave have filled last has one place only, too. */
static void keeps_last_fills(struct kp_judge *j, struct kp_tile *t)
{
    bool is_first = !j->l->single_why.code;

    only_single(j, KP_CODE_KP403, t, j->l->node);
    if (is_first)
        j->l->single_why.hint =
            j->f->sym->is_kernel
                ? "let all threads make the same iterations of the loops around this one"
                : "let all threads make the same calls of this function, and make it static";
}

/* A stage has bits of its address that the array need not have. */
static void changes_bits(struct kp_judge *j, struct kp_tile *t, const struct kp_trace *address)
{
    bool is_first = !j->l->single_why.code;

    only_single(j, KP_CODE_KP401, t, address->low_bits);
    if (is_first)
        j->l->single_why.hint = kp_sprintf(
            j->u->arena, "declare '%s' with __align__(%lld): all its buffers then have these bits",
            t->sym->name, (long long)address->low_bits_below);
}

static bool mentions(const struct kp_node *n, const struct kp_sym *sym)
{
    return kp_count_refs(n, sym) > 0;
}

/* After the loop the name is declared anew, for the stage of the last iteration: that works in the
 * block in which the loop stands. */
static bool used_beyond_block(const struct kp_judge *j, const struct kp_tile *t)
{
    const struct kp_node *block = j->l->node->parent;
    unsigned all, here;

    if (!block || block->kind != KP_COMPOUND)
        return true;
    all = kp_count_refs(j->f->body, t->sym);
    here = kp_count_refs(block, t->sym);
    for (size_t i = 0; i < j->l->aliases.n; i++)
        if (j->l->aliases.v[i].tile == t && kp_count_refs(j->f->body, j->l->aliases.v[i].sym) !=
                                                kp_count_refs(block, j->l->aliases.v[i].sym))
            return true;
    return all != here ||
           (t->decl_stmt && t->decl_stmt->parent == block && mentions(t->decl_stmt, t->sym));
}

/* True if control may come here again and make no iteration. Behind the loop the tile is then what
 * was left in it before, at a stage that nobody has kept. */
static bool may_keep_older(const struct kp_judge *j)
{
    return (j->l->is_nested || !j->f->sym->is_kernel) && j->l->node->kind != KP_DO &&
           j->l->trip_count < 1;
}

enum { MAX_CALLS = 8 };

/* Assembly, here or in a function called here, that asks how much shared memory the block has; with
 * `dynamic`, how much of it is dynamic, too. */
static const struct kp_node *size_read(const struct kp_node *n, bool dynamic, int depth)
{
    const struct kp_node *found;

    if (n->kind == KP_ASM && n->name &&
        (strstr(n->name, "total_smem_size") || strstr(n->name, "aggr_smem_size") ||
         (dynamic && strstr(n->name, "dynamic_smem_size"))))
        return n;
    if (n->kind == KP_CALL && n->sym && n->sym->decl && !n->sym->from_prelude &&
        (depth > MAX_CALLS || size_read(n->sym->decl, dynamic, depth + 1)))
        return n;
    kp_each_child(c, n) if ((found = size_read(c, dynamic, depth))) return found;
    return NULL;
}

void kp_legal_several_buffers(struct kp_judge *j)
{
    bool unknown = kp_find_control(kp_function_effects(j->f), KP_CTL_ASM) != NULL;
    const struct kp_node *asks, *closure;

    for (size_t i = 0; i < j->l->tiles.n; i++) {
        struct kp_tile *t = j->l->tiles.v[i];
        struct kp_trace address;
        struct kp_node unseen;

        kp_trace_address(j->u, t->sym, &address);
        asks = unknown
                   ? size_read(j->f->body, /* no line of asm.ini has these registers */
                               t->storage == KP_STORE_DYNAMIC || kp_is_clone(j->u, j->f->sym), 0)
                   : NULL;
        if (t->result_at)
            keeps_results(j, t);
        else if ((t->storage != KP_STORE_STATIC && t->storage != KP_STORE_DYNAMIC) ||
                 kp_loses_alignment(j, t))
            only_single(j, KP_CODE_KP404, t, t->decl);
        else if (address.bits && (t->bytes <= 0 || t->bytes % KP_ADDRESS_BITS))
            only_single(j, KP_CODE_KP401, t, address.bits);
        else if (kp_changes_low_bits(j, t, address.low_bits_below))
            changes_bits(j, t, &address);
        else if (address.any_bits)
            only_single(j, KP_CODE_KP401, t, address.any_bits);
        else if (t->escapes_at)
            only_single(j, KP_CODE_KP401, t, t->escapes_at);
        else if (t->coverage == KP_COVER_PARTIAL && !kp_tested_block(j, t))
            only_single(j, t->filled_outside ? KP_CODE_KP406 : KP_CODE_KP403, t, t->coverage_at);
        else if (t->of_whole_rows && !j->l->rows_are_warps)
            only_single(j, KP_CODE_KP403, t, t->of_whole_rows);
        else if (asks)
            only_single(j, KP_CODE_KP402, t, asks);
        else if ((closure = kp_closure_without(j->u, j->f->body, t)))
            only_single(j, KP_CODE_KP605, t, closure);
        else if (kp_unseen_mention(j, t->sym, &unseen))
            only_single(j, KP_CODE_KP402, t, &unseen);
        else if (j->l->threads_may_leave)
            keeps_last_fills(j, t);
        else if (t->used_after && j->l->trips_by_warps)
            only_single(j, KP_CODE_KP402, t, t->decl); /* the last stage is each warp's own */
        else if (t->used_before)
            only_single(j, KP_CODE_KP402, t, t->decl);
        else if (t->used_after &&
                 (used_beyond_block(j, t) || (may_keep_older(j) && !t->refilled_behind)))
            only_single(j, KP_CODE_KP402, t, t->decl);
    }
}
