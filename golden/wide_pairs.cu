// kpipe: --arch sm_90
// Pairs of floats become fours.
__global__ void __launch_bounds__(256)
    pairs(const float *__restrict__ a, float *__restrict__ out, int rows, int n)
{
    __shared__ float s[64][32];
    const int tid = threadIdx.x;
    float sum = 0.0f;

    for (int k0 = 0; k0 < n; k0 += 32) {
        for (int i = tid; i < 64 * 16; i += 256)
            *reinterpret_cast<float2 *>(&s[i / 16][i % 16 * 2]) = *reinterpret_cast<const float2 *>(
                &a[(blockIdx.x * 64 + i / 16) * n + k0 + i % 16 * 2]);
        __syncthreads();
        for (int j = 0; j < 32; ++j)
            sum += s[tid % 64][j];
        __syncthreads();
    }
    out[blockIdx.x * 256 + threadIdx.x] = sum;
}
