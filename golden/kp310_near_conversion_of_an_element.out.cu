// kpipe: --stages 2
// Elements of small classes that convert to numbers: a register holds the object, the conversion is made where it is stored.
struct fixed {
    unsigned short bits;

    __device__ operator float() const { return bits * 0.125f; }
};

struct point {
    float x, y;

    __device__ float product() const { return x > 0 ? x * y : fabsf(y); }
};

struct pair {
    int a, b;

    __device__ explicit operator float() const { return (float)a - (float)b; }
};

__global__ void __launch_bounds__(256) converts(const fixed *__restrict__ A, float *__restrict__ C, int n)
{
    __shared__ __align__(128) float kp_tile[2][256];
    const int t = threadIdx.x;
    float sum = 0;
    static_assert(sizeof(fixed) == 2 && alignof(fixed) == 2,
                  "kpipe: sizeof(fixed) or alignof(fixed) has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    fixed kp_r0;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        kp_r0 = A[k + t];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        for (int j = 0; j < 256; j++)
            sum += tile[j] * (t - j);
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        tile[t] = kp_r0;
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_fetch(k);
            kp_store(kp_stage);
            __syncthreads();
            for (k += 256; k < n; k += 256) {
                kp_fetch(k);
                kp_compute(kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    C[t] = sum;
}

__global__ void __launch_bounds__(256) calls(const point *__restrict__ A, float *__restrict__ C, int n)
{
    __shared__ __align__(128) float kp_tile[2][256];
    const int t = threadIdx.x;
    float sum = 0;
    static_assert(sizeof(point) == 8 && alignof(point) == 4,
                  "kpipe: sizeof(point) or alignof(point) has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        kp_r0 = A[k + t].product();
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        for (int j = 0; j < 256; j++)
            sum += tile[j] * (t - j);
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        tile[t] = kp_r0;
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_fetch(k);
            kp_store(kp_stage);
            __syncthreads();
            for (k += 256; k < n; k += 256) {
                kp_fetch(k);
                kp_compute(kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    C[t] = sum;
}

__global__ void __launch_bounds__(256) guards(const pair *__restrict__ A, float *__restrict__ C, int n)
{
    __shared__ __align__(128) float kp_tile[2][256];
    const int t = threadIdx.x;
    float sum = 0;
    static_assert(sizeof(pair) == 8 && alignof(pair) == 4,
                  "kpipe: sizeof(pair) or alignof(pair) has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    pair kp_r0;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        if (k + t < n)
            kp_r0 = A[k + t];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        for (int j = 0; j < 256; j++)
            sum += tile[j] * (t - j);
    };
    auto kp_store = [&](int k, int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        if (k + t < n)
            tile[t] = (float)kp_r0;
        else
            tile[t] = 0;
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_fetch(k);
            kp_store(k, kp_stage);
            __syncthreads();
            for (k += 256; k < n; k += 256) {
                kp_fetch(k);
                kp_compute(kp_stage);
                kp_store(k, kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    C[t] = sum;
}
