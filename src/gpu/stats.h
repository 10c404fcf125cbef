/* What a list of times says. No distribution is assumed: medians, and intervals from order
 * statistics. */
#ifndef KP_GPU_STATS_H
#define KP_GPU_STATS_H

#include <stddef.h>

/* A version whose speedup is below this is too slow to be taken, at any size that is timed. */
#define KP_TOO_SLOW 0.98

/* n = 0: nothing is known. */
struct kp_spread_of {
    size_t n;
    double median, low, high; /* and its 95% confidence interval */
    double mad;               /* median absolute deviation from the median */
    double min, max;
};

/* Samples need not be sorted and are not changed. Below 6 samples there is no 95% interval: low and
 * high are then the extremes. */
struct kp_spread_of kp_spread_of(const double *samples, size_t n);

/* before[i] / after[i] of n rounds, in each of which both were timed: above 1, `after` is faster.
 */
struct kp_spread_of kp_paired_ratio(const double *before, const double *after, size_t n);

/* How likely at most k of n tosses of a coin are heads. */
double kp_sign_tail(size_t k, size_t n);

/* 1 or -1 when the whole interval is above or below 1, else 0. */
int kp_ratio_sign(const struct kp_spread_of *ratio);

#endif
