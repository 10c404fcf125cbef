// The body hides a name that nothing in the loop means outside.
__global__ void k(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float s[128];
    const int t = threadIdx.x;
    float acc = 0.0f;
    const int w = n;
    for (int i = 0; i < n; i += 128) {
        int w = 3;
        s[t] = x[i + t + w];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            acc += s[j] * (j + w);
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = acc + w;
}
