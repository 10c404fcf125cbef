// Of an instance's arguments some have no name, and a scoped enumerator is no number.
#include <cuda_pipeline.h>

enum class Way { straight, crossed };
template <int N, int, Way W>
__global__ void gemv(const float *__restrict__ A, const float *__restrict__ x,
                     float *__restrict__ y, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    const int row = blockIdx.x * 128 + t;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        for (int i = 0; i < N; ++i)
            __pipeline_memcpy_async(&xs[(t * N + i) ^ (W == Way::crossed ? 1 : 0)],
                                    &x[k + t * N + i], 4);
        __pipeline_commit();
        __pipeline_wait_prior(0);
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += A[(k + j) * n + row] * xs[j];
        __syncthreads();
    }
    y[row] = sum;
}

void run(const float *A, const float *x, float *y, int n)
{
    gemv<1, 4, Way::crossed><<<n / 128, 128>>>(A, x, y, n);
}
