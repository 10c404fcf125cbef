// kpipe: --variant ldg --stages 2
// How many tiles there are says nothing of n.
__global__ void sums(unsigned n, unsigned start, const float *__restrict__ x, float *__restrict__ out)
{
    __shared__ float tile[128];
    const unsigned t = threadIdx.x;
    float s = 0;
    const unsigned tiles = start;
    for (unsigned p = 0; p < tiles; p++) {
        const unsigned first = p * 128, rows = p + 1 == tiles ? n - first : 128;
        if (first + t < n)
            tile[t] = x[first + t];
        __syncthreads();
        for (unsigned i = 0; i < rows; i++)
            s += tile[i];
        __syncthreads();
    }
    out[blockIdx.x * blockDim.x + t] = s;
}
