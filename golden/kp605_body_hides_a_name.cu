// The step means another width than the body.
__global__ void k(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float s[128];
    const int t = threadIdx.x;
    float acc = 0.0f;
    int w = 128;
    for (int i = 0; i < n; i += w) {
        int w = 3;
        s[t] = x[i + t + w];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            acc += s[j] * (j + w);
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = acc;
}
