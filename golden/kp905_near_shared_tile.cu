// kpipe: --merge 1x4
// All blocks have the same tile.
__global__ void sums(const float *__restrict__ A, float *__restrict__ out, int n)
{
    __shared__ float tile[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        tile[t] = A[k + t];
        __syncthreads();
        for (int i = 0; i < 128; i++)
            sum += tile[i] * (blockIdx.x + t);
        __syncthreads();
    }
    out[blockIdx.x * 128 + t] = sum;
}
