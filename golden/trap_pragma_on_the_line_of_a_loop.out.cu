// kpipe: --variant ldg
// What asks for the unrolling of copies stands on their own line.
#define UNROLL _Pragma("unroll")
#define TEXT(x) #x
#define UNROLL_BY(n) _Pragma(TEXT(unroll n))

__global__ void k(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ __align__(128) float kp_a[2][256], kp_a_b[2][256], kp_a_c[2][256];
    const int t = threadIdx.x;
    float sum = 0.0f;

    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0[4], kp_r1[4], kp_r2[4];
    auto kp_fetch = [&](int i) __attribute__((always_inline)) {
        memset(kp_r1, 0, sizeof(kp_r1));
        memset(kp_r2, 0, sizeof(kp_r2));
        _Pragma("unroll") for (int j = t, kp_i = 0; kp_i < 4; j += 64, ++kp_i) if (j < 256)
                kp_r0[kp_i] = x[i + j];
        _Pragma("unroll") for (int j = t, kp_i = 0; kp_i < 4 && j < 256; j += blockDim.x, ++kp_i) kp_r1[kp_i] = x[i + j];
        if (n > 3) { _Pragma("unroll") for (int j = t, kp_i = 0; kp_i < 4 && j < 256; j += blockDim.x, ++kp_i)
            kp_r2[kp_i] = x[i + j]; }
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &a = kp_a[kp_stage];
        auto &b = kp_a_b[kp_stage];
        auto &c = kp_a_c[kp_stage];
        sum += a[t];
        UNROLL for (int j = 0; j < 256; ++j) sum += b[j] + c[j];
    };
    auto kp_store = [&](int i, int kp_stage) __attribute__((always_inline)) {
        auto &a = kp_a[kp_stage];
        auto &b = kp_a_b[kp_stage];
        auto &c = kp_a_c[kp_stage];
        _Pragma("unroll") for (int j = t, kp_i = 0; kp_i < 4; j += 64, ++kp_i) if (j < 256)
                a[j] = 2.0f * kp_r0[kp_i];
        {
            int j = t;
            #pragma unroll
            for (int kp_i = 0; kp_i < 4 && j < 256; j += blockDim.x, ++kp_i) b[j] = 3.0f * kp_r1[kp_i];
            UNROLL
            for (; j < 256; j += blockDim.x) b[j] = 3.0f * x[i + j];
        }
        if (n > 3) { {
            int j = t;
            #pragma unroll
            for (int kp_i = 0; kp_i < 4 && j < 256; j += blockDim.x, ++kp_i)
                c[j] = 4.0f * kp_r2[kp_i];
            UNROLL_BY(2)
            for (; j < 256; j += blockDim.x)
                c[j] = 4.0f * x[i + j];
        } }
    };
    {
        int i = 0;
        if (i < n) {
            int kp_stage = 0;
            kp_fetch(i);
            kp_store(i, kp_stage);
            __syncthreads();
            for (i += 256; i < n; i += 256) {
                kp_fetch(i);
                kp_compute(kp_stage);
                kp_store(i, kp_stage ^ 1);
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
