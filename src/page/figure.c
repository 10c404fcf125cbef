/* Axes: where a value lies, and which values are marked; rows in their order. */
#include <math.h>

#include "page/figure.h"

double kp_axis_share(const struct kp_axis *x, double value)
{
    double share;

    if (x->log)
        share = value > 0 ? log(value / x->from) / log(x->to / x->from) : 0;
    else
        share = (value - x->from) / (x->to - x->from);
    return share >= 0 && share <= 1 ? share : share > 1; /* what lies outside is drawn at the end */
}

/* 1, 2 or 5 times a power of ten, so that `most` steps or fewer make up the length. */
static double step_of(double length, unsigned most)
{
    double power = pow(10, floor(log10(length / most)));
    static const double nice[] = {1, 2, 5, 10};
    int i = 0;

    while (i < 3 && nice[i] * power * most < length * (1 - 1e-9))
        i++;
    return nice[i] * power;
}

static unsigned linear(const struct kp_axis *x, unsigned most, double ticks[KP_AXIS_TICKS])
{
    double step = step_of(x->to - x->from, most), at = ceil(x->from / step - 1e-9);
    unsigned n = 0;

    for (; n < KP_AXIS_TICKS && at * step <= x->to + step * 1e-9; at++)
        ticks[n++] = fabs(at) < 0.5 ? 0 : at * step;
    return n;
}

static unsigned logarithmic(const struct kp_axis *x, unsigned most, double ticks[KP_AXIS_TICKS])
{
    static const double parts[] = {1, 2, 5};
    double from = log10(x->from), to = log10(x->to);
    int per = 3 * (to - from) + 1 <= most ? 3 : 1;
    int stride = (int)ceil((to - from + 1) / most);
    unsigned n = 0;

    for (double d = ceil(from - 1 - 1e-9); d <= to; d++)
        for (int i = 0; i < per && n < KP_AXIS_TICKS; i++) {
            double v = pow(10, d) * parts[i];

            if (v >= x->from * (1 - 1e-9) && v <= x->to * (1 + 1e-9) &&
                (stride <= 1 || (long)d % stride == 0))
                ticks[n++] = v;
        }
    return n;
}

unsigned kp_axis_ticks(const struct kp_axis *x, unsigned most, double ticks[KP_AXIS_TICKS])
{
    most = most > KP_AXIS_TICKS ? KP_AXIS_TICKS : most < 2 ? 2 : most;
    return x->log ? logarithmic(x, most, ticks) : linear(x, most, ticks);
}

struct kp_axis kp_axis_round(const char *title, double low, double high)
{
    double step;

    if (!(high > low)) {
        high = low + (low ? fabs(low) * 0.1 : 1);
        low -= low ? fabs(low) * 0.1 : 0;
    }
    step = step_of(high - low, 8);
    return (struct kp_axis){title, false, floor(low / step + 1e-9) * step,
                            ceil(high / step - 1e-9) * step};
}

struct kp_axis kp_axis_decades(const char *title, double low, double high)
{
    return (struct kp_axis){title, true, pow(10, floor(log10(low) - 0.15)),
                            pow(10, ceil(log10(high) + 0.15))};
}

void kp_rows_sort(struct kp_row_figure *rows)
{
    for (size_t i = 1; i < rows->rows.n; i++)
        for (size_t k = i; k && rows->rows.v[k - 1].value < rows->rows.v[k].value; k--) {
            struct kp_row r = rows->rows.v[k];

            rows->rows.v[k] = rows->rows.v[k - 1];
            rows->rows.v[k - 1] = r;
        }
}
