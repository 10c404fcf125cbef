/* What a piece of code does: every access with its object, every way in which control or order
 * leaves the plain path. Callees visible in the file are summarised, others are known by rules or
 * unknown. */
#include "model/loops.h"

struct walk {
    struct kp_func *f;
    struct kp_effects *out;
    const struct kp_node *loop;   /* innermost loop or switch inside the walked code */
    const struct kp_node *breaks; /* innermost loop or switch that a break would leave */
    const struct kp_node *continues;
};

static void visit(struct walk *w, const struct kp_node *n);

static void add_control(struct walk *w, enum kp_control what, const struct kp_node *at,
                        const struct kp_node *in)
{
    struct kp_control_place p = {what, at, in};

    w->out->control_mask |= (unsigned)what;
    kp_push(w->f->unit->arena, &w->out->control, p);
}

static void add_access(struct walk *w, enum kp_mode mode, struct kp_obj o, const struct kp_node *at,
                       const struct kp_node *in, bool whole)
{
    struct kp_access a = {.mode = mode, .space = o.space, .base = o.sym, .at = at, .in = in};

    a.whole = whole && !o.pointee;
    a.through_pointer = o.pointee;
    kp_push(w->f->unit->arena, &w->out->access, a);
}

/* Does the lvalue go through a pointer or a reference, so that it must denote something? */
static bool goes_through_pointer(const struct kp_node *e)
{
    switch (e->kind) {
    case KP_REF:
        return e->sym && !e->sym->from_prelude && e->sym->type &&
               e->sym->type->kind == KP_TYPE_REFERENCE;
    case KP_UNARY:
        return e->op == KP_OP_DEREF;
    case KP_INDEX:
        return kp_is_array_lvalue(e->first)
                   ? goes_through_pointer(e->first)
                   : !(e->first->type && e->first->type->kind == KP_TYPE_RECORD);
    case KP_MEMBER:
        return e->is_arrow || (e->sym && e->sym->type && e->sym->type->kind == KP_TYPE_REFERENCE) ||
               goes_through_pointer(e->first);
    case KP_CAST:
        return goes_through_pointer(e->first);
    case KP_CALL:
    case KP_OPCALL: /* what a returned reference names */
        return true;
    default:
        return false;
    }
}

/* The object of `e` is read or written; evaluating its address was visited already. */
static void touch(struct walk *w, const struct kp_node *e, unsigned mode, const struct kp_node *at)
{
    struct kp_objs objects = {0};
    bool whole = e->kind == KP_REF && !kp_is_array_lvalue(e);

    if (!mode)
        return;
    if (e->type && e->type->is_volatile)
        add_control(w, KP_CTL_ORDER, e, NULL);
    kp_lvalue_objs(w->f, e, &objects);
    if (!objects.list.n && goes_through_pointer(e))
        kp_objs_add(w->f->unit, &objects, (struct kp_obj){.space = KP_SPACE_UNKNOWN});
    for (size_t i = 0; i < objects.list.n; i++)
        add_access(w, (enum kp_mode)mode, objects.list.v[i], at, NULL,
                   whole && objects.list.n == 1 && objects.list.v[i].sym == e->sym);
}

/* Evaluate the address of an lvalue: indices and pointers are read, the object itself is not. */
static void visit_address(struct walk *w, const struct kp_node *e)
{
    switch (e->kind) {
    case KP_REF:
        if (e->sym && e->sym->kind == KP_SYM_VAR && e->sym->space == KP_SPACE_LOCAL &&
            e->sym->type &&
            e->sym->type->kind == KP_TYPE_REFERENCE) /* which object it names is a value, too */
            add_access(w, KP_READ, (struct kp_obj){KP_SPACE_LOCAL, e->sym, false}, e, NULL, false);
        break;
    case KP_INDEX:
        if (kp_is_array_lvalue(e->first))
            visit_address(w, e->first);
        else
            visit(w, e->first);
        visit(w, kp_child(e, 1));
        break;
    case KP_MEMBER:
        if (e->is_arrow)
            visit(w, e->first);
        else
            visit_address(w, e->first);
        break;
    case KP_UNARY:
        if (e->op == KP_OP_DEREF)
            visit(w, e->first);
        else
            visit(w, e);
        break;
    case KP_CAST:
        if (e->type && e->type->kind == KP_TYPE_REFERENCE)
            visit_address(w, e->first);
        else
            visit(w, e->first);
        break;
    case KP_COND:
        visit(w, e->first);
        visit_address(w, kp_child(e, 1));
        visit_address(w, kp_child(e, 2));
        break;
    default:
        visit(w, e);
        break;
    }
}

static bool is_lvalue(const struct kp_node *e)
{
    return e->kind == KP_REF || e->kind == KP_INDEX || e->kind == KP_MEMBER ||
           (e->kind == KP_UNARY && e->op == KP_OP_DEREF) ||
           (e->kind == KP_CAST && e->type && e->type->kind == KP_TYPE_REFERENCE);
}

/* A variable that is no object of the program: a function, a template parameter, a constant. */
static bool names_no_object(const struct kp_node *e)
{
    return e->kind == KP_REF && (!e->sym || e->sym->is_constexpr || e->sym->has_value ||
                                 (e->sym->kind != KP_SYM_VAR && e->sym->kind != KP_SYM_PARAM));
}

static void read_lvalue(struct walk *w, const struct kp_node *e)
{
    if (names_no_object(e) || (e->sym && e->sym->from_prelude && e->kind == KP_REF))
        return; /* threadIdx and its like */
    visit_address(w, e);
    if (!kp_is_array_lvalue(e))
        touch(w, e, KP_READ, e);
}

/* ---- calls ------------------------------------------------------------------------------- */

static bool passes_object(const struct kp_node *arg)
{
    /* An array or a pointer passes what it points to; anything else passes itself by reference. */
    return !kp_is_array_lvalue(arg) && is_lvalue(arg) &&
           !(arg->type && arg->type->kind == KP_TYPE_POINTER);
}

/* The memory that a rule says the call touches by way of `arg`. */
static void touch_argument(struct walk *w, const struct kp_node *call, const struct kp_node *arg,
                           unsigned mode)
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
        add_access(w, (enum kp_mode)mode, objects.list.v[i], call, NULL,
                   arg->kind == KP_REF && passes_object(arg) && objects.list.n == 1);
}

static void apply_rule(struct walk *w, const struct kp_node *call, const struct kp_call_rule *rule)
{
    const struct kp_node *object = kp_call_object(call), *arg;

    for (unsigned i = 0; (arg = kp_argument(call, i)); i++)
        touch_argument(w, call, arg, i < KP_RULE_ARGS ? rule->arg[i] : rule->rest);
    if (object)
        touch_argument(w, call, object, rule->object);
    if (rule->is_load && kp_argument(call, 0))
        touch_argument(w, call, kp_argument(call, 0), KP_READ);
    for (unsigned bit = 1; bit && bit <= rule->control; bit <<= 1)
        if (rule->control & bit)
            add_control(w, (enum kp_control)bit, call, NULL);
    if (rule->is_barrier || rule->is_partial_barrier)
        add_control(w, KP_CTL_BARRIER, call, NULL);
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
static void apply_access(struct walk *w, const struct kp_node *call, const struct kp_func *callee,
                         const struct kp_access *a)
{
    struct kp_objs objects = {0};
    const struct kp_node *arg;
    bool is_param = a->base && a->base->kind == KP_SYM_PARAM && a->base->parent == callee->sym;

    if (a->base && a->base == callee->this_sym && call->kind == KP_CONSTRUCT)
        return; /* the new object, a temporary or the variable being declared */
    if (!is_param) {
        /* The callee's own locals are its own; what a closure captured is not. */
        if (a->space != KP_SPACE_LOCAL || !kp_declared_in(a->base, callee->decl))
            add_access(w, a->mode, (struct kp_obj){a->space, a->base, false}, call,
                       a->in ? a->in : a->at, false);
        return;
    }
    arg = a->base == callee->this_sym ? kp_call_object(call) : argument_for(callee, call, a->base);
    if (a->base != callee->this_sym && !a->through_pointer &&
        !(a->base->type && a->base->type->kind == KP_TYPE_REFERENCE))
        return; /* a by-value parameter is the callee's own variable */
    if (!arg)
        kp_objs_add(w->f->unit, &objects, (struct kp_obj){.space = KP_SPACE_UNKNOWN});
    else if (a->through_pointer ||
             (a->base == callee->this_sym && arg->type && arg->type->kind == KP_TYPE_POINTER))
        kp_value_objs(w->f, arg, &objects);
    else
        kp_lvalue_objs(w->f, arg, &objects);
    for (size_t i = 0; i < objects.list.n; i++)
        add_access(w, a->mode, objects.list.v[i], call, a->in ? a->in : a->at, false);
}

static void apply_summary(struct walk *w, const struct kp_node *call, const struct kp_func *callee,
                          const struct kp_effects *s)
{
    for (size_t i = 0; i < s->access.n; i++)
        apply_access(w, call, callee, &s->access.v[i]);
    for (size_t i = 0; i < s->control.n; i++)
        if (s->control.v[i].what != KP_CTL_RETURN)
            add_control(w, s->control.v[i].what, call,
                        s->control.v[i].in ? s->control.v[i].in : s->control.v[i].at);
}

static bool is_type_conversion(const struct kp_node *call)
{
    return call->kind == KP_CONSTRUCT && (!call->sym || !call->sym->decl) &&
           (!call->type || call->type->kind != KP_TYPE_RECORD);
}

static void visit_arguments(struct walk *w, const struct kp_node *call)
{
    const struct kp_node *object = kp_call_object(call), *arg;

    if (object)
        visit_address(w, object);
    for (unsigned i = 0; (arg = kp_argument(call, i)); i++) {
        if (passes_object(arg))
            visit_address(w, arg);
        else
            visit(w, arg);
    }
}

/* Arguments passed by value are read; which those are, the callee says. */
static void read_by_value(struct walk *w, const struct kp_node *call, const struct kp_func *callee,
                          const struct kp_call_rule *rule)
{
    const struct kp_node *arg;

    for (unsigned i = 0; (arg = kp_argument(call, i)); i++) {
        const struct kp_node *p = callee ? kp_child(callee->decl, i) : NULL;
        bool by_reference =
            p && p->kind == KP_PARAM && p->sym->type && p->sym->type->kind == KP_TYPE_REFERENCE;
        bool ruled = rule && (i < KP_RULE_ARGS ? rule->arg[i] : rule->rest);

        if (passes_object(arg) && !by_reference && !ruled && !names_no_object(arg) &&
            !(arg->kind == KP_REF && arg->sym->from_prelude))
            touch(w, arg, KP_READ, arg);
    }
}

static void visit_call(struct walk *w, const struct kp_node *call)
{
    const struct kp_call_rule *rule = kp_callee_rule(w->f->unit, call);
    struct kp_func *callee;
    const struct kp_effects *s;

    visit_arguments(w, call);
    if (call->kind == KP_CALL && call->first && call->first->kind == KP_REF && call->first->sym &&
        call->first->sym->is_lambda) /* the closure is a variable, too */
        add_access(w, KP_READ, (struct kp_obj){KP_SPACE_LOCAL, call->first->sym, false},
                   call->first, NULL, false);
    if (rule) {
        read_by_value(w, call, NULL, rule);
        apply_rule(w, call, rule);
        return;
    }
    callee = call->sym ? kp_func_get(w->f->unit, call->sym, true) : NULL;
    s = callee ? kp_summary(w->f->unit, call->sym) : NULL;
    read_by_value(w, call, callee, NULL);
    if (s)
        apply_summary(w, call, callee, s);
    else if (!is_type_conversion(call))
        add_control(w, KP_CTL_UNKNOWN, call, NULL);
}

/* ---- the rest ---------------------------------------------------------------------------- */

/* The memory that an asm's address operand (NULL: any of its pointers, or one nobody sees) points
 * to. */
static void touch_operand(struct walk *w, const struct kp_node *n, const struct kp_node *operand,
                          unsigned bit, const struct kp_asm_rule *rule)
{
    struct kp_objs objects = {0};
    unsigned mode = (rule->read & bit ? KP_READ : 0u) | (rule->write & bit ? KP_WRITE : 0u);

    if (operand)
        kp_value_objs(w->f, operand, &objects);
    else
        kp_each_child(c, n) kp_value_objs(w->f, c, &objects);
    if (rule->is_atomic && mode & KP_WRITE)
        mode = KP_ATOMIC;
    if (!objects.list.n)
        kp_objs_add(w->f->unit, &objects, (struct kp_obj){.space = KP_SPACE_UNKNOWN});
    for (size_t i = 0; i < objects.list.n; i++)
        add_access(w, (enum kp_mode)mode, objects.list.v[i], n, NULL, false);
}

static void visit_asm(struct walk *w, const struct kp_node *n)
{
    struct kp_asm_rule rule = {0};
    unsigned i = 0;

    if (!n->name || !kp_rule_asm(w->f->unit->rules, n->name, &rule)) {
        add_control(w, KP_CTL_ASM, n, NULL);
        return;
    }
    if (n->asm_memory && !rule.is_barrier)
        add_control(w, KP_CTL_ORDER, n, NULL);
    if (rule.read == ~0u || rule.write == ~0u) /* by an address of its own making */
        touch_operand(w, n, NULL, ~0u, &rule);
    kp_each_child(c, n)
    {
        if (i >= n->asm_outputs || n->asm_inout & (1u << i))
            visit(w, c);
        if (i < 32 && (rule.read | rule.write) & (1u << i) && rule.read != ~0u && rule.write != ~0u)
            touch_operand(w, n, c, 1u << i, &rule);
        i++;
    }
    i = 0;
    kp_each_child(c, n) if (i++ < n->asm_outputs && is_lvalue(c))
    {
        visit_address(w, c);
        touch(w, c, KP_WRITE, c);
    }
    for (unsigned bit = 1; bit && bit <= rule.control; bit <<= 1)
        if (rule.control & bit)
            add_control(w, (enum kp_control)bit, n, NULL);
    if (rule.is_barrier || rule.is_partial_barrier)
        add_control(w, KP_CTL_BARRIER, n, NULL);
}

/* A pointer to shared memory, or a callee's parameter, stored where others can find it: nobody can
 * follow it from there. */
static bool escapes(struct walk *w, const struct kp_node *left, const struct kp_node *right)
{
    struct kp_objs to = {0}, from = {0};
    bool local = true, tile = false;

    if (left->type && left->type->kind != KP_TYPE_POINTER && !left->type->is_dependent)
        return false;
    kp_lvalue_objs(w->f, left, &to);
    kp_value_objs(w->f, right, &from);
    for (size_t i = 0; i < to.list.n; i++)
        local &= to.list.v[i].space == KP_SPACE_LOCAL;
    for (size_t i = 0; i < from.list.n; i++)
        tile |= from.list.v[i].space == KP_SPACE_SHARED || from.list.v[i].pointee;
    return tile && !local;
}

static void visit_assign(struct walk *w, const struct kp_node *n)
{
    const struct kp_node *left = n->first, *right = kp_child(n, 1);

    visit(w, right);
    visit_address(w, left);
    if (escapes(w, left, right))
        add_control(w, KP_CTL_UNKNOWN, n, NULL);
    touch(w, left, n->op == KP_OP_ASSIGN ? KP_WRITE : KP_RMW, left);
}

static void visit_unary(struct walk *w, const struct kp_node *n)
{
    switch (n->op) {
    case KP_OP_PREINC:
    case KP_OP_PREDEC:
    case KP_OP_POSTINC:
    case KP_OP_POSTDEC:
        visit_address(w, n->first);
        touch(w, n->first, KP_RMW, n->first);
        break;
    case KP_OP_ADDR:
        visit_address(w, n->first);
        break;
    case KP_OP_DEREF:
        read_lvalue(w, n);
        break;
    default:
        visit(w, n->first);
        break;
    }
}

static void visit_nested_loop(struct walk *w, const struct kp_node *n)
{
    const struct kp_node *breaks = w->breaks, *continues = w->continues;

    w->breaks = n;
    if (n->kind != KP_SWITCH)
        w->continues = n;
    kp_each_child(c, n) visit(w, c);
    w->breaks = breaks;
    w->continues = continues;
}

/* A destructor runs at the end of the scope, where no node stands for it. */
static bool has_destructor(const struct kp_type *t)
{
    const struct kp_node *record = t && t->decl ? t->decl->decl : NULL;

    while (t && t->kind == KP_TYPE_ARRAY)
        t = t->elem;
    if (!record || record->kind != KP_RECORD)
        return false;
    kp_each_child(c, record) if (c->kind == KP_FUNCTION && c->sym &&
                                 c->sym->name[0] == '~') return true;
    return false;
}

static void visit_var(struct walk *w, const struct kp_node *n)
{
    const struct kp_sym *s = n->sym;

    if (s && has_destructor(s->type))
        add_control(w, KP_CTL_UNKNOWN, n, NULL);

    kp_each_child(c, n)
    {
        bool binds =
            n->has_init && c == n->last && s && s->type && s->type->kind == KP_TYPE_REFERENCE;

        if (binds)
            visit_address(w, c);
        else
            visit(w, c);
    }
    if (!s || s->space != KP_SPACE_LOCAL)
        return;
    if (n->has_init)
        add_access(w, KP_WRITE, (struct kp_obj){KP_SPACE_LOCAL, s, false}, n, NULL, true);
}

static void visit(struct walk *w, const struct kp_node *n)
{
    switch (n->kind) {
    case KP_NONE:
    case KP_SIZEOF:
    case KP_THIS:
    case KP_LAMBDA: /* making a closure does nothing; calling it does */
    case KP_OTHER_DECL:
        return;
    case KP_REF:
    case KP_INDEX:
    case KP_MEMBER:
        read_lvalue(w, n);
        return;
    case KP_UNARY:
        visit_unary(w, n);
        return;
    case KP_ASSIGN:
        visit_assign(w, n);
        return;
    case KP_CALL:
    case KP_OPCALL:
    case KP_CONSTRUCT:
        visit_call(w, n);
        return;
    case KP_CAST:
        if (is_lvalue(n))
            read_lvalue(w, n);
        else
            visit(w, n->first);
        return;
    case KP_VAR:
        visit_var(w, n);
        return;
    case KP_ASM:
        visit_asm(w, n);
        return;
    case KP_FOR:
    case KP_WHILE:
    case KP_DO:
    case KP_SWITCH:
    case KP_RANGE_FOR:
        visit_nested_loop(w, n);
        return;
    case KP_BREAK:
        if (!w->breaks)
            add_control(w, KP_CTL_BREAK, n, NULL);
        return;
    case KP_CONTINUE:
        if (!w->continues)
            add_control(w, KP_CTL_CONTINUE, n, NULL);
        return;
    case KP_RETURN:
        add_control(w, KP_CTL_RETURN, n, NULL);
        break;
    case KP_GOTO:
    case KP_LABEL:
        add_control(w, KP_CTL_GOTO, n, NULL);
        break;
    case KP_NEW_DELETE:
    case KP_UNKNOWN: /* a statement expression, say: not all of it may be in the tree */
        add_control(w, KP_CTL_UNKNOWN, n, NULL);
        break;
    default:
        break;
    }
    kp_each_child(c, n) visit(w, c);
}

void kp_effects_of(struct kp_func *f, const struct kp_node *n, struct kp_effects *out)
{
    struct walk w = {.f = f, .out = out};

    visit(&w, n);
}

const struct kp_effects *kp_summary(struct kp_unit *u, const struct kp_sym *callee)
{
    struct kp_func *f = kp_func_get(u, callee, true);

    if (!f || f->busy)
        return NULL;
    if (!f->summary) {
        f->busy = true;
        f->summary = kp_new(u->arena, struct kp_effects);
        kp_each_child(c, f->decl) if (c->kind == KP_ASSIGN) /* a constructor's initialisers */
            kp_effects_of(f, c, f->summary);
        kp_effects_of(f, f->body, f->summary);
        f->busy = false;
    }
    return f->summary;
}

struct kp_effects *kp_function_effects(struct kp_func *f)
{
    if (!f->summary) {
        f->summary = kp_new(f->unit->arena, struct kp_effects);
        kp_effects_of(f, f->body, f->summary);
    }
    return f->summary;
}
