// kpipe: --variant single
// The second tile is loaded behind a barrier as in the original.
#define T 128
__device__ void prepare();
__global__ void sums(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float xs[T];
    __shared__ int ix[T];
    const int t = threadIdx.x;
    float acc = 0;
    ix[t] = t;
    prepare();
    static_assert(T == 128, "kpipe: T has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, staging registers, one buffer (revert this change to undo)
    float kp_r0;
    auto kp_fetch = [&](int i, int k) __attribute__((always_inline)) {
        kp_r0 = x[k + ix[(t + i) % T]];
    };
    auto kp_compute = [&]() __attribute__((always_inline)) {
        for (int j = 0; j < T; ++j)
            acc += xs[j] * (j + t);
    };
    auto kp_store = [&]() __attribute__((always_inline)) {
        xs[t] = kp_r0;
    };
    {
        int i = 0, k = 0;
        if (k < n) {
            kp_fetch(i, k);
            kp_store();
            __syncthreads();
            for (k += T, ++i; k < n; k += T, ++i) {
                kp_fetch(i, k);
                kp_compute();
                __syncthreads();
                kp_store();
                __syncthreads();
            }
            kp_compute();
        }
    }
    y[blockIdx.x * T + t] = acc;
}
void run(const int *tab, const float *x, float *y, int n, int m) { sums<<<m / T, T>>>(x, y, n); }
