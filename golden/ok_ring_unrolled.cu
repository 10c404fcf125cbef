// kpipe: --shape ring --stages 3 --unroll
// The main loop is unrolled by three, so that each copy of the body knows its buffer.
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
