// kpipe: --variant ldg
// The macro is more than the value.
#define INIT = 1.0f

__global__ void f(const float *__restrict__ x, float *__restrict__ out, int n)
{
    __shared__ float tile[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int i = 0; i < n; i += 128) {
        float v INIT;
        if (i + t < n)
            v = x[i + t];
        tile[t] = v;
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += tile[j] * (t - j);
        __syncthreads();
    }
    out[blockIdx.x * 128 + t] = sum;
}
