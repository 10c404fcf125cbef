#include "seen/views.h"

#include "front/front.h"
#include "model/launched.h"

/* In an arena of its own, which goes with all->u's unless the caller lets go of it before. */
struct kp_unit *kp_view_run(struct kp_views *all, const struct kp_view *v, const char *text,
                            size_t size, const struct kp_request *requests, enum kp_pass last)
{
    struct kp_unit *u = all->u, *to;
    struct kp_options *o = kp_new(u->arena, struct kp_options);

    *o = *v->options;
    if (requests) {
        o->requests = requests;
        o->n_requests = all->made->loops.n;
    }
    to = kp_unit_new(o, u->rules);
    all->runs++;
    kp_pipeline_text(to, u->source.path, text, size, last);
    return to;
}

struct kp_unit *kp_view_keep(struct kp_views *all, struct kp_unit *u)
{
    kp_arena_adopt(all->u->arena, u->arena);
    return u;
}

struct kp_unit *kp_view_run_source(struct kp_views *all, const struct kp_view *v,
                                   const struct kp_request *requests, enum kp_pass last)
{
    return kp_view_run(all, v, all->u->source.text, all->u->source.size, requests, last);
}

static bool is_at(const struct kp_sym *s, uint32_t function)
{
    return s && s->decl && !s->decl->file && s->decl->span.begin == function;
}

/* True if the source launches or instantiates the function of the header at that offset. */
bool kp_view_launches(const struct kp_view *v, const struct kp_sym *f)
{
    const struct kp_parse *p = &v->tree->parse;
    uint32_t at = f->decl->span.begin;

    if (!f->is_kernel && !f->is_template)
        return true; /* whoever calls it */
    for (size_t i = 0; i < p->launches.n; i++)
        if (is_at(p->launches.v[i].kernel, at))
            return true;
    for (size_t i = 0; i < p->instances.n; i++)
        if (is_at(p->instances.v[i].pattern, at))
            return true;
    return false;
}

bool kp_view_names(const struct kp_view *v, const struct kp_sym *f)
{
    const struct kp_parse *p = &v->tree->parse;

    for (size_t i = 0; i < p->syms.n; i++)
        if (is_at(p->syms.v[i], f->decl->span.begin))
            return kp_is_named_beside_launches(v->tree, p->syms.v[i]);
    return false;
}

/* The function in which a loop is reported; the loop's own function may belong to a text made from
 * the header. */
const struct kp_sym *kp_view_function(const struct kp_loop *l)
{
    return kp_function_around(l->node)->sym;
}

bool kp_view_is_of(const struct kp_loop *l, const struct kp_sym *f)
{
    return kp_view_function(l)->decl->span.begin == f->decl->span.begin;
}

/* Before the unit of all->first is made again. */
void kp_view_refuse(struct kp_views *all, const struct kp_sym *f, const char *why)
{
    const struct kp_unit *u = all->made;

    for (size_t i = 0; i < u->loops.n; i++)
        if ((!f || kp_view_is_of(u->loops.v[i], f)) && !all->why[i]) {
            all->why[i] = why;
            all->requests[i] = (struct kp_request){.leave = why};
            all->any_refused = true;
        }
}
