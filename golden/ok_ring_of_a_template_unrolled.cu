// kpipe: --shape ring --stages 3 --unroll
// How many buffers there are says the size of the template: no number to unroll by.
template <int W>
__global__ void sums(const float *__restrict__ a, float *out, int n)
{
    __shared__ float As[W];
    float sum = 0.0f;

    for (int k = 0; k < n; k += W) {
        As[threadIdx.x] = a[k + threadIdx.x];
        __syncthreads();
        for (int j = 0; j < W; ++j)
            sum = sum * 0.5f + As[j ^ threadIdx.x];
        __syncthreads();
    }
    out[threadIdx.x] = sum;
}
