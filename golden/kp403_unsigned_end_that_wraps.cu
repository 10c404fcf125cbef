// kpipe: --variant ldg --stages 2
// Near 2^32 first + 128 wraps around, and the last tile counts as a whole one.
__global__ void sums(unsigned n, unsigned start, const float *__restrict__ x, float *__restrict__ out)
{
    __shared__ float tile[128];
    const unsigned t = threadIdx.x;
    float s = 0;
    for (unsigned first = 0; first < n; first += 128) {
        const unsigned rows = first + 128 > n ? n - first : 128;
        if (first + t < n)
            tile[t] = x[first + t];
        __syncthreads();
        for (unsigned i = 0; i < rows; i++)
            s += tile[i];
        __syncthreads();
    }
    out[blockIdx.x * blockDim.x + t] = s;
}
