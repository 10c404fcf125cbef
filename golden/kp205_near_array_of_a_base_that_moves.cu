// The part points to an array of the object, which nobody changes.
template <class T> struct base { const T *p; int s[2]; __device__ base(const T *q) : p(q) { s[0] = 1; s[1] = 1; } };
template <class T> struct part { const T *p; const int *s; __device__ part(const T *q, const int *r) : p(q), s(r) {} __device__ const T &operator[](int i) const { return p[s[0] * i]; } };
template <class T> struct view : base<T> {
    __device__ view(const T *q) : base<T>(q) {}
    __device__ part<T> operator[](int i) const { return part<T>(this->p + i, this->s + 1); }
    __device__ void set(int i) { this->s[1] = i; }
};

__global__ void gemv(const float *__restrict__ A, const float *x, float *__restrict__ y, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x, row = blockIdx.x * 128 + t;
    const view<float> v(x);
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        xs[t] = v[k][t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += A[(k + j) * n + row] * xs[j];
        __syncthreads();
    }
    y[row] = sum;
}

void host(const float *A, const float *x, float *y, int n) { gemv<<<n / 128, 128>>>(A, x, y, n); }
