// kpipe: --variant ldg
// The second tile is loaded behind a barrier as in the original.
#define T 128
__device__ void prepare();
__global__ void sums(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ __align__(128) float kp_xs[2][T];
    __shared__ int ix[T];
    const int t = threadIdx.x;
    float acc = 0;
    ix[t] = t;
    prepare();
    static_assert(T == 128, "kpipe: T has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0;
    auto kp_fetch = [&](int i, int k) __attribute__((always_inline)) {
        kp_r0 = x[k + ix[(t + i) % T]];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &xs = kp_xs[kp_stage];
        for (int j = 0; j < T; ++j)
            acc += xs[j] * (j + t);
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &xs = kp_xs[kp_stage];
        xs[t] = kp_r0;
    };
    {
        int i = 0, k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_fetch(i, k);
            kp_store(kp_stage);
            __syncthreads();
            for (k += T, ++i; k < n; k += T, ++i) {
                kp_fetch(i, k);
                kp_compute(kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    y[blockIdx.x * T + t] = acc;
}
void run(const int *tab, const float *x, float *y, int n, int m) { sums<<<m / T, T>>>(x, y, n); }
