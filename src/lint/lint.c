#include "lint/lint.h"

#include <stdlib.h>

#include "front/command_hidden.h"
#include "front/front.h"
#include "lint/parts.h"
#include "model/refuse.h"

static void (*const lints[])(struct kp_linter *l) = {
#define KP_LINT(name) kp_lint_##name,
#include "lint/lints.def"
};
enum { N_LINTS = sizeof lints / sizeof *lints };

struct kp_lint *kp_lint_add(struct kp_linter *l, enum kp_code code, const struct kp_node *at,
                            const char *text)
{
    struct kp_lint lint = {.code = code, .function = l->f->sym, .text = text};

    kp_push(l->unit->arena, &l->out->v, lint);
    kp_lint_note(l, &l->out->v.v[l->out->v.n - 1], at, NULL);
    return &l->out->v.v[l->out->v.n - 1];
}

void kp_lint_note(struct kp_linter *l, struct kp_lint *to, const struct kp_node *at,
                  const char *text)
{
    struct kp_place p = {.file = at->file, .span = at->span, .text = text};

    kp_push(l->unit->arena, &to->places, p);
}

static const struct kp_lint_facts *facts_of(const struct kp_lint_facts_list *facts,
                                            const struct kp_sym *kernel)
{
    for (size_t i = 0; facts && i < facts->n; i++)
        if (kp_streq(facts->v[i].kernel, kernel->name))
            return &facts->v[i];
    return NULL;
}

/* A function whose text is not all in the tree would be judged by half of it. */
static bool is_whole(const struct kp_unit *u, const struct kp_sym *f)
{
    for (size_t i = 0; i < u->parse.holes.n; i++)
        if (u->parse.holes.v[i].function == f)
            return false;
    return !f->is_broken;
}

static bool is_wanted(const struct kp_unit *u, const struct kp_sym *s)
{
    return s && s->kind == KP_SYM_FUNCTION && s->is_kernel && !s->from_prelude && s->decl &&
           s->decl->last && s->decl->last->kind == KP_COMPOUND && is_whole(u, s) &&
           (!u->options->kernel || kp_streq(u->options->kernel, s->name));
}

static int by_place(const void *a, const void *b)
{
    const struct kp_lint *x = a, *y = b;
    const struct kp_place *p = x->places.v, *q = y->places.v;

    if (p->file != q->file)
        return p->file < q->file ? -1 : 1;
    if (p->span.begin != q->span.begin)
        return p->span.begin < q->span.begin ? -1 : 1;
    return (int)x->code - (int)y->code;
}

/* The same said of several places is one finding with several places. */
static void merge(struct kp_unit *u, struct kp_lints *out)
{
    struct kp_lint *v = out->v.v;
    size_t n = 0;

    for (size_t i = 0; i < out->v.n; i++) {
        struct kp_lint *to = NULL;
        struct kp_place p = v[i].places.v[0];

        for (size_t k = 0; k < n && !to; k++)
            if (v[k].code == v[i].code && v[k].function == v[i].function &&
                kp_streq(v[k].text, v[i].text))
                to = &v[k];
        if (!to) {
            v[n++] = v[i];
            continue;
        }
        p.text = "and here";
        kp_push(u->arena, &to->places, p);
    }
    out->v.n = n;
}

/* Of a text that may mean something else no number is certain: what stays is why its loops are not
 * pipelined. */
static void drop_numbers(const struct kp_unit *u, struct kp_lints *out)
{
    size_t n = 0;

    if (!u->parse.not_cudas && !kp_hidden_in(u->arena, u->options->flags))
        return;
    for (size_t i = 0; i < out->v.n; i++)
        if (out->v.v[i].code == KP_CODE_KP712)
            out->v.v[n++] = out->v.v[i];
    out->v.n = n;
}

void kp_lint_unit(struct kp_unit *u, const struct kp_lint_facts_list *facts, struct kp_lints *out)
{
    for (size_t i = 0; i < u->parse.syms.n; i++) {
        const struct kp_sym *s = u->parse.syms.v[i];
        struct kp_linter l = {.unit = u, .out = out};

        if (!is_wanted(u, s) || !(l.f = kp_func_get(u, s, false)))
            continue;
        l.facts = facts_of(facts, s);
        kp_lint_shapes(&l);
        kp_lint_touches(&l);
        for (int k = 0; k < N_LINTS; k++)
            lints[k](&l);
    }
    drop_numbers(u, out);
    kp_lint_suppress(u, out);
    if (out->v.n)
        qsort(out->v.v, out->v.n, sizeof *out->v.v, by_place);
    merge(u, out);
}
