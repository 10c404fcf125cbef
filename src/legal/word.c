/* On whose word a loop is pipelined: what a project file or an option asserts and kpipe cannot see.
 */
#include "legal/legal.h"
#include "model/func.h"
#include "rule/config.h"

void kp_on_word(struct kp_unit *u, struct kp_loop *l, const char *text, const char *said)
{
    for (size_t i = 0; i < l->words.n; i++)
        if (kp_streq(l->words.v[i].text, text))
            return;
    kp_push(u->arena, &l->words, ((struct kp_word){text, said}));
}

const char *kp_said_no_alias(const struct kp_judge *j, const struct kp_access *a)
{
    if (!a->base || a->base->kind != KP_SYM_PARAM)
        return NULL;
    return kp_config_no_alias(j->u->options->config, j->l->function->name, a->base->name);
}

/* ---- rules of the project file ------------------------------------------------------------- */

struct walk {
    struct kp_unit *u;
    struct kp_loop *l;
    KP_VEC(const struct kp_sym *) seen;
};

static void look(struct walk *w, const struct kp_node *n);

static void look_into(struct walk *w, const struct kp_sym *callee)
{
    for (size_t i = 0; i < w->seen.n; i++)
        if (w->seen.v[i] == callee)
            return;
    kp_push(w->u->arena, &w->seen, callee);
    look(w, callee->decl);
}

static void look(struct walk *w, const struct kp_node *n)
{
    bool call = n->kind == KP_CALL || n->kind == KP_OPCALL || n->kind == KP_CONSTRUCT;
    const struct kp_call_rule *rule = call ? kp_callee_rule(w->u, n) : NULL;

    if (rule && rule->said)
        kp_on_word(w->u, w->l,
                   kp_sprintf(w->u->arena, "'%s' is taken as %s", n->sym ? n->sym->name : n->name,
                              rule->effect),
                   rule->said);
    if (call && n->sym && n->sym->decl && n->sym->decl->kind == KP_FUNCTION)
        look_into(w, n->sym);
    kp_each_child(c, n) look(w, c);
}

void kp_note_words(struct kp_unit *u, struct kp_loop *l)
{
    struct walk w = {.u = u, .l = l};
    const struct kp_sym *kernel = l->function;

    if (!u->options->config)
        return;
    if (kernel->block_said)
        kp_on_word(u, l,
                   kp_sprintf(u->arena, "a block of '%s' has %u threads at most", kernel->name,
                              kernel->launch_max),
                   kernel->block_said);
    if (kernel->decl)
        look_into(&w, kernel);
}
