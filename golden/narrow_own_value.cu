// kpipe: --arch sm_90
// The row is the thread's own, and changes.
__global__ void __launch_bounds__(256)
    own_value(const float *__restrict__ a, float *__restrict__ out, int rows, int n)
{
    __shared__ float s[64][32];
    const int tid = threadIdx.x;
    int row = tid / 32;
    float sum = 0.0f;

    for (int k0 = 0; k0 < n; k0 += 32) {
        if (k0 > 0)
            row += tid & 1;
        s[row][tid % 32] = a[(blockIdx.x * 64 + row) * n + k0 + tid % 32];
        __syncthreads();
        for (int j = 0; j < 32; ++j)
            sum += s[tid / 32][j];
        __syncthreads();
    }
    out[blockIdx.x * 256 + threadIdx.x] = sum;
}
