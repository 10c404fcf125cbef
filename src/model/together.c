#include "model/together.h"

#include "front/tree.h"

/* A function that holds the loop, or calls one that does, with the places where it does so. */
struct way {
    const struct kp_sym *sym;
    KP_VEC(const struct kp_node *) sites; /* in the order of the text */
    bool runs_again;                      /* a thread may run the function several times */
};

struct ways {
    KP_VEC(struct way) list;
    bool unseen; /* others may call one of them */
};

enum { MAX_WAYS = 64 };

/* A jump out of a statement of `outer`, or to its next iteration. */
static bool jumps(const struct kp_node *n, const struct kp_node *outer)
{
    const bool is_break = n->kind == KP_BREAK;

    if (!is_break && n->kind != KP_CONTINUE)
        return n->kind == KP_RETURN || n->kind == KP_GOTO;
    for (n = n->parent; n != outer; n = n->parent)
        if (kp_is_loop(n) || (is_break && n->kind == KP_SWITCH))
            return false; /* it stays inside */
    return true;
}

static bool is_under_division(struct kp_func *f, const struct kp_node *n,
                              const struct kp_node *outer)
{
    for (n = n->parent; n != outer; n = n->parent)
        if (kp_divides(f, n))
            return true;
    return false;
}

/* Some threads break out of the loop or switch, or go to its next iteration, in front of what
 * others run of it. */
static bool is_cut_short(struct kp_func *f, const struct kp_node *n)
{
    if (!kp_may_hold(n, KP_BREAK) && !kp_may_hold(n, KP_CONTINUE))
        return false;
    kp_each_below(x, n) if ((x->kind == KP_BREAK || x->kind == KP_CONTINUE) && jumps(x, n) &&
                            is_under_division(f, x, n)) return true;
    return false;
}

bool kp_divides(struct kp_func *f, const struct kp_node *n)
{
    bool is_left = kp_is_loop(n) || n->kind == KP_SWITCH;
    bool chooses = n->kind == KP_SWITCH || n->kind == KP_COND ||
                   (n->kind == KP_BINARY && (n->op == KP_OP_LAND || n->op == KP_OP_LOR));
    const struct kp_node *condition = n->kind == KP_IF ? kp_child(n, 1)
                                      : chooses        ? n->first
                                      : kp_is_loop(n)  ? kp_loop_condition(n)
                                                       : NULL;

    return (condition && kp_thread_dependent(f, condition, NULL)) ||
           (is_left && is_cut_short(f, n));
}

/* ---- who calls the loop's function --------------------------------------------------------- */

static struct way *way_of(struct kp_unit *u, struct ways *w, const struct kp_sym *sym)
{
    for (size_t i = 0; i < w->list.n; i++)
        if (w->list.v[i].sym == sym)
            return &w->list.v[i];
    kp_push(u->arena, &w->list, ((struct way){.sym = sym}));
    return &w->list.v[w->list.n - 1];
}

static void add_site(struct kp_unit *u, struct way *way, const struct kp_node *site)
{
    size_t at = way->sites.n;

    kp_push(u->arena, &way->sites, site);
    for (; at > 0 && way->sites.v[at - 1]->span.begin > site->span.begin; at--)
        way->sites.v[at] = way->sites.v[at - 1];
    way->sites.v[at] = site;
}

/* A closure's body runs wherever it is called. */
static bool is_in_closure(const struct kp_node *n)
{
    while (n && n->kind != KP_LAMBDA && n->kind != KP_FUNCTION)
        n = n->parent;
    return !n || n->kind == KP_LAMBDA;
}

static void find_ways(struct kp_unit *u, const struct kp_loop *l, struct ways *w)
{
    add_site(u, way_of(u, w, l->function), l->node);
    for (size_t i = 0; i < w->list.n && i < MAX_WAYS; i++) {
        const struct kp_sym *sym = w->list.v[i].sym;
        const struct kp_calls_of *calls;

        if (sym->is_kernel)
            continue;
        w->unseen |= i + 1 == MAX_WAYS || kp_has_unseen_callers(u, sym);
        calls = kp_calls_of(u, sym);
        for (size_t k = 0; k < calls->list.n; k++) {
            w->unseen |= is_in_closure(calls->list.v[k].node);
            add_site(u, way_of(u, w, calls->list.v[k].in), calls->list.v[k].node);
        }
    }
}

struct kp_functions kp_functions_above(struct kp_unit *u, const struct kp_loop *l, bool *unseen)
{
    struct kp_functions above = {0};
    struct ways w = {0};

    find_ways(u, l, &w);
    for (size_t i = 0; i < w.list.n; i++)
        kp_push(u->arena, &above.list, w.list.v[i].sym);
    *unseen = w.unseen;
    return above;
}

/* ---- which functions run again ------------------------------------------------------------- */

/* True if a template's instances may have several calls for the one in its text, as pack expansions
 * do: it stands in what is not represented, or only for instances. */
static bool is_expanded(const struct kp_node *site)
{
    for (const struct kp_node *n = site->parent; n && n->kind != KP_FUNCTION; n = n->parent)
        if (n->kind == KP_UNKNOWN || (n->kind == KP_CONSTRUCT && n->is_dependent))
            return true;
    return false;
}

static bool is_repeated(const struct way *way, const struct kp_node *site)
{
    return way->runs_again || way->sites.n > 1 || is_expanded(site) ||
           kp_outermost_loop(site, way->sym->decl->last) != site;
}

/* True if each call of it is the only one in one run of a caller. */
static bool runs_once(const struct ways *w, const struct kp_sym *sym)
{
    for (size_t i = 0; i < w->list.n; i++)
        for (size_t k = 0; k < w->list.v[i].sites.n; k++)
            if (w->list.v[i].sites.v[k]->kind == KP_CALL && w->list.v[i].sites.v[k]->sym == sym &&
                is_repeated(&w->list.v[i], w->list.v[i].sites.v[k]))
                return false;
    return true;
}

/* From the kernels down, so that what calls itself by others is not found to run once. */
static void find_repeated(struct ways *w)
{
    bool changed = true;

    for (size_t i = 0; i < w->list.n; i++)
        w->list.v[i].runs_again = !w->list.v[i].sym->is_kernel;
    while (changed) {
        changed = false;
        for (size_t i = 0; i < w->list.n; i++)
            if (w->list.v[i].runs_again && runs_once(w, w->list.v[i].sym)) {
                w->list.v[i].runs_again = false;
                changed = true;
            }
    }
}

bool kp_function_runs_once(struct kp_unit *u, const struct kp_loop *l)
{
    struct ways w = {0};

    if (l->function->is_kernel)
        return true;
    find_ways(u, l, &w);
    find_repeated(&w);
    return !w.unseen && !way_of(u, &w, l->function)->runs_again;
}

/* ---- leaving ------------------------------------------------------------------------------- */

/* True if threads may come to the site in one run of `outer` and not in another. In the function's
 * one run, conditions around the loop are guards of its copies. */
static bool is_left_out(struct kp_func *f, const struct kp_node *site, const struct kp_node *outer)
{
    bool guards = site->kind != KP_CALL && outer != f->body;

    for (const struct kp_node *n = site->parent; site != outer; n = n->parent) {
        if (!n || n->kind == KP_FUNCTION || ((kp_is_loop(n) || !guards) && kp_divides(f, n)))
            return true;
        if (n == outer)
            break;
    }
    return false;
}

/* Inside `outer`: a loop around the sites, or the function. What jumps in front of `from` is gone
 * for all that follows. */
static bool leaves_within(struct kp_func *f, const struct way *way, const struct kp_node *outer,
                          const struct kp_node *from)
{
    const struct kp_node *site = way->sites.v[0];
    bool started = false;

    for (size_t i = 0; i < way->sites.n; i++)
        if (is_left_out(f, way->sites.v[i], outer))
            return true;
    kp_each_below(x, outer)
    {
        started |= x == from;
        if (started && x != outer && jumps(x, outer) && is_under_division(f, x, outer) &&
            (site->kind == KP_CALL || !kp_is_inside(x, site)))
            return true;
    }
    return false;
}

static bool leaves(struct kp_func *f, const struct way *way)
{
    const struct kp_node *first = kp_outermost_loop(way->sites.v[0], f->body);

    if (way->runs_again)
        return leaves_within(f, way, f->body, f->body);
    if (way->sites.n > 1)
        return leaves_within(f, way, f->body, first);
    return first != way->sites.v[0] && leaves_within(f, way, first, first);
}

bool kp_threads_may_leave(struct kp_func *f, const struct kp_loop *l)
{
    struct kp_unit *u = f->unit;
    struct ways w = {0};

    find_ways(u, l, &w);
    if (w.unseen)
        return true;
    find_repeated(&w);
    for (size_t i = 0; i < w.list.n; i++) {
        const struct way *way = &w.list.v[i];
        struct kp_func *g = way->sym == f->sym ? f : kp_func_get(u, way->sym, false);

        if (!g || (g != f && g->busy) || leaves(g, way))
            return true;
    }
    return false;
}
