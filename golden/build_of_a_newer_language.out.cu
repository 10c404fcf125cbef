// In C++20 a character with u8 has a type of its own, and a == b may call the operator of b: such a build stores what the next iteration loads.
template <class T>
__device__ float count(float *x, T, int at)
{
    return x[at + 128] += 1;
}
__device__ inline float count(float *, char, int) { return 1; }

struct place;
struct number {
    int value;
    __device__ bool operator==(const place &) const;
};
struct place {
    float *x;
    int at;
    __device__ bool operator==(const number &)
    {
        x[at + 128] += 1;
        return true;
    }
};
__device__ inline bool number::operator==(const place &p) const { return value == p.at; }

__global__ void characters(float *x, float *__restrict__ y, int n)
{
    __shared__ __align__(128) float kp_xs[2][128];
    const int t = threadIdx.x;
    float sum = 0;

    #if __cplusplus > 201703L
    #error "kpipe: not the build that this was made for: run kpipe again"
    #endif
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        kp_r0 = x[k + t];
    };
    auto kp_compute = [&](int k, int kp_stage) __attribute__((always_inline)) {
        auto &xs = kp_xs[kp_stage];
        for (int j = 0; j < 128; ++j)
            sum += xs[j] * (j & 7);
        sum += count(x, u8'a', k + t);
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

__global__ void places(float *x, float *__restrict__ y, int n)
{
    __shared__ __align__(128) float kp_xs[2][128];
    const int t = threadIdx.x;
    float sum = 0;

    #if __cplusplus > 201703L
    #error "kpipe: not the build that this was made for: run kpipe again"
    #endif
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        kp_r0 = x[k + t];
    };
    auto kp_compute = [&](int k, int kp_stage) __attribute__((always_inline)) {
        auto &xs = kp_xs[kp_stage];
        for (int j = 0; j < 128; ++j)
            sum += xs[j] * (j & 7);
        {
            number a{t};
            place b{x, k + t};
            sum += a == b;
        }
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
