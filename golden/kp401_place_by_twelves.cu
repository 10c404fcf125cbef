// kpipe: --stages 2
// A stage is a multiple of 128 bytes behind another: what twelve leaves of its address differs.
__global__ void __launch_bounds__(128) scale(const float *__restrict__ a, float *out, int n)
{
    extern __shared__ float smem[];
    const unsigned where = reinterpret_cast<size_t>(smem) % 12;
    float sum = 0.0f;

    for (int k0 = 0; k0 < n; k0 += 128) {
        smem[threadIdx.x] = a[k0 + threadIdx.x];
        __syncthreads();
        for (int j = 0; j < 128; j++)
            sum += smem[j] * where;
        __syncthreads();
    }
    out[blockIdx.x * 128 + threadIdx.x] = sum;
}

void run(const float *a, float *out, int n)
{
    scale<<<64, 128, 128 * sizeof(float)>>>(a, out, n);
}
