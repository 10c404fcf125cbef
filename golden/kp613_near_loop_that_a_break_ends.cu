// kpipe: --variant ldg
// The block takes tiles until there are none: only a break leaves the loop around.
__global__ void k(const float *__restrict__ A, float *__restrict__ C, int n, int tiles)
{
    __shared__ float s[64];
    const int t = threadIdx.x;

    for (int tile = blockIdx.x;; tile += gridDim.x) {
        if (tile >= tiles)
            break;
        float sum = 0.0f;
        for (int i = 0; i < n; i += 64) {
            s[t] = A[tile * n + i + t];
            __syncthreads();
            for (int j = 0; j < 64; ++j)
                sum += s[j] * (j + t);
            __syncthreads();
        }
        C[tile * 64 + t] = sum;
    }
}
