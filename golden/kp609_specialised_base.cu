// The name of the member means an array in one form of the base, and a pointer in the other.
template <class T> struct base { const T *p; int s[2]; __device__ base(const T *q) : p(q) {} };
template <> struct base<float> { const float *p; const int *s; __device__ base(const float *q) : p(q), s(0) {} };
template <class T> struct view : base<T> {
    __device__ view(const T *q) : base<T>(q) {}
    __device__ const T &operator[](int i) const { return this->p[i]; }
};

__global__ void gemv(const float *__restrict__ A, const float *x, float *__restrict__ y, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x, row = blockIdx.x * 128 + t;
    const view<float> v(x);
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        xs[t] = v[k + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += A[(k + j) * n + row] * xs[j];
        __syncthreads();
    }
    y[row] = sum;
}
