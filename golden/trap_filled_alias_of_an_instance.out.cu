// Aliases of two instances, in whose names no argument stands.
template <int N> struct number {
    static constexpr int value = N;
};

using first = number<1>;
using second = number<2>;

__global__ void sums(const float *__restrict__ x, float *__restrict__ out, int n)
{
    __shared__ float tile[132];
    const int t = threadIdx.x;
    float sum = 0.0f;

    tile[t] = t + 1;
    if (t < 4)
        tile[t + 128] = t;
    __syncthreads();
    // kpipe 0.1.0: pipelined, staging registers, one buffer (revert this change to undo)
    float kp_r0;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        if (k & 128)
            kp_r0 = x[k + t];
    };
    auto kp_compute = [&]() __attribute__((always_inline)) {
        for (int j = 0; j < 128; ++j)
            sum += tile[j] * (j ^ t);
    };
    auto kp_store = [&](int k) __attribute__((always_inline)) {
        if (k & 128)
            tile[t + first::value] = kp_r0;
        else
            tile[t + second::value] = 0.0f;
    };
    {
        int k = 0;
        if (k < n) {
            kp_fetch(k);
            kp_store(k);
            __syncthreads();
            for (k += 128; k < n; k += 128) {
                kp_fetch(k);
                kp_compute();
                __syncthreads();
                kp_store(k);
                __syncthreads();
            }
            kp_compute();
        }
    }
    out[blockIdx.x * 128 + t] = sum;
}
