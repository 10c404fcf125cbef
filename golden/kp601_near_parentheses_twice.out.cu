// The macro says its argument twice: a register holds the product, not one of the two reads.
#define square(u) (u) * (u)
__global__ void f(const float *__restrict__ A, float *__restrict__ out, int n)
{
    __shared__ __align__(128) float kp_r[2][128];
    const int i = threadIdx.x;
    float sum = 0.0f;

    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0;
    auto kp_fetch = [&](int t) __attribute__((always_inline)) {
        kp_r0 = square(A[t * 128 + i]);
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &r = kp_r[kp_stage];
        for (int j = 0; j < 128; j++)
            sum += r[j] * (i - j);
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &r = kp_r[kp_stage];
        r[i] = kp_r0;
    };
    {
        int t = 0;
        if (t < n) {
            int kp_stage = 0;
            kp_fetch(t);
            kp_store(kp_stage);
            __syncthreads();
            for (++t; t < n; ++t) {
                kp_fetch(t);
                kp_compute(kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    out[blockIdx.x * 128 + i] = sum;
}
void g(const float *A, float *out, int n) { f<<<8, 128>>>(A, out, n); }
