/* Conversions of numbers. */
#include "validate/run.h"

bool kp_is_number_type(const struct kp_type *t)
{
    return t && (t->kind == KP_TYPE_INT || t->kind == KP_TYPE_FLOAT || t->kind == KP_TYPE_BOOL) &&
           !t->is_dependent;
}

const char *kp_unqualified(const char *canonical)
{
    return kp_starts_with(canonical, "const ") ? canonical + 6 : canonical;
}

bool kp_is_open_type(const struct kp_type *t)
{
    return t && (t->kind == KP_TYPE_DEPENDENT || t->is_dependent) && t->kind != KP_TYPE_POINTER &&
           t->kind != KP_TYPE_REFERENCE;
}

/* True if the type can represent every value of the other type. */
static bool widens(const struct kp_type *to, const struct kp_type *from)
{
    if (to->kind == KP_TYPE_FLOAT && from->kind == KP_TYPE_INT) /* the mantissa holds it */
        return from->size > 0 && 2 * from->size <= to->size;
    return to->kind == from->kind && to->kind != KP_TYPE_DEPENDENT && to->size > from->size &&
           from->size > 0 && (from->is_unsigned || !to->is_unsigned);
}

/* True if all bits of `from` are the lowest ones of the converted value, whatever its sign. */
static bool keeps_bits(const struct kp_type *to, const struct kp_type *from)
{
    return to->kind == KP_TYPE_INT && from->kind == KP_TYPE_INT && from->size > 0 &&
           to->size >= from->size;
}

/* True if both have the same values, each with the same bits. */
static bool is_alike(const struct kp_type *to, const struct kp_type *from)
{
    return to->kind == KP_TYPE_INT && from->kind == KP_TYPE_INT && from->size > 0 &&
           to->size == from->size && to->is_unsigned == from->is_unsigned;
}

/* True for a number that every arithmetic type like this one can represent. */
static bool is_small(struct kp_run *r, const struct kp_type *to, kp_term x)
{
    int64_t value, most = to->kind == KP_TYPE_BOOL ? 1 : 127;

    return kp_term_kind(r->terms, x) == KP_TERM_NUMBER && kp_term_is_number(r->terms, x, &value) &&
           value >= 0 && value <= most;
}

/* The type of that name from which something was converted. */
static const struct kp_type *type_of(struct kp_run *r, const char *name)
{
    size_t i = 0;

    while (i + 1 < r->types.n && !kp_streq(kp_unqualified(r->types.v[i]->canonical), name))
        i++;
    return r->types.v[i];
}

/* True if x was converted to `source` in a way that a conversion to `to` does not see: one that
 * keeps the value, or all of the bits that are wanted. A wider floating-point type keeps neither
 * the bits of a NaN nor, with -ftz, a denormal number. */
static bool is_behind(struct kp_run *r, const struct kp_type *to, kp_term x, kp_term source)
{
    bool keeps_value = kp_streq(kp_term_text(r->terms, x), "wider"),
         keeps = kp_streq(kp_term_text(r->terms, x), "same bits");

    const struct kp_type *was;

    if ((!keeps_value && !keeps) || kp_term_operand(r->terms, x, 0) != source)
        return false;
    was = type_of(r, kp_term_text(r->terms, kp_term_operand(r->terms, x, 1)));
    return keeps_value ? was->kind != KP_TYPE_FLOAT : keeps_bits(was, to);
}

/* A widened value converted back to its type is the original value. The depth into choices is
 * limited, because choices that share values have many paths. */
enum { DEEPEST_CHOICE = 6 };

static kp_term cast(struct kp_run *r, const struct kp_type *to, const struct kp_type *from,
                    kp_term x, unsigned depth)
{
    kp_term target = kp_term_name(r->terms, kp_unqualified(to->canonical)),
            source = kp_term_name(r->terms, kp_unqualified(from->canonical));

    if (kp_term_kind(r->terms, x) == KP_TERM_CHOICE && depth < DEEPEST_CHOICE)
        return kp_term_choice(r->terms, kp_term_operand(r->terms, x, 0),
                              cast(r, to, from, kp_term_operand(r->terms, x, 1), depth + 1),
                              cast(r, to, from, kp_term_operand(r->terms, x, 2), depth + 1));
    kp_push_once(r->arena, &r->types, from);
    if ((is_small(r, to, x) && kp_is_number_type(to)) || is_alike(to, from))
        return x;
    if (is_behind(r, to, x, source)) {
        source = kp_term_operand(r->terms, x, 1);
        x = kp_term_operand(r->terms, x, 2);
        if (source == target)
            return x;
        from = type_of(r, kp_term_text(r->terms, source));
    }
    if (widens(to, from))
        return kp_term_of(r->terms, "wider", target, source, x);
    return keeps_bits(to, from) ? kp_term_of(r->terms, "same bits", target, source, x)
                                : kp_term_of(r->terms, "cast", target, x, 0);
}

kp_term kp_bits_as(struct kp_run *r, const struct kp_type *to, const struct kp_type *from,
                   kp_term x)
{
    return to && from && kp_is_number_type(to) && kp_is_number_type(from) &&
                   to->size == from->size && keeps_bits(to, from)
               ? cast(r, to, from, x, 0)
               : x;
}

static bool is_unknown(const struct kp_type *t)
{
    return !t || kp_is_open_type(t) || kp_starts_with(t->canonical, "<");
}

static bool is_deduced(const struct kp_type *t)
{
    return kp_starts_with(t->canonical, "auto");
}

const char kp_open_conversion[] = "a conversion of a type that a template leaves open";

/* True for an object that is made there to become a pointer: its class converts it, by code that
 * the template's text does not name. */
static bool converts_itself(const struct kp_type *to, const struct kp_node *n)
{
    return to && to->kind == KP_TYPE_POINTER && n->kind == KP_CONSTRUCT;
}

const char kp_of_bits[] = "bit-field";

const char kp_of_members[] = "members";

kp_term kp_converted(struct kp_run *r, const struct kp_type *to, const struct kp_node *n, kp_term x)
{
    const struct kp_type *from = kp_expr_type(r, n);

    if (kp_streq(kp_term_text(r->terms, x), kp_of_bits))
        x = kp_term_operand(r->terms, x, 0);
    while (to && to->kind == KP_TYPE_REFERENCE)
        to = to->elem;
    kp_doubt(r, converts_itself(to, n), kp_open_conversion);
    if (!kp_is_stage_number(r, x) && kp_term_kind(r->terms, x) != KP_TERM_PLACE)
        kp_doubt(r,
                 (kp_is_number_type(to) && (is_unknown(from) || is_deduced(from))) ||
                     (is_unknown(to) && kp_is_number_type(from)),
                 kp_open_conversion);
    if (kp_is_number_type(to) && (is_unknown(from) || is_deduced(from)) &&
        !kp_is_stage_number(r, x) &&
        kp_term_kind(r->terms, x) != KP_TERM_PLACE) /* to a type that may be narrower */
        return kp_term_of(r->terms, "cast", kp_term_name(r->terms, kp_unqualified(to->canonical)),
                          x, 0);
    if ((!kp_is_number_type(to) && !kp_is_open_type(to)) || !kp_is_number_type(from) ||
        kp_is_stage_number(r, x) ||
        kp_streq(kp_unqualified(to->canonical), kp_unqualified(from->canonical)) ||
        is_deduced(to) || kp_starts_with(from->canonical, "<") ||
        kp_starts_with(to->canonical, "<") || kp_term_kind(r->terms, x) == KP_TERM_PLACE)
        return x;
    kp_doubt(r, kp_is_open_type(to), kp_open_conversion);
    return cast(r, to, from, to->kind == KP_TYPE_BOOL ? kp_truth(r, n, x) : x, 0);
}
