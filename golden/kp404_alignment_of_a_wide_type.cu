// kpipe: --stages 2
// Stages of 4000 bytes would lie at addresses that the type does not have.
struct __align__(256) page {
    float v[64];
};

__global__ void sums(const float *__restrict__ x, float *y, int n)
{
    __shared__ alignas(alignof(page)) float tile[1000];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 1000) {
        tile[t] = x[k + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += tile[j];
        __syncthreads();
    }
    y[t] = sum;
}
