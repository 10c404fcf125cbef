/* memcpy(to, from, bytes) between objects of one type, as assignments of these objects: what the
 * pointers point to is aligned as the type says, and so much of it is copied. */
#include "front/tree.h"
#include "model/access.h"
#include "model/eval.h"
#include "model/func.h"
#include "model/inline_call.h"
#include "model/own_text.h"

enum { MOST_COPIED = 64 };

/* What the pointer or array has as elements, numbers or vectors; NULL: no objects of which an
 * assignment copies every byte as it is. */
static const struct kp_type *copied_type(const struct kp_node *arg)
{
    const struct kp_type *t = arg->type ? arg->type : kp_lvalue_type(arg);

    if (!t || (t->kind != KP_TYPE_POINTER && t->kind != KP_TYPE_ARRAY) || !t->elem)
        return NULL;
    t = t->elem;
    return !t->is_volatile && t->size > 0 &&
                   ((kp_is_number(t) && t->kind != KP_TYPE_BOOL) ||
                    (t->kind == KP_TYPE_RECORD && t->decl && t->decl->from_prelude))
               ? t
               : NULL;
}

/* It can be evaluated for each of the objects: it does nothing, and what it reads is not copied
 * into. */
static bool may_repeat(struct kp_unit *u, const struct kp_node *call, const struct kp_node *arg)
{
    const struct kp_node *in = kp_function_around(call);
    struct kp_func *f = in && in->sym ? kp_func_get(u, in->sym, false) : NULL;
    struct kp_effects e = {0};

    if (!f || arg->from_macro || arg->file || kp_writes_by_itself(arg) ||
        kp_holds(arg, KP_BIT(KP_CALL) | KP_BIT(KP_OPCALL) | KP_BIT(KP_LAMBDA)))
        return false;
    kp_effects_of(f, arg, &e);
    for (size_t i = 0; i < e.access.n; i++)
        if (e.access.v[i].mode != KP_READ || e.access.v[i].space != KP_SPACE_LOCAL)
            return false;
    return !e.control.n;
}

/* The bytes are so many objects whatever is edited elsewhere, or what a build defines: no name says
 * how many or of what size, but sizeof for a single one. */
static bool is_fixed(struct kp_unit *u, const struct kp_node *size, const struct kp_type *t,
                     bool one)
{
    const char *canonical = kp_plain_type(u->arena, t->canonical);

    if (!kp_owns_text(u, size) || kp_holds(size, KP_BIT(KP_REF) | KP_BIT(KP_CALL)))
        return false;
    kp_each_below(x, size) if (x->from_macro) return false;
    return (one && size->kind == KP_SIZEOF) ||
           (kp_streq(kp_plain_type(u->arena, t->spelling), canonical) &&
            (!t->decl || t->decl->from_prelude) && !kp_holds(size, KP_BIT(KP_SIZEOF)));
}

int64_t kp_copied_objects(struct kp_unit *u, const struct kp_node *call)
{
    const struct kp_call_rule *rule = call->kind == KP_CALL ? kp_callee_rule(u, call) : NULL;
    const struct kp_node *to, *from, *size;
    const struct kp_type *t, *s;
    int64_t bytes;

    if (!rule || !rule->fills.bytes || rule->fills.is_byte || call->n_children != 4)
        return 0;
    to = kp_argument(call, (unsigned)rule->fills.to);
    from = kp_argument(call, (unsigned)rule->fills.from);
    size = kp_argument(call, (unsigned)rule->fills.bytes);
    t = copied_type(to);
    s = copied_type(from);
    if (!t || !s || t->is_const || size->from_macro || !kp_eval(size, NULL, &bytes) || bytes <= 0 ||
        bytes % t->size != 0 || bytes / t->size > MOST_COPIED ||
        !kp_streq(kp_plain_type(u->arena, t->canonical), kp_plain_type(u->arena, s->canonical)) ||
        !is_fixed(u, size, t, bytes == t->size) || !may_repeat(u, call, to) ||
        !may_repeat(u, call, from))
        return 0;
    return bytes / t->size;
}

const char *kp_objects_copied(struct kp_unit *u, const struct kp_node *call)
{
    const int64_t n =
        call->file || call->from_macro || !kp_is_statement(call) ? 0 : kp_copied_objects(u, call);
    const char *to, *from;

    if (!n)
        return NULL;
    to = kp_node_text(u, kp_argument(call, (unsigned)kp_callee_rule(u, call)->fills.to));
    from = kp_node_text(u, kp_argument(call, (unsigned)kp_callee_rule(u, call)->fills.from));
    if (n == 1)
        return kp_sprintf(u->arena, "*(%s) = *(%s);", to, from);
    return kp_sprintf(u->arena,
                      "for (int kp_c = 0; kp_c < %lld; ++kp_c)\n%s    (%s)[kp_c] = (%s)[kp_c];",
                      (long long)n, kp_indent_of(u, call->span.begin), to, from);
}

/* `for (int kp_c = 0; kp_c < n; ++kp_c)`; the variable, NULL: it is another loop. */
static const struct kp_sym *counter_of(const struct kp_node *loop, int64_t n)
{
    const struct kp_node *init = loop->kind == KP_FOR ? loop->first : NULL, *cond, *step;
    const struct kp_node *var = init && init->kind == KP_DECL_STMT ? init->first : NULL;

    if (!var || var->kind != KP_VAR || !var->has_init || !kp_streq(var->sym->name, "kp_c") ||
        !var->last->has_value || var->last->value != 0)
        return NULL;
    cond = kp_child(loop, 1);
    step = kp_child(loop, 2);
    return cond->kind == KP_BINARY && cond->op == KP_OP_LT && cond->first->kind == KP_REF &&
                   cond->first->sym == var->sym && cond->last->has_value &&
                   cond->last->value == n && step->kind == KP_UNARY && step->op == KP_OP_PREINC &&
                   step->first->kind == KP_REF && step->first->sym == var->sym
               ? var->sym
               : NULL;
}

static const struct kp_node *base_of(const struct kp_node *n, const struct kp_sym *counter)
{
    if (!counter)
        return n->kind == KP_UNARY && n->op == KP_OP_DEREF ? n->first : NULL;
    return n->kind == KP_INDEX && n->last->kind == KP_REF && n->last->sym == counter ? n->first
                                                                                     : NULL;
}

bool kp_is_objects_copied(struct kp_unit *u, const struct kp_node *call, const struct kp_node *b,
                          const struct kp_node **to, const struct kp_node **from)
{
    const int64_t n = kp_copied_objects(u, call);
    const struct kp_sym *counter = n > 1 ? counter_of(b, n) : NULL;

    if (!n || (n > 1 && !counter))
        return false;
    b = counter ? b->last : b;
    if (b->kind != KP_ASSIGN || b->op != KP_OP_ASSIGN)
        return false;
    *to = base_of(b->first, counter);
    *from = base_of(kp_child(b, 1), counter);
    return *to && *from;
}
