// kpipe: --variant ldg
// Loops that not every thread goes round as often: what is asked inside stands in front of the pragma of the inner
// loop, be it kpipe's or the file's, with braces and without.
__global__ void product(const float *__restrict__ a, const float *__restrict__ b, const float *__restrict__ c,
                        float *__restrict__ out, int n)
{
    __shared__ __align__(128) float kp_s[2][12][24], kp_s_t[2][12][24], kp_s_u[2][12][24];
    const int tx = threadIdx.x, ty = threadIdx.y;
    float sum = 0.0f;

    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0[2 * 2], kp_r1[2 * 2], kp_r2[2 * 2];
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        #pragma unroll
        for (int r = ty, kp_i = 0; kp_i < 2; r += 8, ++kp_i)
            if (r < 12)
            #pragma unroll
            for (int i = tx, kp_i2 = 0; kp_i2 < 2; i += 16, ++kp_i2)
                if (i < 24)
                    kp_r0[kp_i * 2 + kp_i2] = a[(k + r) * 24 + i];
        #pragma unroll
        for (int r = ty, kp_i = 0; kp_i < 2; r += 8, ++kp_i)
            if (r < 12)
            #pragma unroll
            for (int i = tx, kp_i2 = 0; kp_i2 < 2; i += 16, ++kp_i2)
                if (i < 24)
                    kp_r1[kp_i * 2 + kp_i2] = b[(k + r) * 24 + i];
        #pragma unroll
        for (int r = ty, kp_i = 0; kp_i < 2; r += 8, ++kp_i) {
            if (r >= 12)
                continue;
            #pragma unroll
            for (int i = tx, kp_i2 = 0; kp_i2 < 2; i += 16, ++kp_i2) {
                if (i >= 24)
                    continue;
                kp_r2[kp_i * 2 + kp_i2] = c[(k + r) * 24 + i];
            }
        }
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &s = kp_s[kp_stage];
        auto &t = kp_s_t[kp_stage];
        auto &u = kp_s_u[kp_stage];
        for (int r = 0; r < 12; ++r)
            for (int i = 0; i < 24; ++i)
                sum += s[r][i] * t[r][i] + u[r][i];
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &s = kp_s[kp_stage];
        auto &t = kp_s_t[kp_stage];
        auto &u = kp_s_u[kp_stage];
        #pragma unroll
        for (int r = ty, kp_i = 0; kp_i < 2; r += 8, ++kp_i)
            if (r < 12)
            #pragma unroll
            for (int i = tx, kp_i2 = 0; kp_i2 < 2; i += 16, ++kp_i2)
                if (i < 24)
                    s[r][i] = kp_r0[kp_i * 2 + kp_i2];
        #pragma unroll
        for (int r = ty, kp_i = 0; kp_i < 2; r += 8, ++kp_i)
            if (r < 12)
            #pragma unroll
            for (int i = tx, kp_i2 = 0; kp_i2 < 2; i += 16, ++kp_i2)
                if (i < 24)
                    t[r][i] = kp_r1[kp_i * 2 + kp_i2];
        #pragma unroll
        for (int r = ty, kp_i = 0; kp_i < 2; r += 8, ++kp_i) {
            if (r >= 12)
                continue;
            #pragma unroll
            for (int i = tx, kp_i2 = 0; kp_i2 < 2; i += 16, ++kp_i2) {
                if (i >= 24)
                    continue;
                u[r][i] = kp_r2[kp_i * 2 + kp_i2];
            }
        }
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_fetch(k);
            kp_store(kp_stage);
            __syncthreads();
            for (k += 12; k < n; k += 12) {
                kp_fetch(k);
                kp_compute(kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    out[threadIdx.y * 16 + threadIdx.x] = sum;
}

void run(const float *a, const float *b, const float *c, float *out, int n)
{
    product<<<1, dim3(16, 8)>>>(a, b, c, out, n);
}
