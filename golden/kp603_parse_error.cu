// The header with load_row() is missing: what the loop does is not known.
#include "project/load_row.h"

__global__ void gemv(const float *__restrict__ A, const float *__restrict__ x,
                     float *__restrict__ y, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    const int row = blockIdx.x * 128 + t;
    row_view view = load_row(A, row);
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        xs[t] = x[k + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += view.at(k + j) * xs[j];
        __syncthreads();
    }
    y[row] = sum;
}
