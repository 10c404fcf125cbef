#pragma once
#ifdef LATE
#define STEP_BARRIER()
#else
#define STEP_BARRIER() __syncthreads()
#endif
#define LATE
