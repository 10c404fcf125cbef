// kpipe: --unroll --variant single
// One buffer: nothing to unroll by.
__global__ void sums(const float *__restrict__ a, float *out, int n)
{
    __shared__ float As[128];
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        As[threadIdx.x] = a[k + threadIdx.x];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum = sum * 0.5f + As[j ^ threadIdx.x];
        __syncthreads();
    }
    out[threadIdx.x] = sum;
}
