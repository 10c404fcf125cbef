// kpipe: --variant cp-async
// One tile of the two is copied asynchronously: both keep their condition.
__global__ void f(const float *__restrict__ x, const signed char *__restrict__ h, float *__restrict__ out, int n)
{
    __shared__ float tile[128];
    __shared__ signed char bytes[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int i = 0; i < n; i += 128) {
        if (i + t < n) {
            tile[t] = x[i + t];
            bytes[t] = h[i + t];
        } else {
            tile[t] = 0.0f;
            bytes[t] = 0;
        }
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += tile[j] * bytes[t];
        __syncthreads();
    }
    out[blockIdx.x * 128 + t] = sum;
}
