// kpipe: --variant ldg
// The size is known at run time only, and the launch stands where nothing can be put around it.
#include <cuda_runtime.h>

#define CHECKED(...) (__VA_ARGS__, cudaGetLastError())

static __global__ void gemv(const float *__restrict__ A, const float *__restrict__ x,
                            float *__restrict__ y, int n)
{
    extern __shared__ float xs[];
    const int t = threadIdx.x;
    const int row = blockIdx.x * blockDim.x + t;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        xs[t] = x[k + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += A[(k + j) * n + row] * xs[j];
        __syncthreads();
    }
    y[row] = sum;
}

void launch_gemv(const float *A, const float *x, float *y, int n, int threads)
{
    CHECKED(gemv<<<n / 128, threads, threads * sizeof(float)>>>(A, x, y, n));
}
