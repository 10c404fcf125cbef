// kpipe: --variant ldg --stages 2
// Where the numbers begin may be near the end of 64 bits.
__global__ void __launch_bounds__(128)
    sums(size_t n, size_t start, const float *__restrict__ x, float *__restrict__ out)
{
    __shared__ float tile[512];
    float s = 0;

    for (size_t first = 0; first < n; first += 512) {
        const size_t rows = n - first < 512 ? n - first : 512;
        for (size_t j = start + threadIdx.x; j < rows; j += blockDim.x)
            tile[j] = x[first + j];
        __syncthreads();
        for (size_t i = 0; i < rows; ++i)
            s += tile[i];
        __syncthreads();
    }
    out[blockIdx.x * 128 + threadIdx.x] = s;
}
