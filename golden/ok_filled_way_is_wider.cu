// kpipe: --variant ldg
// The way has every value of the read, as unsigned int and as float.
__global__ void f(const unsigned char *__restrict__ x, float *__restrict__ out, int n)
{
    __shared__ double tile[128];
    __shared__ double other[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int i = 0; i < n; i += 128) {
        tile[t] = i + t < n ? x[i + t] : 0u;
        other[t] = i + t < n ? x[i + t] : 0.0f;
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += tile[j] * (t - j) + other[j];
        __syncthreads();
    }
    out[blockIdx.x * 128 + t] = sum;
}
