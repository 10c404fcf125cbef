// What the step adds is not the BK of the kernel's namespace, nor is its namespace the one in there.
constexpr int BK = 64;
namespace sizes {
constexpr int REST = 64;
__device__ int next(int k) { return k + BK + REST; }
} // namespace sizes

namespace own {
constexpr int BK = 32;
namespace sizes {
constexpr int TWO = 2;
}
__global__ void gemv(const float *__restrict__ A, const float *__restrict__ x,
                     float *__restrict__ y, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    const int row = blockIdx.x * 128 + t;
    float sum = 0.0f;

    for (int k = 0; k < n; k = ::sizes::next(k)) {
        xs[t] = x[k + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += A[(k + j) * n + row] * xs[j];
        __syncthreads();
    }
    y[row] = sum;
}
} // namespace own
