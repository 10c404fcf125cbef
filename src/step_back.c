#include "step_back.h"

#include <limits.h>

#include "build/tool.h"
#include "pipeline.h"
#include "plan/occupancy.h"
#include "plan/plan.h"

/* Blocks per SM have to be counted with some number of threads where the file shows none. */
enum { ASSUMED_THREADS = 256 };

struct search {
    struct kp_unit *first; /* the plan from the source */
    const struct kp_nvcc *nvcc;
    const struct kp_target *target;
    struct kp_arena *arena;
    struct kp_usages original;
    struct kp_wish *wishes; /* per loop: what is decided or being tried */
};

struct attempt {
    struct kp_unit *unit;
    struct kp_usages usage;
    const char *error; /* it cannot be built */
};

/* ---- building ------------------------------------------------------------------------------- */

static const char *build(struct search *s, const char *text, size_t size, struct kp_usages *usage)
{
    const struct kp_nvcc_source source = {
        .path = s->first->source.path, .text = text, .size = size};
    const char *error = NULL;
    const char *temp = kp_temp_new(s->arena, &error);
    size_t n;

    if (!temp)
        return error;
    kp_nvcc_cubin(s->arena, s->nvcc, temp, &source, usage, &n, &error);
    kp_temp_remove(temp);
    return error;
}

/* The passes over the source again, with the wishes as they are now, and its output built. */
static bool try(struct search *s, struct attempt *x)
{
    struct kp_unit *u = kp_pipeline_again(s->arena, s->first, s->wishes);

    *x = (struct attempt){.unit = u};
    if (u->error || u->self_check_failed)
        return false;
    x->error = build(s, u->output, u->output_size, &x->usage);
    return true;
}

/* ---- judging -------------------------------------------------------------------------------- */

/* Is it an instance of this function? */
static bool is_of(const char *mangled, const struct kp_sym *f, struct kp_arena *a)
{
    const char *part = kp_sprintf(a, "%zu%s", strlen(f->name), f->name);

    return kp_streq(mangled, f->name) || strstr(mangled, part);
}

static const struct kp_usage *find(const struct kp_usages *list, const char *kernel)
{
    for (size_t i = 0; i < list->n; i++)
        if (kp_streq(list->v[i].kernel, kernel))
            return &list->v[i];
    return NULL;
}

static int64_t dynamic(int64_t bytes)
{
    return bytes > 0 ? bytes : 0;
}

static struct kp_built compare(const struct search *s, const struct kp_loop *l,
                               const struct kp_instance *c, const struct kp_usage *before,
                               const struct kp_usage *after)
{
    const struct kp_budget *b = &l->plan.budget;
    int threads = c->threads > 0 ? c->threads : ASSUMED_THREADS;

    return (struct kp_built){
        .known = true,
        .registers_before = before->registers,
        .registers_after = after->registers,
        .spills_before = before->spill_stores + before->spill_loads,
        .spills_after = after->spill_stores + after->spill_loads,
        .threads = threads,
        .threads_assumed = c->threads <= 0,
        .blocks_before = kp_blocks_per_sm(s->target, threads, before->registers,
                                          before->smem + dynamic(b->dynamic_before)),
        .blocks_after = kp_blocks_per_sm(s->target, threads, after->registers,
                                         after->smem + dynamic(b->dynamic_after)),
    };
}

static int new_spills(const struct kp_built *b)
{
    return b->spills_after > b->spills_before ? b->spills_after - b->spills_before : 0;
}

static int lost_blocks(const struct kp_built *b)
{
    return b->blocks_after < b->blocks_before ? b->blocks_before - b->blocks_after : 0;
}

static bool is_worse(const struct kp_built *a, const struct kp_built *than)
{
    if (!than->known || !a->known)
        return a->known;
    if (!new_spills(a) != !new_spills(than))
        return new_spills(a) > 0;
    return lost_blocks(a) * than->blocks_before > lost_blocks(than) * a->blocks_before;
}

/* The instance and launch that come off worst. Which launch runs which instance of a template the
 * mangled names would say; that every pair is looked at can only make the search more careful. */
static struct kp_built judge(const struct search *s, const struct kp_unit *u,
                             const struct kp_loop *l, const struct kp_usages *after)
{
    struct kp_built worst = {0};
    struct kp_instances cases;

    kp_find_instances(u->derived ? u->derived : u, l, &cases);
    for (size_t i = 0; i < cases.list.n; i++) {
        const struct kp_instance *c = &cases.list.v[i];

        for (size_t k = 0; k < s->original.n; k++) {
            const struct kp_usage *before = &s->original.v[k];
            const struct kp_usage *now = find(after, before->kernel);

            if (!now || (c->kernel && !is_of(before->kernel, c->kernel, s->arena)))
                continue;
            struct kp_built b = compare(s, l, c, before, now);
            if (is_worse(&b, &worst))
                worst = b;
        }
    }
    return worst;
}

static bool is_good(const struct kp_built *b)
{
    return !b->known || (!new_spills(b) && !lost_blocks(b));
}

/* ---- the steps ------------------------------------------------------------------------------ */

enum step { OTHER_SHAPE, LESS_STAGING, ONE_BUFFER, TWO_BUFFERS, N_STEPS };

static bool has_staging(const struct kp_loop *l)
{
    for (size_t i = 0; i < l->tiles.n; i++)
        if (l->tiles.v[i]->variant == KP_VARIANT_LDG)
            return true;
    return false;
}

/* False when the step would change what was asked for, or nothing. `l` has the plan made from the
 * source. */
static bool wish_of(const struct search *s, const struct kp_loop *l, enum step step,
                    struct kp_wish *wish)
{
    const struct kp_options *asked = s->first->options;

    *wish = kp_wish_of(asked, 0);
    wish->because = "ptxas makes most of it";
    switch (step) {
    case OTHER_SHAPE:
        wish->shape = l->plan.shape == KP_SHAPE_SPLIT ? KP_SHAPE_RING : KP_SHAPE_SPLIT;
        return !asked->shape && l->outcome == KP_REWRITTEN;
    case LESS_STAGING:
        wish->variant = KP_VARIANT_CP_ASYNC;
        return !asked->variant && l->outcome == KP_REWRITTEN && has_staging(l);
    case ONE_BUFFER:
        wish->variant = KP_VARIANT_SINGLE;
        return !asked->variant && !asked->stages && !asked->shape && l->outcome == KP_REWRITTEN;
    case TWO_BUFFERS: /* the source plan kept one for the blocks' sake, and they are lost all the
                         same */
        wish->variant = KP_VARIANT_CP_ASYNC;
        return !asked->variant && l->outcome == KP_SINGLE;
    default:
        return false;
    }
}

static const char *plan_text(struct kp_arena *a, const struct kp_loop *l)
{
    static const char *const names[] = {"", "cp.async", "staging registers", "one buffer"};
    const char *what = NULL;

    for (size_t i = 0; i < l->tiles.n; i++) {
        const char *name = names[l->tiles.v[i]->variant];
        if (!what)
            what = name;
        else if (!kp_streq(what, name))
            what = "cp.async and staging registers";
    }
    if (l->outcome == KP_SINGLE)
        return what;
    return kp_sprintf(a, "%s in the %s shape", what,
                      l->plan.shape == KP_SHAPE_RING ? "ring" : "split");
}

static const char *built_text(struct kp_arena *a, const struct kp_built *b)
{
    struct kp_str t = kp_str_new(a);

    kp_str_addf(&t, "%d registers", b->registers_after);
    if (new_spills(b))
        kp_str_addf(&t, ", %d bytes of spills", b->spills_after);
    kp_str_addf(&t, ", %d of %d blocks per SM", b->blocks_after, b->blocks_before);
    if (b->threads_assumed)
        kp_str_addf(&t, " (of %d threads: assumed)", b->threads);
    return kp_str_text(&t);
}

/* ---- one loop ------------------------------------------------------------------------------- */

struct best {
    struct kp_wish wish;
    struct kp_built built;
    bool found;
};

/* Builds loop i with the wish, the other loops as decided so far. True when nothing is lost. */
static bool try_wish(struct search *s, size_t i, struct kp_wish wish, struct kp_str *tried,
                     struct best *best)
{
    struct attempt x;
    struct kp_loop *l;
    struct kp_built b;

    s->wishes[i] = wish;
    if (!try(s, &x) || x.error || !kp_is_pipelined(x.unit->loops.v[i]))
        return false;
    l = x.unit->loops.v[i];
    b = judge(s, x.unit, l, &x.usage);
    kp_str_addf(tried, "%s%s: %s", tried->n ? "; " : "", plan_text(s->arena, l),
                b.known ? built_text(s->arena, &b) : "no kernel of it was built");
    if (!best->found || is_worse(&best->built, &b))
        *best = (struct best){wish, b, true};
    return is_good(&b);
}

/* Which wish the loop gets, and what was tried, in words. */
static const char *decide(struct search *s, size_t i)
{
    const struct kp_loop *l = s->first->loops.v[i];
    const struct kp_options *asked = s->first->options;
    struct kp_wish wish = kp_wish_of(asked, i);
    struct kp_str tried = kp_str_new(s->arena);
    struct best best = {0};
    bool good = try_wish(s, i, wish, &tried, &best);

    for (int step = 0; step < N_STEPS && !good; step++)
        if (wish_of(s, l, (enum step)step, &wish))
            good = try_wish(s, i, wish, &tried, &best);
    s->wishes[i] = best.wish;
    if (best.found && new_spills(&best.built) && !asked->variant)
        s->wishes[i].leave = kp_str_text(&tried);
    return kp_str_text(&tried);
}

/* ---- the file ------------------------------------------------------------------------------- */

static void note(struct search *s, const struct attempt *x, const char *const *tried)
{
    for (size_t i = 0; i < x->unit->loops.n; i++) {
        struct kp_loop *l = x->unit->loops.v[i];

        if (!kp_is_pipelined(l))
            continue;
        l->plan.evidence = "sass";
        l->plan.built = judge(s, x->unit, l, &x->usage);
        if (!l->plan.built.known)
            l->plan.why = kp_sprintf(s->arena, "%s; built: no kernel with this loop", l->plan.why);
        else if (tried[i])
            l->plan.why = kp_sprintf(s->arena, "%s; built: %s", l->plan.why, tried[i]);
    }
}

static bool all_good(struct search *s, const struct attempt *x)
{
    for (size_t i = 0; i < x->unit->loops.n; i++) {
        struct kp_built b;

        if (!kp_is_pipelined(x->unit->loops.v[i]))
            continue;
        b = judge(s, x->unit, x->unit->loops.v[i], &x->usage);
        if (!is_good(&b))
            return false;
    }
    return true;
}

/* Loop by loop: those not decided yet stay as they are, so that what one costs is not counted for
 * another. */
static bool search_all(struct search *s, struct attempt *x, const char **tried)
{
    size_t n = s->first->loops.n;

    for (size_t i = 0; i < n; i++)
        s->wishes[i].leave = "not decided yet";
    for (size_t i = 0; i < n; i++) {
        if (kp_is_pipelined(s->first->loops.v[i]))
            tried[i] = decide(s, i);
        else
            s->wishes[i] = kp_wish_of(s->first->options, i);
    }
    return try(s, x);
}

static struct kp_unit *failed(struct search *s, const char *what, const char *error, bool ours)
{
    s->first->error =
        kp_sprintf(s->arena, "%s: --build: %s: %s", s->first->source.path, what, error);
    s->first->self_check_failed = ours;
    return s->first;
}

struct kp_unit *kp_step_back(struct kp_unit *u, const struct kp_nvcc *nvcc)
{
    size_t n = u->loops.n;
    struct search s = {.first = u, .nvcc = nvcc, .arena = u->arena};
    struct attempt x = {.unit = u};
    const char **tried = kp_new_array(u->arena, const char *, n + 1);

    if (!kp_any_pipelined(u))
        return u;
    s.target = kp_rule_target(u->rules, u->options->arch);
    s.wishes = kp_new_array(u->arena, struct kp_wish, n + 1);
    x.error = build(&s, u->source.text, u->source.size, &s.original);
    if (x.error)
        return failed(&s, "the original cannot be built", x.error, false);
    x.error = build(&s, u->output, u->output_size, &x.usage);
    if (!x.error && !all_good(&s, &x) && !search_all(&s, &x, tried))
        return x.unit;
    if (x.error)
        return failed(&s, "the original can be built, but not what kpipe made of it", x.error,
                      true);
    note(&s, &x, tried);
    return x.unit;
}
