// The type of an argument leads to the other one, which stands behind the helper.
namespace other {
enum level { low, high };
} // namespace other

template <class T> __device__ float scaled(T by, float v) { return 2 * v; }

__device__ void fill(float *to, int i, const float *from) { to[i] = scaled(other::high, from[i]); }

namespace other {
__device__ float scaled(level by, float v) { return 3 * v; }
} // namespace other

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
