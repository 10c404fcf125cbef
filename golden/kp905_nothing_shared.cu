// kpipe: --merge 1x4
// Every block has a tile of its own: nothing would be loaded once.
__global__ void sums(const float *__restrict__ A, float *__restrict__ out, int n)
{
    __shared__ float tile[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        tile[t] = A[blockIdx.x * n + k + t];
        __syncthreads();
        for (int i = 0; i < 128; i++)
            sum += tile[(t + i) % 128];
        __syncthreads();
    }
    out[blockIdx.x * 128 + t] = sum;
}
