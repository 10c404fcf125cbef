// kpipe: --stages 2
// Operators by their names, in a class template, by an object and by a pointer.
template <class T> struct matrix {
    T *p;
    int width;
    __device__ T &operator()(int r, int c) { return p[r * width + c]; }
    __device__ T operator()(int r, int c) const { return p[r * width + c]; }
    __device__ T operator[](int i) const { return p[i]; }
    __device__ T at(int r, int c) const { return this->operator()(r, c); }
    __device__ T first(int c) const { return this->operator[](c); }
    __device__ void set(int r, int c, T v) { this->operator()(r, c) = v; }
};
__global__ void in_methods(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    float sum = 0.0f;
    const matrix<const float> A{x, n};
    matrix<float> Y{y, n};
    for (int k = 0; k < n; k += 128) {
        xs[t] = A.at(blockIdx.x, k + t) + A.first(k);
        __syncthreads();
        for (int i = 0; i < 128; i++)
            sum += xs[i] * i;
        __syncthreads();
    }
    Y.set(blockIdx.x, t, sum);
}

__global__ void by_object(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    float sum = 0.0f;
    const matrix<const float> A{x, n};
    matrix<float> Y{y, n};
    for (int k = 0; k < n; k += 128) {
        xs[t] = A.operator()(blockIdx.x, k + t);
        __syncthreads();
        for (int i = 0; i < 128; i++)
            sum += xs[i] * i;
        __syncthreads();
    }
    Y.operator()(blockIdx.x, t) = sum;
}

__global__ void by_pointer(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    float sum = 0.0f;
    const matrix<const float> A{x, n};
    matrix<float> Y{y, n};
    const matrix<const float> *B = &A;
    for (int k = 0; k < n; k += 128) {
        xs[t] = B->operator()(blockIdx.x, k + t);
        __syncthreads();
        for (int i = 0; i < 128; i++)
            sum += xs[i] * i;
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}
