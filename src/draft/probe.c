/* What a run says that the text does not: how far each array is read and written gives its count,
 * and whether the kernel bears sizes that fill no tile. */
#define _GNU_SOURCE
#include "draft/probe.h"

#include <sys/mman.h>

#include "build/nvcc.h"
#include "build/tool.h"
#include "util/str.h"
#include "util/system.h"

enum {
    ALIGNED = 16,
    MOST_BLOCKS = 96,
    ROOM = 1 << 28,
    MOST_LENGTHS = 1 << 16,
    MOST_STEPS = 160000000 /* warp instructions, of ten seconds or so, beyond the first draft */
};

const char *kp_draft_compile(struct kp_drafter *x, const char *more)
{
    const struct kp_nvcc_source source = {.path = x->u->source.path,
                                          .text = x->u->source.text,
                                          .size = x->u->source.size,
                                          .more = more};
    const char *error, *temp = kp_temp_new(x->arena, &error);
    size_t n;
    char *text = temp ? kp_nvcc_ptx(x->arena, x->o->nvcc, temp, &source, &n, &error) : NULL;

    if (temp)
        kp_temp_remove(temp);
    x->module = text ? kp_simt_parse(x->arena, text, n, &error) : NULL;
    return x->module ? NULL : error;
}

struct kp_case *kp_probe_case(struct kp_drafter *x, bool probing, const char **error)
{
    struct kp_case *c = kp_case_read_text(x->arena, "draft", kp_draft_text(x, probing), error);

    if (c)
        *error = kp_case_bind(c, KP_CASE_SMALL, NULL, 0);
    return *error ? NULL : c;
}

static void set_sizes(struct probe *p, struct kp_case *c, unsigned round)
{
    struct kp_drafter *x = p->x;
    int64_t most = 0;

    p->value[round] = kp_new_array(x->arena, int64_t, x->sizes.n + 1);
    for (unsigned leading = 0; leading < 2; leading++) {
        for (size_t k = 0; k < x->sizes.n; k++) {
            const struct kp_draft_size *s = &x->sizes.v[k];
            /* the rounds differ in every size, and not in the same proportion */
            int64_t more = !round || round == ROUNDS ? 0
                           : round == 1              ? 1 + (int64_t)(k % 3)
                                                     : 2 + (int64_t)(k * 5 % 7);
            int64_t v = kp_draft_is_free(s) ? s->small + s->multiple * more : s->fixed;
            if (s->is_leading != leading || s->same_as)
                continue;
            if (round == ROUNDS && x->tile_size == k + 1)
                v = x->tile_step;
            if (leading && !s->fixed)
                v = (most / s->multiple + 1 + (int64_t)(k % 2)) * s->multiple;
            most = !leading && v > most ? v : most;
            p->value[round][k] = v;
            kp_case_fix_size(c, s->name, kp_sprintf(x->arena, "%lld", (long long)v));
        }
    }
    for (size_t k = 0; k < x->sizes.n; k++)
        if (x->sizes.v[k].same_as) {
            p->value[round][k] = p->value[round][x->sizes.v[k].same_as - 1];
            kp_case_fix_size(c, x->sizes.v[k].name, kp_draft_leader(x, k)->name);
        }
}

/* NULL: zeros. Lengths that loops walk have to be there; behind so many there are zeros again. */
static void *lengths(struct probe *p, const struct kp_case *c, size_t arg)
{
    struct kp_drafter *x = p->x;
    struct kp_recipe recipe;
    size_t count;
    void *data;

    if (!x->args.v[arg].bound || kp_case_recipe(c, x->arena, arg, &recipe, &count) ||
        recipe.fill == KP_FILL_FILE)
        return NULL;
    data = kp_map_shared(ROOM);
    if (data)
        kp_recipe_fill(&recipe, x->args.v[arg].type, data, MOST_LENGTHS);
    return data;
}

bool kp_probe_is_spent(const struct probe *p)
{
    return p->spent > MOST_STEPS;
}

/* A run with room for whatever the kernel touches. */
static const char *run_wide(struct probe *p, struct kp_case *c, unsigned round)
{
    struct kp_drafter *x = p->x;
    struct kp_simt_options o = {.packed = x->packed,
                                .no_race = true,
                                .no_uninit = true,
                                .no_global = true,
                                .seconds = x->o->seconds};
    struct kp_simt_report report;
    struct kp_simt_launch l;
    struct kp_simt_buffer *buffers;
    struct kp_case_data d;
    const char *error;

    set_sizes(p, c, round);
    if ((error = kp_case_bind(c, KP_CASE_SMALL, NULL, 0)) ||
        (error = kp_case_launch(c, x->arena, &d)))
        return error;
    l = kp_simt_case_launch(&d, x->arena, p->kernel);
    buffers = kp_new_array(x->arena, struct kp_simt_buffer, d.n_buffers + 1);
    p->extent[round] = kp_new_array(x->arena, struct kp_simt_extent, x->args.n + 1);
    for (size_t k = 0; k < d.n_buffers; k++) {
        buffers[k] = l.buffers[k];
        buffers[k].data = lengths(p, c, d.buffers[k].arg);
        buffers[k].size = ROOM;
        buffers[k].is_const = false;
        buffers[k].extent = &p->extent[round][d.buffers[k].arg];
    }
    l.buffers = buffers;
    kp_simt_run(x->arena, p->x->module, &l, &o, &report);
    p->spent += report.steps;
    for (size_t k = 0; k < d.n_buffers; k++)
        if (buffers[k].data)
            munmap(buffers[k].data, ROOM);
    if (report.error)
        return report.error;
    if (report.ok || !report.n_alarms)
        return NULL;
    p->undeclared = report.alarms[0].kind == KP_ALARM_ALIGN && report.alarms[0].is_shared;
    return report.alarms[0].text;
}

/* ---- what the draft says, run ---- */

/* Where a clean run wrote, per byte of what has to be written wholly. */
static void watch_holes(struct kp_drafter *x, const struct kp_case_data *d,
                        struct kp_simt_launch *l)
{
    struct kp_simt_buffer *buffers =
        kp_new_array(x->arena, struct kp_simt_buffer, d->n_buffers + 1);

    for (size_t k = 0; k < d->n_buffers; k++) {
        buffers[k] = l->buffers[k];
        if (x->args.v[d->buffers[k].arg].role == KP_CASE_OUT)
            buffers[k].written = kp_new_array(x->arena, uint8_t, buffers[k].size + 1);
    }
    l->buffers = buffers;
}

/* What the kernel leaves alone keeps its contents: such an array is no `out`. False, and why, where
 * the roles are to stand. */
static bool take_holes(struct kp_drafter *x, const struct kp_case_data *d,
                       const struct kp_simt_launch *l, bool corrects_roles, const char **why)
{
    for (size_t k = 0; k < d->n_buffers; k++) {
        struct kp_draft_arg *a = &x->args.v[d->buffers[k].arg];
        if (!l->buffers[k].written || !memchr(l->buffers[k].written, 0, l->buffers[k].size))
            continue;
        if (!corrects_roles) {
            *why = kp_sprintf(x->arena, "elements of %s are not stored to", a->param->name);
            return false;
        }
        a->role = KP_CASE_INOUT;
        a->has_holes = true;
    }
    return true;
}

bool kp_probe_runs(struct probe *p, const char **why, bool corrects_roles)
{
    struct kp_drafter *x = p->x;
    struct kp_simt_options o = {.packed = x->packed, .seconds = x->o->seconds};
    struct kp_simt_report report;
    struct kp_simt_launch l;
    struct kp_case_data d;
    struct kp_case *c = kp_probe_case(x, false, why);

    p->has_holes = false;
    if (!c || (*why = kp_case_data(c, x->arena, &d)))
        return false;
    l = kp_simt_case_launch(&d, x->arena, p->kernel);
    watch_holes(x, &d, &l);
    kp_simt_run(x->arena, p->x->module, &l, &o, &report);
    p->spent += report.steps;
    *why = report.error;
    /* Threads that store the same to one place speak against a block that is a guess. */
    for (size_t k = 0; k < report.n_alarms && !*why; k++)
        if (!report.alarms[k].note || x->trial)
            *why = report.alarms[k].text;
    for (size_t k = 0; k < report.n_alarms && corrects_roles; k++)
        for (size_t a = 0; a < x->args.n && report.alarms[k].kind == KP_ALARM_UNINIT_GLOBAL; a++)
            if (kp_streq(x->args.v[a].param->name, report.alarms[k].object))
                x->args.v[a].role = KP_CASE_INOUT;
    if (*why)
        return false;
    p->steps = report.steps;
    p->has_holes = !take_holes(x, &d, &l, corrects_roles, why);
    return !p->has_holes;
}

/* Sizes that are no multiple of anything, where the kernel bears them. */
static void awkward_sizes(struct probe *p)
{
    struct kp_drafter *x = p->x;
    const char *why;

    for (size_t k = 0; k < x->sizes.n; k++) {
        struct kp_draft_size *s = &x->sizes.v[k];
        int64_t before = s->small;
        if (s->multiple <= 1 || s->is_leading || s->is_exact || !kp_draft_is_free(s))
            continue;
        s->small -= s->multiple / 3 + (s->multiple == 2);
        if (!kp_probe_runs(p, &why, false)) {
            s->small = before;
            continue;
        }
        if (x->tile_size == k + 1)
            x->any_tile_size = true;
    }
}

/* A grid is a product of sizes: few blocks show as much as many. */
static const char *few_blocks(struct probe *p, struct kp_case *c)
{
    struct kp_drafter *x = p->x;

    for (unsigned tries = 0; tries < 64; tries++) {
        struct kp_draft_size *most = NULL;
        struct kp_case_data d;
        const char *error;
        set_sizes(p, c, ROUNDS - 1);
        if ((error = kp_case_bind(c, KP_CASE_SMALL, NULL, 0)) ||
            (error = kp_case_launch(c, x->arena, &d)))
            return error;
        if ((double)d.grid[0] * d.grid[1] * d.grid[2] <= MOST_BLOCKS)
            return NULL;
        for (size_t k = 0; k < x->sizes.n; k++) {
            struct kp_draft_size *s = &x->sizes.v[k];
            if (kp_draft_is_free(s) && s->small / s->multiple > 1 &&
                (!most || s->small / s->multiple > most->small / most->multiple))
                most = s;
        }
        if (!most)
            return NULL;
        most->small = most->small / most->multiple / 2 * most->multiple;
    }
    return NULL;
}

static const char *rounds(struct probe *p, struct kp_case *c)
{
    const char *error = few_blocks(p, c);

    for (unsigned r = 0; r < ROUNDS && !error; r++)
        error = run_wide(p, c, r);
    p->n_rounds = ROUNDS;
    if (!error && p->x->tile_size && !run_wide(p, c, ROUNDS))
        p->n_rounds++;
    return error;
}

/* Rows that vector accesses run along have to begin at aligned addresses. */
static bool align_sizes(struct kp_drafter *x)
{
    bool any = false;

    for (size_t k = 0; k < x->sizes.n; k++) {
        struct kp_draft_size *s = &x->sizes.v[k];
        if (s->multiple % ALIGNED == 0 || ALIGNED % s->multiple || !kp_draft_is_free(s))
            continue;
        s->multiple = ALIGNED;
        s->small = (s->small + ALIGNED - 1) / ALIGNED * ALIGNED;
        any = true;
    }
    if (any)
        kp_draft_guess(
            x, "sizes are multiples of %d: the kernel reads more than an element at once", ALIGNED);
    return any;
}

/* With what alarms say about alignment taken into account. */
static const char *aligned_rounds(struct probe *p, struct kp_case *c)
{
    struct kp_drafter *x = p->x;
    const char *error = rounds(p, c);

    for (bool again = true; error && again;) {
        again = false;
        if (p->undeclared && !x->packed) {
            again = x->packed = true;
            kp_draft_guess(x,
                           "shared arrays lie as ptxas places them: at the alignment that the "
                           "kernel declares, it would be %s",
                           error);
        } else if (!p->undeclared && kp_starts_with(error, "misaligned")) {
            again = align_sizes(x);
        }
        if (again)
            error = rounds(p, c);
    }
    return error;
}

const char *kp_probe_attempt(struct probe *p, struct kp_case *c)
{
    const char *error = aligned_rounds(p, c);

    if (error)
        return error;
    kp_probe_counts(p);
    kp_draft_large_sizes(p->x, 0);
    if (!kp_probe_runs(p, &error, true) &&
        !kp_probe_runs(p, &error, true)) /* the first may correct roles */
        return error;
    return NULL;
}

/* Sizes that leave no rest in a block's part, whatever that is. */
static void coarser_sizes(struct kp_drafter *x, int64_t multiple)
{
    for (size_t k = 0; k < x->sizes.n; k++) {
        struct kp_draft_size *s = &x->sizes.v[k];
        if (x->tile_size == k + 1 || multiple % s->multiple || !kp_draft_is_free(s))
            continue;
        s->multiple = multiple;
        s->small = (s->small + multiple - 1) / multiple * multiple;
    }
    kp_draft_guess(x, "sizes are multiples of %lld: with others the kernel does not run clean",
                   (long long)multiple);
}

struct kp_draft_state kp_probe_save(const struct kp_drafter *x)
{
    struct kp_draft_state s = {.args = kp_new_array(x->arena, struct kp_draft_arg, x->args.n + 1),
                               .sizes =
                                   kp_new_array(x->arena, struct kp_draft_size, x->sizes.n + 1),
                               .guesses = kp_new_array(x->arena, const char *, x->d->guesses.n + 1),
                               .n_guesses = x->d->guesses.n,
                               .packed = x->packed,
                               .tile_size = x->tile_size,
                               .tile_step = x->tile_step,
                               .least_tiles = x->least_tiles};

    for (size_t k = 0; k < x->args.n; k++)
        s.args[k] = x->args.v[k];
    for (size_t k = 0; k < x->sizes.n; k++)
        s.sizes[k] = x->sizes.v[k];
    for (size_t k = 0; k < x->d->guesses.n; k++)
        s.guesses[k] = x->d->guesses.v[k];
    return s;
}

void kp_probe_restore(struct kp_drafter *x, const struct kp_draft_state *s)
{
    for (size_t k = 0; k < x->args.n; k++)
        x->args.v[k] = s->args[k];
    for (size_t k = 0; k < x->sizes.n; k++)
        x->sizes.v[k] = s->sizes[k];
    x->d->guesses.n = 0;
    for (size_t k = 0; k < s->n_guesses; k++)
        kp_push(x->arena, &x->d->guesses, s->guesses[k]);
    x->packed = s->packed;
    x->tile_size = s->tile_size;
    x->tile_step = s->tile_step;
    x->least_tiles = s->least_tiles;
}

/* Like kp_probe_attempt(), again with coarser sizes where it fails, or where an array's count is no
 * product of sizes, as it is behind blocks that store beyond a size that they do not fill. Where
 * the launch itself is a guess, there are better things to try. */
static const char *attempts(struct probe *p, struct kp_case *c)
{
    static const int64_t multiples[] = {32, 128, 256};
    struct kp_drafter *x = p->x;
    const struct kp_draft_state before = kp_probe_save(x);
    const char *first = kp_probe_attempt(p, c), *error = first;
    struct kp_draft_state good = kp_probe_save(x);

    for (size_t k = 0; (error || kp_draft_guessed_count(x)) && !x->trial && x->sizes.n && k < 3;
         k++) {
        if (kp_probe_is_spent(p))
            break;
        kp_probe_restore(x, &before);
        coarser_sizes(x, multiples[k]);
        error = kp_probe_attempt(p, c);
        if (!error && (first || !kp_draft_guessed_count(x))) {
            good = kp_probe_save(x);
            first = NULL;
        }
    }
    kp_probe_restore(x, &good);
    return first;
}

static bool is_out_of_bounds(const struct kp_drafter *x)
{
    return kp_starts_with(x->d->failed ? x->d->failed : "", "out of bounds");
}

void kp_draft_probe(struct kp_drafter *x)
{
    struct probe p = {.x = x};
    const char *error = NULL;
    struct kp_case *c;

    if (!x->module)
        error = kp_draft_compile(x, NULL);
    c = x->module ? kp_probe_case(x, true, &error) : NULL;
    if (c && !x->needs_template)
        c->template_args = NULL;
    p.kernel = c ? kp_simt_case_kernel(c, x->arena, x->module, &error) : NULL;
    if (!p.kernel && c && x->template_args) {
        c->template_args = x->template_args;
        p.kernel = kp_simt_case_kernel(c, x->arena, x->module, &error);
    } else if (c && !c->template_args) {
        x->template_args = NULL; /* there is just one */
    }
    x->d->failed = p.kernel && !error ? attempts(&p, c) : error;
    while (is_out_of_bounds(x) && kp_draft_more_smem(x)) {
        c->smem.s = x->smem;
        x->d->failed = attempts(&p, c);
    }
    if (is_out_of_bounds(x) && kp_probe_tie_sizes(&p, c))
        x->d->failed = NULL;
    if (x->d->failed)
        return;
    kp_probe_tiles(&p, c);
    kp_draft_large_sizes(x, p.steps);
    awkward_sizes(&p);
    kp_probe_narrow_tiles(&p);
}
