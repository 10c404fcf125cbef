// kpipe: --variant ldg
// The specialisation has a destructor, which runs behind the loop and stores what compute reads.
#define T 128
template <class V> struct Epi {
    V *ws, *y, v;
};
template <> struct Epi<float> {
    float *ws, *y, v;
    __device__ ~Epi()
    {
        ws[threadIdx.x] = v;
        __syncthreads();
        y[blockIdx.x * T + threadIdx.x] = ws[T - 1 - threadIdx.x];
    }
};
__global__ void sums(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ __align__(128) float kp_xs[2][T];
    __shared__ float ws[T];
    ws[threadIdx.x] = threadIdx.x;
    __syncthreads();
    Epi<float> e{ws, y, 0};
    float acc = 0;
    static_assert(T == 128, "kpipe: T has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        kp_r0 = x[k + threadIdx.x];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &xs = kp_xs[kp_stage];
        for (int j = 0; j < T; ++j)
            acc += xs[j] * ws[(j + threadIdx.x) % T];
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &xs = kp_xs[kp_stage];
        xs[threadIdx.x] = kp_r0;
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
            __syncthreads();
        }
    }
    e.v = acc;
}
void run(const float *x, float *y, int n, int m) { sums<<<m / T, T>>>(x, y, n); }
