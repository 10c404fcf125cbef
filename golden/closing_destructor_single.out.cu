// kpipe: --variant single
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
    __shared__ float xs[T];
    __shared__ float ws[T];
    ws[threadIdx.x] = threadIdx.x;
    __syncthreads();
    Epi<float> e{ws, y, 0};
    float acc = 0;
    static_assert(T == 128, "kpipe: T has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, staging registers, one buffer (revert this change to undo)
    float kp_r0;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        kp_r0 = x[k + threadIdx.x];
    };
    auto kp_compute = [&]() __attribute__((always_inline)) {
        for (int j = 0; j < T; ++j)
            acc += xs[j] * ws[(j + threadIdx.x) % T];
    };
    auto kp_store = [&]() __attribute__((always_inline)) {
        xs[threadIdx.x] = kp_r0;
    };
    {
        int k = 0;
        if (k < n) {
            kp_fetch(k);
            kp_store();
            __syncthreads();
            for (k += T; k < n; k += T) {
                kp_fetch(k);
                kp_compute();
                __syncthreads();
                kp_store();
                __syncthreads();
            }
            kp_compute();
            __syncthreads();
        }
    }
    e.v = acc;
}
void run(const float *x, float *y, int n, int m) { sums<<<m / T, T>>>(x, y, n); }
