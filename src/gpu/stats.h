/* Statistics of lists of times. No distribution is assumed: medians, and confidence intervals from
 * order statistics. */
#ifndef KP_GPU_STATS_H
#define KP_GPU_STATS_H

#include <stddef.h>

/* A version with a speedup below this at any timed size is not chosen. */
#define KP_TOO_SLOW 0.98

/* A summary of n samples; n = 0: there are none. */
struct kp_spread_of {
    size_t n;
    double median, low, high; /* the median and its 95% confidence interval */
    double mad;               /* median absolute deviation from the median */
    double min, max;
};

/* Samples need not be sorted and are not changed. Below 6 samples there is no 95% interval: low and
 * high are then the extremes. */
struct kp_spread_of kp_spread_of(const double *samples, size_t n);

/* The spread of before[i] / after[i] over n rounds, in each of which both were timed; above 1,
 * `after` is faster. */
struct kp_spread_of kp_paired_ratio(const double *before, const double *after, size_t n);

/* The probability of at most k heads in n tosses of a coin. */
double kp_sign_tail(size_t k, size_t n);

/* 1 or -1 when the whole interval is above or below 1, else 0. */
int kp_ratio_sign(const struct kp_spread_of *ratio);

#endif
