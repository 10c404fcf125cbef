// No build for CUDA on Linux has the macro: its compiler is another one.
#if defined(LEAKS) && \
    defined(_MSC_VER) && defined(_DEBUG)
#define new DEBUG_NEW
#define auto int
#endif
__global__ void k(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float s[128];
    const int t = threadIdx.x;
    float acc = 0.0f;

    for (int i = 0; i < n; i += 128) {
        s[t] = x[i + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            acc += s[j] * (j + t);
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = acc;
}
