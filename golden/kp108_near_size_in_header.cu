// The loop steps by the size of its tile, whose elements the header does not read.
#define LENGTH(a) (sizeof(a) / sizeof(*(a)))

__global__ void __launch_bounds__(128)
    by_sizeof(const float *__restrict__ x, float *__restrict__ y, int n) {
    __shared__ float tile[128];
    const int t = threadIdx.x;
    float a = 0;
    for (int k = 0; k < n; k += sizeof(tile) / sizeof(*tile)) {
        tile[t] = x[k + t];
        __syncthreads();
        for (unsigned j = 0; j < sizeof tile / sizeof tile[0]; ++j)
            a = fmaf(a, 0.5f, tile[j]);
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = a + sizeof(tile);
}

__global__ void __launch_bounds__(128)
    by_macro(const float *__restrict__ x, float *__restrict__ y, int n) {
    __shared__ float tile[128];
    const int t = threadIdx.x;
    unsigned k = 0;
    float a = 0;
    do {
        tile[t] = x[k + t];
        k += LENGTH(tile);
        __syncthreads();
        for (unsigned j = 0; j < LENGTH(tile); ++j)
            a = fmaf(a, 0.5f, tile[j]);
        __syncthreads();
    } while (k + LENGTH(tile) <= (unsigned)n);
    y[blockIdx.x * 128 + t] = a;
}
