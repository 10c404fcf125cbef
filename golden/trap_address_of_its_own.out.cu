// kpipe: --variant cp-async
// The element's type has an operator & that does not give its address.
struct cell {
    float a;
    __device__ cell *operator&() { return nullptr; }
    __device__ const cell *operator&() const { return nullptr; }
};

__global__ void __launch_bounds__(256)
    sum(const cell *__restrict__ A, float *__restrict__ out, int n)
{
    __shared__ __align__(128) cell kp_tile[2][256];
    const int t = threadIdx.x;
    float s = 0.0f;

    static_assert(sizeof(cell) == 4 && alignof(cell) == 4,
                  "kpipe: sizeof(cell) or alignof(cell) has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    cell kp_r0;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        kp_r0 = A[k + t];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        for (int j = 0; j < 256; ++j)
            s += tile[j].a * j;
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        tile[t] = kp_r0;
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_fetch(k);
            kp_store(kp_stage);
            __syncthreads();
            for (k += 256; k < n; k += 256) {
                kp_fetch(k);
                kp_compute(kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    out[blockIdx.x * 256 + t] = s;
}
