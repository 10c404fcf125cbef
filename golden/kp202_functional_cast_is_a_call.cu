// The same text, but what stands there calls somebody: a function found in the instance, a method, a
// function that is named in parentheses.
struct made {
    float v;
    template <typename F> __device__ float of(F x) const;
};
__device__ float once(float x);
template <typename F> __device__ float twice(F x);

template <typename F> __global__ void argument(const F *__restrict__ A, float *__restrict__ C, int n)
{
    __shared__ float a[128];
    const int t = threadIdx.x;
    float sum = 0;

    for (int k = 0; k < n; k += 128) {
        a[t] = float(twice(A[k + t]));
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += a[j] * (j ^ t);
        __syncthreads();
    }
    C[blockIdx.x * 128 + t] = sum;
}

template <typename F> __global__ void method(const F *__restrict__ A, float *__restrict__ C, int n)
{
    __shared__ float a[128];
    const int t = threadIdx.x;
    float sum = 0;

    for (int k = 0; k < n; k += 128) {
        a[t] = made{1}.of(A[k + t]);
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += a[j] * (j ^ t);
        __syncthreads();
    }
    C[blockIdx.x * 128 + t] = sum;
}

template <typename F> __global__ void named(const F *__restrict__ A, float *__restrict__ C, int n)
{
    __shared__ float a[128];
    const int t = threadIdx.x;
    float sum = 0;

    for (int k = 0; k < n; k += 128) {
        a[t] = (once)(A[k + t]);
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += a[j] * (j ^ t);
        __syncthreads();
    }
    C[blockIdx.x * 128 + t] = sum;
}
