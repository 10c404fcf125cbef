// kpipe: --stages 2
// Where the array lies is more than its alignment: a number from which its address can be made.
__global__ void __launch_bounds__(128) scale(const float *__restrict__ a, float *out, int n)
{
    extern __shared__ float smem[];
    const unsigned where = reinterpret_cast<size_t>(smem) % 4096;
    float sum = where;

    for (int k0 = 0; k0 < n; k0 += 128) {
        smem[threadIdx.x] = a[k0 + threadIdx.x];
        __syncthreads();
        for (int j = 0; j < 128; j++)
            sum += smem[j] * j;
        __syncthreads();
    }
    out[blockIdx.x * 128 + threadIdx.x] = sum;
}

void run(const float *a, float *out, int n)
{
    scale<<<64, 128, 128 * sizeof(float)>>>(a, out, n);
}
