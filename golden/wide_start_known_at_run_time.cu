// kpipe: --arch sm_90
// Where the loop starts is tested, and the leading dimension is not the bound.
__global__ void __launch_bounds__(256)
    start_known_at_run_time(const float *__restrict__ a, float *__restrict__ out, int first, int ld,
                            int n)
{
    __shared__ float s[64][32];
    const int tid = threadIdx.x;
    float sum = 0.0f;

    for (int k0 = first; k0 < n; k0 += 32) {
        for (int i = tid; i < 64 * 32; i += 256)
            s[i / 32][i % 32] = a[(blockIdx.x * 64 + i / 32) * ld + k0 + i % 32];
        __syncthreads();
        for (int j = 0; j < 32; ++j)
            sum += s[tid % 64][j];
        __syncthreads();
    }
    out[blockIdx.x * 256 + threadIdx.x] = sum;
}
