// kpipe: --variant ldg
// Types, constants and a using declaration in the body.
namespace math {
__device__ inline float mad(float a, float b, float c)
{
    return a * b + c;
}
}

__global__ void gemv(const float *__restrict__ A, const float *__restrict__ x,
                     float *__restrict__ y, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    const int row = blockIdx.x * 128 + t;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        using math::mad;
        typedef float real;
        constexpr int count = 128;
        static_assert(count == 128, "one element per thread");
        xs[t] = x[k + t];
        __syncthreads();
        for (int j = 0; j < count; ++j)
            sum = mad(A[(k + j) * n + row], (real)xs[j], sum);
        __syncthreads();
    }
    y[row] = sum;
}
