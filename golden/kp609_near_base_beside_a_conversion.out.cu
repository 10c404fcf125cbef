// Near kp609_base_beside_a_conversion: the constructor shows the base, and `v ?: b` is of no account.
template <class T> struct base {
    T a;
    __host__ __device__ base(T q) : a(q) {}
};
template <class T> struct view : base<T> {
    int z;
    __host__ __device__ explicit operator bool() const { return true; }
    __host__ __device__ operator base<char>() const { return base<char>(3); }
    __device__ view(int q) : base<T>(q), z(q) {}
};
void choose(view<int> &v, base<char> b) { base<char> c = v ?: b; }

__global__ void gemv(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ __align__(128) float kp_xs[2][128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        kp_r0 = x[k + t];
    };
    auto kp_compute = [&](int k, int kp_stage) __attribute__((always_inline)) {
        auto &xs = kp_xs[kp_stage];
        view<int> v(k);
        for (int j = 0; j < 128; ++j)
            sum += (xs[j] + v.z + v.a) * (t ^ j);
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
        }
    }
    y[blockIdx.x * 128 + t] = sum;
}
