// A constructor behind its class, whose name has a number for a template argument.
template <int L, class T>
struct vec;
template <class T>
struct vec<3, T> {
    union { T x, r; };
    union { T y, g; };
    union { T z, b; };
    vec() = default;
    __device__ vec(T x_, T y_, T z_);
};
template <class T>
__device__ vec<3, T>::vec(T x_, T y_, T z_) : x(x_), y(y_), z(z_)
{
}
__global__ void planes(const float *__restrict__ a, float *__restrict__ y, int n)
{
    __shared__ __align__(128) vec<3, float> kp_ps[2][128];
    const int t = threadIdx.x;
    float sum = 0;

    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0, kp_r1, kp_r2;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        kp_r0 = a[k + t];
        kp_r1 = a[n + k + t];
        kp_r2 = a[2 * n + k + t];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &ps = kp_ps[kp_stage];
        for (int j = 0; j < 128; ++j)
            sum += ps[j].x * ps[j].y + ps[j].z;
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &ps = kp_ps[kp_stage];
        ps[t] = {kp_r0, kp_r1, kp_r2};
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
    y[blockIdx.x * 128 + t] = sum;
}
