// kpipe: --variant ldg
// Stores by pointers and references of which it is not known where they lead: all that had its address taken may change.
struct holder {
    float *at;
};
static __device__ float *start(float *a)
{
    if (!a)
        return nullptr;
    return a + 1;
}
static __device__ float &pick(float &a, float &b, bool first)
{
    if (first)
        return a;
    return b;
}
static __device__ void put(holder h, float value)
{
    h.at[1] = value;
}

__global__ void k(const float *__restrict__ A, float *__restrict__ C, int n)
{
    __shared__ __align__(128) float kp_s[2][64];
    const int t = threadIdx.x;
    float sum = 0.0f, first = 0.0f, last = 0.0f, part[4] = {}, more[4] = {};
    float *each[2] = {&first, &last}, *from = start(part);
    float &one = pick(first, last, n > 64);
    holder h = {more};

    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0;
    auto kp_fetch = [&](int i) __attribute__((always_inline)) {
        kp_r0 = A[i + t];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &s = kp_s[kp_stage];
        for (int j = 0; j < 64; ++j)
            *each[j & 1] += s[j];
        *from = s[1];
        one = s[2];
        put(h, s[3]);
        sum += first * last + part[1] * more[1];
        n > 128 && (last = 0.0f);
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
        }
    }
    C[t] = sum;
}
