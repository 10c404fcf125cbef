/* The loop's tiles, and the locals by which it is decided what is loaded, may be reached only by
 * ways that are in sight. */
#include "model/address.h"

#include "legal/legal.h"
#include "model/around.h"
#include "model/mentions.h"
#include "model/parts.h"
#include "model/stores.h"

/* The locals that decide: those of the header and the load phase, and those that their values come
 * from. */
struct deciders {
    struct kp_judge *j;
    bool *is_in; /* by symbol id */
    KP_VEC(const struct kp_sym *) list;
};

static bool is_local(const struct kp_sym *s)
{
    return s && (s->kind == KP_SYM_VAR || s->kind == KP_SYM_PARAM) && s->space == KP_SPACE_LOCAL &&
           !s->from_prelude && !s->is_lambda && s->decl;
}

static void add(struct deciders *d, const struct kp_sym *s)
{
    if (!is_local(s) || d->is_in[s->id])
        return;
    d->is_in[s->id] = true;
    kp_push(d->j->u->arena, &d->list, s);
}

static void add_named(struct deciders *d, const struct kp_node *n)
{
    kp_each_below(x, n) if (x->kind == KP_REF) add(d, x->sym);
}

static void add_accessed(struct deciders *d, const struct kp_effects *e)
{
    for (size_t i = 0; i < e->access.n; i++)
        if (e->access.v[i].space == KP_SPACE_LOCAL)
            add(d, e->access.v[i].base);
}

/* What decides whether the node is reached. */
static void add_conditions(struct deciders *d, const struct kp_node *n)
{
    for (; n && n->kind != KP_FUNCTION; n = n->parent) {
        if (n->kind == KP_IF && kp_child(n, 1))
            add_named(d, kp_child(n, 1));
        else if (n->kind == KP_SWITCH || n->kind == KP_COND)
            add_named(d, n->first);
        else if (kp_is_loop(n) && n->kind != KP_RANGE_FOR && kp_loop_condition(n))
            add_named(d, kp_loop_condition(n));
    }
}

static void find_deciders(struct deciders *d)
{
    const struct kp_loop *l = d->j->l;

    d->is_in = kp_new_array(d->j->u->arena, bool, kp_sym_count(d->j->u) + 1);
    add_accessed(d, &l->header);
    for (size_t i = 0; i < l->stmts.n; i++)
        if (l->stmts.v[i].in_load)
            add_accessed(d, &l->stmts.v[i].effects);
    add_conditions(d, l->node->parent);
    for (size_t i = 0; i < d->list.n; i++) {
        const struct kp_nodes *writes = &kp_mentions_of(d->j->f, d->list.v[i])->writes;

        for (size_t k = 0; k < writes->n; k++) {
            add_named(d, writes->v[k]);
            add_conditions(d, writes->v[k]->parent);
        }
    }
}

/* ---- the rule -------------------------------------------------------------------------------- */

/* Names that outlive an iteration: what is done by them in the loop's neighbourhood is not told
 * from what is done to the local. */
static const struct kp_sym *lasting_holder(const struct kp_judge *j, const struct kp_trace *a)
{
    for (size_t i = 0; i < a->holders.n; i++)
        if (!kp_declared_in(a->holders.v[i], j->l->node))
            return a->holders.v[i];
    return NULL;
}

static bool is_given_object(const struct kp_judge *j, const struct kp_sym *s)
{
    return kp_is_param_of(j->f, s) && s->type && s->type->kind == KP_TYPE_RECORD;
}

/* True if the store surely changes none of the kernel's parameters that are objects. What a
 * parameter points to is none of them, while none has been changed. */
static bool spares_objects(const struct kp_judge *j, const struct kp_access *store)
{
    const struct kp_sym *base = store->base;

    if (!base || base->is_broken)
        return false;
    switch (store->space) {
    case KP_SPACE_SHARED:
        return true;
    case KP_SPACE_GLOBAL:
        return kp_is_param_of(j->f, base);
    case KP_SPACE_LOCAL:
        return is_local(base) && !is_given_object(j, base);
    default:
        return false;
    }
}

/* True if the loop is not run again after it has ended. */
static bool runs_once(const struct kp_judge *j)
{
    for (const struct kp_node *n = j->l->node->parent; n && n != j->f->body; n = n->parent)
        if (kp_is_loop(n) || n->kind == KP_LAMBDA)
            return false;
    return !(kp_function_effects(j->f)->control_mask & KP_CTL_GOTO);
}

/* A parameter of a kernel that is an object, which nothing changes, by its name or by an address,
 * until the loop has ended. */
static bool stays_as_given(const struct kp_judge *j, const struct kp_sym *v)
{
    const struct kp_effects *e = kp_function_effects(j->f);
    bool once = runs_once(j);

    if (!j->f->sym->is_kernel || !is_given_object(j, v) || kp_does_unknown(e))
        return false;
    for (size_t i = 0; i < e->access.n; i++) {
        const struct kp_access *a = &e->access.v[i];
        bool is_later =
            once && a->at->file == j->l->node->file && a->at->span.begin >= j->l->node->span.end;

        if (kp_is_store(a) && !is_later && !spares_objects(j, a))
            return false;
    }
    return true;
}

static bool refuse_local(struct kp_judge *j, const struct kp_sym *v)
{
    struct kp_trace a;
    const struct kp_sym *holder;

    if (v->type && v->type->is_const &&
        (v->type->kind != KP_TYPE_POINTER ||
         (v->type->elem && v->type->elem->kind == KP_TYPE_FUNCTION)))
        return false; /* nobody may change it */
    if (stays_as_given(j, v))
        return false;
    kp_trace_address(j->u, v, &a);
    if ((a.lost || a.holders.n) && runs_once(j))
        kp_trace_address_until(j->u, v, j->l->node, &a);
    if (a.lost) {
        kp_refusal_note(j->u, kp_refuse(j->u, j->l, KP_CODE_KP312, a.lost, v->name), v->decl,
                        "it is declared here, and its address escapes");
        return true;
    }
    holder = lasting_holder(j, &a);
    if (!holder || !kp_writes_local(j->f, j->f->body, v))
        return false;
    kp_refusal_note(j->u, kp_refuse(j->u, j->l, KP_CODE_KP312, holder->decl, v->name), v->decl,
                    "it is declared here");
    return true;
}

static bool refuse_tile(struct kp_judge *j, struct kp_tile *t)
{
    const struct kp_control_place *others = NULL;
    struct kp_trace a;

    if (t->storage == KP_STORE_DYNAMIC || t->storage == KP_STORE_FILE)
        others = kp_find_control(kp_function_effects(j->f), KP_CTL_UNKNOWN | KP_CTL_ASM);
    if (others) { /* by a declaration of its own */
        kp_refuse_control(j, others->what == KP_CTL_ASM ? KP_CODE_KP203 : KP_CODE_KP202, others);
        return true;
    }
    kp_trace_address(j->u, t->sym, &a);
    for (size_t i = 0; !a.lost && i < a.holders.n; i++)
        if (!kp_declared_in(a.holders.v[i], j->l->node) &&
            kp_count_refs(j->l->node, a.holders.v[i]) && !kp_is_alias(j->l, a.holders.v[i], t) &&
            !kp_points_to_part(j->f, a.holders.v[i], t->sym))
            a.lost = a.holders.v[i]->decl;
    if (a.lost)
        kp_refuse(j->u, j->l, KP_CODE_KP401, a.lost, t->sym->name);
    return a.lost != NULL;
}

/* A shared array that the load phase or the header reads: who stores to it must be in sight. */
static bool refuse_read_arrays(struct kp_judge *j, const struct kp_effects *e)
{
    for (size_t i = 0; i < e->access.n; i++) {
        const struct kp_access *a = &e->access.v[i];
        struct kp_trace at;

        if (a->space != KP_SPACE_SHARED || !a->base || !kp_is_read(a))
            continue;
        kp_trace_address(j->u, a->base, &at);
        if (!at.lost)
            continue;
        kp_refuse(j->u, j->l, KP_CODE_KP401, at.lost, a->base->name);
        return true;
    }
    return false;
}

void kp_legal_followed_addresses(struct kp_judge *j)
{
    struct deciders d = {.j = j};

    for (size_t i = 0; i < j->l->tiles.n; i++)
        if (refuse_tile(j, j->l->tiles.v[i]))
            return;
    if (refuse_read_arrays(j, &j->l->header))
        return;
    for (size_t i = 0; i < j->l->stmts.n; i++)
        if (j->l->stmts.v[i].in_load && refuse_read_arrays(j, &j->l->stmts.v[i].effects))
            return;
    find_deciders(&d);
    for (size_t i = 0; i < d.list.n; i++)
        if (refuse_local(j, d.list.v[i]))
            return;
}
