#include "seen/views.h"

#include <string.h>

#include "plan/plan.h"

enum { MOST_RUNS = 64 }; /* of all passes, to find out which functions differ */

/* ---- what they make of it ---------------------------------------------------------------------
 */

static bool is_same_loop(const struct kp_loop *a, const struct kp_loop *b)
{
    return a->node->span.begin == b->node->span.begin &&
           kp_view_function(a)->decl->span.begin == kp_view_function(b)->decl->span.begin;
}

static bool has_same_loops(const struct kp_unit *a, const struct kp_unit *b)
{
    for (size_t i = 0; i < a->loops.n && i < b->loops.n; i++)
        if (!is_same_loop(a->loops.v[i], b->loops.v[i]))
            return false;
    return a->loops.n == b->loops.n;
}

static bool is_same_output(const struct kp_unit *a, const struct kp_unit *b)
{
    return a->output_size == b->output_size && !memcmp(a->output, b->output, a->output_size);
}

/* The first line of `a` that differs from `b`. */
static const char *other_line(struct kp_arena *arena, const struct kp_unit *a,
                              const struct kp_unit *b)
{
    size_t at = 0, begin, n;

    while (at < a->output_size && at < b->output_size && a->output[at] == b->output[at])
        at++;
    for (begin = at; begin && a->output[begin - 1] != '\n';)
        begin--;
    begin += strspn(a->output + begin, " \t");
    n = strcspn(a->output + begin, "\r\n");
    return kp_strndup(arena, a->output + begin, n < 80 ? n : 80);
}

static const char *reason_of(const struct kp_loop *l)
{
    return l->refusals.n ? l->refusals.v[0].reason : "it has nothing to pipeline";
}

static const char *other_loops(const struct kp_views *all, const struct kp_view *a,
                               const struct kp_view *b)
{
    return kp_sprintf(all->u->arena, "'%s' and '%s' see other loops in %s", a->name, b->name,
                      all->is_own ? "the file" : "the header");
}

/* How the results for the function differ in two views; NULL: they do not. */
static const char *difference(struct kp_views *all, const struct kp_sym *f, const struct kp_view *w,
                              const struct kp_view *v, const struct kp_unit *a,
                              const struct kp_unit *b)
{
    struct kp_arena *arena = all->u->arena;

    for (size_t i = 0; i < a->loops.n; i++) {
        const struct kp_loop *x = a->loops.v[i], *y = b->loops.v[i];
        bool here = kp_is_pipelined(x);

        if (kp_view_is_of(x, f) && here != kp_is_pipelined(y))
            return kp_sprintf(arena,
                              all->is_own ? "by '%s' the loop could be pipelined, by '%s' it could "
                                            "not: %s"
                                          : "as '%s' includes the header the loop could be "
                                            "pipelined, as '%s' does it could not: %s",
                              here ? w->name : v->name, here ? v->name : w->name,
                              reason_of(here ? y : x));
    }
    if (is_same_output(a, b))
        return NULL;
    return kp_sprintf(arena, "'%s' and '%s' %s with other meanings: `%s` and `%s`", w->name,
                      v->name, all->is_own ? "compile the file" : "include the header",
                      other_line(arena, a, b), other_line(arena, b, a));
}

/* ---- do they agree? ---------------------------------------------------------------------------
 */

static bool any_launches(const struct kp_views *all, const struct kp_sym *f)
{
    for (size_t i = 0; i < all->list.n; i++)
        if (kp_view_launches(&all->list.v[i], f))
            return true;
    return false;
}

/* True if the view launches or instantiates the function, or names it, by which it may be launched
 * (cudaLaunchKernel), so that its result counts. A command line of the file itself compiles it for
 * whoever launches it. */
static bool has_a_say(const struct kp_views *all, const struct kp_view *v, const struct kp_sym *f)
{
    return all->is_own || !any_launches(all, f) || kp_view_launches(v, f) || kp_view_names(v, f);
}

/* The first source if it launches the function, else one that does. */
static struct kp_view *decider(const struct kp_views *all, const struct kp_sym *f)
{
    for (size_t i = 0; i < all->list.n && !has_a_say(all, all->first, f); i++)
        if (has_a_say(all, &all->list.v[i], f))
            return &all->list.v[i];
    return all->first;
}

static struct kp_request *requests_for(struct kp_views *all, const struct kp_sym *f)
{
    size_t n = all->made->loops.n;
    struct kp_request *requests = kp_new_array(all->u->arena, struct kp_request, n + 1);

    for (size_t i = 0; i < n; i++) {
        requests[i] = all->requests[i];
        if (!kp_view_is_of(all->made->loops.v[i], f))
            requests[i].leave = "another function is looked at";
    }
    return requests;
}

/* The function alone, as each source sees it. */
static const char *disagreement(struct kp_views *all, const struct kp_sym *f)
{
    struct kp_request *requests = requests_for(all, f);
    struct kp_view *by = decider(all, f);
    struct kp_unit *first = kp_view_keep(all, kp_view_run_source(all, by, requests, KP_PASS_EMIT));

    for (size_t i = 0; i < all->list.n; i++) {
        struct kp_view *v = &all->list.v[i];
        const char *why;
        struct kp_unit *other;

        if (v == by || !has_a_say(all, v, f))
            continue;
        if (all->runs >= MOST_RUNS)
            return "too many sources would have to agree: --from says which count";
        other = kp_view_run_source(all, v, requests, KP_PASS_EMIT);
        why = first->error || other->error || !has_same_loops(first, other)
                  ? other_loops(all, by, v)
                  : difference(all, f, by, v, first, other);
        kp_unit_free(other);
        if (why)
            return why;
    }
    if (by != all->first) {
        if (first->error || !has_same_loops(first, all->made))
            return other_loops(all, by, all->first);
        kp_push(all->u->arena, &all->elsewhere, ((struct kp_elsewhere){f, first}));
    }
    return NULL;
}

void kp_views_compare(struct kp_views *all)
{
    const struct kp_unit *u = all->made;

    for (size_t i = 0; i < u->loops.n; i++) {
        const struct kp_sym *f = kp_view_function(u->loops.v[i]);
        const char *why;

        if ((i && kp_view_is_of(u->loops.v[i - 1], f)) || all->why[i])
            continue;
        if ((why = disagreement(all, f)))
            kp_view_refuse(all, f, why);
    }
}

/* False if each function must be compared separately. */
bool kp_views_agree(struct kp_views *all)
{
    const struct kp_unit *u = all->made;
    bool same = true;

    for (size_t k = 0; k < u->loops.n; k++)
        same &= decider(all, kp_view_function(u->loops.v[k])) == all->first;
    for (size_t i = 0; i < all->list.n; i++) {
        struct kp_view *v = &all->list.v[i];
        bool counts = false, comparable;
        struct kp_unit *other;

        for (size_t k = 0; k < u->loops.n; k++)
            counts |= has_a_say(all, v, kp_view_function(u->loops.v[k]));
        if (v == all->first || !counts)
            continue;
        other = kp_view_run_source(all, v, all->requests, KP_PASS_EMIT);
        comparable = !other->error && has_same_loops(u, other);
        same &= comparable && is_same_output(u, other);
        kp_unit_free(other);
        if (!comparable) {
            kp_view_refuse(all, NULL, other_loops(all, all->first, v));
            return true;
        }
    }
    return same;
}
