/* The pass: judge every loop by the table. */
#include "legal/legal.h"

#include "front/front.h"
#include "model/silence.h"

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

/* True if an asm statement is unknown only for a symbol that its text names. */
static bool names_symbol(const struct kp_unit *u, const struct kp_node *n)
{
    struct kp_asm_rule as = {0};

    return n->kind == KP_ASM && n->name && !kp_rule_asm(u->rules, n->name, &as) && as.names_symbol;
}

void kp_refuse_control(struct kp_judge *j, enum kp_code code, const struct kp_control_place *p)
{
    bool named = p->at->sym && p->at->sym->kind != KP_SYM_TVALUE; /* which is an argument's */
    struct kp_refusal *r =
        kp_refuse(j->u, j->l, code, p->at, named ? p->at->sym->name : kp_node_text(j->u, p->at));

    if (p->in)
        kp_refusal_note(j->u, r, p->in, "in the function that it calls");
    if (code == KP_CODE_KP203 && names_symbol(j->u, p->in ? p->in : p->at))
        r->hint = "pass the address of what it names as an operand";
}

/* True if a comment asks to leave the loop alone, here or in the text that this one was made of. */
static bool is_off(struct kp_unit *u, struct kp_loop *l, const struct kp_loop *was)
{
    const struct kp_silence *s =
        kp_silence_at(u, KP_CODE_KP712, l->node->file,
                      kp_line_of(kp_place_file(u, l->node->file), l->node->span.begin));
    const struct kp_refusal *r = was && was->refusals.n ? &was->refusals.v[0] : NULL;

    if (!s && !(r && r->code == KP_CODE_KP112))
        return false;
    l->refusals.n = 0;
    if (s) {
        struct kp_node here = {.kind = KP_NONE, .file = s->file, .span = s->span};

        kp_refusal_note(u,
                        kp_refuse(u, l, KP_CODE_KP112, NULL,
                                  kp_sprintf(u->arena, "'%s'", kp_node_text(u, &here))),
                        &here, "in this comment");
    } else {
        kp_push(u->arena, &l->refusals, *r);
    }
    l->outcome = KP_REFUSED;
    return true;
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
    l->is_legal = !l->refusals.n;
    l->outcome = l->refusals.n ? KP_REFUSED : KP_UNCHANGED;
}

bool kp_pass_legal(struct kp_unit *u)
{
    bool same = u->outer && u->outer->loops.n == u->loops.n;

    kp_find_silences(u);
    for (size_t i = 0; i < u->loops.n; i++) {
        if (!u->loops.v[i]->made_by_kpipe &&
            !is_off(u, u->loops.v[i], same ? u->outer->loops.v[i] : NULL))
            judge_loop(u, u->loops.v[i]);
        for (size_t k = 0; same && k < u->outer->loops.v[i]->words.n; k++) {
            const struct kp_word *w = &u->outer->loops.v[i]->words.v[k];
            kp_on_word(u, u->loops.v[i], w->text, w->said);
        }
    }
    return !u->error;
}
