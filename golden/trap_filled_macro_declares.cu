// kpipe: --variant ldg
// The macro declares another variable, too.
#define BOTH 1.0f, w = 2.0f

__global__ void f(const float *__restrict__ x, float *__restrict__ out, int n)
{
    __shared__ float tile[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int i = 0; i < n; i += 128) {
        float v = BOTH;
        if (i + t < n)
            v = x[i + t];
        tile[t] = v + w;
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += tile[j] * (t - j);
        __syncthreads();
    }
    out[blockIdx.x * 128 + t] = sum;
}
