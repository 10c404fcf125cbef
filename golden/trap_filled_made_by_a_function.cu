// kpipe: --variant ldg
// What a function makes of zero is any number, and the register is a byte.
__device__ inline int thousand(int x) { return x + 1000; }
__global__ void f(const signed char *__restrict__ x, float *__restrict__ out, int n)
{
    __shared__ float tile[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int i = 0; i < n; i += 128) {
        tile[t] = i + t < n ? x[i + t] : thousand(0);
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += tile[j] * (t - j);
        __syncthreads();
    }
    out[blockIdx.x * 128 + t] = sum;
}
