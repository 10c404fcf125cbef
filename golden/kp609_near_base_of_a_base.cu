// A base of a base, both of templates; a member function of the first.
template <class T> struct root { const T *p; __device__ root(const T *q) : p(q) {} __device__ int zero() const { return 0; } };
template <class T, int N> struct middle : root<T> { int w[N]; __device__ middle(const T *q, int s) : root<T>(q) { for (int i = 0; i < N; ++i) w[i] = s; } };
template <class T> struct view : middle<T, 2> {
    __device__ view(const T *q) : middle<T, 2>(q, 1) {}
    __device__ const T &operator[](int i) const { return this->p[this->w[1] * i]; }
};

__global__ void gemv(const float *__restrict__ A, const float *x, float *__restrict__ y, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x, row = blockIdx.x * 128 + t;
    const view<float> v(x);
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        xs[t] = v[k + t + v.zero()];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += A[(k + j) * n + row] * xs[j];
        __syncthreads();
    }
    y[row] = sum;
}

void host(const float *A, const float *x, float *y, int n) { gemv<<<n / 128, 128>>>(A, x, y, n); }
