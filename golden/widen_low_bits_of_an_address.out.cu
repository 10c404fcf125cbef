// kpipe: --copies-only
// The bits of an address below 4 are 0, with any alignment of the array.
__global__ void __launch_bounds__(128) sums(const float *__restrict__ a, float *__restrict__ out, int n)
{
    __shared__ char flags[5];
    __shared__ __align__(16) float s[512];
    float sum = 0.0f;

    if (threadIdx.x < 5)
        flags[threadIdx.x] = n > threadIdx.x;
    // kpipe: s in copies of 16 bytes where these hold, else as written
    const bool kp_wide = blockDim.x == 128 && reinterpret_cast<size_t>(a) % 16 == 0;
    for (int k = 0; k < n; k++) {
        if (kp_wide) {
            const int i = threadIdx.x * 4;
            *reinterpret_cast<float4 *>(&s[i]) = *reinterpret_cast<const float4 *>(&a[k * 512 + i]);
        } else
            for (int i = threadIdx.x; i < 512; i += 128)
                s[i] = a[k * 512 + i];
        __syncthreads();
        for (int j = 0; j < 4; ++j)
            sum += s[(threadIdx.x + 128 * j + 1) % 512] * (j + 1);
        sum += reinterpret_cast<size_t>(s) % 4;
        __syncthreads();
    }
    out[threadIdx.x] = sum + flags[n % 5];
}
