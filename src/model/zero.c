/* Values all of whose bits are zero, and other numbers. */
#include <stdlib.h>
#include <string.h>

#include "front/tree.h"
#include "model/zero.h"

enum { MAX_DEPTH = 20 };

/* Functions of CUDA's headers that make a value from numbers and nothing else of them. */
static bool is_maker(const struct kp_sym *s)
{
    static const char *const heads[] = {"make_",      "__float2half", "__float2bfloat16",
                                        "__int2half", "__uint2half",  "__double2half"};

    for (size_t i = 0; s && s->from_prelude && i < sizeof heads / sizeof *heads; i++)
        if (kp_starts_with(s->name, heads[i]))
            return true;
    return false;
}

/* By its digits, as they stand in a macro's body, too; there the node's text is the macro's name.
 */
static bool is_zero_literal(const struct kp_node *e)
{
    char *end;

    return e->name && strtod(e->name, &end) == 0.0 && end != e->name && !end[strspn(end, "fFlL")];
}

/* A number, or a parameter of known size, which is one, or one of CUDA's classes of numbers. */
static bool is_of_numbers(const struct kp_type *t)
{
    return t && (t->kind == KP_TYPE_INT || t->kind == KP_TYPE_FLOAT ||
                 (kp_is_type_parameter(t) && t->size > 0));
}

static bool is_zero(struct kp_func *f, const struct kp_node *e, int depth)
{
    if (e->has_value)
        return e->value == 0;
    if (depth > MAX_DEPTH)
        return false;
    switch (e->kind) {
    case KP_FLOAT_LIT:
        return is_zero_literal(e);
    case KP_REF:
        return e->sym && kp_single_definition(f, e->sym) &&
               is_zero(f, kp_first_value(e->sym->decl), depth + 1);
    case KP_CAST:
        return is_of_numbers(e->type) && is_zero(f, e->first, depth + 1);
    case KP_CALL:
    case KP_CONSTRUCT:
        if (e->kind == KP_CALL && !is_maker(e->sym))
            return false;
        for (unsigned i = 0; kp_argument(e, i); i++)
            if (!is_zero(f, kp_argument(e, i), depth + 1))
                return false;
        if (e->kind == KP_CONSTRUCT && is_of_numbers(e->type)) /* T{}, T{0} */
            return true;
        return kp_argument(e, 0) && (e->kind == KP_CALL || (e->sym && e->sym->from_prelude));
    default:
        return false;
    }
}

bool kp_is_zero_value(struct kp_func *f, const struct kp_node *e)
{
    return is_zero(f, e, 0);
}

bool kp_is_constant_value(struct kp_func *f, const struct kp_node *e)
{
    while ((e->kind == KP_UNARY && (e->op == KP_OP_MINUS || e->op == KP_OP_PLUS)) ||
           (e->kind == KP_CAST && kp_is_type_parameter(e->type)))
        e = e->first;
    return e->has_value || e->kind == KP_FLOAT_LIT || kp_is_zero_value(f, e);
}
