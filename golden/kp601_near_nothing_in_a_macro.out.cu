// kpipe: --stages 2
// Statements that do nothing share a macro's text with one that moves the load on: the macro is written out.
#define MOVE_ON ; m++;
#define MOVE_ON_IN_SMALL_GRIDS if (gridDim.x > 64) ; else m++;

__global__ void behind_nothing(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ __align__(128) float kp_a[2][64];
    const int t = threadIdx.x;
    float s = 0.0f;
    int m = 0;

    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        kp_r0 = x[k + t + m];
        { m++; }
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &a = kp_a[kp_stage];
        for (int j = 0; j < 64; ++j)
            s += a[j] * (j + t);
        { ; }
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &a = kp_a[kp_stage];
        a[t] = kp_r0;
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_fetch(k);
            kp_store(kp_stage);
            __syncthreads();
            for (k += 64; k < n; k += 64) {
                kp_fetch(k);
                kp_compute(kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    y[blockIdx.x * 64 + t] = s;
}

__global__ void instead_of_nothing(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ __align__(128) float kp_a[2][64];
    const int t = threadIdx.x;
    float s = 0.0f;
    int m = 0;

    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        kp_r0 = x[k + t + m];
        if (gridDim.x > 64) {} else m++;
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &a = kp_a[kp_stage];
        for (int j = 0; j < 64; ++j)
            s += a[j] * (j + t);
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &a = kp_a[kp_stage];
        a[t] = kp_r0;
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_fetch(k);
            kp_store(kp_stage);
            __syncthreads();
            for (k += 64; k < n; k += 64) {
                kp_fetch(k);
                kp_compute(kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    y[blockIdx.x * 64 + t] = s;
}
