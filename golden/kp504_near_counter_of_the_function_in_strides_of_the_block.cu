// kpipe: --variant ldg
// The block's size is not known: the trips that registers do not hold follow behind the others, with the same counter.
__global__ void f(const signed char *__restrict__ x, float *__restrict__ out, int n)
{
    __shared__ float tile[300];
    int i, k;
    float sum = 0.0f;

    for (k = 0; k < n; k += 300) {
        for (i = threadIdx.x; i < 300; i += blockDim.x)
            tile[i] = x[k + i] * 0.5f;
        __syncthreads();
        for (i = 0; i < 300; i++)
            sum += tile[i] * (threadIdx.x ^ i);
        __syncthreads();
    }
    out[blockIdx.x * 128 + threadIdx.x] = sum;
}
