// kpipe: --shape ring
// The loop's own k is made when the first tiles are loaded: the offset must not have moved by then.
__global__ void f(const float *__restrict__ x, float *__restrict__ out, int n, int start)
{
    __shared__ float tile[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = start; k < n; k += 16) {
        tile[t] = x[start + t];
        start += 16;
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += tile[j] * (t ^ j);
        __syncthreads();
    }
    out[blockIdx.x * 128 + t] = sum + start;
}
