// kpipe: --copies-only
// The flag gets another name.
#define kp_wide 1
__global__ void __launch_bounds__(128)
    f(const float *__restrict__ x, float *__restrict__ out, int n)
{
    __shared__ __align__(16) float tile[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    // kpipe: tile in copies of 16 bytes where these hold, else as written
    const bool kp_wide2 = blockDim.x == 128 && reinterpret_cast<size_t>(x) % 16 == 0;
    for (int i = 0; i < n; i += 128) {
        if (kp_wide2) {
            const unsigned int kp_v = threadIdx.x;
            if (kp_v < 32 && __activemask()) { // true: to keep a branch
                const unsigned int kp_x = kp_v * 4;
                const int t = kp_x;
                *reinterpret_cast<float4 *>(&tile[t]) = *reinterpret_cast<const float4 *>(&x[i + t]);
            }
        } else
            tile[t] = x[i + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += tile[j] * (t ^ j);
        __syncthreads();
    }
    out[blockIdx.x * 128 + t] = sum;
}
