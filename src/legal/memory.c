/* Rules about order with the outside and about the memory that tiles are loaded from. */
#include "fn/fn.h"
#include "front/tree.h"
#include "legal/legal.h"
#include "model/address.h"
#include "model/around.h"

/* Where an object is declared or listed, it is its end that is not known: its class; NULL. */
static const struct kp_sym *class_that_ends(const struct kp_node *n)
{
    const struct kp_type *t = n->kind == KP_VAR && n->sym ? n->sym->type
                              : n->kind == KP_INIT_LIST   ? n->type
                                                          : NULL;

    while (t && t->kind == KP_TYPE_ARRAY)
        t = t->elem;
    return t && t->kind == KP_TYPE_RECORD && t->ends_in_code ? t->decl : NULL;
}

/* Of `Class<N>::member()`, which the tree may know by its class alone, the text has the name. */
static const char *callee_name(struct kp_judge *j, const struct kp_node *call)
{
    const char *text = call->kind == KP_CALL && call->first ? kp_node_text(j->u, call->first) : "";

    if (class_that_ends(call))
        return kp_sprintf(j->u->arena, "~%s", class_that_ends(call)->name);
    if (call->sym && *call->sym->name)
        return call->sym->name;
    if (call->name && *call->name && !strstr(text, "::"))
        return call->name;
    return *text ? text : kp_node_text(j->u, call);
}

void kp_legal_unknown_calls(struct kp_judge *j)
{
    const struct kp_control_place *p = kp_find_control(&j->l->effects, KP_CTL_UNKNOWN);
    const struct kp_node *call = p ? p->in ? p->in : p->at : NULL;

    if (!p)
        return;
    kp_refuse(j->u, j->l, KP_CODE_KP202, p->at, callee_name(j, call));
}

void kp_legal_unknown_asm(struct kp_judge *j)
{
    const struct kp_control_place *p = kp_find_control(&j->l->effects, KP_CTL_ASM);

    if (p)
        kp_refuse_control(j, KP_CODE_KP203, p);
}

static bool is_volatile(const struct kp_node *n)
{
    return n->type && (n->type->is_volatile ||
                       (n->type->kind == KP_TYPE_REFERENCE && n->type->elem->is_volatile));
}

static bool type_is_volatile(const struct kp_type *t)
{
    for (; t; t = t->elem)
        if (t->is_volatile)
            return true;
    return false;
}

/* The expression of the loop's text that makes the first volatile access in an instance of the
 * function: a type that the template's text leaves open may be volatile there. */
static const struct kp_node *volatile_in(const struct kp_fn *fn, const struct kp_node *loop)
{
    uint32_t at = kp_fn_loop_at(fn, loop);

    for (kp_val id = 1; at && id < fn->values.n; id++) {
        const struct kp_value *v = &fn->values.v[id];
        const struct kp_fn_site *site = v->site;

        if (v->same_as || !v->is_volatile || !kp_fn_in_loop(fn, fn->blocks.v[v->block].loop, at))
            continue;
        while (site && site->outer)
            site = site->outer;
        return kp_node_as_written(site ? site->call : v->node);
    }
    return NULL;
}

static void refuse_volatile_instances(struct kp_judge *j)
{
    struct kp_fns fns = kp_fn_instances(j->u, j->f->sym);

    for (size_t i = 0; i < fns.n; i++) {
        const struct kp_node *n = fns.v[i]->unknown ? NULL : volatile_in(fns.v[i], j->l->node);

        if (n) {
            kp_refuse(j->u, j->l, KP_CODE_KP207, n, kp_node_text(j->u, n));
            return;
        }
    }
}

void kp_legal_no_volatile(struct kp_judge *j)
{
    for (size_t i = 0; i < j->l->effects.control.n; i++) {
        const struct kp_control_place *p = &j->l->effects.control.v[i];

        if (p->what == KP_CTL_ORDER && is_volatile(p->in ? p->in : p->at)) {
            kp_refuse_control(j, KP_CODE_KP207, p);
            return;
        }
    }
    for (size_t i = 0; i < j->l->tiles.n; i++)
        if (type_is_volatile(j->l->tiles.v[i]->sym->type)) {
            kp_refuse(j->u, j->l, KP_CODE_KP207, j->l->tiles.v[i]->decl,
                      j->l->tiles.v[i]->sym->name);
            return;
        }
    if (!kp_find_control(&j->l->effects, KP_CTL_ORDER)) /* else that is refused */
        refuse_volatile_instances(j);
}

void kp_legal_no_ordering(struct kp_judge *j)
{
    const struct kp_control_place *p = kp_find_control(&j->l->effects, KP_CTL_ORDER);

    if (p && !is_volatile(p->in ? p->in : p->at))
        kp_refuse_control(j, KP_CODE_KP201, p);
}

/* ---- sources ----------------------------------------------------------------------------- */

/* A store that may go anywhere, the tile included. */
void kp_legal_unknown_stores(struct kp_judge *j)
{
    for (size_t i = 0; i < j->l->effects.access.n; i++) {
        const struct kp_access *a = &j->l->effects.access.v[i];

        if (kp_is_store(a) && a->space == KP_SPACE_UNKNOWN) {
            kp_refuse(j->u, j->l, KP_CODE_KP204, a->at,
                      a->base ? a->base->name : kp_node_text(j->u, a->at))
                ->hint = "store through a pointer whose origin the text shows: a parameter, an "
                         "array or a member";
            return;
        }
    }
}

static bool kernel_writes(struct kp_judge *j, const struct kp_sym *param)
{
    return kp_store_to(kp_function_effects(j->f), param, KP_SPACE_GLOBAL) != NULL;
}

/* __restrict__ on a kernel's own parameter, through which the kernel never writes, promises that
 * nobody writes that memory while the kernel runs. */
static bool is_read_only(struct kp_judge *j, const struct kp_access *load,
                         const struct kp_access *store)
{
    return kp_is_promised(j->f, load, store) && !kernel_writes(j, load->base);
}

/* It promises, too, that what is accessed by pointers made from it, and modified while the kernel
 * runs, is accessed by these alone. All of them are known where the kernel makes nothing else of
 * it. `other` is what another pointer was made from. */
static bool is_reached_alone(struct kp_judge *j, const struct kp_sym *base,
                             const struct kp_sym *other)
{
    return other && kp_is_restrict(j->f, base) && kp_is_kept(j->u, base);
}

/* The member that holds the pointer by which memory is reached, or that a local pointer was made
 * with; NULL when it is no member. */
static const struct kp_node *pointer_member(struct kp_func *f, const struct kp_node *e)
{
    const struct kp_node *var = NULL;

    while (e && (e->kind == KP_INDEX || e->kind == KP_CAST || e->kind == KP_BINARY ||
                 (e->kind == KP_UNARY && (e->op == KP_OP_DEREF || e->op == KP_OP_ADDR))))
        e = e->first;
    if (e && e->kind == KP_REF && e->sym && e->sym->space == KP_SPACE_LOCAL)
        var = e->sym->decl;
    if (var && var->kind == KP_VAR && var->has_init && kp_only_steps(f, var->sym))
        return pointer_member(f, var->last);
    return e && e->kind == KP_MEMBER && e->sym ? e : NULL;
}

/* True if both are by the same pointer. Members of one record are different pointers, as far as the
 * names tell. */
static bool same_pointer(struct kp_func *f, const struct kp_access *a, const struct kp_access *b)
{
    const struct kp_node *m, *n;

    if (!a->base || a->base != b->base)
        return false;
    if (!a->base->type || a->base->type->kind != KP_TYPE_RECORD || a->in || b->in)
        return true;
    m = pointer_member(f, a->at);
    n = pointer_member(f, b->at);
    return !m || !n || m->sym == n->sym;
}

/* What a store goes through: the pointer, or the member that holds it. */
static const char *store_name(struct kp_judge *j, const struct kp_access *store)
{
    const struct kp_node *member = pointer_member(j->f, store->at);

    if (member || !store->base)
        return kp_node_text(j->u, member ? member : store->at);
    return store->base->name;
}

/* True if somebody says that these two do not meet. */
static bool on_word(struct kp_judge *j, const struct kp_access *load, const struct kp_access *store)
{
    const char *said = kp_said_no_alias(j, store), *name = store_name(j, store);

    if (said)
        kp_on_word(j->u, j->l,
                   kp_sprintf(j->u->arena, "nothing else reaches what '%s' points to", name), said);
    else if ((said = kp_said_no_alias(j, load)))
        kp_on_word(
            j->u, j->l,
            kp_sprintf(j->u->arena, "nothing else reaches what '%s' points to", load->base->name),
            said);
    else if (j->u->options->assume_no_alias)
        kp_on_word(j->u, j->l,
                   kp_sprintf(j->u->arena,
                              "stores through '%s' do not change what the tiles are loaded from",
                              name),
                   said = j->u->options->no_alias_said ? j->u->options->no_alias_said
                                                       : "--assume-no-alias");
    return said != NULL;
}

/* Where restrict stands already, or cannot; NULL: it would help. */
static const char *hint_of(struct kp_judge *j, const struct kp_access *load)
{
    const struct kp_sym *base = load->base;

    if (!base || !kp_is_param_of(j->f, base) || pointer_member(j->f, load->at))
        return "if they never overlap, pass --assume-no-alias";
    if (!base->type || base->type->kind != KP_TYPE_POINTER || !base->type->is_restrict)
        return NULL;
    return kp_sprintf(j->u->arena,
                      "'%s' is __restrict__ already: if nothing else reaches what it points to, "
                      "put `%s = %s` under [no-alias] in a .kpipe.ini, or pass --assume-no-alias",
                      base->name, j->f->sym->name, base->name);
}

static bool judge_pair(struct kp_judge *j, const struct kp_access *load,
                       const struct kp_access *store)
{
    struct kp_refusal *r;
    bool same = same_pointer(j->f, load, store);

    if (!same && (is_read_only(j, load, store) || is_reached_alone(j, store->base, load->base) ||
                  is_reached_alone(j, load->base, store->base) || on_word(j, load, store) ||
                  kp_tested_apart(j, load, store)))
        return false;
    r = kp_refuse(j->u, j->l, same ? KP_CODE_KP206 : KP_CODE_KP204, store->at,
                  store_name(j, store));
    if (!same)
        r->hint = hint_of(j, load);
    kp_refusal_note(j->u, r, load->at, "the tile is loaded from here");
    return true;
}

static bool judge_load(struct kp_judge *j, const struct kp_access *load)
{
    const struct kp_effects *e = &j->l->effects;

    if (load->space != KP_SPACE_GLOBAL || !(load->mode & KP_READ))
        return false;
    for (size_t i = 0; i < e->access.n; i++)
        if (kp_is_store(&e->access.v[i]) && e->access.v[i].space == KP_SPACE_GLOBAL &&
            judge_pair(j, load, &e->access.v[i]))
            return true;
    return false;
}

void kp_legal_sources_unwritten(struct kp_judge *j)
{
    for (size_t i = 0; i < j->l->stmts.n; i++)
        for (size_t k = 0; j->l->stmts.v[i].in_load && k < j->l->stmts.v[i].effects.access.n; k++)
            if (judge_load(j, &j->l->stmts.v[i].effects.access.v[k]))
                return;
    for (size_t k = 0; k < j->l->header.access.n; k++)
        if (judge_load(j, &j->l->header.access.v[k]))
            return;
}

/* ---- memory of others ---------------------------------------------------------------------- */

static const struct kp_access *find(const struct kp_effects *e,
                                    bool is_it(enum kp_space space, const struct kp_sym *base))
{
    for (size_t i = 0; i < e->access.n; i++)
        if (is_it(e->access.v[i].space, e->access.v[i].base))
            return &e->access.v[i];
    return NULL;
}

/* A shared array of this function whose address nobody else can have. */
static bool is_own_array(struct kp_judge *j, const struct kp_sym *s)
{
    struct kp_trace trace = {0};

    if (!s || s->kind != KP_SYM_VAR || s->is_extern || !kp_declared_in(s, j->f->decl))
        return false;
    kp_trace_address(j->u, s, &trace);
    return !trace.lost;
}

/* What such a caller passes may be shared memory: not a byte of what this function stores by name.
 * It may be the thread's own, too, so that the header, which is one for all threads, reads none of
 * it. */
static void judge_callers_memory(struct kp_judge *j)
{
    const struct kp_access *read = find(&j->l->header, kp_is_callers);
    const struct kp_access *a = read ? read : find(&j->l->effects, kp_is_callers);
    const struct kp_effects *all = a ? kp_function_effects(j->f) : NULL;
    const struct kp_access *other = read;
    struct kp_refusal *r;

    for (size_t i = 0; a && !other && i < all->access.n; i++)
        if (all->access.v[i].space == KP_SPACE_SHARED && !is_own_array(j, all->access.v[i].base))
            other = &all->access.v[i];
    if (!other)
        return;
    r = kp_refuse(j->u, j->l, KP_CODE_KP205, a->at, a->base->name);
    if (other != read)
        kp_refusal_note(j->u, r, other->at, "it may be this shared memory");
    kp_refusal_note(j->u, r, a->base->decl->parent,
                    "callers that kpipe does not see may pass other memory: a static function of a "
                    ".cu file has none");
}

/* A pointer in memory may be the address of shared memory, or of the thread's own, that device code
 * has put there. */
static void judge_found_memory(struct kp_judge *j)
{
    const struct kp_access *read = find(&j->l->header, kp_is_found);
    const struct kp_access *a = read ? read : find(&j->l->effects, kp_is_found);
    const struct kp_node *at = a ? kp_let_go_in(j->u) : NULL;

    if (at)
        kp_refusal_note(j->u,
                        kp_refuse(j->u, j->l, KP_CODE_KP205, a->at, kp_node_text(j->u, a->at)), at,
                        "a pointer in memory may be this address, which kpipe cannot follow");
}

void kp_legal_callers_memory(struct kp_judge *j)
{
    judge_callers_memory(j);
    if (!j->l->refusals.n)
        judge_found_memory(j);
}
