#include "draft/parts.h"

#include <stdarg.h>
#include <stdlib.h>
#include <time.h>

#include "rule/rule.h"
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
        if (s->decl->file != 0) /* of another header that is read with this one */
            continue;
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
        x->host = kp_function_around(x->launch->node);
}

/* ---- its extents ---- */

static bool has_dynamic_array(const struct kp_node *n)
{
    kp_each_below(x, n) if (x->sym && x->sym->space == KP_SPACE_SHARED &&
                            x->sym->is_extern) return true;
    return false;
}

/* A fourth of what a block may have first: a pipelined version may ask for it once per stage. */
bool kp_draft_more_smem(struct kp_drafter *x)
{
    int bytes = x->smem ? 2 * atoi(x->smem) : x->most_smem / 4;

    if (!x->most_smem || bytes > x->most_smem)
        return false;
    x->smem = kp_sprintf(x->arena, "%d", bytes);
    return true;
}

/* An amount that the text does not say is found by trying. */
static void dynamic_memory(struct kp_drafter *x)
{
    const struct kp_node *amount = x->launch ? x->launch->smem : NULL;
    const struct kp_target *t = kp_rule_target(x->u->rules, x->u->options->arch);
    size_t n_sizes = x->sizes.n, n_guesses = x->d->guesses.n;

    if (amount && amount->kind != KP_NONE)
        x->smem = kp_draft_expr(x, amount);
    if (x->smem && x->sizes.n == n_sizes)
        return;
    x->sizes.n = n_sizes; /* what only the host knows is no size of the kernel */
    x->d->guesses.n = n_guesses;
    x->smem = NULL;
    if (!t || !has_dynamic_array(x->kernel->decl))
        return;
    x->most_smem = t->smem_per_block_optin;
    kp_draft_more_smem(x);
}

static void extents(struct kp_drafter *x)
{
    struct kp_case empty = {.arena = x->arena, .path = ""};
    struct kp_case_text *parts, text = {0};
    size_t n;

    if (x->launch) {
        x->grid = x->launch->grid ? kp_draft_extents(x, x->launch->grid) : NULL;
        x->block = x->launch->block ? kp_draft_extents(x, x->launch->block) : NULL;
    }
    dynamic_memory(x);
    if (!x->block && x->trial) {
        x->block = x->trial->block;
        x->block_guessed = true;
        kp_draft_guess(x, "the launch's block is unknown: the kernel runs with %s", x->block);
    }
    if (!x->grid && x->trial) {
        x->grid = x->trial->grid;
        x->grid_guessed = true;
        kp_draft_guess(x, "the launch's grid is unknown: %s blocks", x->grid);
    }
    if (!x->grid)
        kp_draft_unknown(
            x, x->launch && x->launch->node ? "the grid of the launch of %s" : "a launch of %s",
            x->kernel->name);
    if (!x->block && x->launch && x->launch->node)
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
    if (x->most_smem)
        kp_draft_guess(x, "dynamic shared memory: the amount is unknown, %s bytes are enough",
                       x->smem);
    for (size_t k = 0; k < x->args.n; k++) {
        if (x->args.v[k].fill_guessed && x->args.v[k].role != KP_CASE_OUT)
            kp_draft_guess(x, "argument %s: integers may be indices; its contents are a guess",
                           x->args.v[k].param->name);
        if (x->args.v[k].is_array && !x->args.v[k].count)
            kp_draft_unknown(x, "argument %s: its number of elements", x->args.v[k].param->name);
    }
}

/* With what is known and, where that is not enough, x->trial. */
static void draft(struct kp_drafter *x)
{
    x->template_args = x->launch ? kp_draft_template_text(x, x->launch) : NULL;
    kp_draft_args(x);
    extents(x);
    kp_draft_solve_sizes(x);
    if (!x->d->unknown.n && x->o->nvcc)
        kp_draft_probe(x);
    say_contents(x);
    x->d->text = kp_draft_text(x, false);
}

/* ---- trials: what the original bears without an alarm is taken ---- */

enum { MOST_INSTANCES = 12, MOST_BLOCKS = 32, MOST_GRIDS = 16, SECONDS = 60 };

static bool is_good(const struct kp_draft *d)
{
    return !d->failed && !d->unknown.n;
}

static bool try_one(const struct kp_drafter *base, const struct kp_launch *launch,
                    const struct kp_draft_trial *trial, struct kp_draft *d, struct kp_drafter *x)
{
    *x = *base;
    *d = (struct kp_draft){.kernel = base->kernel->name};
    x->d = d;
    x->launch = launch;
    x->trial = trial;
    draft(x);
    return is_good(d);
}

/* Every array is a product of sizes, and what is stored to is stored to wholly. */
static bool covers_sizes(const struct kp_drafter *x)
{
    for (size_t k = 0; k < x->args.n; k++) {
        const struct kp_draft_arg *a = &x->args.v[k];
        if (a->is_array && (!a->is_product || a->has_holes))
            return false;
    }
    return true;
}

/* Where a constant grid has run: one that covers sizes, so that more blocks can be had. */
static void try_grids(const struct kp_drafter *base, const struct kp_drafter *good, time_t until,
                      struct kp_draft *d)
{
    struct kp_drafter first = *good, x;
    struct kp_draft_trial trials[MOST_GRIDS];
    size_t n = kp_draft_grids(&first, trials, MOST_GRIDS);

    for (size_t k = 0; k < n && time(NULL) < until; k++) {
        struct kp_draft found;
        if (!try_one(base, good->launch, &trials[k], &found, &x) || !covers_sizes(&x))
            continue;
        *d = found;
        return;
    }
}

/* All blocks with these template arguments; *d is the first that is good, else the last. */
static bool try_blocks(struct kp_drafter *base, const struct kp_launch *launch, time_t until,
                       struct kp_draft *d)
{
    struct kp_drafter x = *base;
    const char *block[MOST_BLOCKS] = {"1"};
    struct kp_draft_trial trial = {0};
    size_t n = 1;

    x.launch = launch;
    trial.grid = kp_draft_grid(&x);
    if (!launch->block || !kp_draft_extents(&x, launch->block))
        n = kp_draft_blocks(&x, block, MOST_BLOCKS);
    for (size_t k = 0; k < n && time(NULL) < until; k++) {
        trial.block = block[k];
        if (!try_one(base, launch, &trial, d, &x))
            continue;
        if (x.grid_guessed)
            try_grids(base, &x, until, d);
        return true;
    }
    return false;
}

static bool lacks_arguments(const struct kp_drafter *x)
{
    return x->kernel->is_template && (!x->launch || !knows_arguments(x->launch));
}

static void trials(struct kp_drafter *base, struct kp_draft *d)
{
    struct kp_launch launches[MOST_INSTANCES] = {0};
    const struct kp_draft plain = *d;
    time_t until = time(NULL) + SECONDS;
    bool guessed = false;
    size_t n = 1;

    if (lacks_arguments(base))
        n = kp_draft_instances(base, base->launch, launches, MOST_INSTANCES, &guessed);
    else if (base->launch)
        launches[0] = *base->launch;
    else
        launches[0].kernel = base->kernel;
    base->needs_template |= guessed;
    base->template_guessed = guessed && !base->is_said;
    for (size_t k = 0; k < n && time(NULL) < until; k++) {
        const char *text = kp_draft_template_text(base, &launches[k]);
        if ((base->kernel->is_template && !text) ||
            (guessed && kp_draft_compile(base, kp_draft_instance(base, text))))
            continue;
        if (!try_blocks(base, &launches[k], until, d))
            continue;
        if (guessed)
            kp_push(base->arena, &d->guesses,
                    (const char *)kp_sprintf(base->arena,
                                             base->is_said
                                                 ? "template arguments %s are those of the project "
                                                   "file"
                                                 : "the file instantiates the kernel nowhere: "
                                                   "template arguments %s are a guess",
                                             text));
        return;
    }
    if (d->failed && plain.unknown.n) {
        *d = plain;
        d->failed = NULL;
    }
}

/* Where the kernel does not bear all sizes, or no tiles are counted: small numbers of the host's
 * are what it is written for. */
static void try_constants(const struct kp_drafter *base, const struct kp_drafter *failed,
                          struct kp_draft *d)
{
    struct kp_drafter x = *base;
    struct kp_draft found = {.kernel = d->kernel};

    if (!base->o->nvcc || !base->launch || !base->launch->node || (d->unknown.n && !d->failed) ||
        (!d->failed && !kp_draft_guessed_count(failed) &&
         (failed->tile_size || failed->fixed_tiles)))
        return;
    x.d = &found;
    x.constants = true;
    draft(&x);
    if (!is_good(&found) || (!x.tile_size && !x.fixed_tiles))
        return;
    *d = found;
    kp_push(base->arena, &d->guesses,
            "numbers up to 256 that the host's variables begin with are constants, and no sizes");
}

const char *kp_draft_case(struct kp_unit *u, const struct kp_draft_options *o, struct kp_draft *d)
{
    struct kp_drafter base = {.u = u, .arena = u->arena, .o = o, .d = d}, x;
    const char *error = choose_kernel(&base);

    *d = (struct kp_draft){0};
    if (error)
        return error;
    d->kernel = base.kernel->name;
    choose_launch(&base);
    x = base;
    draft(&x);
    base.module = x.module;
    try_constants(&base, &x, d);
    if (!is_good(d) && o->nvcc && (!x.grid || !x.block || lacks_arguments(&base)))
        trials(&base, d);
    return NULL;
}
