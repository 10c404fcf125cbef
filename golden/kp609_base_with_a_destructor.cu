// The end of each object runs the destructor of its base.
__device__ int count;
template <class T> struct base { const T *p; __device__ base(const T *q) : p(q) {} __device__ ~base() { ++count; } };
template <class T> struct view : base<T> {
    __device__ view(const T *q) : base<T>(q) {}
    __device__ const T &operator[](int i) const { return this->p[i]; }
};

__global__ void gemv(const float *__restrict__ A, const float *x, float *__restrict__ y, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x, row = blockIdx.x * 128 + t;
    
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        xs[t] = view<float>(x)[k + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += A[(k + j) * n + row] * xs[j];
        __syncthreads();
    }
    y[row] = sum;
}
