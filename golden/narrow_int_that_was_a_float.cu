// kpipe: --copies-only
// The zero makes the condition a float, which has not all values of an int.
__global__ void f(const int *__restrict__ x, int *__restrict__ out, int n)
{
    __shared__ int tile[512];
    const int t = threadIdx.x;
    int sum = 0;

    for (int i = 0; i < n; i += 512) {
        for (int j = t; j < 512; j += 128)
            tile[j] = j < 384 ? x[i + j] : 0.0f;
        __syncthreads();
        for (int j = 0; j < 512; ++j)
            sum += tile[j] * (t - j);
        __syncthreads();
    }
    out[blockIdx.x * 128 + t] = sum;
}
