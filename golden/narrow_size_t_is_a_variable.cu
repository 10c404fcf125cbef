// kpipe: --copies-only
// The flag's text would name the type.
__global__ void __launch_bounds__(128)
    f(const float *__restrict__ x, float *__restrict__ out, int n, int size_t)
{
    __shared__ float tile[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int i = 0; i < n; i += 128) {
        tile[t] = x[i + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += tile[j] * (t ^ j);
        __syncthreads();
    }
    out[blockIdx.x * 128 + t] = sum * size_t;
}
