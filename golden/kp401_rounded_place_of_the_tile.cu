// kpipe: --stages 2
// What is left of the array's address without its low bits is a place in the array, not its alignment.
__global__ void __launch_bounds__(128) scale(const float *__restrict__ a, float *out, int n)
{
    extern __shared__ float smem[];
    const size_t where = reinterpret_cast<size_t>(smem);
    const float *begin = reinterpret_cast<const float *>(where - where % 16);
    float sum = 0.0f;

    for (int k0 = 0; k0 < n; k0 += 128) {
        smem[threadIdx.x] = a[k0 + threadIdx.x];
        __syncthreads();
        for (int j = 0; j < 128; j++)
            sum += smem[j] * begin[j];
        __syncthreads();
    }
    out[blockIdx.x * 128 + threadIdx.x] = sum;
}

void run(const float *a, float *out, int n)
{
    scale<<<64, 128, 128 * sizeof(float)>>>(a, out, n);
}
