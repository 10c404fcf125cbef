// An enumeration may have an operator & of its own, by which cp.async would copy the next element.
enum class code : int {};

__device__ const code *operator&(const code &c)
{
    return reinterpret_cast<const code *>(&reinterpret_cast<const int &>(c) + 1);
}

__global__ void gemv(const float *__restrict__ A, const code *__restrict__ x,
                     float *__restrict__ y, int n)
{
    __shared__ __align__(128) code kp_xs[2][128];
    const int t = threadIdx.x;
    float sum = 0;

    static_assert(sizeof(code) == 4, "kpipe: sizeof(code) has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    code kp_r0;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        kp_r0 = x[k + t];
    };
    auto kp_compute = [&](int k, int kp_stage) __attribute__((always_inline)) {
        auto &xs = kp_xs[kp_stage];
        for (int j = 0; j < 128; ++j)
            sum += A[(k + j) * 128 + t] * int(xs[j]);
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
            __syncthreads();
        }
    }
    y[t] = sum;
}
