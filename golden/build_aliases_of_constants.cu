// What a header's alias stands for may itself be const, with or without the word at the declaration.
#include "builds/constant_aliases.h"

__global__ void scale(source_t __restrict__ in, target_t out, index_t n, step s)
{
    __shared__ float tile[128];
    const index_t at = threadIdx.x;
    float sum = 0.0f;

    for (int i = 0; i < n; i++) {
        index_t from = i * s.stride + at;
        CELL scale = i & 3;

        tile[at] = in[from] * scale;
        __syncthreads();
        for (int k = 0; k < 128; k++)
            sum += tile[k];
        __syncthreads();
    }
    out[blockIdx.x * 128 + at] = sum;
}
