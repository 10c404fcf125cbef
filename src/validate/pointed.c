/* Pointers that are not followed. They may lead to each variable and array of the thread whose
 * address was taken: a store by one changes them all, a load is of them all. */
#include "validate/run.h"

bool kp_is_private(const struct kp_run *r, struct kp_lvalue at)
{
    return at.where == KP_IN_SLOT || (at.where == KP_IN_BUFFER && !r->buffers.v[at.at].is_shared);
}

static const struct kp_sym *variable_at(const struct kp_run *r, struct kp_lvalue at)
{
    return at.where == KP_IN_SLOT ? r->variables.v[at.at] : r->buffers.v[at.at].object;
}

const char *kp_name_of(const struct kp_run *r, struct kp_lvalue at)
{
    return variable_at(r, at)->name;
}

void kp_point_at(struct kp_run *r, struct kp_lvalue at)
{
    struct kp_lvalue one = {.where = at.where, .at = at.at};

    if (!kp_is_private(r, at))
        return;
    for (size_t i = 0; i < r->pointed.n; i++)
        if (r->pointed.v[i].where == at.where && r->pointed.v[i].at == at.at)
            return;
    kp_push(r->arena, &r->pointed, one);
}

void kp_leave(struct kp_run *r, const struct kp_node *block)
{
    size_t kept = 0;

    for (size_t i = 0; i < r->pointed.n; i++) {
        const struct kp_sym *s = variable_at(r, r->pointed.v[i]);

        if (!s->decl || !kp_is_inside(s->decl, block))
            r->pointed.v[kept++] = r->pointed.v[i];
    }
    r->pointed.n = kept;
}

static bool is_unknown(struct kp_run *r, kp_term x, bool is_inside)
{
    const char *text = kp_term_text(r->terms, x);
    size_t n = kp_term_operands(r->terms, x);

    if (!kp_step(r))
        return true;
    switch (kp_term_kind(r->terms, x)) {
    case KP_TERM_CHOICE:
        return is_unknown(r, kp_term_operand(r->terms, x, 1), is_inside) ||
               is_unknown(r, kp_term_operand(r->terms, x, 2), is_inside);
    case KP_TERM_FORM:
        break;
    default:
        return is_inside && kp_term_kind(r->terms, x) == KP_TERM_PLACE;
    }
    if (kp_term_is_address(r->terms, x))
        return is_inside;
    if (kp_streq(text, "[]") || kp_streq(text, "-") || kp_streq(text, "part") ||
        kp_streq(text, "bytes of"))
        return is_unknown(r, kp_term_operand(r->terms, x, 0), true);
    if (kp_streq(text, ".") || kp_streq(text, "cast") || kp_streq(text, "wider") ||
        kp_streq(text, "same bits"))
        return is_unknown(r, kp_term_operand(r->terms, x, n - 1), true);
    if (kp_streq(text, "load"))
        return r->has_leaked || is_unknown(r, kp_term_operand(r->terms, x, 0), true);
    if (!kp_streq(text, "operator") && !kp_streq(text, kp_of_members))
        return r->pointed.n || kp_term_has_address(r->terms, x);
    for (size_t i = 0; i < n; i++)
        if (is_unknown(r, kp_term_operand(r->terms, x, i), true))
            return true;
    return false;
}

bool kp_is_unknown(struct kp_run *r, kp_term address)
{
    return (r->pointed.n || r->has_leaked || kp_term_has_address(r->terms, address)) &&
           is_unknown(r, address, false);
}

bool kp_is_of_block(struct kp_run *r, kp_term x)
{
    if (kp_term_kind(r->terms, x) == KP_TERM_CHOICE)
        return kp_is_of_block(r, kp_term_operand(r->terms, x, 1)) &&
               kp_is_of_block(r, kp_term_operand(r->terms, x, 2));
    return kp_term_kind(r->terms, x) == KP_TERM_PLACE || kp_term_is_address(r->terms, x);
}

bool kp_term_has_shared(struct kp_run *r, kp_term x)
{
    if (!kp_term_has_place(r->terms, x) || !kp_step(r))
        return false;
    if (kp_term_kind(r->terms, x) == KP_TERM_PLACE)
        return r->buffers.v[kp_term_data(r->terms, x)].is_shared;
    for (size_t i = 0; i < kp_term_operands(r->terms, x); i++)
        if (kp_term_has_shared(r, kp_term_operand(r->terms, x, i)))
            return true;
    return false;
}

/* True if the value is the address of a variable or an array of the thread, or one of several. */
bool kp_leads_to_private(struct kp_run *r, kp_term x)
{
    if (kp_term_kind(r->terms, x) == KP_TERM_PLACE)
        return !r->buffers.v[kp_term_data(r->terms, x)].is_shared;
    if (kp_term_is_address(r->terms, x))
        return true;
    if (!kp_term_has_address(r->terms, x) || !kp_step(r))
        return false;
    for (size_t i = 0; i < kp_term_operands(r->terms, x); i++)
        if (kp_leads_to_private(r, kp_term_operand(r->terms, x, i)))
            return true;
    return false;
}

/* The value, with those of all variables that such a pointer may lead to. */
kp_term kp_with_pointed(struct kp_run *r, kp_term value)
{
    KP_VEC(struct kp_known) all = {0};

    for (size_t i = 0; i < r->pointed.n; i++) {
        struct kp_known one = {kp_name_of(r, r->pointed.v[i]), r->pointed.v[i]};

        kp_push(r->arena, &all, one);
    }
    return kp_knowing(r, value, all.v, all.n);
}

void kp_change_pointed(struct kp_run *r, kp_term event)
{
    event = kp_with_pointed(r, event);
    kp_doubt(r, r->pointed.n, "a store by a pointer that is not followed");
    for (size_t i = 0; i < r->pointed.n; i++)
        kp_overwrite(r, r->pointed.v[i], event, kp_name_of(r, r->pointed.v[i]));
}
