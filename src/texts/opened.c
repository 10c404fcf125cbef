/* Calls of closures that a loop's body declares, as what they return:
 *
 *     auto get = [&](int i) { return a[k + i]; };
 *     As[t] = get(t);                                As[t] = a[k + t];
 *
 * A closure by reference keeps nothing, so what it names is the same at the call. Where all that is
 * said of it are such calls, its declaration goes. */
#include "emit/text.h"
#include "front/front.h"
#include "front/tree.h"
#include "model/elsewhere.h"
#include "model/own_text.h"
#include "model/says.h"
#include "texts/direct.h"

/* True for `place = call;`, also `place = c ? call : ..;`, of one type, in a block or alone. */
static bool is_stored(struct kp_direct *d, const struct kp_node *call)
{
    const struct kp_node *value =
        call->parent->kind == KP_COND && call != call->parent->first ? call->parent : call;
    const struct kp_node *n = value->parent, *p = n ? n->parent : NULL;

    return p && n->kind == KP_ASSIGN && n->op == KP_OP_ASSIGN && kp_child(n, 1) == value &&
           !n->from_macro && kp_owns_text(d->u, n) && !kp_is_argument(d->u, n->span) &&
           (p->kind == KP_COMPOUND || p->kind == KP_IF ||
            (p->kind == KP_FOR && kp_loop_body(p) == n)) &&
           kp_direct_is_same_type(d, n->first, call) && kp_direct_is_same_type(d, value, call) &&
           !kp_writes_by_itself(n->first);
}

/* Puts what the closure returns in the place of each call; false: not of all. */
static bool open_calls(struct kp_direct *d, const struct kp_node *stmt, struct kp_spans *known)
{
    const struct kp_sym *s = stmt->first->sym;
    struct kp_node *const *refs;
    size_t n;

    if (!kp_knows_refs(d->f->decl, s))
        return false;
    refs = kp_refs_below(d->f->decl, s, &n);
    for (size_t i = 0; i < n; i++) {
        const struct kp_node *call = refs[i]->parent;
        const char *text;

        if (call->kind != KP_CALL || call->first != refs[i] || call->sym != s ||
            !kp_is_inside(call, d->l->node) || !is_stored(d, call) ||
            !(text = kp_called_value(d, call)))
            return false;
        kp_patch(d->u, d->patches, call->span.begin, call->span.end, text);
        kp_push(d->u->arena, known, call->span);
    }
    return n;
}

static bool is_closure(struct kp_unit *u, const struct kp_node *stmt)
{
    const struct kp_node *var = stmt->first;

    return stmt->kind == KP_DECL_STMT && stmt->n_children == 1 && !stmt->file &&
           !stmt->from_macro && stmt->parent->kind == KP_COMPOUND && var->kind == KP_VAR &&
           var->has_init && var->sym && var->sym->is_lambda && !var->sym->is_static &&
           kp_captures_by_reference(u, var->last) && kp_owns_lines(u, stmt) &&
           !kp_is_argument(u, (struct kp_span){stmt->span.begin, kp_stmt_end(u, stmt)});
}

static bool open_closure(struct kp_direct *d, const struct kp_node *stmt)
{
    struct kp_unit *u = d->u;
    const size_t n = d->patches->list.n;
    struct kp_spans known = {0};
    struct kp_span lines;

    kp_push(u->arena, &known, ((struct kp_span){stmt->span.begin, kp_stmt_end(u, stmt)}));
    if (!is_closure(u, stmt) || !open_calls(d, stmt, &known) ||
        kp_text_says(u, stmt->parent->span, &known, stmt->first->sym->name)) {
        d->patches->list.n = n;
        return false;
    }
    lines = kp_lines_of(u, stmt);
    kp_patch(u, d->patches, lines.begin, lines.end, "");
    return true;
}

bool kp_open_closures(struct kp_unit *u, const struct kp_loop *l, struct kp_patches *p)
{
    struct kp_direct d = {.u = u, .f = kp_func_get(u, l->function, false), .l = l, .patches = p};
    bool any = false;

    if (!d.f || d.f->decl->kind != KP_FUNCTION || d.f->decl->file || l->function->is_template)
        return false;
    kp_each_below(x, kp_loop_body(l->node)) if (x->kind == KP_DECL_STMT && x->first) any |=
        open_closure(&d, x);
    return any;
}
