/* The report's figures: roofline, occupancy, warp states, main loop. */
#include <math.h>

#include "analyze/sections.h"
#include "sass/figures.h"

/* ---- roofline -------------------------------------------------------------------------------- */

struct roof {
    struct kp_arena *arena;
    const struct kp_gpu *gpu;
    double peak; /* 10^12 operations per second */
    struct kp_chart *chart;
    double low, high, least; /* intensities and rates that must be seen */
};

static double under(const struct roof *r, double intensity)
{
    return fmin(r->peak, intensity * r->gpu->dram_gbs * 1e-3);
}

static void see(struct roof *r, double intensity, double rate)
{
    r->low = fmin(r->low, intensity);
    r->high = fmax(r->high, intensity);
    r->least = fmin(r->least, rate);
}

/* A ring on the roof above an intensity. */
static void on_the_roof(struct roof *r, const char *name, double intensity, double rate,
                        const char *text)
{
    see(r, intensity, rate);
    kp_push(r->arena, &r->chart->rules,
            ((struct kp_rule_line){.x = intensity, .short_of = true, .top = rate}));
    kp_push(r->arena, &r->chart->marks,
            ((struct kp_mark){intensity, rate, false,
                              kp_sprintf(r->arena, "%s %.4g", name, intensity), text}));
}

/* What the code of a tile says: that is there without case and time. */
static void tile_point(struct roof *r, const struct kp_analysis *x)
{
    double intensity = x->ratio.per_byte, rate = under(r, intensity);

    if (!(intensity > 0) || !isfinite(intensity) || x->facts->loop.inner_math)
        return;
    on_the_roof(
        r, "tile", intensity, rate,
        kp_sprintf(r->arena,
                   "operations per byte that a block loads, %s: the kernel's intensity if no cache "
                   "served two blocks; at most %.4g TFLOP/s [estimate], not measured",
                   x->ratio.by_tiles ? "by its tiles [sass, source]" : "by its loads [sass]",
                   rate));
}

static void launch_point(struct roof *r, const struct kp_analyzed_launch *p,
                         const struct kp_roofline *l)
{
    double reached = l->gflops * 1e-3;

    if (!(l->intensity > 0) || !isfinite(l->intensity))
        return;
    on_the_roof(r, "kernel", l->intensity, l->attainable,
                kp_sprintf(r->arena,
                           "operations per byte that must cross the memory once [%s]%s%s; at most "
                           "%.4g TFLOP/s [estimate]%s",
                           kp_evidence_name(p->work_by), p->sizes ? ", " : "",
                           p->sizes ? p->sizes : "", l->attainable,
                           reached ? "" : ", not measured"));
    if (!reached)
        return;
    see(r, l->intensity, reached);
    kp_push(r->arena, &r->chart->marks,
            ((struct kp_mark){l->intensity, reached, true,
                              kp_sprintf(r->arena, "reached %.4g", reached),
                              kp_sprintf(r->arena, "TFLOP/s in %.4g ms [%s]%s%s", p->ms,
                                         kp_evidence_name(p->ms_by), p->sizes ? ", " : "",
                                         p->sizes ? p->sizes : "")}));
}

static void roofs(struct roof *r, enum kp_precision precision)
{
    struct kp_curve c = {0};
    struct kp_chart *chart = r->chart;
    double balance = r->peak * 1e3 / r->gpu->dram_gbs;
    double start = fmax(chart->x.from, chart->y.from * 1e3 / r->gpu->dram_gbs);

    kp_push(r->arena, &c.spots, ((struct kp_curve_point){start, under(r, start)}));
    kp_push(r->arena, &c.spots, ((struct kp_curve_point){balance, r->peak}));
    kp_push(r->arena, &c.spots, ((struct kp_curve_point){chart->x.to, r->peak}));
    kp_push(r->arena, &chart->curves, c);
    kp_push(r->arena, &chart->notes,
            ((struct kp_note){sqrt(start * balance), under(r, sqrt(start * balance)),
                              kp_sprintf(r->arena, "%.4g GB/s", r->gpu->dram_gbs)}));
    kp_push(r->arena, &chart->notes,
            ((struct kp_note){
                chart->x.to, r->peak,
                kp_sprintf(r->arena, "%.4g TFLOP/s, %s", r->peak, kp_precision_text(precision))}));
    kp_push(r->arena, &chart->notes,
            ((struct kp_note){balance, r->peak, kp_sprintf(r->arena, "balance %.4g", balance)}));
}

static const char *caption(const struct roof *r, const struct kp_analysis *x)
{
    bool timed = false, known = false;

    for (size_t i = 0; i < x->rooflines.n; i++) {
        known |= x->rooflines.v[i].intensity > 0;
        timed |= x->rooflines.v[i].gflops > 0;
    }
    return kp_sprintf(r->arena, "%s%s",
                      timed ? "Filled: by the time of the launch. Ring: the roof above it."
                            : "Nothing here is measured: rings are roofs, not results.",
                      known ? ""
                            : " The kernel's own intensity is not known: a case file (--case), or "
                              "--flops and --bytes, would say it.");
}

struct kp_figure kp_figure_roofline(struct kp_arena *a, const struct kp_analyzed *all,
                                    const struct kp_analysis *x)
{
    struct roof r = {.arena = a, .gpu = all->gpu, .chart = kp_new(a, struct kp_chart)};
    double balance;

    if (!all->gpu || x->precision == KP_PRECISIONS || !all->gpu->peak[x->precision])
        return (struct kp_figure){0};
    r.peak = r.least = all->gpu->peak[x->precision];
    balance = r.low = r.high = r.peak * 1e3 / all->gpu->dram_gbs;
    tile_point(&r, x);
    for (size_t i = 0; i < x->rooflines.n; i++)
        launch_point(&r, &x->points.v[i], &x->rooflines.v[i]);
    r.chart->x = kp_axis_decades("arithmetic intensity, operations per byte", r.low, r.high);
    r.chart->y = kp_axis_decades("TFLOP/s", fmin(r.least, under(&r, balance / 10)), r.peak);
    roofs(&r, x->precision);
    return (struct kp_figure){
        .title = kp_sprintf(a, "Roofline of %s", all->gpu->id),
        .caption = caption(&r, x),
        .chart = r.chart,
    };
}

/* ---- occupancy ------------------------------------------------------------------------------- */

/* Blocks per SM over registers or shared memory, all else as it is. */
struct stairs {
    struct kp_arena *arena;
    const struct kp_analyzed *all;
    const struct kp_analysis *x;
    bool by_registers;
};

static int blocks_at(const struct stairs *s, int64_t v)
{
    const struct kp_residence *r = &s->x->residence;

    return s->by_registers
               ? kp_blocks_per_sm(s->all->target, r->threads, (int)v, r->smem)
               : kp_blocks_per_sm(s->all->target, r->threads, s->x->facts->registers, v);
}

/* Both ends of every stair; returns the highest one. */
static int add_stairs(const struct stairs *s, struct kp_chart *to, int64_t from, int64_t end,
                      int64_t step, double unit)
{
    struct kp_curve c = {0};
    int before = blocks_at(s, from), most = before;

    kp_push(s->arena, &c.spots, ((struct kp_curve_point){(double)from / unit, before}));
    for (int64_t v = from + step; v <= end; v += step) {
        int blocks = blocks_at(s, v);

        if (blocks == before)
            continue;
        kp_push(s->arena, &c.spots, ((struct kp_curve_point){(double)v / unit, before}));
        kp_push(s->arena, &c.spots, ((struct kp_curve_point){(double)v / unit, blocks}));
        most = blocks > most ? blocks : most;
        before = blocks;
    }
    kp_push(s->arena, &c.spots, ((struct kp_curve_point){(double)end / unit, before}));
    kp_push(s->arena, &to->curves, c);
    return most;
}

static void add_now(const struct stairs *s, struct kp_chart *to, double at, const char *text)
{
    kp_push(s->arena, &to->marks,
            ((struct kp_mark){at, s->x->residence.blocks, true, "now", text}));
}

enum { FEWEST = 16, MOST_REGISTERS = 255, STEP = 128 };

static struct kp_chart *registers_chart(const struct stairs *s, int *most)
{
    const struct kp_residence *r = &s->x->residence;
    struct kp_chart *c = kp_new(s->arena, struct kp_chart);
    int now = s->x->facts->registers, last = now + r->spare_registers;

    *most = add_stairs(s, c, FEWEST, MOST_REGISTERS, 1, 1);
    c->x = (struct kp_axis){"registers per thread", false, FEWEST, 256};
    add_now(s, c, now,
            kp_sprintf(s->arena, "%d registers per thread, %d blocks per SM [%s, table]", now,
                       r->blocks, kp_evidence_name(s->x->facts->evidence)));
    if (last < MOST_REGISTERS)
        kp_push(s->arena, &c->rules,
                ((struct kp_rule_line){
                    .x = last,
                    .limit = true,
                    .label = kp_sprintf(s->arena, "cliff %d", last),
                    .text = kp_sprintf(s->arena,
                                       "from %d registers on blocks per SM fall from %d to %d",
                                       last + 1, r->blocks, blocks_at(s, last + 1))}));
    if (r->fewer_registers && now > r->fewer_registers)
        kp_push(
            s->arena, &c->rules,
            ((struct kp_rule_line){
                .x = now - r->fewer_registers,
                .label = kp_sprintf(s->arena, "more at %d", now - r->fewer_registers),
                .text = kp_sprintf(s->arena, "with %d registers fewer %d blocks fit on an SM",
                                   r->fewer_registers, blocks_at(s, now - r->fewer_registers))}));
    return c;
}

static struct kp_chart *smem_chart(const struct stairs *s, int *most)
{
    const struct kp_cliff_step *cliff = &s->x->cliff;
    const struct kp_residence *r = &s->x->residence;
    struct kp_chart *c = kp_new(s->arena, struct kp_chart);
    int end = s->all->target->smem_per_block_optin;

    *most = add_stairs(s, c, 0, end, STEP, 1024);
    c->x = kp_axis_round("shared memory per block, KB", 0, end / 1024.0);
    add_now(s, c, (double)r->smem / 1024,
            kp_sprintf(s->arena, "%lld bytes per block, %d blocks per SM [%s, table]",
                       (long long)r->smem, r->blocks, kp_evidence_name(s->x->facts->evidence)));
    if (cliff->cliff < end)
        kp_push(s->arena, &c->rules,
                ((struct kp_rule_line){
                    .x = (double)cliff->cliff / 1024,
                    .limit = true,
                    .label = kp_sprintf(s->arena, "cliff %.4g", (double)cliff->cliff / 1024),
                    .text = kp_sprintf(
                        s->arena, "above %lld bytes per block blocks per SM fall from %d to %d",
                        (long long)cliff->cliff, r->blocks, blocks_at(s, cliff->cliff + STEP))}));
    if (cliff->tile_bytes && cliff->doubled <= end)
        kp_push(s->arena, &c->marks,
                ((struct kp_mark){
                    (double)cliff->doubled / 1024, cliff->blocks_doubled, false, "two buffers",
                    kp_sprintf(s->arena, "%lld bytes per block%s, %d blocks per SM",
                               (long long)cliff->doubled,
                               cliff->tiles_assumed ? ", all of it taken for tiles" : "",
                               cliff->blocks_doubled)}));
    return c;
}

void kp_figures_occupancy(struct kp_doc *d, const struct kp_analyzed *all,
                          const struct kp_analysis *x)
{
    struct stairs s = {d->arena, all, x, true};
    int most = 0, most_smem;
    struct kp_chart *registers = x->facts->registers ? registers_chart(&s, &most) : NULL, *smem;

    s.by_registers = false;
    smem = smem_chart(&s, &most_smem);
    smem->y = kp_axis_round("blocks per SM", 0, most > most_smem ? most : most_smem);
    if (registers) {
        registers->y = smem->y;
        kp_doc_figure(
            d, false,
            (struct kp_figure){.title = "Occupancy against registers", .chart = registers});
    }
    kp_doc_figure(d, registers != NULL,
                  (struct kp_figure){.title = "Occupancy against shared memory", .chart = smem});
}

/* ---- warp states by a profiler -----------------------------------------------------------------
 */

struct kp_figure kp_figure_stalls(struct kp_arena *a, const struct kp_analyzed *all,
                                  const struct kp_profiled *p)
{
    size_t n;
    const struct kp_ncu_stall *stalls = kp_rule_ncu_stalls(all->rules, &n);
    struct kp_row_figure *rows = kp_new(a, struct kp_row_figure);
    double sum = 0, v;

    for (size_t i = 0; i < n; i++)
        sum += kp_profile_value(p, kp_ncu_stall_key(a, &stalls[i]), &v) ? v : 0;
    for (size_t i = 0; i < n; i++) {
        struct kp_row r = {.label = stalls[i].name, .solid = true};

        if (!kp_profile_value(p, kp_ncu_stall_key(a, &stalls[i]), &v) || v < sum / 1000)
            continue;
        r.value = r.low = r.high = v;
        r.value_text = kp_sprintf(a, "%.2f cycles, %.0f%%", v, 100 * v / sum);
        r.tone = kp_streq(r.label, "selected") ? KP_TONE_GOOD : KP_TONE_NONE;
        kp_push(a, &rows->rows, r);
    }
    if (!rows->rows.n)
        return (struct kp_figure){0};
    kp_rows_sort(rows);
    rows->bars = true;
    rows->reference = NAN;
    rows->x = kp_axis_round("cycles of a warp per instruction that it issues [profiler]", 0,
                            rows->rows.v[0].value);
    return (struct kp_figure){
        .title = "What warps do: stall breakdown",
        .caption = "selected: the warp issues (green); not_selected: another one does; all else is "
                   "waiting.",
        .rows = rows,
    };
}

/* ---- the main loop ------------------------------------------------------------------------- */

void kp_figures_loop(struct kp_doc *d, const struct kp_analysis *x)
{
    const struct kp_overlap *o = x->overlap;

    if (!o)
        return;
    kp_doc_figure(d, false,
                  kp_sass_timeline(d->arena, o, "One iteration: loads and math", o->cycles));
    kp_doc_figure(d, true, kp_sass_issue(d->arena, o, "Issue time by kind of instruction", 0));
    kp_doc_listing(d,
                   kp_sprintf(d->arena,
                              "the loop's %zu instructions, with a line from each load to its wait",
                              o->insns.n),
                   kp_sass_listing(d->arena, o));
}
