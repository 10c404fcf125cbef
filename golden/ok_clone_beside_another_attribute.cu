// kpipe: --stages 2 --arch sm_90 --variant cp-async
// A limit for registers excludes __launch_bounds__, which the clone of the other kernel gets.
__attribute__((maxnreg(64))) __global__ void limited(const float *__restrict__ a, float *__restrict__ y, int n)
{
    __shared__ float s[8192];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 8192) {
        for (int i = t; i < 8192; i += 256)
            s[i] = a[k + i];
        __syncthreads();
        for (int j = 0; j < 8192; ++j)
            sum += s[j] * (j + t);
        __syncthreads();
    }
    y[blockIdx.x * 256 + t] = sum;
}

template <int T> __global__ void plain(const float *__restrict__ a, float *__restrict__ y, int n)
{
    __shared__ float s[8192];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 8192) {
        for (int i = t; i < 8192; i += 256)
            s[i] = a[k + i];
        __syncthreads();
        for (int j = 0; j < 8192; ++j)
            sum += s[j] * (j + t);
        __syncthreads();
    }
    y[blockIdx.x * 256 + t] = sum;
}

void run(const float *x, float *y, int n, int blocks)
{
    limited<<<blocks, 256>>>(x, y, n);
    plain<1><<<blocks, 256>>>(x, y, n);
}
