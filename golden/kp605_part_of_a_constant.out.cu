// Parts of a constexpr array or object of the function are no constants inside of a closure.
struct Config {
    int size;
    bool even;
};

__global__ void of_object(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float xs[128];
    int t = threadIdx.x;
    float acc = 0;
    constexpr Config c{4, true};
    for (int k = 0; k < n; k += 128) {
        xs[t] = x[k + t];
        __syncthreads();
        if constexpr (c.even)
            acc += xs[t ^ 1];
        __syncthreads();
    }
    y[t] = acc;
}

__global__ void of_array(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float xs[128];
    int t = threadIdx.x, q;
    float acc = 0;
    constexpr int steps[2] = {16, 4};
    for (int k = 0; k < n; k += 128) {
        xs[t] = x[k + t];
        __syncthreads();
        asm("mov.s32 %0, %1;" : "=r"(q) : "n"(steps[1]));
        acc += xs[t ^ q];
        __syncthreads();
    }
    y[t] = acc;
}

// Numbers, statics and what is in the body are; and nothing asks for one in a register.
template <int M>
__global__ void near(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ __align__(128) float kp_xs[2][128];
    int t = threadIdx.x, q;
    float acc = 0;
    constexpr auto half = M / 2;
    constexpr int steps[2] = {16, 4};
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        constexpr int inner[2] = {M, 1};
        kp_r0 = x[k + t];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &xs = kp_xs[kp_stage];
        constexpr int inner[2] = {M, 1};
        if constexpr (half > 4)
            acc += xs[t ^ 1];
        if constexpr (inner[1] > 0)
            acc += xs[t ^ 2];
        asm("mov.s32 %0, %1;" : "=r"(q) : "r"(steps[1]));
        acc += xs[t ^ q];
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &xs = kp_xs[kp_stage];
        constexpr int inner[2] = {M, 1};
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
    y[t] = acc;
}
template __global__ void near<16>(const float *__restrict__, float *__restrict__, int);
