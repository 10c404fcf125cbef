// kpipe: --shape late-ring --variant cp-async
// The condition stands at the end of the body, behind the copies.
__global__ void sums(const float *__restrict__ in, float *__restrict__ out, int n)
{
    __shared__ float tile[64];
    float sum = 0;
    int k = 0;

    do {
        tile[threadIdx.x] = in[k + threadIdx.x];
        __syncthreads();
#pragma unroll 4
        for (int j = 0; j < 64; ++j)
            sum += tile[j];
        __syncthreads();
        k += 64;
    } while (k < n);
    out[threadIdx.x] = sum;
}
