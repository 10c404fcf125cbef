/* Registers that hold what the load phase has read: they are declared without a value and assigned,
 * which the original does nowhere. For a class that may be code that somebody wrote. */
#include "front/tree.h"
#include "legal/legal.h"
#include "model/members.h"

static bool is_plain(const struct kp_type *t)
{
    return t->kind != KP_TYPE_RECORD || (t->copies_bits && t->starts_unset && !t->ends_in_code);
}

/* The parameter of the kernel's own template that the register's type is; NULL: it is made of any.
 */
static const struct kp_sym *parameter_of(const struct kp_judge *j, const struct kp_type *t)
{
    return j->f->sym->is_kernel && kp_is_type_parameter(t) ? t->decl : NULL;
}

/* True if the template is made for a type that no register can have, or for a class that assigns by
 * code of its own. Of instances that nobody sees it is taken for granted that they are not. */
static bool has_odd_instance(const struct kp_judge *j, const struct kp_type *of)
{
    const struct kp_sym *only = parameter_of(j, of);

    for (size_t i = 0; i < j->u->parse.launches.n; i++) {
        const struct kp_launch *launch = &j->u->parse.launches.v[i];

        if (j->f->sym->is_kernel && launch->kernel != j->f->sym)
            continue;
        for (size_t k = 0; k < launch->tvalues.n; k++) {
            const struct kp_type *t = launch->tvalues.v[k].type;

            if (only && launch->tvalues.v[k].param != only)
                continue;
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

        if (!t || (t->is_dependent ? !has_odd_instance(j, t) : is_plain(t)))
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

/* True if a copy of the object reads nothing that is volatile. */
static bool is_of_plain_members(const struct kp_judge *j, const struct kp_type *t)
{
    if (t->kind != KP_TYPE_RECORD || !t->copies_bits || t->is_volatile || !t->decl)
        return false;
    kp_each_member(s, j->u,
                   t->decl) if (s->kind == KP_SYM_FIELD &&
                                (!s->type || s->type->is_volatile ||
                                 (!kp_is_number(s->type) &&
                                  !(s->type->decl && s->type->decl->from_prelude)))) return false;
    return true;
}

/* True for the call of a method that reads nothing but members of its object, which a register
 * holds: it is called there then. A conversion is one, without a word in the text. */
static bool reads_staged_object(const struct kp_judge *j, const struct kp_node *call)
{
    const struct kp_sym *s = call->kind == KP_CALL ? call->sym : NULL;
    const struct kp_node *object = s && s->is_method ? kp_call_object(call) : NULL;

    if (!object || call->is_dependent || !s->decl || !object->type ||
        !is_of_plain_members(j, object->type) || !kp_reads_members_alone(j->u, s->decl) ||
        !kp_reads_all_bytes(s->decl, object->type) || !kp_is_only_method(j->u, s))
        return false;
    for (size_t i = 0; i < j->l->sites.n; i++)
        if (j->l->sites.v[i].node == object)
            return true;
    return false;
}

/* Global memory that the load phase reads inside a called function stays where the call stands: the
 * loop would be rewritten and nothing would run ahead. */
void kp_legal_loads_can_move(struct kp_judge *j)
{
    for (size_t i = 0; i < j->l->stmts.n; i++)
        for (size_t k = 0; j->l->stmts.v[i].in_load && k < j->l->stmts.v[i].effects.access.n; k++) {
            const struct kp_access *a = &j->l->stmts.v[i].effects.access.v[k];
            struct kp_refusal *r;

            if (kp_is_read_of_call(j->l, a) && !reads_staged_object(j, a->at)) {
                r = kp_refuse(j->u, j->l, KP_CODE_KP310, a->at, kp_node_text(j->u, a->at));
                if (a->at->kind == KP_CONSTRUCT)
                    r->hint = "a constructor with a body reads it: leave the copy constructor to "
                              "the compiler (`= default`), or copy the members";
                return;
            }
        }
}
