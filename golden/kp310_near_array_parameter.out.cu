// The size of nothing is asked for.
__device__ void g(int s[128], const int *x, int k, int t) { s[t] = x[k + t] + 3; }
__global__ void k(const int *__restrict__ x, int *__restrict__ y, int n)
{
    __shared__ __align__(128) int kp_s[2][128];
    const int t = threadIdx.x;
    int acc = 0;

    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    int kp_r0;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        { // g(), inlined
            kp_r0 = x[k + t]; 
        }
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &s = kp_s[kp_stage];
        for (int j = 0; j < 128; ++j)
            acc = acc * 3 + s[j];
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &s = kp_s[kp_stage];
        { // g(), inlined
            s[t] = kp_r0 + 3; 
        }
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

    y[blockIdx.x * 128 + t] = acc;
}

void launch(const int *x, int *y, int n)
{
    k<<<2, 128>>>(x, y, n);
}
