// kpipe: --variant ldg
// What is stored to is one of several variables: a choice, a pointer that is set, elements by a reference, another type's name.
static __device__ void pick(float &a, float &b, bool first, float value)
{
    (first ? a : b) = value;
}
static __device__ void put(float (&to)[4], float value)
{
    float *here;
    here = to;
    here[1] = value;
}

__global__ void k(const float *__restrict__ A, float *__restrict__ C, int n)
{
    __shared__ __align__(128) float kp_s[2][64];
    const int t = threadIdx.x;
    float sum = 0.0f, first = 0.0f, last = 0.0f, part[4] = {};

    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0;
    auto kp_fetch = [&](int i) __attribute__((always_inline)) {
        kp_r0 = A[i + t];
    };
    auto kp_compute = [&](int i, int kp_stage) __attribute__((always_inline)) {
        auto &s = kp_s[kp_stage];
        for (int j = 0; j < 64; ++j) {
            float *to;
            if (j & 1)
                to = &first;
            else
                to = &last;
            *to += s[j];
        }
        pick(first, last, n > 64, s[3]);
        put(part, s[4]);
        *(int *)&part[2] = __float_as_int(s[5]);
        *(int *)&last ^= i;
        sum += first * last + part[1] * part[2];
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
            int kp_i = i;
            for (i += 64; i < n; i += 64) {
                kp_fetch(i);
                kp_compute(kp_i, kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_i = i;
                kp_stage ^= 1;
            }
            kp_compute(kp_i, kp_stage);
        }
    }
    C[t] = sum;
}
