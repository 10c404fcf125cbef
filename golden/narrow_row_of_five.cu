// kpipe: --arch sm_90
// Five to a row: vectors would straddle two.
__global__ void __launch_bounds__(256)
    row_of_five(const float *__restrict__ a, float *__restrict__ out, int rows, int n)
{
    __shared__ float s[64][8];
    const int tid = threadIdx.x;
    float sum = 0.0f;

    for (int k0 = 0; k0 < n; k0 += 32) {
        for (int i = tid; i < 64 * 5; i += 256)
            s[i / 5][i % 5] = a[(blockIdx.x * 64 + i / 5) * n + k0 + i % 5];
        __syncthreads();
        for (int j = 0; j < 32; ++j)
            sum += s[tid % 64][j % 5];
        __syncthreads();
    }
    out[blockIdx.x * 256 + threadIdx.x] = sum;
}
