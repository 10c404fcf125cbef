// The constructor's body computes members of the new object, and nothing else.
template <int N>
struct sums {
    float v[4];
    int n;
    __device__ sums(float first) : n(0)
    {
        for (int i = 0; i < 4; ++i) {
            v[i] = i ? 0.0f : first;
            if (v[i] > 1.0f)
                ++n;
        }
        asm volatile("mov.b32 %0, 0;" : "=f"(v[3]));
    }
};
__global__ void gemv(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    sums<4> sum(2.0f);

    for (int k = 0; k < n; k += 128) {
        xs[t] = x[k + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum.v[j % 4] += xs[j ^ t];
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum.v[0] + sum.v[1] + sum.v[2] + sum.v[3] + sum.n;
}
