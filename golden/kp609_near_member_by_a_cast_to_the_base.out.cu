// A member of the object, by the base that it is a member of.
struct base {
    const float *p;
    int step;
    __device__ base(const float *q) : p(q), step(1) {}
};
struct middle : base {
    __device__ middle(const float *q) : base(q) {}
};
struct view : middle {
    int first;
    __device__ view(const float *q, int f) : middle(q), first(f) {}
    __device__ const float &at(int i) const { return ((base *)this)->p[static_cast<const middle *>(this)->step * i + first]; }
};
__global__ void gemv(const float *__restrict__ A, const float *x, float *__restrict__ y, int n)
{
    __shared__ __align__(128) float kp_xs[2][128];
    const int t = threadIdx.x, row = blockIdx.x * 128 + t;
    const view v(x, 0);
    float sum = 0.0f;

    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        kp_r0 = v.at(k + t);
    };
    auto kp_compute = [&](int k, int kp_stage) __attribute__((always_inline)) {
        auto &xs = kp_xs[kp_stage];
        for (int j = 0; j < 128; ++j)
            sum += A[(k + j) * n + row] * xs[j];
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &xs = kp_xs[kp_stage];
        xs[t] = kp_r0;
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_fetch(k);
            kp_store(kp_stage);
            __syncthreads();
            int kp_k = k;
            for (k += 128; k < n; k += 128) {
                kp_fetch(k);
                kp_compute(kp_k, kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_k = k;
                kp_stage ^= 1;
            }
            kp_compute(kp_k, kp_stage);
            __syncthreads();
        }
    }
    y[row] = sum;
}

void host(const float *A, const float *x, float *y, int n) { gemv<<<n / 128, 128>>>(A, x, y, n); }
