/* What a piece of code does: every access with its object, every way in which control or order
 * leaves the plain path. Callees visible in the file are summarised, others are known by rules or
 * unknown. */
#include "model/effects.h"

#include "front/tree.h"

void kp_walk_control(struct kp_walk *w, enum kp_control what, const struct kp_node *at,
                     const struct kp_node *in)
{
    struct kp_control_place p = {what, at, in};

    w->out->control_mask |= (unsigned)what;
    kp_push(w->f->unit->arena, &w->out->control, p);
    if (what == KP_CTL_UNKNOWN || what == KP_CTL_ASM)
        kp_walk_access(w, KP_RMW, (struct kp_obj){.space = KP_SPACE_UNKNOWN}, at, in, false);
}

void kp_walk_access(struct kp_walk *w, enum kp_mode mode, struct kp_obj o, const struct kp_node *at,
                    const struct kp_node *in, bool whole)
{
    struct kp_access a = {.mode = mode, .space = o.space, .base = o.sym, .at = at, .in = in};

    a.whole = whole && !o.pointee;
    a.through_pointer = o.pointee;
    kp_push(w->f->unit->arena, &w->out->access, a);
}

/* True if the lvalue goes through a pointer or a reference, so that it must denote something. */
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

static bool is_cut(const struct kp_walk *w, const struct kp_node *n)
{
    return w->cut && kp_map_get(w->cut, n);
}

/* The object of `e` is read or written; evaluating its address was visited already. */
void kp_walk_touch(struct kp_walk *w, const struct kp_node *e, unsigned mode,
                   const struct kp_node *at)
{
    struct kp_objs objects = {0};
    bool whole = e->kind == KP_REF && !kp_is_array_lvalue(e);

    if (!mode || is_cut(w, e))
        return;
    if (e->type && e->type->is_volatile)
        kp_walk_control(w, KP_CTL_ORDER, e, NULL);
    kp_lvalue_objs(w->f, e, &objects);
    if (!objects.list.n && goes_through_pointer(e))
        kp_objs_add(w->f->unit, &objects, (struct kp_obj){.space = KP_SPACE_UNKNOWN});
    for (size_t i = 0; i < objects.list.n; i++)
        kp_walk_access(w, (enum kp_mode)mode, objects.list.v[i], at, NULL,
                       whole && objects.list.n == 1 && objects.list.v[i].sym == e->sym);
}

/* Evaluate the address of an lvalue: indices and pointers are read, the object itself is not. */
void kp_walk_address(struct kp_walk *w, const struct kp_node *e)
{
    if (is_cut(w, e))
        return;
    switch (e->kind) {
    case KP_REF:
        if (e->sym && e->sym->kind == KP_SYM_VAR && e->sym->space == KP_SPACE_LOCAL &&
            e->sym->type &&
            e->sym->type->kind == KP_TYPE_REFERENCE) /* which object it names is a value, too */
            kp_walk_access(w, KP_READ, (struct kp_obj){KP_SPACE_LOCAL, e->sym, false}, e, NULL,
                           false);
        break;
    case KP_INDEX:
        if (kp_is_array_lvalue(e->first))
            kp_walk_address(w, e->first);
        else
            kp_walk(w, e->first);
        kp_walk(w, kp_child(e, 1));
        break;
    case KP_MEMBER:
        if (e->is_arrow)
            kp_walk(w, e->first);
        else
            kp_walk_address(w, e->first);
        break;
    case KP_UNARY:
        if (e->op == KP_OP_DEREF)
            kp_walk(w, e->first);
        else
            kp_walk(w, e);
        break;
    case KP_CAST:
        if (e->type && e->type->kind == KP_TYPE_REFERENCE)
            kp_walk_address(w, e->first);
        else
            kp_walk(w, e->first);
        break;
    case KP_COND:
        kp_walk(w, e->first);
        kp_walk_address(w, kp_child(e, 1));
        kp_walk_address(w, kp_child(e, 2));
        break;
    default:
        kp_walk(w, e);
        break;
    }
}

bool kp_walk_is_lvalue(const struct kp_node *e)
{
    return e->kind == KP_REF || e->kind == KP_INDEX || e->kind == KP_MEMBER ||
           (e->kind == KP_UNARY && e->op == KP_OP_DEREF) ||
           (e->kind == KP_CAST && e->type && e->type->kind == KP_TYPE_REFERENCE);
}

/* A variable that is no object of the program: a function, a template parameter, a constant. */
bool kp_names_no_object(const struct kp_node *e)
{
    return e->kind == KP_REF && (!e->sym || e->sym->is_constexpr || e->sym->has_value ||
                                 (e->sym->kind != KP_SYM_VAR && e->sym->kind != KP_SYM_PARAM));
}

static void read_lvalue(struct kp_walk *w, const struct kp_node *e)
{
    if (kp_names_no_object(e) || (e->sym && e->sym->from_prelude && e->kind == KP_REF))
        return; /* threadIdx and its like */
    kp_walk_address(w, e);
    if (!kp_is_array_lvalue(e))
        kp_walk_touch(w, e, KP_READ, e);
}

/* A pointer to shared memory, or a callee's parameter, stored where others can find it: nobody can
 * follow it from there. What a constructor stores in its object is followed from the call. */
static bool escapes(struct kp_walk *w, const struct kp_node *left, const struct kp_node *right)
{
    struct kp_objs to = {0}, from = {0};
    bool local = true, tile = false;

    if (left->type && left->type->kind != KP_TYPE_POINTER && !left->type->is_dependent)
        return false;
    kp_lvalue_objs(w->f, left, &to);
    kp_value_objs(w->f, right, &from);
    for (size_t i = 0; i < to.list.n; i++)
        local &= to.list.v[i].space == KP_SPACE_LOCAL ||
                 (w->f->sym->is_constructor && to.list.v[i].sym == w->f->this_sym &&
                  !to.list.v[i].pointee);
    for (size_t i = 0; i < from.list.n; i++)
        tile |= from.list.v[i].space == KP_SPACE_SHARED || from.list.v[i].pointee;
    return tile && !local;
}

static void visit_assign(struct kp_walk *w, const struct kp_node *n)
{
    const struct kp_node *left = n->first, *right = kp_child(n, 1);

    kp_walk(w, right);
    kp_walk_address(w, left);
    if (escapes(w, left, right))
        kp_walk_control(w, KP_CTL_UNKNOWN, n, NULL);
    kp_walk_touch(w, left, n->op == KP_OP_ASSIGN ? KP_WRITE : KP_RMW, left);
}

static void visit_unary(struct kp_walk *w, const struct kp_node *n)
{
    switch (n->op) {
    case KP_OP_PREINC:
    case KP_OP_PREDEC:
    case KP_OP_POSTINC:
    case KP_OP_POSTDEC:
        kp_walk_address(w, n->first);
        kp_walk_touch(w, n->first, KP_RMW, n->first);
        break;
    case KP_OP_ADDR:
        kp_walk_address(w, n->first);
        break;
    case KP_OP_DEREF:
        read_lvalue(w, n);
        break;
    default:
        kp_walk(w, n->first);
        break;
    }
}

static void visit_nested_loop(struct kp_walk *w, const struct kp_node *n)
{
    const struct kp_node *breaks = w->breaks, *continues = w->continues;

    if (n->kind == KP_RANGE_FOR && kp_child(n, 1)) /* each element in turn */
        kp_walk_touch(w, kp_child(n, 1), KP_READ, kp_child(n, 1));
    w->breaks = n;
    if (n->kind != KP_SWITCH)
        w->continues = n;
    kp_each_child(c, n) kp_walk(w, c);
    w->breaks = breaks;
    w->continues = continues;
}

/* What runs where an object, or an array of them, ends is not in the tree. */
static void end_object(struct kp_walk *w, const struct kp_node *n, const struct kp_type *t)
{
    while (t && t->kind == KP_TYPE_ARRAY)
        t = t->elem;
    if (t && t->kind == KP_TYPE_RECORD && t->ends_in_code)
        kp_walk_control(w, KP_CTL_UNKNOWN, n, NULL);
}

static void visit_var(struct kp_walk *w, const struct kp_node *n)
{
    const struct kp_sym *s = n->sym;

    kp_each_child(c, n)
    {
        bool binds =
            n->has_init && c == n->last && s && s->type && s->type->kind == KP_TYPE_REFERENCE;

        if (binds)
            kp_walk_address(w, c);
        else
            kp_walk(w, c);
    }
    if (!s || s->space != KP_SPACE_LOCAL)
        return;
    end_object(w, n, s->type);
    if (n->has_init)
        kp_walk_access(w, KP_WRITE, (struct kp_obj){KP_SPACE_LOCAL, s, false}, n, NULL, true);
}

static bool is_volatile(const struct kp_type *t)
{
    t = kp_referred_type(t);
    return t && t->is_volatile;
}

/* True for a cast, or a call, to a reference by which the object is volatile, whatever it was
 * declared. What a template leaves open is asked in its instances (legal/memory.c). */
static bool names_volatile(const struct kp_node *n)
{
    bool is_call = n->kind == KP_CALL || n->kind == KP_OPCALL;

    return ((is_call || (n->kind == KP_CAST && n->is_place)) && is_volatile(n->type)) ||
           (is_call && n->sym && n->sym->kind == KP_SYM_FUNCTION && is_volatile(n->sym->type));
}

void kp_walk(struct kp_walk *w, const struct kp_node *n)
{
    if (is_cut(w, n))
        return;
    if (names_volatile(n))
        kp_walk_control(w, KP_CTL_ORDER, n, NULL);
    if (kp_is_made_unseen(n))
        kp_walk_control(w, KP_CTL_UNKNOWN, n, NULL);
    switch (kp_kind_in(w->f, n)) {
    case KP_NONE:
    case KP_SIZEOF:
    case KP_THIS:
    case KP_OTHER_DECL:
    case KP_LAMBDA: /* making a closure does nothing */
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
        kp_walk_call(w, n);
        end_object(w, n, n->type);
        return;
    case KP_CAST:
        if (!n->is_place)
            end_object(w, n, n->type);
        if (kp_walk_is_lvalue(n))
            read_lvalue(w, n);
        else
            kp_walk(w, n->first);
        return;
    case KP_VAR:
        visit_var(w, n);
        return;
    case KP_ASM:
        kp_walk_asm(w, n);
        return;
    case KP_RANGE_FOR: /* every element is read */
        visit_nested_loop(w, n);
        if (kp_child(n, 1))
            kp_walk_touch(w, kp_child(n, 1), KP_READ, kp_child(n, 1));
        return;
    case KP_FOR:
    case KP_WHILE:
    case KP_DO:
    case KP_SWITCH:
        visit_nested_loop(w, n);
        return;
    case KP_BREAK:
        if (!w->breaks)
            kp_walk_control(w, KP_CTL_BREAK, n, NULL);
        return;
    case KP_CONTINUE:
        if (!w->continues)
            kp_walk_control(w, KP_CTL_CONTINUE, n, NULL);
        return;
    case KP_RETURN:
        kp_walk_control(w, KP_CTL_RETURN, n, NULL);
        break;
    case KP_GOTO:
    case KP_LABEL:
        kp_walk_control(w, KP_CTL_GOTO, n, NULL);
        break;
    case KP_NEW_DELETE:
    case KP_UNKNOWN: /* a statement expression, say: not all of it may be in the tree */
        kp_walk_control(w, KP_CTL_UNKNOWN, n, NULL);
        break;
    case KP_INIT_LIST:
    case KP_COND:
        end_object(w, n, n->type);
        break;
    default:
        break;
    }
    kp_each_child(c, n) kp_walk(w, c);
}

void kp_effects_of(struct kp_func *f, const struct kp_node *n, struct kp_effects *out)
{
    struct kp_walk w = {.f = f, .out = out};

    kp_walk(&w, n);
}

void kp_effects_without(struct kp_func *f, const struct kp_node *n, const struct kp_map *cut,
                        struct kp_effects *out)
{
    struct kp_walk w = {.f = f, .out = out, .cut = cut};

    kp_walk(&w, n);
}

const struct kp_effects *kp_effects_at(struct kp_func *f, const struct kp_node *n)
{
    size_t *known = kp_map_at(f->unit->arena, &f->effects_at, n), number = *known;
    struct kp_effects *e;

    if (number)
        return f->effects.v[number - 1];
    e = kp_new(f->unit->arena, struct kp_effects);
    kp_effects_of(f, n, e);
    kp_push(f->unit->arena, &f->effects, e);
    if (!f->busy) /* else what pointers point to is not known yet */
        *kp_map_at(f->unit->arena, &f->effects_at, n) = f->effects.n;
    return e;
}

/* What a call site does not tell apart: the same access of the same place, come to by several
 * calls. */
static bool same_for_callers(const struct kp_access *a, const struct kp_access *b)
{
    const struct kp_type *at = a->at->kind == KP_CALL ? NULL : a->at->type;
    const struct kp_type *bt = b->at->kind == KP_CALL ? NULL : b->at->type;

    return a->mode == b->mode && a->space == b->space && a->base == b->base &&
           a->whole == b->whole && a->through_pointer == b->through_pointer && at == bt &&
           (a->in ? a->in : a->at) == (b->in ? b->in : b->at);
}

static size_t slot_of(const struct kp_node *place, const struct kp_sym *base, size_t mask)
{
    uintptr_t h = (uintptr_t)place / 16 * 31 + (uintptr_t)base / 16;

    return (size_t)(h * 0x9E3779B97F4A7C15u >> 20) & mask;
}

/* Calls of calls double what is listed at each step. */
static void drop_repeated_accesses(struct kp_unit *u, struct kp_effects *e)
{
    size_t mask = 15, n = 0;
    uint32_t *slots; /* index + 1 into the list */

    while (mask < 2 * e->access.n)
        mask = 2 * mask + 1;
    slots = kp_new_array(u->arena, uint32_t, mask + 1);
    for (size_t i = 0; i < e->access.n; i++) {
        struct kp_access a = e->access.v[i];
        size_t at = slot_of(a.in ? a.in : a.at, a.base, mask);

        while (slots[at] && !same_for_callers(&e->access.v[slots[at] - 1], &a))
            at = (at + 1) & mask;
        if (slots[at])
            continue;
        e->access.v[n++] = a;
        slots[at] = (uint32_t)n;
    }
    e->access.n = n;
}

static void drop_repeated_control(struct kp_effects *e)
{
    size_t n = 0;

    for (size_t i = 0; i < e->control.n; i++) {
        struct kp_control_place p = e->control.v[i];
        const struct kp_node *place = p.in ? p.in : p.at;
        size_t k = 0;

        while (k < n && (e->control.v[k].what != p.what ||
                         (e->control.v[k].in ? e->control.v[k].in : e->control.v[k].at) != place))
            k++;
        if (k == n)
            e->control.v[n++] = p;
    }
    e->control.n = n;
}

static void end_parameters(struct kp_func *f, struct kp_effects *out)
{
    struct kp_walk w = {.f = f, .out = out};

    kp_each_child(c, f->decl) if (c->kind == KP_PARAM && c->sym) end_object(&w, c, c->sym->type);
}

const struct kp_effects *kp_summary(struct kp_unit *u, const struct kp_sym *callee)
{
    struct kp_func *f = kp_func_get(u, callee, true);

    if (!f || f->busy)
        return NULL;
    if (!f->summary) {
        f->busy = true;
        f->summary = kp_new(u->arena, struct kp_effects);
        end_parameters(f, f->summary);
        kp_each_child(c, f->decl) if (c->kind == KP_ASSIGN ||
                                      c->kind == KP_CONSTRUCT) /* a constructor's initialisers */
            kp_effects_of(f, c, f->summary);
        kp_effects_of(f, f->body, f->summary);
        drop_repeated_accesses(u, f->summary);
        drop_repeated_control(f->summary);
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
