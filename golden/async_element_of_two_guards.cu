// kpipe: --stages 2 --variant cp-async
// Each element is copied in one trip and cleared in a later one: what the guards keep apart in a trip
// is not apart in all.
__global__ void __launch_bounds__(64) sums(const float *__restrict__ k, float *out, int n)
{
    __shared__ float ks[64 * 4];
    float sum = 0.f;

    for (int j = 0; j < n; j++) {
        for (int i = 0; i < 8; i++) {
            if (i < 4)
                ks[threadIdx.x * 4 + i % 4] = k[j * 256 + threadIdx.x * 4 + i];
            else
                ks[threadIdx.x * 4 + i % 4] = 0.f;
        }
        __syncthreads();
        for (int r = 0; r < 256; r++)
            sum += ks[r] * (r + threadIdx.x);
        __syncthreads();
    }
    out[blockIdx.x * 64 + threadIdx.x] = sum;
}
void run(const float *k, float *out, int n)
{
    sums<<<2, 64>>>(k, out, n);
}
