// kpipe: --variant cp-async
// A bit-field has no address, nor has one of the tile.
struct packed {
    unsigned low : 32;
    unsigned high : 32;
};
__global__ void f(const unsigned *__restrict__ x, unsigned *__restrict__ out, int n)
{
    __shared__ packed tile[128];
    const int t = threadIdx.x;
    unsigned sum = 0;

    for (int i = 0; i < n; i += 128) {
        tile[t].low = x[i + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += tile[j].low * (t ^ j);
        __syncthreads();
    }
    out[blockIdx.x * 128 + t] = sum;
}
