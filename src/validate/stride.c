/* Addresses in another stage: the distance by which they are moved. */
#include "fn/callee.h"
#include "model/clones.h"
#include "validate/run.h"

/* ---- the distance ------------------------------------------------------------------------- */

/* The operands of `a op b`. */
static bool is_operation(struct kp_run *r, kp_term x, enum kp_op op, kp_term *a, kp_term *b)
{
    if (kp_term_kind(r->terms, x) != KP_TERM_FORM || kp_term_operands(r->terms, x) != 2 ||
        kp_term_data(r->terms, x) != (int64_t)op ||
        !kp_streq(kp_term_text(r->terms, x), "operator"))
        return false;
    *a = kp_term_operand(r->terms, x, 0);
    *b = kp_term_operand(r->terms, x, 1);
    return true;
}

static bool is_number(struct kp_run *r, kp_term x, int64_t value)
{
    int64_t v;

    return kp_term_is_number(r->terms, x, &v) && v == value;
}

static bool is_one_of(struct kp_run *r, kp_term x, const int64_t *values, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (is_number(r, x, values[i]))
            return true;
    return false;
}

/* True if it reads the size of the block's dynamic shared memory. */
static bool is_size_of_memory(struct kp_run *r, kp_term x)
{
    while (kp_streq(kp_term_text(r->terms, x), "made by") ||
           kp_streq(kp_term_text(r->terms, x), "over"))
        x = kp_term_operand(r->terms, x, 0);
    return kp_streq(kp_term_text(r->terms, x), KP_ASKS_DYNAMIC_BYTES);
}

/* `size / stages / 128 * 128`, with the number of stages that the launch requests. */
static bool is_share(struct kp_run *r, kp_term x, int64_t stage)
{
    kp_term whole, rest, size, stages, align[2];
    int64_t n;

    return is_operation(r, x, KP_OP_MUL, &whole, &align[0]) && is_number(r, align[0], 128) &&
           is_operation(r, whole, KP_OP_DIV, &rest, &align[1]) && is_number(r, align[1], 128) &&
           is_operation(r, rest, KP_OP_DIV, &size, &stages) && is_size_of_memory(r, size) &&
           kp_term_is_number(r->terms, stages, &n) && stage < n &&
           is_one_of(r, stages, r->staging->stages.v, r->staging->stages.n);
}

/* `sizeof array[0]`, where the array has the stage. */
static bool is_element(struct kp_run *r, kp_term x, const struct kp_sym *array, int64_t stage)
{
    const struct kp_type *t = array->type;
    kp_term element;

    if (!t || t->kind != KP_TYPE_ARRAY || (t->count > 0 && stage >= t->count))
        return false;
    if (t->elem && t->elem->size > 0 && is_number(r, x, t->elem->size))
        return true;
    if (kp_term_kind(r->terms, x) != KP_TERM_FORM || kp_term_operands(r->terms, x) != 1 ||
        !kp_streq(kp_term_text(r->terms, x), "sizeof"))
        return false;
    element = kp_term_operand(r->terms, x, 0);
    return kp_term_operands(r->terms, element) == 2 && /* of the array and a number */
           kp_streq(kp_term_text(r->terms, kp_term_operand(r->terms, element, 0)), array->name);
}

/* True for the model's number, if the launch is known to request that many. */
static bool is_planned(struct kp_run *r, kp_term x)
{
    if (kp_streq(kp_term_text(r->terms, x), "cast") ||
        kp_streq(kp_term_text(r->terms, x), "same bits"))
        x = kp_term_operand(r->terms, x, kp_term_operands(r->terms, x) - 1);
    return is_one_of(r, x, r->staging->bytes.v, r->staging->bytes.n);
}

/* True if the term is the distance from one stage of the buffer to the next. */
static bool is_stride(struct kp_run *r, size_t buffer, kp_term x, int64_t stage)
{
    const struct kp_stage *b = &r->buffers.v[buffer];
    const struct kp_sym *array = b->inside ? b->inside : b->object;

    return is_element(r, x, array, stage) ||
           (array->is_extern && (is_planned(r, x) || is_share(r, x, stage)));
}

kp_term kp_shifted(struct kp_run *r, kp_term a, kp_term b)
{
    kp_term stage, yes, no;
    size_t at;

    if (!kp_streq(kp_term_text(r->terms, b), "stages"))
        return KP_NO_TERM;
    if (kp_term_kind(r->terms, a) == KP_TERM_CHOICE) {
        yes = kp_shifted(r, kp_term_operand(r->terms, a, 1), b);
        no = kp_shifted(r, kp_term_operand(r->terms, a, 2), b);
        return yes && no ? kp_term_choice(r->terms, kp_term_operand(r->terms, a, 0), yes, no)
                         : KP_NO_TERM;
    }
    if (kp_term_kind(r->terms, a) != KP_TERM_PLACE)
        return KP_NO_TERM;
    at = (size_t)kp_term_data(r->terms, a);
    stage = kp_term_operand(r->terms, b, 0);
    if (r->buffers.v[at].stage)
        return KP_NO_TERM;
    if (kp_term_data(r->terms, stage) &&
        !is_stride(r, at, kp_term_operand(r->terms, b, 1), kp_term_data(r->terms, stage)))
        kp_conflict(r, "stride");
    return kp_term_place(r->terms,
                         kp_buffer(r, r->buffers.v[at].object, kp_term_data(r->terms, stage)),
                         kp_term_operand(r->terms, a, 0));
}
