// kpipe: --arch sm_90
// The last element of a range is the thread's own.
__global__ void __launch_bounds__(256)
    range_for(const float *__restrict__ a, float *__restrict__ out, int rows, int n)
{
    __shared__ float s[64][32];
    const int tid = threadIdx.x;
    int off = 0;
    const int all[2] = {0, tid};
    for (int x : all)
        off = x & 4;
    float sum = 0.0f;

    for (int k0 = 0; k0 < n; k0 += 32) {
        for (int i = tid; i < 64 * 32; i += 256)
            s[i / 32][i % 32] = a[(blockIdx.x * 64 + i / 32) * n + k0 + i % 32 + off];
        __syncthreads();
        for (int j = 0; j < 32; ++j)
            sum += s[tid % 64][j];
        __syncthreads();
    }
    out[blockIdx.x * 256 + threadIdx.x] = sum;
}
