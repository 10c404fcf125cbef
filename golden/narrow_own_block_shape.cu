// kpipe: --arch sm_90
// The kernel's blockDim says 256 whatever the block is.
__global__ void __launch_bounds__(256)
    k(const float *__restrict__ A, float *__restrict__ out, int n)
{
    __shared__ float s[64][32];
    const int t = threadIdx.x;
    float sum = 0.0f;
    struct {
        unsigned x;
    } blockDim = {256};

    sum += blockDim.x;
    for (int k = 0; k < n; k += 32) {
        for (int i = t; i < 64 * 32; i += 256)
            s[i / 32][i % 32] = A[(blockIdx.x * 64 + i / 32) * n + k + i % 32];
        __syncthreads();
        for (int j = 0; j < 32; ++j)
            sum += s[t % 64][j];
        __syncthreads();
    }
    out[blockIdx.x * 256 + t] = sum;
}
