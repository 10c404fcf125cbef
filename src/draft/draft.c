#include "draft/parts.h"

#include <stdarg.h>

#include "util/str.h"

void kp_draft_guess(struct kp_drafter *x, const char *format, ...)
{
    va_list ap;
    const char *text;

    va_start(ap, format);
    text = kp_vsprintf(x->arena, format, ap);
    va_end(ap);
    for (size_t k = 0; k < x->d->guesses.n; k++)
        if (kp_streq(x->d->guesses.v[k], text))
            return;
    kp_push(x->arena, &x->d->guesses, text);
}

void kp_draft_unknown(struct kp_drafter *x, const char *format, ...)
{
    va_list ap;
    const char *text;

    va_start(ap, format);
    text = kp_vsprintf(x->arena, format, ap);
    va_end(ap);
    kp_push(x->arena, &x->d->unknown, text);
}

/* ---- which kernel, which launch ---- */

static bool has_loop(const struct kp_unit *u, const struct kp_sym *kernel)
{
    for (size_t k = 0; k < u->loops.n; k++)
        if (u->loops.v[k]->function == kernel && u->loops.v[k]->tiles.n)
            return true;
    return false;
}

static bool is_candidate(const struct kp_sym *s)
{
    return s && s->kind == KP_SYM_FUNCTION && s->is_kernel && s->decl && !s->from_prelude &&
           s->decl->last && s->decl->last->kind == KP_COMPOUND;
}

static const char *choose_kernel(struct kp_drafter *x)
{
    struct kp_str all = kp_str_new(x->arena);
    const struct kp_sym *first = NULL, *pipelined = NULL;
    size_t n = 0, n_pipelined = 0;

    for (size_t k = 0; k < x->u->parse.syms.n; k++) {
        const struct kp_sym *s = x->u->parse.syms.v[k];
        if (!is_candidate(s))
            continue;
        if (kp_streq(s->name, x->o->kernel)) {
            x->kernel = s;
            return NULL;
        }
        kp_str_addf(&all, "%s%s", n ? ", " : "", s->name);
        first = s;
        n++;
        if (has_loop(x->u, s)) {
            pipelined = s;
            n_pipelined++;
        }
    }
    if (x->o->kernel)
        return kp_sprintf(x->arena, "%s: no kernel is called %s%s%s", x->u->source.path,
                          x->o->kernel, n ? "; there are " : "", kp_str_text(&all));
    if (!n)
        return kp_sprintf(x->arena, "%s: there is no kernel in it", x->u->source.path);
    if (n_pipelined != 1 && n != 1)
        return kp_sprintf(x->arena, "%s: which kernel? name it with --kernel; there are %s",
                          x->u->source.path, kp_str_text(&all));
    x->kernel = n_pipelined == 1 ? pipelined : first;
    return NULL;
}

static const struct kp_node *function_of(const struct kp_node *n)
{
    while (n && n->kind != KP_FUNCTION)
        n = n->parent;
    return n;
}

static bool knows_arguments(const struct kp_launch *l)
{
    for (size_t k = 0; k < l->tvalues.n; k++)
        if (!l->tvalues.v[k].known)
            return false;
    return true;
}

/* The first launch whose template arguments are known, else the first. */
static void choose_launch(struct kp_drafter *x)
{
    size_t n = 0;

    for (size_t k = 0; k < x->u->parse.launches.n; k++) {
        const struct kp_launch *l = &x->u->parse.launches.v[k];
        if (l->kernel != x->kernel)
            continue;
        n++;
        if (l->node && (!x->launch || (!knows_arguments(x->launch) && knows_arguments(l))))
            x->launch = l;
    }
    x->needs_template = x->kernel->is_template && n > 1;
    if (x->launch)
        x->host = function_of(x->launch->node);
}

/* ---- its extents ---- */

static void template_arguments(struct kp_drafter *x)
{
    struct kp_str s = kp_str_new(x->arena);

    for (size_t k = 0; x->launch && k < x->launch->tvalues.n; k++) {
        const struct kp_tvalue *t = &x->launch->tvalues.v[k];
        if (!t->known)
            return;
        kp_str_addf(&s, "%s", k ? ", " : "");
        if (t->type)
            kp_str_add(&s, t->type->spelling);
        else if (t->param->type && t->param->type->kind == KP_TYPE_BOOL)
            kp_str_add(&s, t->value ? "true" : "false");
        else
            kp_str_addf(&s, "%lld", (long long)t->value);
    }
    if (s.n)
        x->template_args = kp_str_text(&s);
}

static void extents(struct kp_drafter *x)
{
    struct kp_case empty = {.arena = x->arena, .path = ""};
    struct kp_case_text *parts, text = {0};
    size_t n;

    if (x->launch) {
        x->grid = x->launch->grid ? kp_draft_extents(x, x->launch->grid) : NULL;
        x->block = x->launch->block ? kp_draft_extents(x, x->launch->block) : NULL;
        if (x->launch->smem && x->launch->smem->kind != KP_NONE &&
            !(x->smem = kp_draft_expr(x, x->launch->smem)))
            kp_draft_unknown(x, "the launch's dynamic shared memory");
    }
    if (!x->grid)
        kp_draft_unknown(x, x->launch ? "the grid of the launch of %s" : "a launch of %s",
                         x->kernel->name);
    if (!x->block && x->launch)
        kp_draft_unknown(x, "the launch's block");
    text.s = x->block;
    n = text.s ? kp_case_split(x->arena, text, ',', &parts) : 0;
    for (size_t k = 0; k < 3 && n; k++) {
        struct kp_number v = {false, 1, 1};
        if (k < n && kp_case_eval(&empty, x->arena, parts[k], &v))
            v.i = 0;
        x->block_values[k] = v.i;
    }
}

static void say_contents(struct kp_drafter *x)
{
    for (size_t k = 0; k < x->args.n; k++) {
        if (x->args.v[k].fill_guessed && x->args.v[k].role != KP_CASE_OUT)
            kp_draft_guess(x, "argument %s: integers may be indices; its contents are a guess",
                           x->args.v[k].param->name);
        if (x->args.v[k].is_array && !x->args.v[k].count)
            kp_draft_unknown(x, "argument %s: its number of elements", x->args.v[k].param->name);
    }
}

const char *kp_draft_case(struct kp_unit *u, const struct kp_draft_options *o, struct kp_draft *d)
{
    struct kp_drafter x = {.u = u, .arena = u->arena, .o = o, .d = d};
    const char *error = choose_kernel(&x);

    *d = (struct kp_draft){0};
    if (error)
        return error;
    d->kernel = x.kernel->name;
    choose_launch(&x);
    template_arguments(&x);
    kp_draft_args(&x);
    extents(&x);
    kp_draft_solve_sizes(&x);
    if (!d->unknown.n && o->nvcc)
        kp_draft_probe(&x);
    say_contents(&x);
    d->text = kp_draft_text(&x, false);
    return NULL;
}
