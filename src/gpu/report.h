/* Measurements as parts of a report. */
#ifndef KP_GPU_REPORT_H
#define KP_GPU_REPORT_H

#include "gpu/result.h"
#include "page/doc.h"

/* Speedups over the first version with their 95% intervals; empty when there are none. */
struct kp_figure kp_result_speedups(struct kp_arena *a, const struct kp_result *r);
/* Adds the times with their intervals, with a cold and a warm L2 cache, on one scale. */
void kp_result_times(struct kp_doc *d, const struct kp_result *r);
/* Adds the table of `kpipe bench`. */
void kp_result_cells(struct kp_doc *d, const struct kp_result *r);
/* "NVIDIA H200 (compute capability 9.0, 132 SMs, driver CUDA 13.0)" */
const char *kp_result_device(struct kp_arena *a, const struct kp_result *r);

#endif
