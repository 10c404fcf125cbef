// go() calls the step() that is not const, which has a barrier.
template <typename T>
struct walk {
    T at;

    __device__ void step()
    {
        __syncthreads();
        at += 1;
    }
    __device__ void step() const {}
    __device__ void go() { step(); }
};

__global__ void walks(const float *__restrict__ x, float *out, int n)
{
    __shared__ __align__(128) float kp_xs[2][128], other[128];
    int t = threadIdx.x;
    walk<float> w{0.0f};
    float sum = 0.0f;

    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        kp_r0 = x[k + t];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &xs = kp_xs[kp_stage];
        for (int j = 0; j < 128; j++)
            sum += xs[j];
        other[t] = sum;
        w.go();
        sum += other[t ^ 1];
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
    out[t] = sum + w.at;
}
