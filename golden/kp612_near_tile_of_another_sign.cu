// kpipe: --variant cp-async --stages 2 --shape split
// The tile's elements are signed, the source's are not: an asynchronous copy is the same conversion.
__global__ void sums(const unsigned *__restrict__ in, float *__restrict__ out, int n)
{
    __shared__ int tile[128];
    const int t = threadIdx.x;
    float s = 0.0f;

    for (int i = 0; i < n; i += 128) {
        tile[t] = __ldg(in + i + t);
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            s += tile[j];
        __syncthreads();
    }
    out[blockIdx.x * 128 + t] = s;
}
