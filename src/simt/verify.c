#define _GNU_SOURCE
#include "simt/session.h"

#include <string.h>

#include "build/tool.h"
#include "front/command.h"
#include "util/str.h"
#include "util/system.h"

enum { REFERENCE_SECONDS = 15 };
enum { LONG_LAUNCH = 4000000 }; /* warp instructions, about a fourth of a second */

const struct kp_simt_way kp_first_way = {"natural", "late", 0, KP_LAND_LATE};

const char *const kp_not_shown[] = {
    "registers, and what the host has to allow for more than 48 KiB of shared memory",
    "other instantiations of the kernel",
    "launches and sizes that the case does not have",
    "instructions that nvcc's assembler reorders below PTX",
    NULL,
};

/* ---- one launch ---- */

const char *kp_check_way(struct kp_arena *a, const struct kp_check *x)
{
    return kp_sprintf(a, "%s%s%s%s%s order, copies landing %s", x->sizes, *x->sizes ? ", " : "",
                      x->variation ? x->variation : "", x->variation ? ", " : "", x->order,
                      x->landing);
}

static void check_failed(struct kp_session *s, struct kp_check *check, const char *why)
{
    check->failure = why;
    s->v->passed = false;
    if (s->v->why)
        return;
    s->v->failed = check;
    s->v->original_failed = kp_streq(check->version, "original");
    s->v->why =
        kp_sprintf(s->arena, "%s, %s: %s", check->version, kp_check_way(s->arena, check), why);
}

/* The first serious alarm, as a sentence. */
static const char *first_alarm(const struct kp_simt_report *r)
{
    for (size_t k = 0; k < r->n_alarms; k++)
        if (!r->alarms[k].note)
            return r->alarms[k].text;
    return NULL;
}

/* What is only tried may take so much longer than what the case asks for. */
static double time_limit(const struct kp_session *s, const struct kp_simt_version *x)
{
    double usual = s->o->seconds > 0 ? s->o->seconds : 60, tried = 2 + 10 * s->longest;

    return s->is_optional && x == &s->original && tried < usual ? tried : usual;
}

/* The version that the verdict is about. */
static const struct kp_simt_version *judged(const struct kp_session *s)
{
    return s->rewritten.kernel ? &s->rewritten : &s->original;
}

static const char *run(struct kp_session *s, struct kp_arena *a, const struct kp_simt_version *x,
                       const struct kp_simt_way *way, struct kp_case_data *d,
                       struct kp_simt_coverage *coverage, struct kp_simt_rounds *rounds,
                       struct kp_simt_report *report)
{
    const struct kp_case_variation none = {0};
    struct kp_simt_options options = {.seed = way->seed,
                                      .landing = way->land,
                                      .jobs = s->o->jobs,
                                      .packed = s->packed,
                                      .seconds = time_limit(s, x),
                                      .keep_variables = s->rewritten.kernel != NULL,
                                      .coverage = coverage,
                                      .coverage_arena = s->arena,
                                      .rounds = rounds,
                                      .rounds_arena = s->arena};
    struct kp_simt_launch l;
    const char *error = kp_case_data_with(s->c, a, s->variation ? s->variation : &none, d);

    if (error)
        return error;
    for (size_t k = 0; k < d->n_buffers; k++)
        if (d->buffers[k].uninitialised)
            d->buffers[k].written = kp_alloc(a, d->buffers[k].size);
    l = kp_simt_case_launch(d, a, x->kernel);
    if (x->staged_smem)
        l.dynamic_smem = (uint32_t)kp_staged_bytes(&s->o->smem, l.dynamic_smem);
    kp_simt_run(a, x->module, &l, &options, report);
    return NULL;
}

/* One launch on fresh data, which live as long as it. */
struct launch {
    struct kp_arena *arena;
    struct kp_case_data data;
    struct kp_check *check;
};

/* Its alarms are judged; false when nothing can be launched (v->error), or when it was only tried
 * and the original does not bear it. */
static bool launch(struct kp_session *s, const struct kp_simt_version *x,
                   const struct kp_simt_way *way, struct launch *l)
{
    struct kp_check *c = kp_new(s->arena, struct kp_check);
    bool only_tried = s->is_optional && x == &s->original;
    bool counted = s->rewritten.kernel && (!s->variation || s->counts) &&
                   way->seed == kp_first_way.seed && way->land == kp_first_way.land;
    struct kp_simt_rounds rounds = {0};
    double start = kp_now();

    l->arena = kp_arena_new();
    l->check = c;
    *c = (struct kp_check){.version = x->name,
                           .order = way->order,
                           .landing = way->landing,
                           .variation = s->variation_text,
                           .sizes = kp_case_sizes_text(s->c, s->arena)};
    s->v->error =
        run(s, l->arena, x, way, &l->data, x == judged(s) && !only_tried ? &s->coverage : NULL,
            counted ? &rounds : NULL, &c->report);
    if (c->report.ran_out && !s->v->error)
        s->v->error = kp_sprintf(s->arena, "%s, %s: %s", x->name, c->sizes, c->report.error);
    if (only_tried) {
        s->is_borne = !s->v->error && c->report.ok;
        if (!s->is_borne && !c->report.ran_out)
            s->v->error = NULL;
    }
    if (s->v->error || (s->is_optional && !s->is_borne))
        return false;
    c->seconds = kp_now() - start;
    if (counted)
        kp_exercise_note(s, x, &rounds);
    s->widths[x == &s->rewritten] |= c->report.widths;
    if (x == &s->original && c->seconds > s->longest)
        s->longest = c->seconds;
    kp_push(s->arena, &s->v->checks, c);
    if (first_alarm(&c->report))
        check_failed(s, c, first_alarm(&c->report));
    else if (c->report.error)
        check_failed(s, c, c->report.error);
    s->v->float_atomics |= c->report.has_float_atomics;
    return true;
}

/* What the verdict shows of it stays; the rest, as a rule everything, is freed. */
static void done(struct kp_session *s, struct launch *l)
{
    struct kp_simt_report *r = &l->check->report;

    kp_simt_release(r);
    if (s->v->error || l->check->failure || r->n_alarms || *r->output) {
        kp_arena_adopt(s->arena, l->arena);
    } else {
        r->output = "";
        r->alarms = NULL;
        r->variables = NULL;
        kp_arena_free(l->arena);
    }
}

/* Nothing of it stays. */
static void drop(struct kp_session *s, struct launch *l)
{
    kp_simt_release(&l->check->report);
    if (s->v->error)
        kp_arena_adopt(s->arena, l->arena);
    else
        kp_arena_free(l->arena);
}

const struct kp_simt_report *kp_launch_quietly(struct kp_session *s,
                                               const struct kp_simt_version *x)
{
    struct kp_simt_report *r = kp_new(s->arena, struct kp_simt_report);
    struct kp_case_data d;
    const char *error = run(s, s->arena, x, &kp_first_way, &d, NULL, NULL, r);

    if (r->ran_out)
        s->v->error = kp_sprintf(s->arena, "%s: %s", x->name, error ? error : r->error);
    return error || r->ran_out ? NULL : r;
}

/* ---- all launches at one set of sizes ---- */

static bool check_reference(struct kp_session *s, const struct launch *l)
{
    struct kp_case_data want;
    const char *why;

    if (!s->c->reference || s->variation)
        return true;
    s->v->error = kp_case_data(s->c, l->arena, &want);
    if (!s->v->error)
        s->v->error = kp_case_reference(s->c, l->arena, s->temp, REFERENCE_SECONDS, &want);
    if (s->v->error)
        return false;
    s->v->has_reference = true;
    why = kp_values_differ(s, &want, &l->data, &s->v->worst);
    if (why && !l->check->failure)
        check_failed(s, l->check, why);
    return true;
}

static const struct landing {
    const char *name, *text;
    enum kp_simt_landing land;
} landings[] = {
    {"late", "late", KP_LAND_LATE},
    {"random", "at random", KP_LAND_RANDOM},
    {"once", "at once", KP_LAND_EAGER},
};

static const struct landing *landing_of(const char *name)
{
    for (size_t k = 0; name && k < sizeof landings / sizeof *landings; k++)
        if (kp_streq(landings[k].name, name))
            return &landings[k];
    return NULL;
}

/* Two orders with copies that land as late as they may, the other landings in the natural order,
 * then shuffled orders; or all orders with the one landing that was asked for. A variation is about
 * addresses and extents, not about the order of things: two orders are enough. */
static size_t ways_of(struct kp_session *s, struct kp_simt_way **ways)
{
    const struct landing *only = landing_of(s->o->landing);
    struct kp_simt_way *w = kp_new_array(s->arena, struct kp_simt_way, 4 + s->o->orders);
    size_t n = 0;

    *ways = w;
    w[n++] = kp_first_way;
    if (s->one_way)
        return n;
    w[n++] = (struct kp_simt_way){"reversed", "late", 1, KP_LAND_LATE};
    if (!only && !s->variation) {
        w[n++] = (struct kp_simt_way){"natural", "at random", 0, KP_LAND_RANDOM};
        w[n++] = (struct kp_simt_way){"natural", "at once", 0, KP_LAND_EAGER};
    }
    for (unsigned k = 0; k < s->o->orders && !s->variation; k++) {
        const struct landing *l = &landings[k % 2];
        w[n++] = (struct kp_simt_way){kp_sprintf(s->arena, "shuffled (%u)", k + 2), l->text, k + 2,
                                      l->land};
    }
    for (size_t k = 0; only && k < n; k++) {
        w[k].landing = only->text;
        w[k].land = only->land;
    }
    return n;
}

static bool compare(struct kp_session *s, const struct launch *original, const struct launch *other,
                    const struct kp_simt_way *way)
{
    double ignored = 0;
    bool in_bits = !s->v->float_atomics || !way->seed;
    const struct kp_case_data *want = &original->data, *got = &other->data;
    const char *why =
        in_bits ? kp_bits_differ(s, want, got) : kp_values_differ(s, want, got, &ignored);

    if (!why && in_bits && s->c->deterministic)
        why = kp_variables_differ(s, &original->check->report, &other->check->report);
    if (why)
        check_failed(s, other->check, why);
    return !why;
}

/* A long launch behind tile counts that ran every way: more tiles of the same kinds, with the same
 * stages in the same order. The first way, and the last, which shuffles, show what depends on their
 * number. */
static bool need_two_ways(struct kp_session *s, const struct launch *original, size_t n)
{
    if (!s->tiles_ran || s->variation || n <= 2 || original->check->report.steps < LONG_LAUNCH)
        return false;
    s->v->shortened =
        kp_sprintf(s->arena, "%s%s2 of %zu orders and landings; smaller sizes ran all",
                   original->check->sizes, *original->check->sizes ? ": " : "", n);
    return true;
}

/* The ways one after the other against the original's first launch. False: stop. */
static bool compare_all(struct kp_session *s, const struct launch *original,
                        const struct kp_simt_way *ways, size_t n)
{
    const struct kp_simt_version *x = judged(s);
    const struct kp_check *last = original->check;
    bool two = (s->two_ways && n > 2) || need_two_ways(s, original, n);

    for (size_t k = 0; k < n; k += two ? n - 1 : 1) {
        /* where no copy is asynchronous, landing makes no difference */
        bool same_as_first = ways[k].land != ways[0].land && !last->report.uses_async && k;
        struct launch l;
        bool ok;
        if ((x == &s->original && k == 0) || same_as_first)
            continue;
        ok = launch(s, x, &ways[k], &l) && !l.check->failure && compare(s, original, &l, &ways[k]);
        last = l.check;
        done(s, &l);
        if (!ok)
            return false;
    }
    return true;
}

bool kp_at_sizes(struct kp_session *s)
{
    struct launch original;
    struct kp_simt_way *ways;
    size_t n = ways_of(s, &ways);
    bool ok;

    if (!launch(s, &s->original, &ways[0], &original)) {
        drop(s, &original);
        return s->is_optional && !s->is_borne && !s->v->error;
    }
    ok = check_reference(s, &original) && !original.check->failure &&
         compare_all(s, &original, ways, n);
    done(s, &original);
    return ok;
}

/* ---- all sizes ---- */

bool kp_session_bind(struct kp_session *s, bool large, const char *name, int64_t value)
{
    s->tiles = -1;
    s->v->error = kp_case_bind(s->c, large ? KP_CASE_LARGE : KP_CASE_SMALL, name, value);
    return !s->v->error;
}

bool kp_nothing_to_launch(struct kp_session *s)
{
    struct kp_case_data d;

    return !kp_case_launch(s->c, s->arena, &d) && (!d.grid[0] || !d.grid[1] || !d.grid[2]);
}

/* `shared = packed` allows ptxas' placement; it is taken only where the original needs it. */
static void choose_placement(struct kp_session *s)
{
    const struct kp_simt_report *r = s->c->packed && kp_session_bind(s, false, NULL, 0)
                                         ? kp_launch_quietly(s, &s->original)
                                         : NULL;
    const char *text = "";

    for (size_t k = 0; r && k < r->n_alarms; k++) {
        const struct kp_simt_alarm *x = &r->alarms[k];
        const char *one = kp_sprintf(s->arena, "%s (%u bytes)", x->object, x->width);
        if (x->kind != KP_ALARM_ALIGN || !x->is_shared || strstr(text, one))
            continue;
        text = kp_sprintf(s->arena, "%s%s%s", text, *text ? ", " : "", one);
        s->packed = true;
    }
    if (s->packed)
        s->v->undeclared = text;
}

static void all_sizes(struct kp_session *s)
{
    choose_placement(s);
    if (s->v->error)
        return;
    if (s->c->tiles_size.s && !kp_check_tile_counts(s))
        return;
    if (!kp_session_bind(s, false, NULL, 0) || !kp_at_sizes(s))
        return;
    /* a variation is about addresses and extents: a few tiles show as much of it as many */
    if (!kp_bind_few_tiles(s) || !kp_check_variations(s))
        return;
    if (s->o->large && kp_session_bind(s, true, NULL, 0))
        kp_at_sizes(s);
}

/* What never went round is not proven. */
static void judge_exercise(struct kp_session *s)
{
    struct kp_verdict *v = s->v;

    if (!s->rewritten.kernel || v->error || !v->passed)
        return;
    v->not_exercised = kp_exercise_missing(s);
    if (!v->not_exercised)
        return;
    v->passed = false;
    v->why = kp_sprintf(s->arena, "not exercised: %s", v->not_exercised);
}

static void verify_once(struct kp_arena *a, struct kp_case *c, const char *original,
                        const char *rewritten, const struct kp_verify_options *o,
                        struct kp_verdict *v)
{
    struct kp_session s = {.arena = a, .c = c, .o = o, .v = v};
    const struct kp_nvcc_source sources[2] = {
        {.path = original},
        {.path = rewritten, .text = o->rewritten_text, .size = o->rewritten_size}};

    memset(v, 0, sizeof *v);
    v->passed = true;
    s.temp = kp_temp_new(a, &v->error);
    if (!s.temp)
        return;
    if (kp_read_versions(&s, sources)) {
        *(rewritten ? &s.rewritten.staged_smem : &s.original.staged_smem) =
            o->smem.stages || o->smem.more || o->smem.least;
        s.rewritten_path = rewritten;
        all_sizes(&s);
        judge_exercise(&s);
        v->n_never_run = kp_simt_never_run(a, &s.coverage, &v->never_run);
    }
    kp_temp_remove(s.temp);
    v->passed &= !v->error;
}

/* `a * b + c` may be one operation or two, as nvcc likes. Are the bits equal where it must be two?
 */
static bool only_contracted(struct kp_arena *a, struct kp_case *c, const char *original,
                            const char *rewritten, const struct kp_verify_options *o)
{
    struct kp_verify_options without = *o;
    static const char *const apart[] = {"-fmad=false", NULL};
    struct kp_flag_lines lines = o->nvcc.flags ? *o->nvcc.flags : (struct kp_flag_lines){0};
    struct kp_verdict v;

    lines.cap = lines.n; /* the others stay where they are */
    kp_push(a, &lines, ((struct kp_flag_line){.line = kp_compile_read(a, apart, false, NULL)}));
    without.nvcc.flags = &lines;
    verify_once(a, c, original, rewritten, &without, &v);
    return v.passed;
}

void kp_verify(struct kp_arena *a, struct kp_case *c, const char *original, const char *rewritten,
               const struct kp_verify_options *o, struct kp_verdict *v)
{
    verify_once(a, c, original, rewritten, o, v);
    if (!v->error && rewritten && !v->original_failed && v->difference.array)
        v->contracted = only_contracted(a, c, original, rewritten, o);
}
