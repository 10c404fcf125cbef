/* A main loop as markup: where in the loop's time loads, math and waits are, and the listing with a
 * line from each load to its wait. */
#include <string.h>

#include "sass/html.h"
#include "sass/marks.h"
#include "util/str.h"

enum {
    WIDTH = 960, /* of the timeline */
    LANE = 20,
    LABEL = 110,
    ROW = 18,   /* of the listing */
    TRACK = 9,  /* between two lines from load to wait */
    TRACKS = 14 /* lines beside each other; more share */
};

/* What the timeline shows, one lane each. */
enum lane { LANE_LOAD, LANE_MATH, LANE_SHARED, LANE_OTHER, LANE_WAIT, LANE_BARRIER, LANES };

static const char *const lane_names[] = {"load global", "math", "shared memory",
                                         "other",       "wait", "barrier"};
static const char *const lane_classes[] = {"load", "math", "shared", "other", "wait", "barrier"};

const char kp_html_style[] =
    ":root{color-scheme:light dark;--bg:#fff;--fg:#1b1f24;--dim:#656d76;--line:#d0d7de;"
    "--load:#0969da;--math:#1a7f37;--shared:#9a6700;--other:#afb8c1;--wait:#cf222e;"
    "--barrier:#8250df}\n"
    "@media(prefers-color-scheme:dark){:root{--bg:#0d1117;--fg:#e6edf3;--dim:#9198a1;"
    "--line:#30363d;--load:#58a6ff;--math:#3fb950;--shared:#d29922;--other:#59636e;"
    "--wait:#ff7b72;--barrier:#bc8cff}}\n"
    "body{background:var(--bg);color:var(--fg);font:14px/1.45 system-ui,sans-serif;"
    "margin:2em auto;max-width:1120px;padding:0 1em}\n"
    "h1{font-size:1.4em}h2{font-size:1.15em;border-top:1px solid var(--line);padding-top:1em;"
    "margin-top:2em}\n"
    "p,table{margin:.5em 0}.dim{color:var(--dim)}\n"
    "table{border-collapse:collapse;display:block;overflow-x:auto}td,th{padding:2px 10px 2px "
    "0;text-align:left;"
    "vertical-align:top}\n"
    ".verdict{font-weight:600}.v-overlapped,.passed{color:var(--math)}"
    ".v-partly,.open{color:var(--shared)}.v-not,.failed{color:var(--wait)}"
    ".v-unknown{color:var(--dim)}\n"
    ".wide{overflow-x:auto}svg text{fill:var(--fg);font-size:12px}"
    "svg text.dim{fill:var(--dim)}\n"
    ".listing{position:relative}.listing svg{position:absolute;left:0;top:0}\n"
    "pre{margin:0;font:12px/18px ui-monospace,monospace;padding-left:140px}\n"
    "rect.load,path.load{fill:var(--load);stroke:var(--load)}"
    "rect.math{fill:var(--math)}rect.shared{fill:var(--shared)}rect.other{fill:var(--other)}"
    "rect.wait{fill:var(--wait)}rect.barrier{fill:var(--barrier)}"
    "rect{stroke:none!important}line{stroke:var(--line)}\n"
    "path{fill:none!important;stroke-width:1.2}path.v-overlapped{stroke:var(--math)}"
    "path.v-partly{stroke:var(--shared)}path.v-not{stroke:var(--wait)}\n"
    "pre .load{color:var(--load);font-weight:600}pre .math{color:var(--math)}"
    "pre .shared{color:var(--shared)}pre .wait{color:var(--wait);font-weight:600}"
    "pre .barrier{color:var(--barrier);font-weight:600}\n";

void kp_html_escape(struct kp_str *s, const char *text)
{
    for (; *text; text++)
        switch (*text) {
        case '<':
            kp_str_add(s, "&lt;");
            break;
        case '>':
            kp_str_add(s, "&gt;");
            break;
        case '&':
            kp_str_add(s, "&amp;");
            break;
        case '"':
            kp_str_add(s, "&quot;");
            break;
        default:
            kp_str_addc(s, *text);
            break;
        }
}

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

/* ---- the timeline: the warp's own issue time of one iteration ------------------------------ */

struct timeline {
    const struct kp_overlap *o;
    const struct kp_sass_marks *marks;
    unsigned *start; /* by position in the loop: the cycle of its issue */
    double scale;    /* pixels per cycle */
};

static double pixel(const struct timeline *t, unsigned cycle)
{
    return LABEL + t->scale * cycle;
}

/* Instructions of one lane without a gap are one bar. */
static void add_bars(struct kp_str *s, const struct timeline *t)
{
    const struct kp_overlap *o = t->o;

    for (size_t i = 0, n; i < o->insns.n; i += n) {
        enum lane lane = lane_of(o, t->marks, o->insns.v[i]);
        unsigned cycles = 0;

        for (n = 0; i + n < o->insns.n && lane_of(o, t->marks, o->insns.v[i + n]) == lane; n++)
            cycles += o->kernel->insns.v[o->insns.v[i + n]].stall;
        kp_str_addf(s,
                    "<rect class=\"%s\" x=\"%.1f\" y=\"%d\" width=\"%.1f\" height=\"%d\"><title>"
                    "%zu instructions, %u cycles from 0x%04x</title></rect>\n",
                    lane_classes[lane], pixel(t, t->start[i]), (int)lane * LANE + 3,
                    t->scale * cycles > 1 ? t->scale * cycles : 1, LANE - 6, n, cycles,
                    o->kernel->insns.v[o->insns.v[i]].address);
    }
}

static size_t position_of(const struct kp_overlap *o, uint32_t insn)
{
    size_t i = 0;

    while (i + 1 < o->insns.n && o->insns.v[i] != insn)
        i++;
    return i;
}

static void add_span(struct kp_str *s, const struct timeline *t, double from, double to, double y,
                     const struct kp_overlap_load *l)
{
    kp_str_addf(s, "<path class=\"v-%s\" d=\"M%.1f %.1fH%.1f\"><title>0x%04x: %u math, %u cycles",
                kp_overlap_name(l->verdict), from, y, to, t->o->kernel->insns.v[l->load].address,
                l->math, l->cycles);
    kp_str_add(s, "</title></path>\n");
}

/* One line per load from its issue to its wait, round the end of the loop where that comes later.
 */
static int add_flights(struct kp_str *s, const struct timeline *t)
{
    const struct kp_overlap *o = t->o;
    double y = LANES * LANE + 14;

    for (size_t i = 0; i < o->loads.n; i++) {
        const struct kp_overlap_load *l = &o->loads.v[i];
        double from, to;

        if (l->wait == KP_SASS_NONE)
            continue;
        from = pixel(t, t->start[position_of(o, l->load)]);
        to = pixel(t, t->start[position_of(o, l->wait)]);
        if (!l->iterations) {
            add_span(s, t, from, to, y, l);
        } else {
            add_span(s, t, from, pixel(t, o->cycles), y, l);
            for (unsigned k = 1; k < l->iterations; k++)
                add_span(s, t, LABEL, pixel(t, o->cycles), y, l);
            add_span(s, t, LABEL, to, y, l);
        }
        y += 4;
    }
    return (int)y;
}

static void add_timeline(struct kp_arena *a, struct kp_str *s, const struct kp_overlap *o,
                         const struct kp_sass_marks *marks)
{
    struct timeline t = {.o = o, .marks = marks};
    struct kp_str body = kp_str_new(a);
    unsigned cycle = 0;
    int height;

    t.scale = (double)(WIDTH - LABEL) / (o->cycles ? o->cycles : 1);
    t.start = kp_new_array(a, unsigned, o->insns.n + 1);
    for (size_t i = 0; i < o->insns.n; i++) {
        t.start[i] = cycle;
        cycle += o->kernel->insns.v[o->insns.v[i]].stall;
    }
    for (int lane = 0; lane < LANES; lane++)
        kp_str_addf(
            &body,
            "<text x=\"0\" y=\"%d\">%s</text><line x1=\"%d\" x2=\"%d\" y1=\"%d\" y2=\"%d\"/>\n",
            lane * LANE + 14, lane_names[lane], LABEL, WIDTH, (lane + 1) * LANE, (lane + 1) * LANE);
    kp_str_addf(&body, "<text x=\"0\" y=\"%d\">in flight</text>\n", LANES * LANE + 18);
    add_bars(&body, &t);
    height = add_flights(&body, &t) + 22;
    kp_str_addf(s,
                "<div class=\"wide\"><svg width=\"%d\" height=\"%d\" role=\"img\" "
                "aria-label=\"timeline of one iteration\">\n%s"
                "<text class=\"dim\" x=\"%d\" y=\"%d\">cycle 0</text><text class=\"dim\" x=\"%d\" "
                "y=\"%d\" text-anchor=\"end\">cycle %u</text></svg></div>\n",
                WIDTH, height, kp_str_text(&body), LABEL, height - 4, WIDTH, height - 4, o->cycles);
}

/* ---- the listing --------------------------------------------------------------------------- */

/* A line down (or, over the end of the loop, up) from each load to its wait. */
static void add_arcs(struct kp_str *s, const struct kp_overlap *o,
                     const struct kp_sass_marks *marks)
{
    kp_str_addf(s, "<svg width=\"140\" height=\"%zu\" aria-hidden=\"true\">\n", o->insns.n * ROW);
    for (size_t i = 0; i < o->loads.n; i++) {
        const struct kp_overlap_load *l = &o->loads.v[i];
        size_t from, to;
        unsigned track;

        if (l->wait == KP_SASS_NONE)
            continue;
        track = 132 - TRACK * (1 + (marks->load[l->load] - 1) % TRACKS);
        from = position_of(o, l->load) * ROW + ROW / 2;
        to = position_of(o, l->wait) * ROW + ROW / 2;
        kp_str_addf(s, "<path class=\"v-%s\" d=\"M136 %zuH%uV%zuH136l-4 -3m4 3l-4 3\"/>\n",
                    kp_overlap_name(l->verdict), from, track, to);
    }
    kp_str_add(s, "</svg>");
}

static void add_listing(struct kp_arena *a, struct kp_str *s, const struct kp_overlap *o,
                        const struct kp_sass_marks *marks)
{
    const struct kp_sass_kernel *k = o->kernel;

    kp_str_add(s, "<div class=\"wide\"><div class=\"listing\">");
    add_arcs(s, o, marks);
    kp_str_add(s, "<pre>");
    for (size_t i = 0; i < o->insns.n; i++) {
        const struct kp_sass_insn *x = &k->insns.v[o->insns.v[i]];
        unsigned line = kp_sass_line(k, x);

        kp_str_addf(s, "%04x %5s  <span class=\"dim\">%s</span>  <span class=\"%s\">", x->address,
                    line ? kp_sprintf(a, "%u", line) : "-", kp_sass_control(a, x),
                    lane_classes[lane_of(o, marks, o->insns.v[i])]);
        kp_html_escape(s, kp_sass_text(a, x));
        kp_str_add(s, "</span>\n");
    }
    kp_str_add(s, "</pre></div></div>\n");
}

void kp_sass_html_loop(struct kp_arena *a, struct kp_str *s, const struct kp_overlap *o, bool fold)
{
    struct kp_sass_marks marks;

    kp_sass_mark(a, o, &marks);
    add_timeline(a, s, o, &marks);
    if (fold)
        kp_str_addf(s,
                    "<details><summary>the loop's %zu instructions, with a line from each load to "
                    "its wait</summary>\n",
                    o->insns.n);
    add_listing(a, s, o, &marks);
    if (fold)
        kp_str_add(s, "</details>\n");
}
