#include "gpu/stats.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static int by_value(const void *x, const void *y)
{
    double a = *(const double *)x, b = *(const double *)y;

    return (a > b) - (a < b);
}

static double middle(const double *sorted, size_t n)
{
    return n % 2 ? sorted[n / 2] : (sorted[n / 2 - 1] + sorted[n / 2]) / 2;
}

double kp_sign_tail(size_t k, size_t n)
{
    double term = pow(0.5, (double)n), sum = term;

    for (size_t i = 1; i <= k; i++) {
        term *= (double)(n - i + 1) / (double)i;
        sum += term;
    }
    return sum;
}

/* How many of n samples may lie outside the interval of the median on each side: the largest k for
 * which P(at most k - 1 of n lie below the median) <= 2.5%. That number is binomial, whatever the
 * distribution of the samples (the sign test; Conover, Practical Nonparametric Statistics, 3.2). */
static size_t outside(size_t n)
{
    size_t k = 0;

    while (k < n / 2 && kp_sign_tail(k, n) <= 0.025)
        k++;
    return k;
}

struct kp_spread_of kp_spread_of(const double *samples, size_t n)
{
    struct kp_spread_of s = {.n = n};
    double *sorted = malloc((n + 1) * sizeof *sorted);
    size_t k;

    if (!n || !sorted) {
        free(sorted);
        return (struct kp_spread_of){0};
    }
    memcpy(sorted, samples, n * sizeof *sorted);
    qsort(sorted, n, sizeof *sorted, by_value);
    k = outside(n);
    k = k ? k - 1 : 0;
    s.median = middle(sorted, n);
    s.low = sorted[k];
    s.high = sorted[n - 1 - k];
    s.min = sorted[0];
    s.max = sorted[n - 1];
    for (size_t i = 0; i < n; i++)
        sorted[i] = fabs(samples[i] - s.median);
    qsort(sorted, n, sizeof *sorted, by_value);
    s.mad = middle(sorted, n);
    free(sorted);
    return s;
}

struct kp_spread_of kp_paired_ratio(const double *before, const double *after, size_t n)
{
    double *ratio = malloc((n + 1) * sizeof *ratio);
    struct kp_spread_of s = {0};

    for (size_t i = 0; ratio && i < n; i++)
        ratio[i] = before[i] / after[i];
    if (ratio)
        s = kp_spread_of(ratio, n);
    free(ratio);
    return s;
}

int kp_ratio_sign(const struct kp_spread_of *ratio)
{
    return ratio->n < 6 ? 0 : ratio->low > 1 ? 1 : ratio->high < 1 ? -1 : 0;
}
