/* The page's figures: roofline, occupancy, main loop. */
#include <math.h>

#include "analyze/sections.h"
#include "sass/html.h"

/* ---- roofline: both axes logarithmic ------------------------------------------------------ */

enum { WIDTH = 720, HEIGHT = 340, LEFT = 64, RIGHT = 16, TOP = 26, BOTTOM = 42 };

struct axes {
    double x0, x1, y0, y1; /* decades */
};

static double across(const struct axes *x, double intensity)
{
    return LEFT + (log10(intensity) - x->x0) / (x->x1 - x->x0) * (WIDTH - LEFT - RIGHT);
}

static double down(const struct axes *x, double tflops)
{
    return HEIGHT - BOTTOM - (log10(tflops) - x->y0) / (x->y1 - x->y0) * (HEIGHT - TOP - BOTTOM);
}

/* Decades that show the balance point, the kernel's own, and some of both roofs. */
static struct axes choose_axes(const struct kp_gpu *g, const struct kp_analysis *x, double peak)
{
    double balance = peak * 1e3 / g->dram_gbs, low = balance, high = balance, least = peak;

    for (size_t i = 0; i < x->rooflines.n; i++) {
        const struct kp_roofline *r = &x->rooflines.v[i];

        if (!r->intensity)
            continue;
        low = fmin(low, r->intensity);
        high = fmax(high, r->intensity);
        least = fmin(least, r->gflops ? r->gflops * 1e-3 : r->attainable);
    }
    return (struct axes){floor(log10(low)) - 1, ceil(log10(high)) + 1, floor(log10(least)) - 1,
                         ceil(log10(peak) + 0.1)};
}

static void grid(struct kp_str *s, const struct axes *x)
{
    for (double d = x->x0; d <= x->x1; d++)
        kp_str_addf(s,
                    "<line class=\"grid\" x1=\"%.1f\" x2=\"%.1f\" y1=\"%d\" y2=\"%d\"/>"
                    "<text class=\"dim\" x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%g</text>\n",
                    across(x, pow(10, d)), across(x, pow(10, d)), TOP, HEIGHT - BOTTOM,
                    across(x, pow(10, d)), HEIGHT - BOTTOM + 16, pow(10, d));
    for (double d = x->y0; d <= x->y1; d++)
        kp_str_addf(s,
                    "<line class=\"grid\" x1=\"%d\" x2=\"%d\" y1=\"%.1f\" y2=\"%.1f\"/>"
                    "<text class=\"dim\" x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%g</text>\n",
                    LEFT, WIDTH - RIGHT, down(x, pow(10, d)), down(x, pow(10, d)), LEFT - 6,
                    down(x, pow(10, d)) + 4, pow(10, d));
    kp_str_addf(s,
                "<text x=\"%d\" y=\"%d\" text-anchor=\"end\">operations per byte</text>"
                "<text x=\"0\" y=\"11\">TFLOP/s</text>\n",
                WIDTH - RIGHT, HEIGHT - 6);
}

static void roofs(struct kp_str *s, const struct axes *x, const struct kp_gpu *g, double peak)
{
    double balance = peak * 1e3 / g->dram_gbs, left = pow(10, x->x0), bottom = pow(10, x->y0);
    double start = fmax(left, bottom * 1e3 / g->dram_gbs);

    kp_str_addf(s, "<path class=\"roof\" d=\"M%.1f %.1fL%.1f %.1fH%d\"/>\n", across(x, start),
                down(x, start * g->dram_gbs * 1e-3), across(x, balance), down(x, peak),
                WIDTH - RIGHT);
    kp_str_addf(s, "<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%.4g TFLOP/s</text>\n",
                WIDTH - RIGHT, down(x, peak) - 5, peak);
    kp_str_addf(s, "<text class=\"dim\" x=\"%.1f\" y=\"%.1f\" text-anchor=\"middle\">%.1f</text>\n",
                across(x, balance), down(x, peak) + 16, balance);
}

static void points(struct kp_str *s, const struct axes *axes, const struct kp_analysis *x)
{
    for (size_t i = 0; i < x->rooflines.n; i++) {
        const struct kp_roofline *r = &x->rooflines.v[i];
        const char *name = x->points.v[i].sizes ? x->points.v[i].sizes : "this launch";

        if (!r->intensity)
            continue;
        kp_str_addf(s,
                    "<circle class=\"could\" r=\"5\" cx=\"%.1f\" cy=\"%.1f\"><title>%s: at most "
                    "%.4g TFLOP/s</title></circle>\n",
                    across(axes, r->intensity), down(axes, r->attainable), name, r->attainable);
        if (r->gflops)
            kp_str_addf(s,
                        "<circle class=\"dot\" r=\"5\" cx=\"%.1f\" cy=\"%.1f\"><title>%s: %.4g "
                        "TFLOP/s</title></circle>\n",
                        across(axes, r->intensity), down(axes, r->gflops * 1e-3), name,
                        r->gflops * 1e-3);
    }
}

const char *kp_figure_roofline(struct kp_arena *a, const struct kp_analyzed *all,
                               const struct kp_analysis *x)
{
    struct kp_str s = kp_str_new(a);
    double peak = all->gpu && x->precision < KP_PRECISIONS ? all->gpu->peak[x->precision] : 0;
    struct axes axes;

    if (!peak)
        return "";
    axes = choose_axes(all->gpu, x, peak);
    kp_str_addf(
        &s,
        "<figure><svg viewBox=\"0 0 %d %d\" width=\"%d\" role=\"img\" aria-label=\"roofline\">\n",
        WIDTH, HEIGHT, WIDTH);
    grid(&s, &axes);
    roofs(&s, &axes, all->gpu, peak);
    points(&s, &axes, x);
    kp_str_add(
        &s,
        "</svg><figcaption class=\"dim\">Filled: by the time of the launch. Ring: the roof above it.</figcaption>"
        "</figure>\n");
    return kp_str_text(&s);
}

/* ---- occupancy ----------------------------------------------------------------------------- */

enum { BAR_LEFT = 130, BAR_WIDTH = 480, BAR = 22 };

static void bar(struct kp_str *s, int row, const char *name, const char *class, double share,
                const char *value)
{
    kp_str_addf(s,
                "<text x=\"0\" y=\"%d\">%s</text><rect class=\"bar %s\" x=\"%d\" y=\"%d\" "
                "width=\"%.1f\" height=\"%d\"/><text x=\"%.1f\" y=\"%d\">%s</text>\n",
                row * BAR + 15, name, class, BAR_LEFT, row * BAR + 4,
                BAR_WIDTH * (share < 1 ? share : 1), BAR - 8,
                BAR_LEFT + BAR_WIDTH * (share < 1 ? share : 1) + 6, row * BAR + 15, value);
}

const char *kp_figure_occupancy(struct kp_arena *a, const struct kp_analyzed *all,
                                const struct kp_analysis *x)
{
    static const enum kp_limit order[] = {KP_LIMIT_REGISTERS, KP_LIMIT_SMEM, KP_LIMIT_WARPS,
                                          KP_LIMIT_BLOCKS};
    const struct kp_residence *r = &x->residence;
    struct kp_str s = kp_str_new(a);
    int most = all->target->blocks_per_sm;

    kp_str_addf(&s,
                "<figure><svg viewBox=\"0 0 720 %d\" width=\"720\" role=\"img\" "
                "aria-label=\"blocks per SM by limit\">\n",
                BAR * 5 + 6);
    for (int i = 0; i < 4; i++) {
        int blocks = r->by[order[i]];

        bar(&s, i, kp_limit_text(order[i]), order[i] == r->limit ? "limit" : "",
            blocks ? (double)blocks / most : 1,
            blocks ? kp_sprintf(a, "%d blocks", blocks) : "no limit");
    }
    bar(&s, 4, "active warps", "used", (double)r->active_warps / all->target->warps_per_sm,
        kp_sprintf(a, "%d of %d", r->active_warps, all->target->warps_per_sm));
    kp_str_add(&s, "</svg></figure>\n");
    return kp_str_text(&s);
}

/* ---- the main loop ------------------------------------------------------------------------- */

const char *kp_figure_loop(struct kp_arena *a, const struct kp_analysis *x)
{
    struct kp_str s = kp_str_new(a);

    if (!x->overlap)
        return "";
    kp_sass_html_loop(a, &s, x->overlap, true);
    return kp_str_text(&s);
}
