// kpipe: --variant ldg --stages 2
// What is loaded is a struct, and a function of more than a value gets a copy of it, a template, too.
__device__ float operator,(float4 a, float b)
{
    if (a.y > b)
        return a.x;
    return a.x + b;
}

template <class T> __device__ float larger(T a, float b)
{
    if (a.z > b)
        return a.z;
    return b;
}

__global__ void k(const float4 *__restrict__ A, const float4 *__restrict__ B, float *out, int n)
{
    __shared__ __align__(128) float kp_s[2][64], kp_s_p[2][64];
    const int t = threadIdx.x;
    float sum = 0;

    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float4 kp_r0, kp_r1;
    auto kp_fetch = [&](int i) __attribute__((always_inline)) {
        kp_r0 = A[i + t];
        kp_r1 = B[i + t];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &s = kp_s[kp_stage];
        auto &p = kp_s_p[kp_stage];
        for (int j = 0; j < 64; j++)
            sum += s[j] * p[j];
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &s = kp_s[kp_stage];
        auto &p = kp_s_p[kp_stage];
        s[t] = (kp_r0, 3.0f);
        p[t] = larger(kp_r1, 2.0f);
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
    out[t] = sum;
}
