/* What a call does: what its rule says, or the summary of the function that it calls with the
 * arguments in the place of the parameters; what an asm does, by its rule. */
#include "front/tree.h"
#include "model/effects.h"
#include "model/functor.h"
#include "model/objs.h"
#include "model/waited.h"

static bool passes_object(const struct kp_node *arg)
{
    /* An array or a pointer passes what it points to; anything else passes itself by reference. */
    return !kp_is_array_lvalue(arg) && kp_walk_is_lvalue(arg) &&
           !(arg->type && arg->type->kind == KP_TYPE_POINTER);
}

/* `is_global`: the access is one to global memory, whoever made the address. */
static struct kp_obj found_object(struct kp_obj o, bool is_global)
{
    if (is_global && o.space == KP_SPACE_UNKNOWN)
        o.space = KP_SPACE_GLOBAL;
    return o;
}

/* The memory that a rule says the call touches by way of `arg`. */
static void touch_argument(struct kp_walk *w, const struct kp_node *call, const struct kp_node *arg,
                           unsigned mode, bool is_global)
{
    struct kp_objs objects = {0};

    if (!mode)
        return;
    if (passes_object(arg))
        kp_lvalue_objs(w->f, arg, &objects);
    else
        kp_value_objs(w->f, arg, &objects);
    if (!objects.list.n)
        kp_objs_add(w->f->unit, &objects, (struct kp_obj){.space = KP_SPACE_UNKNOWN});
    for (size_t i = 0; i < objects.list.n; i++)
        kp_walk_access(w, (enum kp_mode)mode, found_object(objects.list.v[i], is_global), call,
                       NULL, arg->kind == KP_REF && passes_object(arg) && objects.list.n == 1);
}

/* A read of what the pointers in the object point to. */
static void read_behind(struct kp_walk *w, const struct kp_node *call, const struct kp_node *object)
{
    struct kp_objs objects = {0};

    kp_value_objs(w->f, object, &objects);
    if (!objects.list.n)
        kp_objs_add(w->f->unit, &objects, (struct kp_obj){.space = KP_SPACE_UNKNOWN});
    for (size_t i = 0; i < objects.list.n; i++)
        kp_walk_access(w, KP_READ, objects.list.v[i], call, NULL, false);
}

/* What is waited for at once is no asynchronous copy to anybody else. */
static void walk_controls(struct kp_walk *w, const struct kp_node *n, unsigned control,
                          enum kp_async_kind async)
{
    if (async && kp_is_waited(w->f->unit, n))
        control &= ~(unsigned)KP_CTL_ASYNC;
    for (unsigned bit = 1; bit && bit <= control; bit <<= 1)
        if (control & bit)
            kp_walk_control(w, (enum kp_control)bit, n, NULL);
}

static void apply_rule(struct kp_walk *w, const struct kp_node *call,
                       const struct kp_call_rule *rule)
{
    const struct kp_node *object = kp_call_object(call), *arg;

    if (rule->tells_block)
        w->out->tells_block = call;
    for (unsigned i = 0; (arg = kp_argument(call, i)); i++)
        touch_argument(w, call, arg, i < KP_RULE_ARGS ? rule->arg[i] : rule->rest,
                       i == 0 && rule->is_of_global);
    if (object)
        touch_argument(w, call, object, rule->object, false);
    if (rule->is_read && object)
        read_behind(w, call, object);
    if (rule->is_load && kp_argument(call, 0))
        touch_argument(w, call, kp_argument(call, 0), KP_READ, rule->is_of_global);
    walk_controls(w, call, rule->control, rule->async.kind);
    if (rule->is_barrier || rule->is_partial_barrier)
        kp_walk_control(w, KP_CTL_BARRIER, call, NULL);
}

static const struct kp_node *argument_for(const struct kp_func *callee, const struct kp_node *call,
                                          const struct kp_sym *param)
{
    for (unsigned i = 0;; i++) {
        const struct kp_node *p = kp_child(callee->decl, i);

        if (!p || p->kind != KP_PARAM)
            return NULL;
        if (p->sym == param)
            return kp_argument(call, i);
    }
}

/* One access of the callee, its parameters replaced by what this call passes. */
static void apply_access(struct kp_walk *w, const struct kp_node *call,
                         const struct kp_func *callee, const struct kp_access *a)
{
    struct kp_objs objects = {0};
    const struct kp_node *arg;
    bool is_param = a->base && kp_is_param_of(callee, a->base);

    if (a->base && a->base == callee->this_sym && call->kind == KP_CONSTRUCT)
        return; /* the new object, a temporary or the variable being declared */
    if (!is_param) {
        /* The callee's own locals are its own; what a closure captured is not. */
        if (a->space != KP_SPACE_LOCAL || !kp_declared_in(a->base, callee->decl))
            kp_walk_access(w, a->mode, (struct kp_obj){a->space, kp_as_written(a->base), false},
                           call, a->in ? a->in : a->at, false);
        return;
    }
    arg = argument_for(callee, call, a->base);
    if (a->base != callee->this_sym && !a->through_pointer &&
        !(a->base->type && a->base->type->kind == KP_TYPE_REFERENCE))
        return; /* a by-value parameter is the callee's own variable */
    if (a->base == callee->this_sym && a->through_pointer)
        kp_behind_call_object(w->f, call, &objects);
    else if (a->base == callee->this_sym)
        kp_call_object_objs(w->f, call, &objects);
    else if (!arg)
        kp_objs_add(w->f->unit, &objects, (struct kp_obj){.space = KP_SPACE_UNKNOWN});
    else if (a->through_pointer)
        kp_value_objs(w->f, arg, &objects);
    else
        kp_lvalue_objs(w->f, arg, &objects);
    if (!objects.list.n && a->through_pointer) /* an address that nobody has followed */
        kp_objs_add(w->f->unit, &objects, (struct kp_obj){.space = KP_SPACE_UNKNOWN});
    for (size_t i = 0; i < objects.list.n; i++)
        kp_walk_access(
            w, a->mode,
            found_object(objects.list.v[i], a->through_pointer && a->space == KP_SPACE_GLOBAL),
            call, a->in ? a->in : a->at, false);
}

static void touch_all(struct kp_walk *w, const struct kp_node *n, struct kp_objs *objects,
                      unsigned mode, bool is_global)
{
    if (!objects->list.n)
        kp_objs_add_unknown(w->f, objects);
    for (size_t i = 0; i < objects->list.n; i++)
        kp_walk_access(w, (enum kp_mode)mode, found_object(objects->list.v[i], is_global), n, NULL,
                       false);
}

/* What the value points to, be it an integer. */
static void add_pointed(struct kp_walk *w, const struct kp_node *value, struct kp_objs *objects)
{
    struct kp_objs found = {0};

    kp_value_objs(w->f, value, &found);
    if (kp_may_be_an_address(w->f, value))
        kp_objs_add_unknown(w->f, objects);
    kp_objs_add_all(w->f, objects, &found);
}

/* A copy that is all that the callee does, by the addresses that this call passes: the callee's own
 * view of an integer says nothing. */
static void touch_copied(struct kp_walk *w, const struct kp_node *call,
                         const struct kp_async_rule *copy)
{
    struct kp_objs to = {0}, from = {0};

    add_pointed(w, kp_async_operand(call, copy->to), &to);
    add_pointed(w, kp_async_operand(call, copy->from), &from);
    touch_all(w, call, &to, KP_WRITE, false);
    touch_all(w, call, &from, KP_READ, false);
}

static void apply_summary(struct kp_walk *w, const struct kp_node *call,
                          const struct kp_func *callee, const struct kp_effects *s)
{
    struct kp_async_rule part = {0};

    if (s->control_mask & KP_CTL_ASYNC)
        part = kp_async_part(w->f->unit, call);
    if (part.kind == KP_ASYNC_COPY)
        touch_copied(w, call, &part);
    for (size_t i = 0; part.kind != KP_ASYNC_COPY && i < s->access.n; i++)
        apply_access(w, call, callee, &s->access.v[i]);
    for (size_t i = 0; i < s->control.n; i++)
        if (s->control.v[i].what != KP_CTL_RETURN &&
            !(s->control.v[i].what == KP_CTL_ASYNC && kp_is_waited(w->f->unit, call)))
            kp_walk_control(w, s->control.v[i].what, call,
                            s->control.v[i].in ? s->control.v[i].in : s->control.v[i].at);
    if (s->tells_block)
        w->out->tells_block = call;
}

static bool is_type_conversion(const struct kp_node *call)
{
    return call->kind == KP_CONSTRUCT && (!call->sym || !call->sym->decl) &&
           (!call->type || call->type->kind != KP_TYPE_RECORD);
}

/* view{A, k}: what the members are made of is read, and nothing else happens. */
static bool is_aggregate(const struct kp_node *call)
{
    return call->kind == KP_CONSTRUCT && !call->sym && call->type &&
           call->type->kind == KP_TYPE_RECORD;
}

static void visit_arguments(struct kp_walk *w, const struct kp_node *call)
{
    const struct kp_node *object = kp_call_object(call), *arg;

    if (object)
        kp_walk_address(w, object);
    for (unsigned i = 0; (arg = kp_argument(call, i)); i++) {
        if (passes_object(arg))
            kp_walk_address(w, arg);
        else
            kp_walk(w, arg);
    }
}

/* Arguments passed by value are read; which those are, the callee says. */
static void read_by_value(struct kp_walk *w, const struct kp_node *call,
                          const struct kp_func *callee, const struct kp_call_rule *rule)
{
    const struct kp_node *arg;

    for (unsigned i = 0; (arg = kp_argument(call, i)); i++) {
        const struct kp_node *p = callee ? kp_child(callee->decl, i) : NULL;
        bool by_reference =
            p && p->kind == KP_PARAM && p->sym->type && p->sym->type->kind == KP_TYPE_REFERENCE;
        bool ruled = rule && (i < KP_RULE_ARGS ? rule->arg[i] : rule->rest);

        if (passes_object(arg) && !by_reference && !ruled && !kp_names_no_object(arg) &&
            !(arg->kind == KP_REF && arg->sym->from_prelude))
            kp_walk_touch(w, arg, KP_READ, arg);
    }
}

static void walk_callee(struct kp_walk *w, const struct kp_node *call, const struct kp_sym *sym)
{
    struct kp_func *callee = sym ? kp_func_get(w->f->unit, sym, true) : NULL;
    const struct kp_effects *s = callee ? kp_summary(w->f->unit, sym) : NULL;

    read_by_value(w, call, callee, NULL);
    if (s && kp_takes_instances(w->f, callee))
        apply_summary(w, call, callee, s);
    else if (!is_type_conversion(call) && !is_aggregate(call))
        kp_walk_control(w, KP_CTL_UNKNOWN, call, NULL);
}

void kp_walk_call(struct kp_walk *w, const struct kp_node *call)
{
    const struct kp_call_rule *rule = kp_callee_rule(w->f->unit, call);
    struct kp_callees callees = {0};

    visit_arguments(w, call);
    if (!rule && (rule = kp_functor_rule(w->f, call)))
        kp_walk_touch(w, kp_functor_object(call), KP_READ, call->first);
    if (call->kind == KP_CALL && call->first && call->first->kind == KP_REF && call->first->sym &&
        call->first->sym->is_lambda) /* the closure is a variable, too */
        kp_walk_access(w, KP_READ, (struct kp_obj){KP_SPACE_LOCAL, call->first->sym, false},
                       call->first, NULL, false);
    if (rule) {
        read_by_value(w, call, NULL, rule);
        apply_rule(w, call, rule);
        return;
    }
    kp_callees_of(w->f, call, &callees);
    for (size_t i = 0; i < callees.list.n; i++)
        walk_callee(w, call, callees.list.v[i]);
    if (!callees.list.n)
        walk_callee(w, call, NULL);
}

/* The memory that one of an asm's addresses points to. */
static void touch_address(struct kp_walk *w, const struct kp_node *n, struct kp_asm_address a,
                          unsigned mode, bool is_global)
{
    struct kp_objs objects = {0};
    unsigned i = 0;

    if (a.other)
        kp_objs_add_unknown(w->f, &objects);
    kp_each_child(c, n)
    {
        if (i < 31 && a.from >> i & 1)
            add_pointed(w, c, &objects);
        i++;
    }
    touch_all(w, n, &objects, mode, is_global && mode == KP_READ);
}

/* Through operand `bit` (~0: through addresses of the asm's own making). */
static unsigned mode_of(const struct kp_asm_rule *rule, unsigned bit)
{
    unsigned mode = (rule->read & bit ? KP_READ : 0u) | (rule->write & bit ? KP_WRITE : 0u);

    return rule->is_atomic && mode & KP_WRITE ? KP_ATOMIC : mode;
}

static void touch_memory(struct kp_walk *w, const struct kp_node *n, const struct kp_asm_rule *rule)
{
    bool own = rule->read == ~0u || rule->write == ~0u;
    bool is_global = rule->reads_global && !rule->reads_shared; /* what it reads */

    for (unsigned k = 0; k < rule->n_addresses; k++)
        if (own || rule->address[k].other)
            touch_address(w, n, rule->address[k], mode_of(rule, ~0u), is_global);
    for (unsigned i = 0; !own && i < 31; i++)
        if ((rule->read | rule->write) >> i & 1)
            touch_address(w, n, (struct kp_asm_address){.from = 1u << i}, mode_of(rule, 1u << i),
                          is_global);
}

void kp_walk_asm(struct kp_walk *w, const struct kp_node *n)
{
    struct kp_asm_rule rule = {0};
    unsigned i = 0;

    if (!n->name || !kp_rule_asm(w->f->unit->rules, n->name, &rule))
        kp_walk_control(w, KP_CTL_ASM, n, NULL);
    if (rule.tells_block)
        w->out->tells_block = n;
    if (n->asm_memory && !rule.is_barrier && !rule.async.kind)
        kp_walk_control(w, KP_CTL_ORDER, n, NULL);
    kp_each_child(c, n)
    {
        if (i >= n->asm_outputs || n->asm_inout & (1u << i))
            kp_walk(w, c);
        i++;
    }
    touch_memory(w, n, &rule);
    i = 0;
    kp_each_child(c, n) if (i++ < n->asm_outputs)
    {
        kp_walk_address(w, c);
        kp_walk_touch(w, c, KP_WRITE, c);
    }
    walk_controls(w, n, rule.control, rule.async.kind);
    if (rule.is_barrier || rule.is_partial_barrier)
        kp_walk_control(w, KP_CTL_BARRIER, n, NULL);
}
