// kpipe: --variant ldg
// A counter that passes the largest value of its type goes on at zero: of the trips behind it no
// number is known, and a thread that made none must not come to make one.
__global__ void __launch_bounds__(128) later_threads(const float *__restrict__ x, float *__restrict__ out, int K)
{
    __shared__ float s[200];
    unsigned t = threadIdx.x;
    float acc = 0;
    for (int k = 0; k < K; k += 200) {
        for (unsigned i = t - 32; i < 200; i += 96)
            s[i] = x[k + i + t / 32];
        __syncthreads();
        acc += s[t];
        __syncthreads();
    }
    out[blockIdx.x * 128 + t] = acc;
}

__global__ void __launch_bounds__(128) bytes(const float *__restrict__ x, float *__restrict__ out, int K)
{
    __shared__ float s[256];
    int t = threadIdx.x;
    float acc = 0;
    for (int k = 0; k < K; k += 128) {
        for (unsigned char i = t * 2; i < 150; i += 100)
            s[i] = x[k + i];
        __syncthreads();
        acc += s[t];
        __syncthreads();
    }
    out[blockIdx.x * 128 + t] = acc;
}

// B of -1: the last trip is that of zero.
template <unsigned W, int B>
__global__ void __launch_bounds__(128) downward(const float *__restrict__ x, float *__restrict__ out, int K)
{
    __shared__ float s[128];
    int t = threadIdx.x;
    float acc = 0;
    for (int k = 0; k < K; k += 128) {
        for (int i = 2; i < W; i += B)
            s[t + i] = x[k + t + i];
        __syncthreads();
        acc += s[127 - t];
        __syncthreads();
    }
    out[blockIdx.x * 128 + t] = acc;
}

// A bound that the variable's type changes.
template <int W>
__global__ void __launch_bounds__(128) converted(const float *__restrict__ x, float *__restrict__ out, int K)
{
    __shared__ float s[256];
    int t = threadIdx.x;
    float acc = 0;
    for (int k = 0; k < K; k += 256) {
        const unsigned char n = W;
        for (int i = 0; i < n; i++)
            s[t + 128 * i] = x[k + t + 128 * i];
        __syncthreads();
        acc += s[255 - t];
        __syncthreads();
    }
    out[blockIdx.x * 128 + t] = acc;
}
