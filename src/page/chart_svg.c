/* Curves, points and limits as SVG. */
#include <math.h>

#include "page/svg.h"

enum { WIDTH = 520, HEIGHT = 300, TOP = 26, BOTTOM = 40, RIGHT = 14 };

struct plot {
    struct kp_svg s;
    const struct kp_chart *c;
    double left;
};

static double across(const struct plot *p, double x)
{
    return p->left + kp_axis_share(&p->c->x, x) * (WIDTH - RIGHT - p->left);
}

static double down(const struct plot *p, double y)
{
    return HEIGHT - BOTTOM - kp_axis_share(&p->c->y, y) * (HEIGHT - TOP - BOTTOM);
}

static double widest(struct kp_arena *a, const double *ticks, unsigned n)
{
    double most = 0;

    for (unsigned i = 0; i < n; i++) {
        double width = kp_text_width(kp_sprintf(a, "%.6g", ticks[i]));

        most = width > most ? width : most;
    }
    return most;
}

static void grid(struct plot *p)
{
    double ticks[KP_AXIS_TICKS];
    struct kp_str *to = p->s.to;
    unsigned n = kp_axis_ticks(&p->c->y, 7, ticks);

    p->left = widest(to->arena, ticks, n) + 8;
    for (unsigned i = 0; i < n; i++) {
        double y = down(p, ticks[i]);

        kp_str_addf(to, "<line class=\"grid\" x1=\"%.1f\" x2=\"%d\" y1=\"%.1f\" y2=\"%.1f\"/>\n",
                    p->left, WIDTH - RIGHT, y, y);
        kp_svg_text(&p->s, p->left - 6, y + 4, KP_ANCHOR_END, p->left, "dim",
                    kp_sprintf(to->arena, "%.6g", ticks[i]));
    }
    n = kp_axis_ticks(&p->c->x, 9, ticks);
    for (unsigned i = 0; i < n; i++) {
        double x = across(p, ticks[i]);

        kp_str_addf(to, "<line class=\"grid\" x1=\"%.1f\" x2=\"%.1f\" y1=\"%d\" y2=\"%d\"/>\n", x,
                    x, TOP, HEIGHT - BOTTOM);
        kp_svg_text(&p->s, x, HEIGHT - BOTTOM + 15, KP_ANCHOR_MIDDLE, WIDTH, "dim",
                    kp_sprintf(to->arena, "%.6g", ticks[i]));
    }
    kp_svg_text(&p->s, 0, 12, KP_ANCHOR_START, WIDTH, "axis", p->c->y.title);
    kp_svg_text(&p->s, WIDTH - RIGHT, HEIGHT - 6, KP_ANCHOR_END, WIDTH, "axis", p->c->x.title);
}

/* No label goes onto a line. */
static void keep_free(struct plot *p, double x0, double y0, double x1, double y1)
{
    enum { STEP = 6, HALF = 3 };
    int n = 1 + (int)(fmax(fabs(x1 - x0), fabs(y1 - y0)) / STEP);

    for (int i = 0; i <= n; i++) {
        double x = x0 + (x1 - x0) * i / n, y = y0 + (y1 - y0) * i / n;

        kp_svg_take(&p->s, x - HALF, y - HALF, x + HALF, y + HALF);
    }
}

static void curves(struct plot *p)
{
    for (size_t i = 0; i < p->c->curves.n; i++) {
        const struct kp_curve *c = &p->c->curves.v[i];

        kp_str_add(p->s.to, "<path class=\"curve\" d=\"");
        for (size_t k = 0; k < c->spots.n; k++)
            kp_str_addf(p->s.to, "%c%.1f %.1f", k ? 'L' : 'M', across(p, c->spots.v[k].x),
                        down(p, c->spots.v[k].y));
        kp_str_add(p->s.to, "\"/>\n");
        for (size_t k = 1; k < c->spots.n; k++)
            keep_free(p, across(p, c->spots.v[k - 1].x), down(p, c->spots.v[k - 1].y),
                      across(p, c->spots.v[k].x), down(p, c->spots.v[k].y));
    }
}

static void rules(struct plot *p)
{
    for (size_t i = 0; i < p->c->rules.n; i++) {
        const struct kp_rule_line *r = &p->c->rules.v[i];
        double x = across(p, r->x), top = r->short_of ? down(p, r->top) : TOP - 4;

        kp_str_addf(p->s.to, "<line class=\"%s\" x1=\"%.1f\" x2=\"%.1f\" y1=\"%.1f\" y2=\"%d\"/>\n",
                    r->limit ? "limit" : "rule", x, x, top, HEIGHT - BOTTOM);
        keep_free(p, x, top, x, HEIGHT - BOTTOM);
        if (r->label)
            kp_svg_label(&p->s, x, TOP + 10, r->label);
    }
}

static void marks(struct plot *p)
{
    for (size_t i = 0; i < p->c->marks.n; i++) {
        const struct kp_mark *m = &p->c->marks.v[i];
        double x = across(p, m->x), y = down(p, m->y);

        kp_svg_take(&p->s, x - 5, y - 5, x + 5, y + 5);
        kp_str_addf(p->s.to, "<circle class=\"%s\" r=\"5\" cx=\"%.1f\" cy=\"%.1f\"/>\n",
                    m->solid ? "solid" : "hollow", x, y);
    }
    for (size_t i = 0; i < p->c->marks.n; i++)
        kp_svg_label(&p->s, across(p, p->c->marks.v[i].x), down(p, p->c->marks.v[i].y),
                     p->c->marks.v[i].label);
}

double kp_chart_svg(const struct kp_chart *c, const char *label, struct kp_str *to)
{
    struct plot p = {.s = kp_svg_begin(to, WIDTH, HEIGHT, label), .c = c};

    kp_svg_take(&p.s, 0, 0, WIDTH, 16);                       /* the vertical axis's title */
    kp_svg_take(&p.s, 0, HEIGHT - BOTTOM + 2, WIDTH, HEIGHT); /* the other one, and its values */
    grid(&p);
    curves(&p);
    rules(&p);
    marks(&p);
    for (size_t i = 0; i < c->notes.n; i++)
        kp_svg_label(&p.s, across(&p, c->notes.v[i].x), down(&p, c->notes.v[i].y),
                     c->notes.v[i].label);
    kp_svg_end(&p.s);
    return p.s.width;
}
