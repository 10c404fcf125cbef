// Constructors of class templates, in and out of the class, for numbers.
template <class T>
struct vec {
    T x, y;
    __device__ vec() : x(0), y(0) {}
    __device__ vec(T a, T b) : x(a), y(b) {}
    template <class U>
    __device__ vec(const vec<U> &o) : x(o.x), y(o.y)
    {
    }
    __device__ vec(T a);
    __device__ vec operator+(const vec &o) const { return vec(x + o.x, y + o.y); }
};
template <class T>
__device__ vec<T>::vec(T a)
{
    x = y = a;
}
__global__ void gemv(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ __align__(128) float kp_xs[2][128];
    const int t = threadIdx.x;
    vec<double> sum;

    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        kp_r0 = x[k + t];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &xs = kp_xs[kp_stage];
        const vec<float> v(xs[127 - t]);
        sum = sum + vec<double>(v);
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
            for (k += 128; k < n; k += 128) {
                kp_fetch(k);
                kp_compute(kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    y[blockIdx.x * 128 + t] = sum.x + sum.y;
}
