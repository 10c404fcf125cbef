// kpipe: --variant ldg
// The branches store in another order.
__global__ void f(const float *__restrict__ x, float *__restrict__ out, int n)
{
    __shared__ float tile[128];
    __shared__ float other[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int i = 0; i < n; i += 128) {
        if (i + t < n) {
            tile[t] = x[i + t];
            other[t] = x[i + t + 1];
        } else {
            other[t] = 0.0f;
            tile[t] = 0.0f;
        }
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += tile[j] * other[t];
        __syncthreads();
    }
    out[blockIdx.x * 128 + t] = sum;
}
