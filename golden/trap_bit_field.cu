// kpipe: --variant cp-async
// A bit-field has no address, though this one fills its word.
struct packed {
    unsigned low : 32;
    unsigned high : 32;
};
__global__ void f(const packed *__restrict__ x, unsigned *__restrict__ out, int n)
{
    __shared__ unsigned tile[128];
    const int t = threadIdx.x;
    unsigned sum = 0;

    for (int i = 0; i < n; i += 128) {
        tile[t] = x[i + t].low;
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += tile[j] * (t ^ j);
        __syncthreads();
    }
    out[blockIdx.x * 128 + t] = sum;
}
