// As kp609_specialised_destructor, but the specialisations in use have none: the template has it,
// or another specialisation.
__device__ int offset;

template <class T> struct guard { T p; __device__ ~guard() { offset += 1; } };
template <> struct guard<int> { int p; };
template <class T> struct other { T p; };
template <> struct other<int> { int p; __device__ ~other() { offset += p; } };
template <class T> struct holder { other<T> g; };

__global__ void __launch_bounds__(128) plain(const float *__restrict__ x, float *__restrict__ out, int K)
{
    __shared__ __align__(128) float kp_s[2][128];
    int t = threadIdx.x;
    float acc = 0;
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        kp_r0 = x[k + offset + t];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &s = kp_s[kp_stage];
        guard<int> g{1};
        acc += s[127 - t] + g.p;
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &s = kp_s[kp_stage];
        s[t] = kp_r0;
    };
    {
        int k = 0;
        if (k < K) {
            int kp_stage = 0;
            kp_fetch(k);
            kp_store(kp_stage);
            __syncthreads();
            for (k += 128; k < K; k += 128) {
                kp_fetch(k);
                kp_compute(kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    out[blockIdx.x * 128 + t] = acc;
}

__global__ void __launch_bounds__(128) member(const float *__restrict__ x, float *__restrict__ out, int K)
{
    __shared__ __align__(128) float kp_s[2][128];
    int t = threadIdx.x;
    float acc = 0;
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        kp_r0 = x[k + offset + t];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &s = kp_s[kp_stage];
        holder<float> g{{1.0f}};
        acc += s[127 - t] + g.g.p;
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &s = kp_s[kp_stage];
        s[t] = kp_r0;
    };
    {
        int k = 0;
        if (k < K) {
            int kp_stage = 0;
            kp_fetch(k);
            kp_store(kp_stage);
            __syncthreads();
            for (k += 128; k < K; k += 128) {
                kp_fetch(k);
                kp_compute(kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    out[blockIdx.x * 128 + t] = acc;
}
