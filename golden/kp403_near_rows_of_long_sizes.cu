// kpipe: --variant ldg --stages 2
// A counter of 64 bits does not come near its end.
__global__ void sums(size_t n, size_t start, const float *__restrict__ x, float *__restrict__ out)
{
    __shared__ float tile[128];
    const size_t t = threadIdx.x;
    float s = 0;
    for (size_t first = 0; first < n; first += 128) {
        const size_t rows = first + 128 > n ? n - first : 128;
        if (first + t < n)
            tile[t] = x[first + t];
        __syncthreads();
        for (size_t i = 0; i < rows; i++)
            s += tile[i];
        __syncthreads();
    }
    out[blockIdx.x * blockDim.x + t] = s;
}
