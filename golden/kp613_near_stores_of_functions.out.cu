// kpipe: --variant ldg
// Functions of the compute phase store through another name of a parameter, through a pointer in a record, and to places
// that they give back.
struct view {
    float *to;
    __device__ float &at(int i) const { return to[i]; }
};
static __device__ float &at(int i, float *p)
{
    return p[i];
}
static __device__ void keep(float *to, int t, float value)
{
    float *here = to + t;
    *here = value;
}
static __device__ void put(view v, int t, float value)
{
    v.to[t] = value;
}

__global__ void k(const float *__restrict__ A, float *__restrict__ C, float *__restrict__ D, int n)
{
    __shared__ __align__(128) float kp_s[2][64], last[64];
    const int t = threadIdx.x;
    float sum = 0.0f;
    view v = {C};

    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0;
    auto kp_fetch = [&](int i) __attribute__((always_inline)) {
        kp_r0 = A[i + t];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &s = kp_s[kp_stage];
        for (int j = 0; j < 64; ++j)
            sum += s[j] * (j + t);
        keep(last, t, sum);
        put(v, t, sum);
        v.at(64 + t) = sum;
        for (int j = 0; j < 2; j++)
            at(j, D) = sum;
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &s = kp_s[kp_stage];
        s[t] = kp_r0;
    };
    {
        int i = 0;
        if (i < n) {
            int kp_stage = 0;
            kp_fetch(i);
            kp_store(kp_stage);
            __syncthreads();
            for (i += 64; i < n; i += 64) {
                kp_fetch(i);
                kp_compute(kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
            __syncthreads();
        }
    }
    __syncthreads();
    C[128 + t] = last[63 - t];
}
