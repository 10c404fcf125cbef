// kpipe: --copies-only
// The bits of an address below 16 are a number: the array is not declared with another alignment for vectors.
__global__ void __launch_bounds__(128) sums(const float *__restrict__ a, float *__restrict__ out, int n)
{
    __shared__ char flags[5];
    __shared__ float s[512];
    float sum = 0.0f;

    if (threadIdx.x < 5)
        flags[threadIdx.x] = n > threadIdx.x;
    for (int k = 0; k < n; k++) {
        for (int i = threadIdx.x; i < 512; i += 128)
            s[i] = a[k * 512 + i];
        __syncthreads();
        for (int j = 0; j < 4; ++j)
            sum += s[(threadIdx.x + 128 * j + 1) % 512] * (j + 1);
        sum += reinterpret_cast<size_t>(s) % 16;
        __syncthreads();
    }
    out[threadIdx.x] = sum + flags[n % 5];
}
