/* The pass: judge every loop by the table. */
#include "legal/legal.h"

static const struct row {
    void (*judge)(struct kp_judge *j);
    bool needs_tiles;
} table[] = {
#define KP_PREDICATE(name, needs_tiles) {kp_legal_##name, needs_tiles},
#include "legal/predicates.def"
};

const struct kp_control_place *kp_find_control(const struct kp_effects *e, unsigned mask)
{
    for (size_t i = 0; i < e->control.n; i++)
        if (e->control.v[i].what & mask)
            return &e->control.v[i];
    return NULL;
}

void kp_refuse_control(struct kp_judge *j, enum kp_code code, const struct kp_control_place *p)
{
    struct kp_refusal *r = kp_refuse(j->u, j->l, code, p->at,
                                     p->at->sym ? p->at->sym->name : kp_node_text(j->u, p->at));

    if (p->in)
        kp_refusal_note(j->u, r, p->in, "in the function that it calls");
}

/* Refusals that the model found while slicing stand behind those about the loop's shape. */
static void judge_loop(struct kp_unit *u, struct kp_loop *l)
{
    struct kp_judge j = {.u = u, .f = kp_func_get(u, l->function, false), .l = l};
    size_t from_model = l->refusals.n;

    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (!table[i].needs_tiles || l->tiles.n)
            table[i].judge(&j);
    for (size_t k = 0; from_model && from_model < l->refusals.n && k < from_model; k++) {
        struct kp_refusal first = l->refusals.v[0];

        memmove(l->refusals.v, l->refusals.v + 1, (l->refusals.n - 1) * sizeof first);
        l->refusals.v[l->refusals.n - 1] = first;
    }
    kp_note_words(u, l);
    l->outcome = l->refusals.n ? KP_REFUSED : KP_UNCHANGED;
}

bool kp_pass_legal(struct kp_unit *u)
{
    bool same = u->outer && u->outer->loops.n == u->loops.n;

    for (size_t i = 0; i < u->loops.n; i++) {
        if (!u->loops.v[i]->made_by_kpipe)
            judge_loop(u, u->loops.v[i]);
        for (size_t k = 0; same && k < u->outer->loops.v[i]->words.n; k++) {
            const struct kp_word *w = &u->outer->loops.v[i]->words.v[k];
            kp_on_word(u, u->loops.v[i], w->text, w->said);
        }
    }
    return !u->error;
}
