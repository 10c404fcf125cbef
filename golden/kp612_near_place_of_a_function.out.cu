// kpipe: --variant ldg
struct pair {
    float a, b;
    __device__ pair &me() { return *this; }
};
__device__ float &second(pair &p) { return p.b; }

// What is assigned to a place that a function gives may be in a register before.
__global__ void k(const float *__restrict__ A, float *__restrict__ C, int n)
{
    __shared__ __align__(128) float kp_s[2][64];
    const int t = threadIdx.x;
    float sum = 0;
    pair v = {1, 2}, w = {3, 4};

    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0, kp_r1, kp_r2;
    auto kp_fetch = [&](int i) __attribute__((always_inline)) {
        kp_r0 = A[i * 64 + t];
        kp_r1 = A[i * 64 + (t ^ 1)];
        kp_r2 = A[i * 64 + (t ^ 2)];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &s = kp_s[kp_stage];
        for (int j = 0; j < 64; ++j)
            sum += s[j] * (j + t);
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &s = kp_s[kp_stage];
        v.me().b = kp_r0;
        v.me().a += kp_r1 * 2;
        second(w) = w.b + kp_r2;
        s[t] = v.a + v.b + w.b;
    };
    {
        int i = 0;
        if (i < n) {
            int kp_stage = 0;
            kp_fetch(i);
            kp_store(kp_stage);
            __syncthreads();
            for (++i; i < n; ++i) {
                kp_fetch(i);
                kp_compute(kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    C[blockIdx.x * 64 + t] = sum;
}
