/* One value per row as SVG: intervals or bars. */
#include <math.h>

#include "page/svg.h"

enum { ROW = 20, TOP = 24, BOTTOM = 40, MOST_LABEL = 340, MOST_VALUE = 260, GAP = 8, PLOT = 300 };

static const char *const tones[] = {"", " good", " middling", " bad"};

struct plot {
    struct kp_svg s;
    const struct kp_row_figure *r;
    double left, right;
};

static double across(const struct plot *p, double x)
{
    return p->left + kp_axis_share(&p->r->x, x) * (p->right - p->left);
}

/* As wide as the longest label, the field and the longest value need. */
static struct plot layout(const struct kp_row_figure *r)
{
    struct plot p = {.r = r};
    double labels = 0, values = 0;

    for (size_t i = 0; i < r->rows.n; i++) {
        const struct kp_row *row = &r->rows.v[i];

        labels = fmax(labels, kp_text_width(row->label));
        values = fmax(values, row->value_text ? kp_text_width(row->value_text) : 0);
    }
    p.left = fmin(labels, MOST_LABEL) + GAP + 4;
    p.right = p.left + PLOT;
    p.s.width = ceil(p.right + GAP + fmax(fmin(values, MOST_VALUE), 2 * GAP));
    return p;
}

static void grid(struct plot *p, double bottom)
{
    double ticks[KP_AXIS_TICKS];
    unsigned n = kp_axis_ticks(&p->r->x, 7, ticks);
    struct kp_str *to = p->s.to;

    for (unsigned i = 0; i < n; i++) {
        double x = across(p, ticks[i]);

        kp_str_addf(to, "<line class=\"grid\" x1=\"%.1f\" x2=\"%.1f\" y1=\"%d\" y2=\"%.1f\"/>\n", x,
                    x, TOP, bottom);
        kp_svg_text(&p->s, x, bottom + 15, KP_ANCHOR_MIDDLE, p->s.width, "dim",
                    kp_sprintf(to->arena, "%.6g", ticks[i]));
    }
    kp_svg_text(&p->s, p->right, bottom + 33, KP_ANCHOR_END, p->s.width, "axis", p->r->x.title);
    if (!isfinite(p->r->reference))
        return;
    kp_str_addf(to, "<line class=\"reference\" x1=\"%.1f\" x2=\"%.1f\" y1=\"%d\" y2=\"%.1f\"/>\n",
                across(p, p->r->reference), across(p, p->r->reference), TOP - 4, bottom);
    kp_svg_text(&p->s, across(p, p->r->reference), TOP - 8, KP_ANCHOR_MIDDLE, p->s.width, "dim",
                p->r->reference_label);
}

static void bar(struct plot *p, const struct kp_row *row, double y)
{
    double x = across(p, row->value);

    kp_str_addf(p->s.to,
                "<rect class=\"bar%s\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%d\"/>\n",
                tones[row->tone], p->left, y - 7, fmax(x - p->left, 0.5), ROW - 6);
}

static void interval(struct plot *p, const struct kp_row *row, double y)
{
    double low = across(p, row->low), high = across(p, row->high);

    if (row->high > row->low)
        kp_str_addf(
            p->s.to,
            "<path class=\"interval%s\" d=\"M%.1f %.1fH%.1fM%.1f %.1fv12M%.1f %.1fv12\"/>\n",
            tones[row->tone], low, y, high, low, y - 6, high, y - 6);
    kp_str_addf(p->s.to, "<circle class=\"%s%s\" r=\"%s\" cx=\"%.1f\" cy=\"%.1f\"/>\n",
                row->solid ? "solid" : "hollow", tones[row->tone], row->high > row->low ? "3" : "4",
                across(p, row->value), y);
}

double kp_rows_svg(const struct kp_row_figure *r, const char *label, struct kp_str *to)
{
    double bottom = TOP + (double)r->rows.n * ROW;
    struct plot p = layout(r);

    p.s = kp_svg_begin(to, p.s.width, bottom + BOTTOM, label);
    grid(&p, bottom);
    for (size_t i = 0; i < r->rows.n; i++) {
        const struct kp_row *row = &r->rows.v[i];
        double y = TOP + (double)i * ROW + ROW / 2;

        kp_svg_text(&p.s, p.left - GAP, y + 4, KP_ANCHOR_END, p.left - GAP, NULL, row->label);
        if (isfinite(row->value))
            (r->bars ? bar : interval)(&p, row, y);
        if (row->value_text)
            kp_svg_text(&p.s, p.right + GAP, y + 4, KP_ANCHOR_START, p.s.width - p.right - GAP,
                        "dim", row->value_text);
    }
    kp_svg_end(&p.s);
    return p.s.width;
}
