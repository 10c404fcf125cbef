/* Units of other texts of a file, and what the file's own unit takes from them. */
#include "front/tree.h"
#include "pipeline.h"

#include <string.h>

struct kp_unit *kp_unit_derive(const struct kp_unit *u)
{
    struct kp_unit *v = kp_new(u->arena, struct kp_unit);

    v->arena = u->arena;
    v->options = u->options;
    v->rules = u->rules;
    v->outer = u;
    v->is_trial = u->is_trial;
    v->is_inlined = u->is_inlined;
    v->is_widened = u->is_widened;
    v->is_merged = u->is_merged;
    v->is_laid_out = u->is_laid_out;
    v->is_unstaged = u->is_unstaged;
    v->is_distributed = u->is_distributed;
    v->is_direct = u->is_direct;
    v->is_batched = u->is_batched;
    v->says_values = u->says_values;
    v->drops_registers = u->drops_registers;
    v->in_vain = u->in_vain;
    v->n_forms = u->n_forms;
    v->is_nearer = u->is_nearer;
    v->versions = u->versions;
    v->of_instances = u->of_instances;
    v->is_cloned = u->is_cloned;
    v->clones_are_merged = u->clones_are_merged;
    v->clones_stay_static = u->clones_stay_static;
    v->keeps_unread = u->keeps_unread;
    return v;
}

void kp_rest_on_instances(struct kp_unit *v, const struct kp_texts *names)
{
    struct kp_texts *all = kp_new(v->arena, struct kp_texts);

    if (!names->n)
        return;
    for (size_t i = 0; v->of_instances && i < v->of_instances->n; i++)
        kp_add_text(v->arena, all, v->of_instances->v[i]);
    for (size_t i = 0; i < names->n; i++)
        kp_add_text(v->arena, all, names->v[i]);
    v->of_instances = all;
}

bool kp_pipeline_derived(const struct kp_unit *u, struct kp_unit *v, const char *text, size_t size,
                         enum kp_pass last)
{
    return kp_pipeline_text(v, u->source.path, text, size, last) && v->loops.n == u->loops.n;
}

bool kp_may_be_helped(const struct kp_loop *l)
{
    if (kp_is_pipelined(l) || !l->refusals.n)
        return true;
    switch (l->refusals.v[0].code) {
    case KP_CODE_KP104: /* respelled.c, as KP106, KP304, KP305, KP306 and KP608 */
    case KP_CODE_KP106:
    case KP_CODE_KP304:
    case KP_CODE_KP305:
    case KP_CODE_KP306:
    case KP_CODE_KP608:
    case KP_CODE_KP401: /* nearer.c, as KP601, which expanded.c answers, too */
    case KP_CODE_KP601:
    case KP_CODE_KP110: /* unstaged.c, inlined.c, as KP105 and KP310 */
    case KP_CODE_KP105:
    case KP_CODE_KP310:
    case KP_CODE_KP501: /* clones.c */
    case KP_CODE_KP507: /* widened.c */
    case KP_CODE_KP602: /* branches.c */
    case KP_CODE_KP609: /* accessed.c */
        return true;
    default:
        return false;
    }
}

void kp_unit_take_text(struct kp_unit *u, struct kp_unit *v)
{
    u->of_instances = v->of_instances;
    kp_bind_stated(u);
    u->has_moved |= v->has_moved;
    u->derived = v->derived ? v->derived : v;
    u->output = v->output;
    u->output_size = v->output_size;
}

bool kp_has_changed(const struct kp_unit *u)
{
    return u->output_size != u->source.size || memcmp(u->output, u->source.text, u->output_size);
}

static void move_to_loop(const struct kp_loop *l, struct kp_refusal *r)
{
    size_t n = 0;

    for (size_t k = 0; k < r->places.n; k++) {
        struct kp_place p = r->places.v[k];

        if (!p.file)
            p.span = l->node->span;
        if (!p.file && k)
            continue;
        r->places.v[n++] = p;
    }
    r->places.n = n;
}

struct kp_refusal kp_refusal_at(struct kp_unit *u, const struct kp_loop *l,
                                const struct kp_refusal *from)
{
    struct kp_refusal r = *from;

    r.places.v = NULL;
    r.places.n = r.places.cap = 0;
    for (size_t k = 0; k < from->places.n; k++)
        kp_push(u->arena, &r.places, from->places.v[k]);
    move_to_loop(l, &r);
    return r;
}

/* Places in another text have no meaning in this one; what is reported there is reported at the
 * loop. */
static void say_at_loop(struct kp_loop *l)
{
    for (size_t i = 0; i < l->refusals.n; i++)
        move_to_loop(l, &l->refusals.v[i]);
    move_to_loop(l, &l->merge_why);
    move_to_loop(l, &l->layout_why);
}

void kp_unit_adopt_loop(struct kp_unit *u, size_t i, struct kp_loop *from)
{
    const struct kp_loop *to = u->loops.v[i];

    if (!kp_is_pipelined(from) && to->refusals.n) { /* why not says u */
        kp_unit_hear(u, i, from);
        return;
    }
    from->line = to->line;
    from->end_line = to->end_line;
    from->node = to->node;
    say_at_loop(from);
    memcpy(from->written_for, to->written_for, sizeof to->written_for);
    if (to->merge_why.code)
        from->merge_why = to->merge_why;
    if (to->layout_why.code)
        from->layout_why = to->layout_why;
    u->loops.v[i] = from;
}

void kp_unit_adopt(struct kp_unit *u, struct kp_unit *v)
{
    for (size_t i = 0; i < u->loops.n; i++)
        kp_unit_adopt_loop(u, i, v->loops.v[i]);
    kp_unit_take_text(u, v);
}

struct kp_unit *kp_pipeline_again(struct kp_arena *a, const struct kp_unit *first,
                                  const struct kp_request *requests)
{
    const struct kp_file *source = &first->source;
    struct kp_options *o = kp_new(a, struct kp_options);
    struct kp_unit *u = kp_new(a, struct kp_unit);

    *o = *first->options;
    o->requests = NULL;
    o->n_requests = 0;
    if (o->includers)
        o->view = NULL; /* all of them have to agree again */
    if (requests) {
        struct kp_request *own = kp_new_array(a, struct kp_request, first->loops.n + 1);

        memcpy(own, requests, first->loops.n * sizeof *own);
        o->requests = own;
        o->n_requests = first->loops.n;
    }
    *u = (struct kp_unit){.arena = a, .options = o, .rules = first->rules};
    kp_pipeline_text(u, source->path, source->text, source->size, KP_PASS_EMIT);
    return u;
}

struct kp_unit *kp_pipeline_ablated(struct kp_arena *a, const struct kp_unit *u,
                                    enum kp_ablation ablation)
{
    struct kp_options *o = kp_new(a, struct kp_options);
    struct kp_unit like = *u;

    *o = *u->options;
    o->ablation = ablation;
    like.options = o;
    return kp_pipeline_again(a, &like, u->options->requests);
}
