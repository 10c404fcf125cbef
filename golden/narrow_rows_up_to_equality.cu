// kpipe: --arch sm_90
// The last trip is found by equality, which steps four times as long pass by.
__global__ void __launch_bounds__(256)
    sums(const float *__restrict__ a, float *__restrict__ out, int rows, int n)
{
    __shared__ float s[64][32];
    const int tid = threadIdx.x;
    float sum = 0.0f;

    for (int k0 = 0; k0 < n; k0 += 32) {
        for (int r = tid / 32; r != 64; r += 256 / 32) {
            const int c = tid % 32;
            s[r][c] = blockIdx.x * 64 + r < rows ? a[(blockIdx.x * 64 + r) * n + k0 + c] : 0.0f;
        }
        __syncthreads();
        for (int j = 0; j < 32; ++j)
            sum += s[tid % 64][j];
        __syncthreads();
    }
    out[blockIdx.x * 256 + tid] = sum;
}
