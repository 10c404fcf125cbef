/* A main loop as figures: where in its time loads, math and waits are. */
#include "sass/figures.h"

#include <math.h>

/* What the timeline shows, one lane each. */
enum lane { LANE_LOAD, LANE_MATH, LANE_SHARED, LANE_OTHER, LANE_WAIT, LANE_BARRIER, LANES };

static const char *const lane_names[] = {"load global", "math", "shared memory",
                                         "other",       "wait", "barrier"};
static const char *const lane_styles[] = {"load", "math", "shared", "other", "wait", "barrier"};

static enum lane lane_of(const struct kp_overlap *o, const struct kp_sass_marks *marks, uint32_t i)
{
    const struct kp_sass_insn *x = &o->kernel->insns.v[i];

    if (marks->wait[i])
        return LANE_WAIT;
    if (kp_overlap_counts(o, x))
        return LANE_MATH;
    switch (x->opclass) {
    case KP_INSN_LOAD_GLOBAL:
    case KP_INSN_LOAD_GENERIC:
    case KP_INSN_ASYNC_COPY:
    case KP_INSN_BULK_COPY:
        return LANE_LOAD;
    case KP_INSN_LOAD_SHARED:
    case KP_INSN_LOAD_MATRIX:
    case KP_INSN_STORE_SHARED:
    case KP_INSN_STORE_MATRIX:
        return LANE_SHARED;
    case KP_INSN_BARRIER:
        return LANE_BARRIER;
    default:
        return LANE_OTHER;
    }
}

const char *kp_sass_lane_style(const struct kp_overlap *o, const struct kp_sass_marks *marks,
                               uint32_t insn)
{
    return lane_styles[lane_of(o, marks, insn)];
}

const char *kp_sass_tone_style(enum kp_overlap_verdict v)
{
    static const char *const styles[] = {"bad", "middling", "good", "dim"};

    return styles[v];
}

enum kp_tone kp_sass_tone(enum kp_overlap_verdict v)
{
    static const enum kp_tone tones[] = {KP_TONE_BAD, KP_TONE_MIDDLING, KP_TONE_GOOD, KP_TONE_NONE};

    return tones[v];
}

size_t kp_sass_position(const struct kp_overlap *o, uint32_t insn)
{
    size_t i = 0;

    while (i + 1 < o->insns.n && o->insns.v[i] != insn)
        i++;
    return i;
}

/* ---- the timeline: the warp's own issue time of one iteration ------------------------------ */

struct timeline {
    struct kp_arena *arena;
    const struct kp_overlap *o;
    const struct kp_sass_marks *marks;
    unsigned *start; /* by position in the loop: the cycle of its issue */
    struct kp_lane_figure *lanes;
};

/* Instructions of one lane without a gap are one bar. */
static void add_bars(struct timeline *t)
{
    const struct kp_overlap *o = t->o;

    for (size_t i = 0, n; i < o->insns.n; i += n) {
        enum lane lane = lane_of(o, t->marks, o->insns.v[i]);
        struct kp_stretch x = {.lane = lane, .style = lane_styles[lane], .from = t->start[i]};
        unsigned cycles = 0;

        for (n = 0; i + n < o->insns.n && lane_of(o, t->marks, o->insns.v[i + n]) == lane; n++)
            cycles += o->kernel->insns.v[o->insns.v[i + n]].stall;
        x.to = x.from + cycles;
        x.text = kp_sprintf(t->arena, "%s: %zu instructions, %u cycles from 0x%04x",
                            lane_names[lane], n, cycles, o->kernel->insns.v[o->insns.v[i]].address);
        kp_push(t->arena, &t->lanes->spans, x);
    }
}

static void add_flight(struct timeline *t, struct kp_stretch x, double from, double to)
{
    x.from = from;
    x.to = to;
    kp_push(t->arena, &t->lanes->flights, x);
}

/* One line per load from its issue to its wait, round the end of the loop where that comes later.
 */
static void add_flights(struct timeline *t)
{
    const struct kp_overlap *o = t->o;
    unsigned line = 0;

    for (size_t i = 0; i < o->loads.n; i++) {
        const struct kp_overlap_load *l = &o->loads.v[i];
        struct kp_stretch x = {.lane = line, .style = kp_sass_tone_style(l->verdict)};
        double from, to;

        if (l->wait == KP_SASS_NONE)
            continue;
        x.text = kp_sprintf(t->arena, "load at 0x%04x: %s, %u math, %u cycles before its wait",
                            o->kernel->insns.v[l->load].address, kp_overlap_name(l->verdict),
                            l->math, l->cycles);
        from = t->start[kp_sass_position(o, l->load)];
        to = t->start[kp_sass_position(o, l->wait)];
        add_flight(t, x, from, l->iterations ? o->cycles : to);
        if (l->iterations > 1)
            add_flight(t, x, 0, o->cycles);
        if (l->iterations)
            add_flight(t, x, 0, to);
        line++;
    }
}

struct kp_figure kp_sass_timeline(struct kp_arena *a, const struct kp_overlap *o, const char *title,
                                  unsigned cycles)
{
    struct kp_sass_marks marks;
    struct kp_lane_figure *lanes = kp_new(a, struct kp_lane_figure);
    struct timeline t = {a, o, &marks, kp_new_array(a, unsigned, o->insns.n + 1), lanes};
    unsigned cycle = 0;

    kp_sass_mark(a, o, &marks);
    for (size_t i = 0; i < o->insns.n; i++) {
        t.start[i] = cycle;
        cycle += o->kernel->insns.v[o->insns.v[i]].stall;
    }
    lanes->x = (struct kp_axis){"issue time of one warp, cycles [sass]", false, 0,
                                cycles > o->cycles ? cycles
                                : o->cycles        ? o->cycles
                                                   : 1};
    lanes->flights_name = "in flight";
    for (int lane = 0; lane < LANES; lane++)
        kp_push(a, &lanes->names, lane_names[lane]);
    add_bars(&t);
    add_flights(&t);
    return (struct kp_figure){.title = title, .lanes = lanes};
}

/* ---- issue time by kind -------------------------------------------------------------------- */

static void sum_kinds(const struct kp_overlap *o, unsigned stalls[KP_INSN_COUNT],
                      unsigned count[KP_INSN_COUNT])
{
    for (size_t i = 0; i < o->insns.n; i++) {
        const struct kp_sass_insn *x = &o->kernel->insns.v[o->insns.v[i]];

        stalls[x->opclass] += x->stall;
        count[x->opclass]++;
    }
}

static void add_kind(struct kp_arena *a, struct kp_row_figure *rows, const char *name,
                     unsigned stalls, unsigned all)
{
    struct kp_row r = {
        .label = name, .value = stalls, .low = stalls, .high = stalls, .solid = true};

    r.value_text = kp_sprintf(a, "%u cycles, %.0f%%", stalls, all ? 100.0 * stalls / all : 0);
    kp_push(a, &rows->rows, r);
}

struct kp_figure kp_sass_issue(struct kp_arena *a, const struct kp_overlap *o, const char *title,
                               double most)
{
    struct kp_row_figure *rows = kp_new(a, struct kp_row_figure);
    unsigned stalls[KP_INSN_COUNT] = {0}, count[KP_INSN_COUNT] = {0};

    sum_kinds(o, stalls, count);
    for (int c = 0; c < KP_INSN_COUNT; c++)
        if (count[c])
            add_kind(a, rows, kp_opclass_name((enum kp_opclass)c), stalls[c], o->cycles);
    kp_rows_sort(rows);
    if (!rows->rows.n)
        return (struct kp_figure){0};
    rows->bars = true;
    rows->reference = NAN;
    rows->x = kp_axis_round("stall counts of one iteration, cycles of one warp [sass]", 0,
                            fmax(most, rows->rows.v[0].value));
    return (struct kp_figure){.title = title, .rows = rows};
}

double kp_sass_most_issue(const struct kp_overlap *o)
{
    unsigned stalls[KP_INSN_COUNT] = {0}, count[KP_INSN_COUNT] = {0}, most = 0;

    sum_kinds(o, stalls, count);
    for (int c = 0; c < KP_INSN_COUNT; c++)
        most = stalls[c] > most ? stalls[c] : most;
    return most;
}
