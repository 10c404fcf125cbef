/* Registers that hold what the load phase has read: they are declared without a value and assigned,
 * which the original does nowhere. For a class that may be code that somebody wrote. */
#include "legal/legal.h"

static bool is_plain(const struct kp_type *t)
{
    return t->kind != KP_TYPE_RECORD || (t->copies_bits && t->starts_unset && !t->ends_in_code);
}

/* True if the template is made for a type that no register can have, or for a class that assigns by
 * code of its own. Of instances that nobody sees it is taken for granted that they are not. */
static bool has_odd_instance(const struct kp_judge *j)
{
    for (size_t i = 0; i < j->u->parse.launches.n; i++) {
        const struct kp_launch *launch = &j->u->parse.launches.v[i];

        if (j->f->sym->is_kernel && launch->kernel != j->f->sym)
            continue;
        for (size_t k = 0; k < launch->tvalues.n; k++) {
            const struct kp_type *t = launch->tvalues.v[k].type;

            if (t &&
                (!is_plain(t) || t->is_const || t->is_volatile || t->kind == KP_TYPE_REFERENCE))
                return true;
        }
    }
    return false;
}

void kp_legal_staged_classes(struct kp_judge *j)
{
    for (size_t i = 0; i < j->l->sites.n; i++) {
        const struct kp_node *site = j->l->sites.v[i].node;
        const struct kp_sym *set = j->l->sites.v[i].assigned;
        const struct kp_node *place = j->l->sites.v[i].place;
        const struct kp_type *t = set && !place ? set->type : kp_lvalue_type(place ? place : site);
        struct kp_refusal *r;

        if (!t || (t->is_dependent ? !has_odd_instance(j) : is_plain(t)))
            continue;
        r = kp_refuse(j->u, j->l, t->is_dependent ? KP_CODE_KP606 : KP_CODE_KP310, site,
                      kp_node_text(j->u, site));
        if (!t->is_dependent)
            kp_refusal_note(j->u, r, site,
                            "a staging register of its class would run code: the class has "
                            "a constructor, a destructor or an assignment");
        return;
    }
}
