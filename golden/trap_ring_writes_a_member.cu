// kpipe: --shape ring
// The other member's value comes from before the loop, so the cursor begins with a copy.
__global__ void f(const float *__restrict__ x, float *__restrict__ out, int n, int base)
{
    __shared__ float tile[128];
    const int t = threadIdx.x;
    float sum = 0.0f;
    struct {
        int base, off;
    } at;

    at.base = base;
    for (int k = 0; k < n; k += 16) {
        at.off = 2 * k;
        tile[t] = x[at.base + at.off + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += tile[j] * (t ^ j);
        sum += at.off;
        __syncthreads();
    }
    out[blockIdx.x * 128 + t] = sum;
}
