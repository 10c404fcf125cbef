/* What Triton leaves beside the cubins of its cache. */
#ifndef KP_ANALYZE_TRITON_H
#define KP_ANALYZE_TRITON_H

#include "analyze/analyze.h"

/* Fills threads and dynamic shared memory from NAME.json beside NAME.cubin, where that is Triton's
 * metadata (num_warps, shared, name). Returns a note about what was taken or what is wrong with the
 * file; NULL: nothing to say. */
const char *kp_triton_metadata(struct kp_arena *a, const char *cubin, struct kp_facts *f);

#endif
