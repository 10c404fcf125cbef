// In the kernel the same call would be that of the function which stands around it.
template <class T> __device__ T scaled(T v) { return 2 * v; }

__device__ void fill(float *to, int i, const float *from) { to[i] = scaled(from[i]); }

namespace other {
__device__ float scaled(float v) { return 3 * v; }
namespace inner {
__global__ void sums(const float *__restrict__ A, float *__restrict__ y, int n)
{
    __shared__ float As[128];
    const int t = threadIdx.x;
    float acc = 0.0f;

    for (int k = 0; k < n; k += 128) {
        fill(As, t, A + k);
        __syncthreads();
        for (int i = 0; i < 128; i++)
            acc += As[i];
        __syncthreads();
    }
    y[t] = acc;
}
} // namespace inner
} // namespace other
