// The most frequent group in K-loops: output for debugging. It stands in compute as it was written.
#include <cstdio>

__global__ void gemv(const float *__restrict__ A, const float *__restrict__ x,
                     float *__restrict__ y, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    const int row = blockIdx.x * 128 + t;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        xs[t] = x[k + t];
        __syncthreads();
#ifdef DEBUG
        // what has been loaded
        if (blockIdx.x == 0 && threadIdx.x == 0) {
            for (int i = 0; i < 4; ++i)
                printf("%d: %f\n", i, xs[i]);
        }
#endif
        for (int j = 0; j < 128; ++j)
            sum += A[(k + j) * n + row] * xs[j];
        __syncthreads();
#ifdef DEBUG
        if (threadIdx.x == 0)
            printf("sum %f\n", sum);
#endif // DEBUG
    }
    y[row] = sum;
}

void launch(const float *A, const float *x, float *y, int n) { gemv<<<n / 128, 128>>>(A, x, y, n); }
