// kpipe: --variant ldg
// In front of the copies stand a macro that stands for nothing, and a pragma that is another statement's.
#define HERE
#define EACH

__global__ void k(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ __align__(128) float kp_a[2][256], kp_a_b[2][256];
    const int t = threadIdx.x;
    float sum = 0.0f;

    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0[4], kp_r1[4];
    auto kp_fetch = [&](int i) __attribute__((always_inline)) {
        HERE _Pragma("unroll") for (int j = t, kp_i = 0; kp_i < 4; j += 64, ++kp_i) if (j < 256)
                kp_r0[kp_i] = x[i + j];
        _Pragma("nv_diag_suppress 177") _Pragma("unroll") for (int j = t, kp_i = 0; kp_i < 4; j += 64, ++kp_i) if (j < 256)
                kp_r1[kp_i] = x[i + j];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &a = kp_a[kp_stage];
        auto &b = kp_a_b[kp_stage];
        sum += a[t];
        EACH for (int j = 0; j < 256; ++j) sum += b[j];
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &a = kp_a[kp_stage];
        auto &b = kp_a_b[kp_stage];
        HERE _Pragma("unroll") for (int j = t, kp_i = 0; kp_i < 4; j += 64, ++kp_i) if (j < 256)
                a[j] = 2.0f * kp_r0[kp_i];
        _Pragma("nv_diag_suppress 177") _Pragma("unroll") for (int j = t, kp_i = 0; kp_i < 4; j += 64, ++kp_i) if (j < 256)
                b[j] = 3.0f * kp_r1[kp_i];
    };
    {
        int i = 0;
        if (i < n) {
            int kp_stage = 0;
            kp_fetch(i);
            kp_store(kp_stage);
            __syncthreads();
            for (i += 256; i < n; i += 256) {
                kp_fetch(i);
                kp_compute(kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    y[blockIdx.x * 64 + t] = sum;
}

void launch(const float *x, float *y, int n)
{
    k<<<1, 64>>>(x, y, n);
}
