// kpipe: --shape late-ring --stages 2
// With two stages the copies that start behind compute would be waited for right away.
__global__ void sums(const float *__restrict__ in, float *__restrict__ out, int n)
{
    __shared__ float tile[128];
    float sum = 0;

    for (int k = 0; k < n; k += 128) {
        tile[threadIdx.x] = in[k + threadIdx.x];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += tile[j];
        __syncthreads();
    }
    out[threadIdx.x] = sum;
}
