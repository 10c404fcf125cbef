// WIDTH is an operand and has the value that is asserted; LAST is not, what its macro adds is beside it.
enum { WIDTH = 4, LAST = 2 };
#define WIDTH WIDTH
#define LAST LAST + 1

__global__ void f(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ __align__(128) float kp_xs[2][128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    static_assert(static_cast<long long>(WIDTH) == 4,
                  "kpipe: WIDTH has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0[4];
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        #pragma unroll
        for (int i = 0; i < WIDTH; ++i)
            kp_r0[i] = x[k + t * WIDTH + i];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &xs = kp_xs[kp_stage];
        for (int j = 0; j < 128; ++j)
            sum += xs[j] * (j + 1) + 3 * LAST;
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &xs = kp_xs[kp_stage];
        #pragma unroll
        for (int i = 0; i < WIDTH; ++i)
            xs[t * WIDTH + i] = kp_r0[i] * 2.0f;
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
    y[blockIdx.x * 32 + t] = sum;
}
void launch(const float *x, float *y, int n) { f<<<4, 32>>>(x, y, n); }
