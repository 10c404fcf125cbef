// kpipe: --stages 2
// The array begins at a multiple of 128 in each stage, and the number is the same.
__global__ void __launch_bounds__(128) sums(const float *__restrict__ a, float *__restrict__ out, int n)
{
    __shared__ char flags[5];
    __shared__ __align__(128) float s[512];
    float sum = 0.0f;

    if (threadIdx.x < 5)
        flags[threadIdx.x] = n > threadIdx.x;
    for (int k = 0; k < n; k++) {
        for (int i = threadIdx.x; i < 512; i += 128)
            s[i] = a[k * 512 + i];
        __syncthreads();
        for (int j = 0; j < 4; ++j)
            sum += s[(threadIdx.x + 128 * j + 1) % 512] * (j + 1);
        sum += reinterpret_cast<size_t>(s) % 16 + (reinterpret_cast<size_t>(s + 3) & 96) + (reinterpret_cast<size_t>(s) + k * 4) % 16;
        __syncthreads();
    }
    out[threadIdx.x] = sum + flags[n % 5];
}
