// An assignment of the object is one of its base, which counts.
__device__ int count;
template <class T> struct base {
    T a;
    __device__ base &operator=(const base &o) { a = o.a; ++count; return *this; }
};
template <class T> struct item : base<T> { __device__ T get() const { return this->a; } };

__global__ void gemv(const float *__restrict__ A, const float *x, float *__restrict__ y, int n)
{
    __shared__ item<float> xs[128];
    const int t = threadIdx.x, row = blockIdx.x * 128 + t;
    const item<float> *const v = (const item<float> *)x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        xs[t] = v[k + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += A[(k + j) * n + row] * xs[j].get();
        __syncthreads();
    }
    y[row] = sum;
}
