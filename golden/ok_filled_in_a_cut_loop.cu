// kpipe: --variant ldg
// Behind the trips in registers the condition is asked again.
__global__ void f(const float *__restrict__ x, float *__restrict__ out, int n)
{
    __shared__ float tile[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int i = 0; i < n; i += 128) {
        for (int k = t; k < 128; k += blockDim.x) {
            if (i + k < n)
                tile[k] = x[i + k];
            else
                tile[k] = 0.0f;
        }
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += tile[j] * (t - j);
        __syncthreads();
    }
    out[blockIdx.x * 128 + t] = sum;
}
