// kpipe: --variant ldg
// The fetch needs the counter of a loop, and not what stands in it.
__global__ void f(const float *__restrict__ x, float *__restrict__ out, int n)
{
    __shared__ float tile[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 16) {
        int all = 0;
        int off;

        for (off = 0; off < k; off += 7)
            all += off;
        tile[t] = x[off + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += tile[j] * (t ^ j);
        sum += all;
        __syncthreads();
    }
    out[blockIdx.x * 128 + t] = sum;
}
