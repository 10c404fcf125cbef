// What the load phase needs may be in a loop's header alone: such a loop has no statement of its own.
__global__ void f(const float *__restrict__ x, float *__restrict__ out, int n)
{
    __shared__ float tile[128];
    const int t = threadIdx.x;
    float sum = 0.0f;
    int off = 9;

    for (int k = 0; k < n; k += 16) {
        for (off = 0; off < k; off += 7)
            ;
        tile[t] = x[off + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += tile[j] * (t ^ j);
        __syncthreads();
    }
    out[blockIdx.x * 128 + t] = sum + off;
}
