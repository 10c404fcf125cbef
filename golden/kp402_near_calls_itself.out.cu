// kpipe: --stages 2
// Nothing in sight is assembly, however deep the calls go.
#define T 128
static __device__ int halves(int n)
{
    return n < 2 ? 0 : 1 + halves(n / 2);
}
__global__ void __launch_bounds__(T) sums(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ __align__(128) float kp_s[2][T];
    float sum = halves(n);
    static_assert(T == 128, "kpipe: T has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        kp_r0 = x[k + threadIdx.x];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &s = kp_s[kp_stage];
        for (int j = 0; j < T; ++j)
            sum += s[j] * (j + threadIdx.x);
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &s = kp_s[kp_stage];
        s[threadIdx.x] = kp_r0;
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_fetch(k);
            kp_store(kp_stage);
            __syncthreads();
            for (k += T; k < n; k += T) {
                kp_fetch(k);
                kp_compute(kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    y[blockIdx.x * T + threadIdx.x] = sum;
}
void run(const float *x, float *y, int n) { sums<<<n / T, T>>>(x, y, n); }
