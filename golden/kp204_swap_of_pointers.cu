// The pointers are swapped, not what they point to: compute stores into the source.
#include <utility>

__global__ void sums(float *__restrict__ in, float *out, int n)
{
    __shared__ float tile[128];
    const int t = threadIdx.x;
    float s = 0.0f;
    float *to = out, *from = in;
    std::swap(to, from);
    for (int i = 0; i < n; i += 128) {
        tile[t] = in[i + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            s += tile[j];
        to[i + 128 + t] = s;
        __syncthreads();
    }
}
