/* As the toolkit that nvcc has: it is in its place. */
#include_next <cuda_fp16.h>
