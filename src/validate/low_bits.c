/* `a % 16`, `a & 127`, `(a >> 4) & 7` of an address in shared memory as a number: low bits, which
 * stages have in common (KP401), and which tell nothing of what is stored there. */
#include "model/address.h"
#include "validate/run.h"

/* The array that contains the buffer. */
static const struct kp_sym *whole_of(const struct kp_stage *b)
{
    return b->inside ? b->inside : b->object;
}

/* True if the buffer begins at a multiple of the number in each stage: the array does, and so does
 * each of its elements that are stages. */
static bool begins_at(const struct kp_run *r, const struct kp_stage *b, int64_t multiple)
{
    const struct kp_sym *whole = whole_of(b);
    const struct kp_type *t = whole->type;
    bool is_staged = kp_is_schedule_name(r, whole->name);

    if (whole->is_extern || whole->space != KP_SPACE_SHARED || whole->alignment < multiple)
        return false;
    if (is_staged)
        t = t && t->kind == KP_TYPE_ARRAY ? t->elem : NULL;
    if (is_staged && (!t || t->size <= 0 || t->size % multiple))
        return false;
    return !b->inside || (b->object->kind == KP_SYM_FIELD && b->object->offset == 0);
}

/* True if a stage of dynamic memory begins where the first one does, but for a multiple of it. */
static bool goes_on_by(const struct kp_run *r, const struct kp_stage *b, int64_t multiple)
{
    bool is_known = r->staging->bytes.n > 0;

    for (size_t i = 0; i < r->staging->bytes.n; i++)
        is_known &= r->staging->bytes.v[i] % multiple == 0;
    return !b->stage || multiple <= KP_STAGE_ALIGN || (whole_of(b)->is_extern && is_known);
}

/* The address of the buffer, as far as its bits below the number say. */
static kp_term beginning_of(struct kp_run *r, size_t buffer, int64_t below)
{
    const struct kp_stage *b = &r->buffers.v[buffer];
    int64_t multiple = 1;
    kp_term name = kp_term_name(r->terms, b->object->name);

    while (multiple < below)
        multiple *= 2;
    return begins_at(r, b, multiple) ? kp_beginning(r)
           : goes_on_by(r, b, multiple)
               ? name
               : kp_term_of(r->terms, "stage", name,
                            kp_term_number(r->terms, KP_TERM_STAGE, b->stage), 0);
}

kp_term kp_low_bits_asked(struct kp_run *r, const struct kp_node *n, kp_term a)
{
    int64_t below = kp_low_bits(n);
    kp_term operand[3];

    if (below <= 0 || kp_term_kind(r->terms, a) != KP_TERM_PLACE)
        return a;
    operand[0] = beginning_of(r, (size_t)kp_term_data(r->terms, a), below);
    operand[1] = kp_seen(r, kp_term_operand(r->terms, a, 0));
    operand[2] = kp_term_number(r->terms, KP_TERM_NUMBER, below);
    return kp_term_form(r->terms, 0, "low bits", operand, 3);
}
