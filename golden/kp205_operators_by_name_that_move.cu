// Such operators that change what is loaded, or have more arguments than the call says.
__device__ int steps;
template <class T> struct matrix {
    T *p;
    int width;
    __device__ T operator()(int r, int c) { return p[r * width + c + atomicAdd(&width, 1)]; }
    __device__ T operator()(int c, int r = steps, int s = 1) const { return p[r * width + c + s]; }
    __device__ T at(int r, int c) { return this->operator()(r, c); }
    __device__ T first(int c) const { return this->operator()(c); }
};
__global__ void moves(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    float sum = 0.0f;
    matrix<const float> A{x, n};
    for (int k = 0; k < n; k += 128) {
        xs[t] = A.at(blockIdx.x, k + t);
        __syncthreads();
        for (int i = 0; i < 128; i++)
            sum += xs[i] * i;
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}

__global__ void by_default(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    float sum = 0.0f;
    const matrix<const float> A{x, n};
    for (int k = 0; k < n; k += 128) {
        xs[t] = A.operator()(k + t);
        __syncthreads();
        for (int i = 0; i < 128; i++)
            sum += xs[i] * i;
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}

__global__ void by_default_in_a_method(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    float sum = 0.0f;
    const matrix<const float> A{x, n};
    for (int k = 0; k < n; k += 128) {
        xs[t] = A.first(k + t);
        __syncthreads();
        for (int i = 0; i < 128; i++)
            sum += xs[i] * i;
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}
