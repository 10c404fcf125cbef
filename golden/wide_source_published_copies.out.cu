// kpipe: --copies-only
// A barrier stands in front of the loop already.
#define T 128
__global__ void sums(float *b, const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ __align__(16) float xs[T];
    float acc = 0;
    float *mine = b + blockIdx.x * n;
    for (int k = threadIdx.x; k < n; k += T)
        mine[k] = x[k] * 2;
    __syncthreads();
    static_assert(T == 128, "kpipe: T has changed: run kpipe again");
    // kpipe: xs in copies of 16 bytes where these hold, else as written
    const bool kp_wide = blockDim.x == 128 && reinterpret_cast<size_t>(mine) % 16 == 0;
    for (int k = 0; k < n; k += T) {
        if (kp_wide) {
            const unsigned int kp_v = threadIdx.x;
            if (kp_v < 32 && __activemask()) { // true: to keep a branch
                const unsigned int kp_x = kp_v * 4;
                *reinterpret_cast<float4 *>(&xs[kp_x]) = *reinterpret_cast<const float4 *>(&mine[k + kp_x]);
            }
        } else
            xs[threadIdx.x] = mine[k + threadIdx.x];
        __syncthreads();
        for (int j = 0; j < T; ++j)
            acc += xs[j] * (j + threadIdx.x);
        __syncthreads();
    }
    y[blockIdx.x * T + threadIdx.x] = acc;
}
void run(float *b, const float *x, float *y, int n, int m) { sums<<<m / T, T>>>(b, x, y, n); }
