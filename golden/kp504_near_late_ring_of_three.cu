// kpipe: --shape late-ring
// Three stages are the default of a ring whose copies start behind compute.
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
