// kpipe: --unroll
// Two buffers, and a directive that stands at the indentation of its loop.
__global__ void sums(const float *__restrict__ a, float *out, int n)
{
    __shared__ float As[128];
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        As[threadIdx.x] = a[k + threadIdx.x];
        __syncthreads();
        #pragma unroll 8
        for (int j = 0; j < 128; ++j)
            sum = sum * 0.5f + As[j ^ threadIdx.x];
        __syncthreads();
    }
    out[threadIdx.x] = sum;
}
