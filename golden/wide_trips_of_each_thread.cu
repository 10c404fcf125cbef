// kpipe: --arch sm_90
// Each thread copies 16 elements of its own, one behind the other: nothing tells how many threads there
// are, but they are four vectors of each.
__global__ void sums(const float *__restrict__ a, float *__restrict__ out, int n)
{
    __shared__ float s[64][32];
    const int tid = threadIdx.x;
    float sum = 0.0f;

    for (int k0 = 0; k0 < n; k0 += 32) {
        for (int t = 0; t < 16; ++t) {
            const int i = t + tid * 16;
            s[i / 32][i % 32] = a[(blockIdx.x * 64 + i / 32) * n + k0 + i % 32];
        }
        __syncthreads();
        for (int j = 0; j < 32; ++j)
            sum += s[tid % 64][j];
        __syncthreads();
    }
    out[blockIdx.x * 128 + tid] = sum;
}
