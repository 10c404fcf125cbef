// kpipe: --arch sm_90
// What is outside becomes what a macro says: zero.
#define OUTSIDE 0.0f
__global__ void __launch_bounds__(256)
    macro_zero(const float *__restrict__ a, float *__restrict__ out, int rows, int n)
{
    __shared__ float s[64][32];
    const int tid = threadIdx.x;
    float sum = 0.0f;

    for (int k0 = 0; k0 < n; k0 += 32) {
        for (int i = tid; i < 64 * 32; i += 256) {
            const int r = i / 32, c = i % 32;
            if (blockIdx.x * 64 + r < rows && k0 + c < n)
                s[r][c] = a[(blockIdx.x * 64 + r) * n + k0 + c];
            else
                s[r][c] = OUTSIDE;
        }
        __syncthreads();
        for (int j = 0; j < 32; ++j)
            sum += s[tid % 64][j];
        __syncthreads();
    }
    out[blockIdx.x * 256 + threadIdx.x] = sum;
}
