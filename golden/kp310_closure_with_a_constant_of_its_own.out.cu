// A constant that a closure captures is named by nothing but an argument of a template, and another
// one of that name stands at the call: a constant that the closure itself declares later, or a macro
// that says the name, does not hide that.
#define TIMES(v) times<SCALE>(v)

template <int BY> __device__ float times(float v)
{
    return v * BY;
}

__global__ void declared_later(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float tile[256];
    constexpr int SCALE = 2;
    float sum = 0;
    auto load = [&](int k) {
        tile[threadIdx.x] = times<SCALE>(x[k * 256 + threadIdx.x]);
        {
            constexpr int SCALE = 5;
            static_assert(SCALE == 5, "");
        }
    };
    for (int k = 0; k < n; k++) {
        constexpr int SCALE = 3;
        load(k);
        __syncthreads();
        for (int j = 0; j < 256; j++)
            sum += times<SCALE>(tile[j]) * j;
        __syncthreads();
    }
    y[blockIdx.x * 256 + threadIdx.x] = sum;
}

__global__ void by_a_macro(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float tile[256];
    constexpr int SCALE = 2;
    float sum = 0;
    auto load = [&](int k) { tile[threadIdx.x] = TIMES(x[k * 256 + threadIdx.x]); };
    for (int k = 0; k < n; k++) {
        constexpr int SCALE = 3;
        load(k);
        __syncthreads();
        for (int j = 0; j < 256; j++)
            sum += times<SCALE>(tile[j]) * j;
        __syncthreads();
    }
    y[blockIdx.x * 256 + threadIdx.x] = sum;
}

// The closure's own, and the same macro where it says the same.
__global__ void near_miss(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ __align__(128) float kp_tile[2][256];
    constexpr int SCALE = 2;
    float sum = 0;
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        constexpr int MORE = 3;
        { // load(), inlined
            constexpr int MORE = 5;
            kp_r0 = TIMES(x[k * 256 + threadIdx.x]);
        }
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        constexpr int MORE = 3;
        for (int i = 0; i < 256; i++)
            sum += times<MORE>(tile[i]) * i;
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        constexpr int MORE = 3;
        { // load(), inlined
            constexpr int MORE = 5;
            const float v = times<MORE>(kp_r0);
            for (int i = 0; i < 1; i++)
                tile[threadIdx.x + i] = v;
        }
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_fetch(k);
            kp_store(kp_stage);
            __syncthreads();
            for (k++; k < n; k++) {
                kp_fetch(k);
                kp_compute(kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    y[blockIdx.x * 256 + threadIdx.x] = sum;
}

void run(const float *x, float *y, int n)
{
    declared_later<<<8, 256>>>(x, y, n);
    by_a_macro<<<8, 256>>>(x, y, n);
    near_miss<<<8, 256>>>(x, y, n);
}
