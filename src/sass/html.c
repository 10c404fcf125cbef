/* The instructions of a main loop as markup, with a line from each load to its wait. */
#include "page/page.h"
#include "sass/figures.h"
#include "sass/marks.h"

enum {
    ROW = 18,
    TRACK = 9,  /* between two lines from load to wait */
    TRACKS = 14 /* lines beside each other; more share */
};

/* A line down (or, over the end of the loop, up) from each load to its wait. */
static void add_arcs(struct kp_str *s, const struct kp_overlap *o,
                     const struct kp_sass_marks *marks)
{
    kp_str_addf(s, "<svg viewBox=\"0 0 140 %zu\" aria-hidden=\"true\">\n", o->insns.n * ROW);
    for (size_t i = 0; i < o->loads.n; i++) {
        const struct kp_overlap_load *l = &o->loads.v[i];
        size_t from, to;
        unsigned track;

        if (l->wait == KP_SASS_NONE)
            continue;
        track = 132 - TRACK * (1 + (marks->load[l->load] - 1) % TRACKS);
        from = kp_sass_position(o, l->load) * ROW + ROW / 2;
        to = kp_sass_position(o, l->wait) * ROW + ROW / 2;
        kp_str_addf(s, "<path class=\"%s\" d=\"M136 %zuH%uV%zuH136l-4 -3m4 3l-4 3\"/>\n",
                    kp_sass_tone_style(l->verdict), from, track, to);
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
                    kp_sass_lane_style(o, marks, o->insns.v[i]));
        kp_html_escape(s, kp_sass_text(a, x));
        kp_str_add(s, "</span>\n");
    }
    kp_str_add(s, "</pre></div></div>\n");
}

const char *kp_sass_listing(struct kp_arena *a, const struct kp_overlap *o)
{
    struct kp_sass_marks marks;
    struct kp_str s = kp_str_new(a);

    kp_sass_mark(a, o, &marks);
    add_listing(a, &s, o, &marks);
    return kp_str_text(&s);
}
