// kpipe: --shape late-ring --variant cp-async
// How many stages fit is known where the template is instantiated: with one stage the copies start at the head.
template <int SIZE>
__global__ void sums(const float *__restrict__ in, float *__restrict__ out, int n)
{
    __shared__ float tile[SIZE];
    float sum = 0;

    for (int k = 0; k < n; k += SIZE) {
        tile[threadIdx.x] = in[k + threadIdx.x];
        __syncthreads();
        for (int j = 0; j < SIZE; ++j)
            sum += tile[j];
        __syncthreads();
    }
    out[threadIdx.x] = sum;
}
