/* What happens when, as SVG. */
#include "page/page.h"
#include "page/svg.h"

enum { WIDTH = 560, LANE = 20, LEFT = 104, RIGHT = 14, TOP = 4, FLIGHT = 4, BOTTOM = 40 };

struct plot {
    struct kp_svg s;
    const struct kp_lane_figure *l;
};

static double across(const struct plot *p, double x)
{
    return LEFT + kp_axis_share(&p->l->x, x) * (WIDTH - LEFT - RIGHT);
}

static void titled(struct plot *p, const char *text, const char *end)
{
    kp_str_add(p->s.to, "<title>");
    kp_html_escape(p->s.to, text);
    kp_str_addf(p->s.to, "</title></%s>\n", end);
}

static void spans(struct plot *p)
{
    for (size_t i = 0; i < p->l->spans.n; i++) {
        const struct kp_stretch *x = &p->l->spans.v[i];
        double from = across(p, x->from), width = across(p, x->to) - from;

        kp_str_addf(p->s.to, "<rect class=\"%s\" x=\"%.1f\" y=\"%d\" width=\"%.1f\" height=\"%d\">",
                    x->style, from, TOP + (int)x->lane * LANE + 3, width > 1 ? width : 1, LANE - 6);
        titled(p, x->text, "rect");
    }
}

static void flights(struct plot *p, double top)
{
    for (size_t i = 0; i < p->l->flights.n; i++) {
        const struct kp_stretch *x = &p->l->flights.v[i];
        double from = across(p, x->from), to = across(p, x->to);

        kp_str_addf(p->s.to, "<path class=\"flight %s\" d=\"M%.1f %.1fH%.1f\">", x->style, from,
                    top + x->lane * FLIGHT, to > from + 1 ? to : from + 1);
        titled(p, x->text, "path");
    }
}

static unsigned lines_of(const struct kp_lane_figure *l)
{
    unsigned n = 0;

    for (size_t i = 0; i < l->flights.n; i++)
        n = l->flights.v[i].lane + 1 > n ? l->flights.v[i].lane + 1 : n;
    return n;
}

static void grid(struct plot *p, double bottom)
{
    double ticks[KP_AXIS_TICKS];
    unsigned n = kp_axis_ticks(&p->l->x, 8, ticks);

    for (unsigned i = 0; i < n; i++) {
        double x = across(p, ticks[i]);

        kp_str_addf(p->s.to,
                    "<line class=\"grid\" x1=\"%.1f\" x2=\"%.1f\" y1=\"%d\" y2=\"%.1f\"/>\n", x, x,
                    TOP, bottom);
        kp_svg_text(&p->s, x, bottom + 15, KP_ANCHOR_MIDDLE, WIDTH, "dim",
                    kp_sprintf(p->s.to->arena, "%.5g", ticks[i]));
    }
    kp_svg_text(&p->s, WIDTH - RIGHT, bottom + 33, KP_ANCHOR_END, WIDTH, "axis", p->l->x.title);
}

double kp_lanes_svg(const struct kp_lane_figure *l, const char *label, struct kp_str *to)
{
    double lanes = TOP + (double)l->names.n * LANE, lines = lines_of(l) * FLIGHT;
    double bottom = lanes + (lines > LANE - 6 ? lines + 6 : LANE);
    struct plot p = {.s = kp_svg_begin(to, WIDTH, bottom + BOTTOM, label), .l = l};

    grid(&p, bottom);
    for (size_t i = 0; i < l->names.n; i++)
        kp_svg_text(&p.s, 0, TOP + (double)i * LANE + 14, KP_ANCHOR_START, LEFT - 4, NULL,
                    l->names.v[i]);
    kp_svg_text(&p.s, 0, lanes + 14, KP_ANCHOR_START, LEFT - 4, NULL, l->flights_name);
    spans(&p);
    flights(&p, lanes + 6);
    kp_svg_end(&p.s);
    return p.s.width;
}
