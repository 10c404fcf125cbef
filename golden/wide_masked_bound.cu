// kpipe: --arch sm_90 --stages 2
// The bound keeps its parentheses.
__global__ void __launch_bounds__(256)
    masked_bound(const float *__restrict__ a, float *__restrict__ out, int n, int most)
{
    __shared__ float s[2048];
    const int tid = threadIdx.x;
    float sum = 0.0f;

    for (int k0 = 0; k0 < n; k0 += 2048) {
        for (int i = tid; i < (most & ~15); i += 256)
            s[i] = a[k0 + i];
        __syncthreads();
        for (int j = 0; j < (most & ~15); ++j)
            sum += s[j];
        __syncthreads();
    }
    out[blockIdx.x * 256 + threadIdx.x] = sum;
}
