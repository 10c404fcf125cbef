// kpipe: --shape ring
// Both the load phase and compute make the offset anew, and the loop's own k is made of the one from before.
__global__ void f(const float *__restrict__ x, float *__restrict__ out, int n)
{
    __shared__ float tile[128];
    const int t = threadIdx.x;
    float sum = 0.0f;
    int off = 0;

    for (int k = off; k < n; k += 16) {
        off = k * 2 + 1;
        tile[t] = x[off + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += tile[j] * (t ^ j);
        sum += off;
        __syncthreads();
    }
    out[blockIdx.x * 128 + t] = sum + off;
}
