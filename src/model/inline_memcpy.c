/* memcpy(to, from, bytes) between objects of one type, as assignments of these objects. Compilers
 * copy bytes, wherever they begin, whatever the pointers' type: that objects lie there is shown by
 * where the pointers come from. */
#include "front/front.h"
#include "front/lex.h"
#include "front/pieces.h"
#include "front/tree.h"
#include "model/access.h"
#include "model/eval.h"
#include "model/func.h"
#include "model/inline_call.h"
#include "model/own_text.h"
#include "model/written.h"

enum { MOST_COPIED = 64, MOST_POINTERS = 8 };

/* ---- alignment ---------------------------------------------------------------------------------
 */

struct aligned {
    struct kp_func *f;
    int64_t to;
    unsigned depth;
};

static bool has_alignment(const struct aligned *a, const struct kp_type *t)
{
    return t && !t->is_realigned && !t->is_dependent && t->align >= a->to;
}

static bool is_pointer_aligned(struct aligned *a, const struct kp_node *n);
static bool is_place_aligned(struct aligned *a, const struct kp_node *n);

static const struct kp_type *pointee(const struct kp_node *n)
{
    const struct kp_type *t = n->type ? n->type : kp_lvalue_type(n);

    return t && (t->kind == KP_TYPE_POINTER || t->kind == KP_TYPE_ARRAY) ? t->elem : NULL;
}

/* The variable points to objects of its type: it is the kernel's parameter, or made of a pointer
 * that does, and only stepped. */
static bool leads_to_objects(struct aligned *a, const struct kp_sym *s)
{
    if (!s->type || s->type->kind == KP_TYPE_REFERENCE || !kp_only_steps(a->f, s))
        return false;
    if (s->kind == KP_SYM_PARAM)
        return a->f->sym->is_kernel;
    return s->kind == KP_SYM_VAR && s->decl->kind == KP_VAR && s->decl->has_init &&
           ++a->depth < MOST_POINTERS && is_pointer_aligned(a, s->decl->last);
}

static bool is_pointer_aligned(struct aligned *a, const struct kp_node *n)
{
    switch (n->kind) {
    case KP_REF:
        if (n->sym && n->sym->kind == KP_SYM_VAR && n->sym->n_dims)
            return is_place_aligned(a, n);
        return n->sym && leads_to_objects(a, n->sym);
    case KP_UNARY:
        if (n->op == KP_OP_ADDR)
            return is_place_aligned(a, n->first);
        return n->op == KP_OP_DEREF && kp_is_array_lvalue(n) && is_pointer_aligned(a, n->first);
    case KP_BINARY:
        if (n->op != KP_OP_ADD && n->op != KP_OP_SUB)
            return false;
        return is_pointer_aligned(a, pointee(n->first) ? n->first : n->last);
    case KP_CAST:
        return !n->is_place && has_alignment(a, pointee(n->first)) &&
               is_pointer_aligned(a, n->first);
    case KP_INDEX:
    case KP_MEMBER:
        return kp_is_array_lvalue(n) && is_place_aligned(a, n);
    default:
        return false;
    }
}

static bool is_place_aligned(struct aligned *a, const struct kp_node *n)
{
    switch (n->kind) {
    case KP_REF:
        return n->sym && n->sym->kind == KP_SYM_VAR && n->sym->type &&
               n->sym->type->kind != KP_TYPE_REFERENCE;
    case KP_UNARY:
        return n->op == KP_OP_DEREF && is_pointer_aligned(a, n->first);
    case KP_INDEX:
        return is_pointer_aligned(a, n->first);
    case KP_MEMBER: /* a packed class has others */
        if (!n->first || !n->sym || n->sym->offset < 0 || n->sym->offset % a->to != 0)
            return false;
        if (n->is_arrow)
            return has_alignment(a, pointee(n->first)) && is_pointer_aligned(a, n->first);
        return has_alignment(a, kp_lvalue_type(n->first)) && is_place_aligned(a, n->first);
    default:
        return false;
    }
}

static bool is_aligned(struct kp_func *f, const struct kp_node *arg, const struct kp_type *t)
{
    struct aligned a = {.f = f, .to = t->align};

    return t->align > 0 && !t->is_realigned && is_pointer_aligned(&a, arg);
}

/* ---- the objects -------------------------------------------------------------------------------
 */

/* A number of CUDA's that is a class. Vectors are none: their callers make pointers to them of
 * pointers to numbers, among which they lie anywhere. */
static bool is_number_class(const struct kp_type *t)
{
    return t->kind == KP_TYPE_RECORD && t->decl && t->decl->from_prelude &&
           (kp_streq(t->decl->name, "__half") || kp_streq(t->decl->name, "__nv_bfloat16"));
}

/* What the pointer or array has as elements, numbers; NULL: no objects of which an assignment
 * copies every byte as it is. */
static const struct kp_type *copied_type(const struct kp_node *arg)
{
    const struct kp_type *t = arg->type ? arg->type : kp_lvalue_type(arg);

    if (!t || (t->kind != KP_TYPE_POINTER && t->kind != KP_TYPE_ARRAY) || !t->elem)
        return NULL;
    t = t->elem;
    return !t->is_volatile && t->size > 0 &&
                   ((kp_is_number(t) && t->kind != KP_TYPE_BOOL) || is_number_class(t))
               ? t
               : NULL;
}

/* It can be evaluated for each of the objects: it does nothing, and what it reads is not copied
 * into. */
static bool may_repeat(struct kp_func *f, const struct kp_node *arg)
{
    struct kp_effects e = {0};

    if (arg->from_macro || arg->file || kp_writes_by_itself(arg) ||
        kp_holds(arg, KP_BIT(KP_CALL) | KP_BIT(KP_OPCALL) | KP_BIT(KP_LAMBDA)))
        return false;
    kp_effects_of(f, arg, &e);
    for (size_t i = 0; i < e.access.n; i++)
        if (e.access.v[i].mode != KP_READ || e.access.v[i].space != KP_SPACE_LOCAL)
            return false;
    return !e.control.n;
}

/* `sizeof(float)` of the objects' own type, which the language names. */
static bool is_size_of(struct kp_unit *u, const struct kp_node *n, const char *canonical)
{
    const char *text = kp_node_text(u, n);
    uint32_t end = (uint32_t)strlen(text);
    struct kp_str out = kp_str_new(u->arena);
    struct kp_token t = kp_lex_code(text, 0, end);

    if (!kp_token_is(text, t, "sizeof"))
        return false;
    for (t = kp_lex_code(text, t.end, end); t.kind != KP_TOKEN_END;
         t = kp_lex_code(text, t.end, end)) {
        const char *word = kp_strndup(u->arena, text + t.begin, t.end - t.begin);

        if (t.kind == KP_TOKEN_IDENT && kp_names_macro(u, word))
            return false;
        kp_str_addf(&out, t.kind == KP_TOKEN_IDENT && out.n > 1 ? " %s" : "%s", word);
    }
    return kp_streq(kp_str_text(&out), kp_sprintf(u->arena, "(%s)", canonical));
}

/* The bytes are so many objects whatever is edited elsewhere, or what a build defines: no name says
 * how many or of what size, but sizeof for a single one, or of a type that the language names. */
static bool is_fixed(struct kp_unit *u, const struct kp_node *size, const struct kp_type *t,
                     bool one)
{
    const char *canonical = kp_plain_type(u->arena, t->canonical);

    if (!kp_owns_text(u, size) || kp_holds(size, KP_BIT(KP_REF) | KP_BIT(KP_CALL)))
        return false;
    kp_each_below(x, size) if (x->from_macro ||
                               (x->kind == KP_SIZEOF && !(one && x == size) &&
                                (t->decl || !is_size_of(u, x, canonical)))) return false;
    return (one && size->kind == KP_SIZEOF) ||
           (kp_streq(kp_plain_type(u->arena, t->spelling), canonical) &&
            (!t->decl || t->decl->from_prelude));
}

int64_t kp_objects_of_memcpy(struct kp_unit *u, const struct kp_node *call)
{
    const struct kp_call_rule *rule = call->kind == KP_CALL ? kp_callee_rule(u, call) : NULL;
    const struct kp_type *t, *s;
    int64_t bytes;

    if (!rule || !rule->fills.bytes || rule->fills.is_byte || call->n_children != 4)
        return 0;
    t = copied_type(kp_argument(call, (unsigned)rule->fills.to));
    s = copied_type(kp_argument(call, (unsigned)rule->fills.from));
    return t && s && !t->is_const &&
                   kp_eval(kp_argument(call, (unsigned)rule->fills.bytes), NULL, &bytes) &&
                   bytes > 0 && bytes % t->size == 0 &&
                   kp_streq(kp_plain_type(u->arena, t->canonical),
                            kp_plain_type(u->arena, s->canonical))
               ? bytes / t->size
               : 0;
}

/* True if assignments of the objects may stand in the place of the call. */
static bool may_be_assigned(struct kp_unit *u, const struct kp_node *call, int64_t n)
{
    const struct kp_call_rule *rule = kp_callee_rule(u, call);
    const struct kp_node *to = kp_argument(call, (unsigned)rule->fills.to),
                         *from = kp_argument(call, (unsigned)rule->fills.from),
                         *size = kp_argument(call, (unsigned)rule->fills.bytes),
                         *in = kp_function_around(call);
    struct kp_func *f = in && in->sym ? kp_func_get(u, in->sym, false) : NULL;
    const struct kp_type *t = copied_type(to);

    return f && n <= MOST_COPIED && !size->from_macro && is_fixed(u, size, t, n == 1) &&
           may_repeat(f, to) && may_repeat(f, from) && is_aligned(f, to, t) &&
           is_aligned(f, from, t);
}

int64_t kp_copied_objects(struct kp_unit *u, const struct kp_node *call)
{
    const int64_t n = kp_objects_of_memcpy(u, call);

    return n && may_be_assigned(u, call, n) ? n : 0;
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
