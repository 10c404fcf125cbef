/* With which text an output is compared. The input is the best one; but a text with other rows,
 * blocks, loops or headers has no form in common with it. */
#include "texts/compared.h"

#include "front/tree.h"
#include "model/together.h"

KP_VEC_TYPE(units, struct kp_unit *);

/* The first text from which the output's was made without another form. */
static struct kp_unit *first_alike(struct kp_unit *u, struct kp_unit *made)
{
    const struct kp_unit *w = made;

    while (w != u && w->outer && w->outer->n_forms == made->n_forms)
        w = w->outer;
    return (struct kp_unit *)w;
}

/* Where the wide copies do not hold. A loop with a call is one operation, which has no form that
 * the inlined body's has: the text with that body, whose tree was compared with the function's,
 * stands for the input. Copies that became single assignments behind that are there as they were,
 * so that each of the texts with inlined calls is tried, from the outermost on. */
static struct kp_validation compare_as_written(struct kp_unit *u, struct kp_unit *made,
                                               struct kp_unit *v, const struct kp_loop *l)
{
    unsigned how = KP_BY_NAME | KP_AS_WRITTEN | (made->is_unstaged ? KP_SUMS : 0);
    struct kp_validation x = kp_validate(first_alike(u, made), v, l, how);
    struct units texts = {0};

    for (const struct kp_unit *w = made->outer; w && w != u; w = w->outer)
        if (w->is_inlined && !w->is_widened)
            kp_push(u->arena, &texts, (struct kp_unit *)w);
    for (size_t i = texts.n; x.validity != KP_VALID && i-- > 0;)
        x = kp_validate(texts.v[i], v, l, how);
    return x;
}

/* The outermost text that can be followed decides. Where calls were inlined on the way, or loops
 * over registers are gone, one does only if it is alike; one with a next tile in registers that the
 * output does not have is left out. */
static struct kp_validation compare_as_pipelined(struct kp_unit *u, struct kp_unit *made,
                                                 struct kp_unit *v, const struct kp_loop *l)
{
    const struct kp_unit *first = first_alike(u, made);
    struct units texts = {0};

    for (const struct kp_unit *w = made; w; w = w == first ? NULL : w->outer)
        if (w->is_unstaged == made->is_unstaged)
            kp_push(u->arena, &texts, (struct kp_unit *)w);
    for (size_t i = texts.n; i-- > 1;) {
        struct kp_unit *w = texts.v[i];
        struct kp_validation x = kp_validate(w, v, l, KP_BY_NAME);

        if (x.validity == KP_INVALID)
            x = kp_validate(w, v, l, KP_BY_NAME | KP_VALUES);
        if (x.validity == KP_VALID || (x.validity == KP_INVALID && !x.doubt && !made->is_inlined &&
                                       w->drops_registers == made->drops_registers))
            return x;
    }
    return kp_validate(made, v, l, 0);
}

/* The loop's function, of the unit itself: a loop may be another text's. */
static const struct kp_sym *function_of(const struct kp_loop *l)
{
    return kp_function_around(l->node)->sym;
}

/* Wide copies, of the loop's function or of one that it calls, are in the text that the output was
 * made from alone. */
static bool has_wide_copies(struct kp_unit *u, const struct kp_loop *l)
{
    for (size_t i = 0; i < u->loops.n; i++) {
        struct kp_loop wide = *u->loops.v[i];
        struct kp_functions above;
        bool unseen;

        if (!wide.wide_flag)
            continue;
        wide.function = function_of(&wide);
        above = kp_functions_above(u, &wide, &unseen);
        for (size_t k = 0; k < above.list.n; k++)
            if (above.list.v[k] == function_of(l))
                return true;
    }
    return false;
}

struct kp_validation kp_compare_loop(struct kp_unit *u, struct kp_unit *v, const struct kp_loop *l)
{
    struct kp_unit *made = u->derived ? u->derived : u;
    struct kp_validation x;

    if (!has_wide_copies(u, l))
        return compare_as_pipelined(u, made, v, l);
    x = kp_validate(made, v, l, 0);
    return l->wide_flag && x.validity == KP_VALID ? compare_as_written(u, made, v, l) : x;
}
