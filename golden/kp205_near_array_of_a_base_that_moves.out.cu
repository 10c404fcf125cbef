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
    __shared__ __align__(128) float kp_xs[2][128];
    const int t = threadIdx.x, row = blockIdx.x * 128 + t;
    const view<float> v(x);
    float sum = 0.0f;

    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        kp_r0 = v[k][t];
    };
    auto kp_compute = [&](int k, int kp_stage) __attribute__((always_inline)) {
        auto &xs = kp_xs[kp_stage];
        for (int j = 0; j < 128; ++j)
            sum += A[(k + j) * n + row] * xs[j];
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &xs = kp_xs[kp_stage];
        xs[t] = kp_r0;
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_fetch(k);
            kp_store(kp_stage);
            __syncthreads();
            int kp_k = k;
            for (k += 128; k < n; k += 128) {
                kp_fetch(k);
                kp_compute(kp_k, kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_k = k;
                kp_stage ^= 1;
            }
            kp_compute(kp_k, kp_stage);
            __syncthreads();
        }
    }
    y[row] = sum;
}

void host(const float *A, const float *x, float *y, int n) { gemv<<<n / 128, 128>>>(A, x, y, n); }
