// kpipe: --stages 2
// All threads that make a call make all that follow: what some of them fill last, nobody reads later.
static __device__ float dot(int n, const float *__restrict__ x)
{
    __shared__ __align__(128) float kp_part[2][128];
    float sum = 0;

    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        kp_r0 = x[k + threadIdx.x];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &part = kp_part[kp_stage];
        for (int i = 0; i < 128; i++)
            sum += part[i] * i;
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &part = kp_part[kp_stage];
        part[threadIdx.x] = kp_r0;
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
            __syncthreads();
        }
    }
    return sum;
}

template <int N>
__device__ float of_a_template(int n, const float *__restrict__ x)
{
    constexpr int kp_stages = 2 * (sizeof(float[N])) <= 47360 ? 2 : 1;
    __shared__ struct alignas(128) { float part[N]; } kp_part[kp_stages];
    float sum = 0;

    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        kp_r0 = x[k + threadIdx.x];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &part = kp_part[kp_stage].part;
        for (int i = 0; i < N; i++)
            sum += part[i] * i;
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &part = kp_part[kp_stage].part;
        part[threadIdx.x] = kp_r0;
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_fetch(k);
            kp_store(kp_stage);
            __syncthreads();
            for (k += N; k < n; k += N) {
                kp_fetch(k);
                kp_compute(kp_stage);
                if (kp_stages == 1)
                    __syncthreads();
                kp_store(kp_stage ^ (kp_stages - 1));
                __syncthreads();
                kp_stage ^= kp_stages - 1;
            }
            kp_compute(kp_stage);
            __syncthreads();
        }
    }
    return sum;
}

static __device__ float once(int n, const float *__restrict__ x)
{
    __shared__ __align__(128) float kp_part[2][128];
    float sum = 0;

    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        kp_r0 = x[k + threadIdx.x];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &part = kp_part[kp_stage];
        for (int i = 0; i < 128; i++)
            sum += part[i] * i;
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &part = kp_part[kp_stage];
        part[threadIdx.x] = kp_r0;
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
            __syncthreads();
        }
    }
    return sum;
}
__global__ void sums(int n, int rounds, const float *__restrict__ x, float *__restrict__ y)
{
    float sum = 0;

    if (threadIdx.x >= 96)
        return;
    for (int r = 0; r < rounds; r++)
        if (r != blockIdx.x)
            sum += dot(n, x) + of_a_template<128>(n, x);
    if (threadIdx.x < 64)
        sum += once(n, x);
    y[blockIdx.x * 128 + threadIdx.x] = sum + dot(n, x);
}

__global__ void others(int n, const float *__restrict__ x, float *__restrict__ y)
{
    if (threadIdx.x < 32)
        y[blockIdx.x * 128 + threadIdx.x] = once(n, x);
}
