// kpipe: --variant ldg
// Copy loops that a constant or an instance leaves without a trip: a register array has an element.
#define EXTRA 0

__global__ void __launch_bounds__(128) by_macro(const float *__restrict__ x, float *__restrict__ out, int K)
{
    __shared__ float s[256];
    int t = threadIdx.x;
    float acc = 0;
    for (int k = 0; k < K; k += 128) {
        s[t] = x[k + t];
        for (int i = t; i < EXTRA; i += 128)
            s[128 + i] = x[k + 128 + i];
        __syncthreads();
        for (int j = 0; j < 128 + EXTRA; j++)
            acc += s[j];
        __syncthreads();
    }
    out[blockIdx.x * 128 + t] = acc;
}

template <int W>
__global__ void __launch_bounds__(128) by_instance(const float *__restrict__ x, float *__restrict__ out, int K)
{
    __shared__ float s[512];
    int t = threadIdx.x;
    float acc = 0;
    for (int k = 0; k < K; k += 128) {
        s[t] = x[k + t];
        for (int i = t; i < W; i += 128)
            s[128 + i] = x[k + 128 + i];
        for (int i = t; i <= W - 300; i += 128)
            s[256 + i] = x[k + 256 + i];
        for (int i = 2; i < W; i++)
            s[384 + i] = x[k + i];
        __syncthreads();
        for (int j = 0; j < 128 + W; j++)
            acc += s[j];
        __syncthreads();
    }
    out[blockIdx.x * 128 + t] = acc;
}
template __global__ void by_instance<0>(const float *__restrict__, float *__restrict__, int);
template __global__ void by_instance<20>(const float *__restrict__, float *__restrict__, int);

// The unsigned bound begins again at 2^32 - 2 for W of 1: not in registers for all trips.
template <unsigned W>
__global__ void __launch_bounds__(128) wraps(const float *__restrict__ x, float *__restrict__ out, int K)
{
    __shared__ float s[512];
    int t = threadIdx.x;
    float acc = 0;
    for (int k = 0; k < K; k += 128) {
        s[t] = x[k + t];
        for (unsigned i = t; i < W - 3; i += 128)
            s[128 + i % 128] = x[k + 128 + i % 128];
        __syncthreads();
        for (int j = 0; j < 256; j++)
            acc += s[j];
        __syncthreads();
    }
    out[blockIdx.x * 128 + t] = acc;
}
template __global__ void wraps<1>(const float *__restrict__, float *__restrict__, int);

// Near INT_MAX a sum of bound and step would be negative.
template <int W>
__global__ void __launch_bounds__(128) largest(const float *__restrict__ x, float *__restrict__ out, int K)
{
    __shared__ float s[512];
    int t = threadIdx.x;
    float acc = 0;
    for (int k = 0; k < K; k += 128) {
        s[t] = x[k + t];
        for (unsigned i = t; i < W; i += 0x40000000)
            s[128 + i % 128] = x[k + i % 128];
        __syncthreads();
        for (int j = 0; j < 256; j++)
            acc += s[j];
        __syncthreads();
    }
    out[blockIdx.x * 128 + t] = acc;
}
template __global__ void largest<2147483647>(const float *__restrict__, float *__restrict__, int);
