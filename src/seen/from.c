#include "seen/from.h"

#include <string.h>

#include "emit/constants.h"
#include "model/refuse.h"
#include "plan/plan.h"
#include "seen/views.h"
#include "util/str.h"
#include "front/tree.h"

/* Of how many sources all passes are run before one is found that launches all loops. */
enum { MOST_WHOLE = 6 };

/* ---- the sources ------------------------------------------------------------------------------
 */

static unsigned count_launched(const struct kp_view *v)
{
    unsigned n = 0;

    kp_each_child(f, v->tree->parse.root) n += f->kind == KP_FUNCTION && !f->file && f->sym &&
                                               (f->sym->is_kernel || f->sym->is_template) &&
                                               kp_view_launches(v, f->sym) && kp_holds(f, KP_LOOPS);
    return n;
}

static bool does_not_include(const struct kp_unit *tree)
{
    return tree->parse.not_from && kp_starts_with(tree->parse.not_from, "does not");
}

/* Adds the source to the list, unless the parse shows that it does not include the file. */
static void look(struct kp_views *all, const struct kp_includer *from, enum kp_pass last)
{
    struct kp_options *o = kp_new(all->u->arena, struct kp_options);
    struct kp_view v = {.name = from->name, .options = o};

    *o = *all->u->options;
    o->view = from;
    o->flags = from->flags;
    v.tree = kp_view_run_source(all, &v, NULL, last);
    v.passes = last;
    if (from->path)
        kp_add_text(all->u->arena, &all->reads, from->path);
    for (size_t i = 0; i < v.tree->parse.reads.n; i++)
        kp_add_text(all->u->arena, &all->reads, kp_strdup(all->u->arena, v.tree->parse.reads.v[i]));
    if (!v.tree->error && does_not_include(v.tree)) {
        kp_unit_free(v.tree);
        return;
    }
    kp_view_keep(all, v.tree);
    v.launched = v.tree->error ? 0 : count_launched(&v);
    kp_push(all->u->arena, &all->list, v);
}

/* True if other sources cannot change the result: each loop has nothing to pipeline, or is refused
 * in the source that launches its function. */
static bool is_settled(const struct kp_view *v, const struct kp_unit *u)
{
    for (size_t i = 0; i < u->loops.n; i++) {
        const struct kp_loop *l = u->loops.v[i];
        bool has_tiles = !l->refusals.n || l->refusals.v[0].code != KP_CODE_KP101;

        if (kp_is_rewritten(l) ||
            (l->outcome == KP_REFUSED && has_tiles && !kp_view_launches(v, kp_view_function(l))))
            return false;
    }
    return !u->error && !u->parse.not_from;
}

static bool launches_all_loops(const struct kp_view *v)
{
    for (size_t i = 0; i < v->tree->loops.n; i++)
        if (!kp_view_launches(v, kp_view_function(v->tree->loops.v[i])))
            return false;
    return true;
}

/* The nearest ones with all passes, up to one that launches all loops; where one leaves nothing
 * open, it is the first, and no other is looked at. */
static void look_at_all(struct kp_views *all)
{
    const struct kp_includers *in = all->u->options->includers;
    bool is_launched = false;

    for (size_t i = 0; i < in->n; i++) {
        struct kp_view *v;
        size_t before = all->list.n;

        look(all, &in->v[i], !is_launched && before < MOST_WHOLE ? all->last : KP_PASS_PARSE);
        if (all->list.n == before)
            continue;
        v = &all->list.v[before];
        is_launched |= v->passes == all->last && launches_all_loops(v);
        if (v->passes == KP_PASS_EMIT && is_settled(v, v->tree)) {
            all->first = v;
            return;
        }
    }
}

/* The reason why no loop can be analysed; NULL: none. */
static const char *obstacle(const struct kp_views *all)
{
    struct kp_arena *a = all->u->arena;

    if (all->u->options->includers->too_many)
        return kp_sprintf(a, "more than %zu sources or command lines compile it: %s",
                          all->u->options->includers->n,
                          all->is_own ? "--no-database reads none" : "--from says which count");
    for (size_t i = 0; i < all->list.n; i++) {
        const struct kp_view *v = &all->list.v[i];

        if (v->tree->error)
            return kp_sprintf(a, "%s cannot be seen from '%s': %s",
                              all->is_own ? "the file" : "the header", v->name, v->tree->error);
        if (v->tree->parse.not_from)
            return kp_sprintf(a, "'%s' %s", v->name, v->tree->parse.not_from);
    }
    return NULL;
}

/* ---- refusing ---------------------------------------------------------------------------------
 */

static void say_why(const struct kp_views *all, struct kp_unit *u)
{
    for (size_t i = 0; i < u->loops.n; i++) {
        struct kp_loop *l = u->loops.v[i];

        if (!all->why[i] || l->outcome != KP_REFUSED || !l->refusals.n ||
            l->refusals.v[0].code != KP_CODE_KP506)
            continue;
        l->refusals.n = 0;
        kp_refuse(u, l, KP_CODE_KP611, NULL, all->why[i]);
    }
}

/* ---- all --------------------------------------------------------------------------------------
 */

static void choose_first(struct kp_views *all)
{
    all->first = &all->list.v[0];
    for (size_t i = 1; i < all->list.n; i++)
        if (!all->is_own && all->list.v[i].launched > all->first->launched)
            all->first = &all->list.v[i];
}

static bool is_kept(const struct kp_views *all, const struct kp_sym *f)
{
    const struct kp_unit *u = all->made;

    for (size_t i = 0; i < u->loops.n; i++)
        if (kp_view_is_of(u->loops.v[i], f) && all->why[i])
            return true;
    return false;
}

/* The passes for the first source again, with what is refused. */
static struct kp_unit *make_again(struct kp_views *all)
{
    struct kp_unit *u;
    size_t n = all->made->loops.n;
    struct kp_request *requests = kp_new_array(all->u->arena, struct kp_request, n + 1);

    memcpy(requests, all->requests, n * sizeof *requests);
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < all->elsewhere.n; k++)
            if (kp_view_is_of(all->made->loops.v[i], all->elsewhere.v[k].function))
                requests[i].leave = "another source launches it";
    u = kp_view_keep(all, kp_view_run_source(all, all->first, requests, KP_PASS_EMIT));
    if (u->error || u->self_check_failed)
        return u;
    for (size_t k = 0; k < all->elsewhere.n; k++)
        if (!is_kept(all, all->elsewhere.v[k].function) && !kp_views_join(u, &all->elsewhere.v[k]))
            kp_view_refuse(
                all, all->elsewhere.v[k].function,
                "what the sources that launch it make of it cannot be joined with the rest");
    say_why(all, u);
    return u;
}

static struct kp_unit *agree(struct kp_views *all, const char *why)
{
    struct kp_unit *u = all->made;
    size_t n = u->loops.n;

    all->requests = kp_new_array(u->arena, struct kp_request, n + 1);
    all->why = kp_new_array(u->arena, const char *, n + 1);
    for (size_t i = 0; i < n; i++)
        all->requests[i] = kp_request_of(u->options, i);
    if (why)
        kp_view_refuse(all, NULL, why);
    else if (all->list.n > 1 && !is_settled(all->first, u) && !kp_views_agree(all))
        kp_views_compare(all);
    if (all->any_refused || all->elsewhere.n) {
        if (u->options->width == KP_WIDTH_ONLY) /* for all loops or none */
            kp_view_refuse(all, NULL,
                           "the ways in which it is compiled differ in one of its loops");
        u = make_again(all);
    }
    for (size_t tries = 0; tries <= n && !u->error && !u->self_check_failed && kp_has_changed(u) &&
                           !kp_views_compile(all, u);
         tries++) {
        if (tries + 1 >= n)
            kp_view_refuse(all, NULL,
                           "the result would not compile in all ways in which the file is");
        u = make_again(all);
    }
    return u;
}

/* Adds the files that other sources have read. */
static void add_reads(const struct kp_views *all, struct kp_unit *u)
{
    struct kp_texts reads = all->reads;

    for (size_t i = 0; i < u->parse.reads.n; i++)
        kp_add_text(u->arena, &reads, u->parse.reads.v[i]);
    u->parse.reads.n = 0;
    for (size_t i = 0; i < reads.n; i++)
        kp_push(u->arena, &u->parse.reads, reads.v[i]);
}

/* True if the header has one function of that name. */
static bool is_named_once(const struct kp_unit *tree, const struct kp_sym *f)
{
    unsigned n = 0;

    kp_each_named(s, tree, f->name) n += s->kind == KP_SYM_FUNCTION && s->decl && !s->pattern &&
                                         kp_streq(s->qualified, f->qualified);
    return n == 1;
}

/* Where sources have different instances of the header's templates, all of them state all of these.
 * Each judges its own, and the text has to be the same. */
static void state_all_instances(struct kp_views *all)
{
    struct kp_stated_list *said = kp_new(all->u->arena, struct kp_stated_list);

    for (size_t i = 0; i < all->list.n; i++) {
        struct kp_unit *tree = all->list.v[i].tree;

        for (size_t k = 0; k < tree->parse.instances.n; k++) {
            const struct kp_instance *of = &tree->parse.instances.v[k];

            if (of->pattern && of->pattern->is_template && of->pattern->decl &&
                !of->pattern->decl->file && is_named_once(tree, of->pattern))
                kp_push(all->u->arena, said,
                        ((struct kp_stated){of->pattern->qualified, kp_said_of(tree, of)}));
        }
    }
    for (size_t i = 0; i < all->list.n; i++) {
        struct kp_options *o = kp_new(all->u->arena, struct kp_options);

        *o = *all->list.v[i].options;
        o->said = said;
        all->list.v[i].options = o;
    }
    all->first->passes = KP_PASS_PARSE; /* its output has its own instances */
}

/* *first: the source whose output is used; unchanged where no source includes the file. */
static bool run_from(struct kp_unit *u, enum kp_pass last, const struct kp_includer **first)
{
    struct kp_views all = {.u = u, .last = last, .is_own = !u->options->includers->v[0].path};
    const char *why;
    struct kp_unit *made;
    struct kp_arena *arena = u->arena;

    look_at_all(&all);
    if (!all.list.n) {
        struct kp_options *o = kp_new(u->arena, struct kp_options);
        bool ok;

        *o = *u->options;
        o->includers = NULL;
        u->options = o;
        ok = kp_pipeline_text(u, u->source.path, u->source.text, u->source.size, last);
        add_reads(&all, u);
        return ok;
    }
    why = all.first ? NULL : obstacle(&all); /* one that leaves nothing open is the first */
    if (!all.first)
        choose_first(&all);
    if (why) {
        struct kp_options *o = kp_new(u->arena, struct kp_options);

        *o = *all.first->options;
        o->leave = why;
        all.first->options = o;
    }
    *first = all.first->options->view;
    if (u->options->stated && all.list.n > 1)
        state_all_instances(&all);
    made = all.first->passes != last || why
               ? kp_view_keep(&all, kp_view_run_source(&all, all.first, NULL, last))
               : all.first->tree;
    all.made = made;
    if (last == KP_PASS_EMIT && !made->error && !made->self_check_failed)
        made = agree(&all, why);
    *u = *made;
    u->arena = arena;
    add_reads(&all, u);
    return !u->error && !u->self_check_failed;
}

/* ---- headers' templates that rest on their instances -------------------------------------------
 */

/* The functions with a loop that is refused. */
static const struct kp_texts *refused_in(struct kp_unit *u)
{
    struct kp_texts *names = kp_new(u->arena, struct kp_texts);

    for (size_t i = 0; i < u->loops.n; i++)
        if (u->loops.v[i]->outcome == KP_REFUSED)
            kp_add_text(u->arena, names, kp_view_function(u->loops.v[i])->qualified);
    return names;
}

/* True if all loops are pipelined in `b` that are in `a`, and further ones. */
static bool is_better(const struct kp_unit *a, const struct kp_unit *b)
{
    bool more = false;

    if (b->error || b->self_check_failed || a->loops.n != b->loops.n)
        return false;
    for (size_t i = 0; i < a->loops.n; i++) {
        bool was = kp_is_pipelined(a->loops.v[i]), is = kp_is_pipelined(b->loops.v[i]);

        if (was && !is)
            return false;
        more |= is && !was;
    }
    return more;
}

/* The same file again, with these sources and templates that may rest on their instances: true if
 * more loops are pipelined. */
static bool improves(const struct kp_unit *u, struct kp_unit *again,
                     const struct kp_includers *sources, const struct kp_texts *stated,
                     enum kp_pass last)
{
    struct kp_options *o = kp_new(again->arena, struct kp_options);
    const struct kp_includer *first;

    *o = *again->options;
    o->includers = sources;
    o->stated = stated;
    again->options = o;
    return run_from(again, last, &first) && is_better(u, again);
}

bool kp_pipeline_from(struct kp_unit *u, enum kp_pass last)
{
    struct kp_unit one = *u, all = *u;
    const struct kp_includers *sources = u->options->includers;
    const struct kp_includer *first = NULL;
    bool ok = run_from(u, last, &first);
    const struct kp_texts *stated;
    struct kp_includers alone = {0};

    if (!ok || !u->asks_instances || !first)
        return ok;
    stated = refused_in(u);
    kp_push(u->arena, &alone, *first);
    if (!stated->n || (sources->n > 1 && !improves(u, &one, &alone, stated, last)))
        return ok; /* nothing is gained in one source, so the others need not agree on it */
    if (improves(u, &all, sources, stated, last))
        *u = all;
    return ok;
}
