// Kernels that take cuSPARSE's enumerations.
#include <cusparse.h>

__global__ void bsrmv(cusparseDirection_t direction, cusparseOperation_t operation,
                      cusparseIndexBase_t base, const float *__restrict__ blocks,
                      const int *__restrict__ columns, const float *__restrict__ x,
                      float *__restrict__ y, int n)
{
    __shared__ float xs[64];
    float sum = 0.0f;

    for (int b = 0; b < n; b++) {
        const int column = columns[blockIdx.x * n + b] - base;

        xs[threadIdx.x] = x[column * 64 + threadIdx.x];
        __syncthreads();
        for (int k = 0; k < 64; k++)
            sum += xs[k] * (direction == CUSPARSE_DIRECTION_ROW
                                ? blocks[(b * 64 + threadIdx.x) * 64 + k]
                                : blocks[(b * 64 + k) * 64 + threadIdx.x]);
        __syncthreads();
    }
    if (operation != CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE)
        y[blockIdx.x * 64 + threadIdx.x] = sum;
}
