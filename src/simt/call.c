/* Calls. A function is expanded where it is called; a call through a pointer is a chain of
 * comparisons with the addresses of the functions that fit, each expanded behind its own. */
#include "simt/decode.h"

#include <string.h>

#include "util/str.h"

struct call {
    const struct ptx_opnd *rets, *args; /* NULL: none */
    const struct ptx_opnd *callee;
    const struct ptx_opnd *proto; /* of an indirect call */
};

/* call (rets), callee, (args), prototype; */
static struct call parts(struct decoder *d)
{
    const struct ptx_inst *in = d->in;
    struct call c = {0};
    unsigned k = 0;

    if (k < in->n && in->opnd[k].kind == OPND_LIST)
        c.rets = &in->opnd[k++];
    if (k < in->n)
        c.callee = &in->opnd[k++];
    if (k < in->n && in->opnd[k].kind == OPND_LIST)
        c.args = &in->opnd[k++];
    if (k < in->n)
        c.proto = &in->opnd[k++];
    if (!c.callee || k < in->n)
        dec_fail(d, "unsupported form");
    return c;
}

static unsigned count(const struct ptx_opnd *list)
{
    return list ? list->n_elem : 0;
}

static uint32_t argument(struct decoder *d, const struct ptx_opnd *o)
{
    if (o->kind != OPND_SYM || !o->var || o->var->space != SPACE_FRAME)
        dec_fail(d, "arguments have to be .param variables");
    return (uint32_t)dec_var_address(d, o->var);
}

static void exec_host(struct kp_warp *w, const struct kp_insn *i, uint32_t mask)
{
    for (uint32_t rest = mask; rest && !w->block->aborted; rest &= rest - 1)
        kp_host_call(w, i, (unsigned)__builtin_ctz(rest));
}

/* printf, assert and the like: the arguments' places in local memory go to the host. */
static void call_host(struct decoder *d, const char *name, const struct call *c)
{
    struct kp_more *m = dec_more(d);
    struct kp_insn *i;

    m->text = name;
    m->n = count(c->args);
    if (m->n > 8)
        dec_fail(d, "too many arguments");
    for (unsigned k = 0; k < m->n; k++)
        m->slot[k].at = argument(d, &c->args->elem[k]);
    m->e = count(c->rets) ? argument(d, &c->rets->elem[0]) : 0;
    i = dec_emit(d, exec_host);
    i->more = m;
}

static bool on_the_way(const struct frame *f, const struct ptx_func *callee)
{
    for (; f; f = f->caller)
        if (f->f == callee)
            return true;
    return false;
}

static void expand(struct decoder *d, const struct ptx_func *f, const struct call *c)
{
    struct frame *fr = kp_new(d->arena, struct frame);

    fr->f = f;
    fr->caller = d->frame;
    fr->param_at = kp_new_array(d->arena, uint32_t, f->params.n + 1);
    fr->ret_at = kp_new_array(d->arena, uint32_t, f->rets.n + 1);
    if (count(c->args) != f->params.n || count(c->rets) != f->rets.n)
        dec_fail(d, "wrong number of arguments for %s", f->name);
    for (size_t k = 0; k < f->params.n; k++)
        fr->param_at[k] = argument(d, &c->args->elem[k]);
    for (size_t k = 0; k < f->rets.n; k++)
        fr->ret_at[k] = argument(d, &c->rets->elem[k]);
    dec_function(d, fr);
}

/* A branch whose target is set later; guarded like the call when it is not by `p`. */
static uint32_t branch(struct decoder *d, uint32_t p, bool negated)
{
    struct kp_insn *i = dec_emit(d, dec_branch());

    if (p) {
        i->guard = p;
        i->guard_negated = negated;
    }
    return (uint32_t)d->p->code.n - 1;
}

static void here(struct decoder *d, uint32_t insn)
{
    d->p->code.v[insn].target = (uint32_t)d->p->code.n;
}

/* ---- through a pointer ---- */

static void exec_wild_call(struct kp_warp *w, const struct kp_insn *i, uint32_t mask)
{
    kp_alarm_text(w, i, (unsigned)__builtin_ctz(mask), KP_ALARM_TRAP,
                  "call through a pointer to no function that takes these arguments");
    kp_lanes_exit(w, mask);
}

static void exec_recursion(struct kp_warp *w, const struct kp_insn *i, uint32_t mask)
{
    (void)mask;
    kp_stop_run(w->block->machine,
                "PTX line %u: %s: the pointer leads to a function that is being executed already "
                "(recursion is not supported)",
                i->more->line, i->more->op);
    w->block->aborted = true;
    w->stop = true;
}

static const struct ptx_proto *find_proto(struct decoder *d, const struct ptx_opnd *o)
{
    const struct ptx_func *f = d->frame->f;
    const struct ptx_proto *found = NULL;

    for (size_t k = 0; o->name && k < f->protos.n; k++) {
        const struct ptx_proto *t = f->protos.v[k];

        if (kp_streq(t->name, o->name) &&
            ptx_is_nearer(f, t->scope, d->in->scope, found ? &found->scope : NULL))
            found = t;
    }
    if (!found)
        dec_fail(d, "unknown prototype %s", o->name ? o->name : "");
    return found;
}

static bool fits(const struct ptx_proto *t, const struct ptx_func *f)
{
    if (f->is_entry || !f->has_body)
        return false;
    if (t->is_list) {
        for (size_t k = 0; k < t->names.n; k++)
            if (kp_streq(t->names.v[k], f->name))
                return true;
        return false;
    }
    if (f->rets.n != t->rets.n || f->params.n != t->params.n)
        return false;
    for (size_t k = 0; k < t->rets.n; k++)
        if (f->rets.v[k]->size != t->rets.v[k])
            return false;
    for (size_t k = 0; k < t->params.n; k++)
        if (f->params.v[k]->size != t->params.v[k])
            return false;
    return true;
}

static void compare_address(struct decoder *d, uint32_t p, uint32_t pointer, uint64_t address)
{
    uint32_t constant = dec_constant(d, address, LANE_64);
    struct kp_insn *i = dec_emit(d, kp_alu_find("setp.eq.b64")->exec);

    i->d = p;
    i->a = pointer;
    i->b = constant;
    i->more = dec_more(d);
}

static void call_pointer(struct decoder *d, const struct call *c)
{
    const struct ptx_proto *t = find_proto(d, c->proto);
    uint32_t pointer = dec_source(d, c->callee, T_u64), p = dec_alloc(d, LANE_PRED);
    KP_VEC(uint32_t) ends = {0};

    for (size_t k = 0; k < d->m->funcs.n; k++) {
        const struct ptx_func *f = d->m->funcs.v[k];
        uint32_t next, end;
        if (!fits(t, f))
            continue;
        compare_address(d, p, pointer, kp_function_address(d->m, f->name));
        next = branch(d, p, true);
        if (on_the_way(d->frame, f))
            dec_emit(d, exec_recursion)->more = dec_more(d);
        else
            expand(d, f, c);
        end = branch(d, 0, false);
        d->p->code.v[end].guard = NO_GUARD;
        kp_push(d->arena, &ends, end);
        here(d, next);
    }
    dec_emit(d, exec_wild_call);
    for (size_t k = 0; k < ends.n; k++)
        here(d, ends.v[k]);
}

void decode_call(struct decoder *d)
{
    const struct ptx_func *f;
    struct call c = parts(d);
    uint32_t skip = 0;
    bool guarded = d->in->guard >= 0;

    dec_part(d, "uni");
    dec_done(d);
    if (guarded) { /* around the expanded body, for the lanes that do not call */
        skip = branch(d, 0, false);
        d->p->code.v[skip].guard_negated = !d->p->code.v[skip].guard_negated;
    }
    f = c.callee->kind == OPND_SYM && !c.callee->var ? ptx_find_func(d->m, c.callee->name) : NULL;
    if (c.callee->kind == OPND_REG && c.proto)
        call_pointer(d, &c);
    else if (!f)
        dec_fail(d, "unknown function %s", c.callee->name ? c.callee->name : "");
    else if (!f->has_body && kp_host_known(f->name))
        call_host(d, f->name, &c);
    else if (!f->has_body)
        dec_fail(d, "call of %s, which has no body", f->name);
    else if (on_the_way(d->frame, f))
        dec_fail(d, "%s calls itself (recursion is not supported)", f->name);
    else
        expand(d, f, &c);
    if (guarded)
        here(d, skip);
}
