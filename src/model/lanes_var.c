/* Variables as the lanes of a warp see them: what starts them, and what moves them on. A variable
 * that every trip of a loop advances by the same for all lanes is its start plus an unknown. */
#include "model/eval.h"
#include "model/lanes.h"

enum { MAX_DEFS = 24 };

struct def {
    const struct kp_node *at;    /* the VAR, ASSIGN or UNARY */
    const struct kp_node *value; /* what it starts with, or is advanced by; NULL: one */
    bool is_step;
};

struct defs {
    struct def v[MAX_DEFS];
    unsigned n;
    bool other; /* something else may write it */
};

static const struct kp_lanes unknown;

static void add_def(struct defs *d, const struct kp_node *at, const struct kp_node *value,
                    bool is_step)
{
    if (d->n == MAX_DEFS)
        d->other = true;
    else
        d->v[d->n++] = (struct def){at, value, is_step};
}

static bool names(const struct kp_node *e, const struct kp_sym *sym)
{
    return e && e->kind == KP_REF && e->sym == sym;
}

static void add_assignment(struct defs *d, const struct kp_node *n, const struct kp_sym *sym)
{
    const struct kp_node *value = kp_child(n, 1);

    if (n->op == KP_OP_ADD_ASSIGN || n->op == KP_OP_SUB_ASSIGN)
        add_def(d, n, value, true);
    else if (n->op != KP_OP_ASSIGN)
        d->other = true;
    else if (value->kind == KP_BINARY && (value->op == KP_OP_ADD || value->op == KP_OP_SUB) &&
             names(value->first, sym))
        add_def(d, n, kp_child(value, 1), true);
    else
        add_def(d, n, value, false);
}

/* May a call change the variable that is its argument i? */
static bool by_reference(const struct kp_node *call, unsigned i)
{
    const struct kp_node *p = call->sym && call->sym->decl ? kp_child(call->sym->decl, i) : NULL;

    if (call->kind == KP_CONSTRUCT || (call->sym && call->sym->from_prelude))
        return false;
    return !p || p->kind != KP_PARAM || !p->sym->type ||
           (p->sym->type->kind == KP_TYPE_REFERENCE && !p->sym->type->elem->is_const);
}

/* The definitions of all of a function's variables. */
struct kp_all_defs {
    struct kp_arena *arena;
    struct kp_map by_sym; /* the number + 1 in .. */
    KP_VEC(struct defs *) list;
};

static struct defs *defs_in(struct kp_all_defs *all, const struct kp_sym *sym)
{
    size_t *at = kp_map_at(all->arena, &all->by_sym, sym);

    if (!*at) {
        kp_push(all->arena, &all->list, kp_new(all->arena, struct defs));
        *at = all->list.n;
    }
    return all->list.v[*at - 1];
}

static const struct kp_sym *named(const struct kp_node *e)
{
    return e && e->kind == KP_REF ? e->sym : NULL;
}

static void may_write(struct kp_all_defs *all, const struct kp_node *e)
{
    if (named(e))
        defs_in(all, e->sym)->other = true;
}

static void find_defs(struct kp_all_defs *all, const struct kp_node *n)
{
    const struct kp_sym *first = named(n->first);

    if (n->kind == KP_VAR && n->sym && n->has_init) {
        add_def(defs_in(all, n->sym), n, n->last, false);
        if (n->sym->type && n->sym->type->kind == KP_TYPE_REFERENCE && named(n->last) != n->sym)
            may_write(all, n->last);
    } else if (n->kind == KP_ASSIGN && first) {
        add_assignment(defs_in(all, first), n, first);
    } else if (n->kind == KP_UNARY && first && n->op >= KP_OP_PREINC && n->op <= KP_OP_POSTDEC) {
        add_def(defs_in(all, first), n, NULL, true);
    } else if (n->kind == KP_UNARY && n->op == KP_OP_ADDR) {
        may_write(all, n->first);
    } else if (n->kind == KP_ASM) {
        for (unsigned i = 0; i < n->asm_outputs; i++)
            may_write(all, kp_child(n, i));
    } else if (n->kind == KP_CALL || n->kind == KP_OPCALL) {
        for (unsigned i = 0; kp_argument(n, i); i++)
            if (named(kp_argument(n, i)) && by_reference(n, i))
                may_write(all, kp_argument(n, i));
    }
    kp_each_child(c, n) find_defs(all, c);
}

static const struct defs *defs_of(struct kp_func *f, const struct kp_sym *sym)
{
    if (!f->defs) {
        f->defs = kp_new(f->unit->arena, struct kp_all_defs);
        f->defs->arena = f->unit->arena;
        find_defs(f->defs, f->body);
    }
    return defs_in(f->defs, sym);
}

/* The for loop around `use` whose header starts the variable, NULL when there is none. */
static const struct kp_node *owner(const struct kp_node *use, const struct defs *d)
{
    for (const struct kp_node *n = use->parent; n && n->kind != KP_FUNCTION; n = n->parent)
        if (n->kind == KP_FOR)
            for (unsigned i = 0; i < d->n; i++)
                if (!d->v[i].is_step && kp_is_inside(d->v[i].at, n->first))
                    return n;
    return NULL;
}

/* The definition that the use starts from; NULL when there may be several. */
static const struct def *start_of(const struct defs *d, const struct kp_node *loop)
{
    const struct def *found = NULL;

    for (unsigned i = 0; i < d->n; i++) {
        if (d->v[i].is_step || (loop && !kp_is_inside(d->v[i].at, loop)))
            continue;
        if (found)
            return NULL;
        found = &d->v[i];
    }
    return found;
}

static bool has_start(const struct defs *d)
{
    for (unsigned i = 0; i < d->n; i++)
        if (!d->v[i].is_step)
            return true;
    return false;
}

static bool has_continue(const struct kp_node *n)
{
    if (n->kind == KP_CONTINUE)
        return true;
    kp_each_child(c, n) if (has_continue(c)) return true;
    return false;
}

/* Do all lanes that come to `use` make this step equally often? */
static bool steps_together(struct kp_func *f, const struct kp_node *step, const struct kp_node *use)
{
    for (const struct kp_node *n = step->parent, *c = step; n && n->kind != KP_FUNCTION;
         c = n, n = n->parent) {
        const struct kp_node *condition = n->kind == KP_IF       ? kp_child(n, 1)
                                          : n->kind == KP_COND   ? n->first
                                          : n->kind == KP_SWITCH ? n->first
                                                                 : NULL;

        if (condition && c != condition && kp_thread_dependent(f, condition, NULL))
            return false;
        if (n->kind == KP_BINARY && (n->op == KP_OP_LAND || n->op == KP_OP_LOR) && c != n->first &&
            kp_thread_dependent(f, n->first, NULL))
            return false;
        if (n->kind == KP_LAMBDA)
            return false;
        if (!kp_is_loop(n))
            continue;
        if (c != kp_loop_step(n) && has_continue(kp_loop_body(n)))
            return false;
        condition = kp_loop_condition(n);
        if (condition && kp_thread_dependent(f, condition, NULL) && !kp_is_inside(use, n))
            return false;
    }
    return true;
}

static int64_t pointee(struct kp_warp *w, const struct kp_node *use)
{
    const struct kp_type *t = use->sym->type;

    return t && t->kind == KP_TYPE_POINTER ? kp_lanes_stride(w, use) : 1;
}

/* What a kernel's parameter is when the kernel begins. */
static struct kp_lanes passed(const struct kp_sym *s)
{
    struct kp_lanes v = s->type->kind == KP_TYPE_POINTER ? kp_lanes_of(0) : kp_lanes_some(1);

    v.root = s->type->kind == KP_TYPE_POINTER ? s : NULL;
    return v;
}

/* Start plus what the steps add, which is the same for all lanes. */
static struct kp_lanes advanced(struct kp_warp *w, const struct kp_node *use, const struct defs *d,
                                const struct kp_node *loop)
{
    const struct def *start = start_of(d, loop);
    struct kp_lanes v, by;
    int64_t scale = pointee(w, use);

    if (!scale || (!start && (has_start(d) || use->sym->kind != KP_SYM_PARAM)))
        return unknown;
    v = start ? kp_lanes_value(w, start->value) : passed(use->sym);
    if (w->first_trip && loop == w->first_trip)
        return v;
    for (unsigned i = 0; i < d->n && v.known; i++) {
        if (!d->v[i].is_step || (loop && !kp_is_inside(d->v[i].at, loop)))
            continue;
        if (!steps_together(w->f, d->v[i].at, use))
            return unknown;
        by = d->v[i].value ? kp_lanes_value(w, d->v[i].value) : kp_lanes_of(1);
        if (!kp_lanes_uniform(&by))
            return unknown;
        /* any number of steps */
        if (kp_lanes_exact(&by))
            by = by.at[0] ? kp_lanes_some(by.at[0] < 0 ? -by.at[0] : by.at[0]) : by;
        else
            by = kp_lanes_some(1);
        by = kp_lanes_scaled(&by, scale);
        v = kp_lanes_binary(KP_OP_ADD, &v, &by, NULL, NULL);
    }
    return v;
}

static bool is_number(const struct kp_sym *s)
{
    return s->type && !s->n_dims &&
           ((s->type->kind == KP_TYPE_INT && s->type->size >= 4) ||
            s->type->kind == KP_TYPE_POINTER || s->type->is_dependent);
}

/* A variable, or a kernel's parameter, which is the same for all threads. */
static bool is_ours(const struct kp_func *f, const struct kp_sym *s)
{
    return s->kind == KP_SYM_VAR || (f->sym->is_kernel && kp_is_param_of(f, s));
}

struct kp_lanes kp_lanes_variable(struct kp_warp *w, const struct kp_node *use)
{
    const struct kp_sym *s = use->sym;
    const struct kp_node *loop;
    struct kp_lanes *v;
    struct defs d = {0};

    if (w->memo[s->id])
        return *w->memo[s->id];
    v = kp_new(w->f->unit->arena, struct kp_lanes);
    *v = unknown;
    if (is_number(s) && s->space == KP_SPACE_LOCAL && s->decl && !w->busy[s->id]) {
        w->busy[s->id] = 1;
        d = *defs_of(w->f, s);
        loop = owner(use, &d);
        if (is_ours(w->f, s) && (!d.other || (loop && loop == w->first_trip)))
            *v = advanced(w, use, &d, loop);
        w->busy[s->id] = 0;
    }
    if (!v->known && !kp_thread_dependent(w->f, use, NULL))
        *v = kp_lanes_some(1);
    if (!d.other && !w->first_trip && (!d.n || (d.n == 1 && !d.v[0].is_step)))
        w->memo[s->id] = v;
    return *v;
}
