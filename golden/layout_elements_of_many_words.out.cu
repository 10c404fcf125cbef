// kpipe: --layout auto --variant single
// An element is copied by more than one instruction: the requests of each count.
struct row { float v[64]; };
__global__ void __launch_bounds__(32)
    k(const row *__restrict__ A, float *__restrict__ C, int n)
{
    __shared__ row As[4][8];
    float s = 0.0f;

    static_assert(sizeof(row) == 256 && alignof(row) == 4,
                  "kpipe: sizeof(row) or alignof(row) has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, staging registers, one buffer (revert this change to undo)
    row kp_r0;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        kp_r0 = A[(size_t)blockIdx.x * n + k + threadIdx.x];
    };
    auto kp_compute = [&]() __attribute__((always_inline)) {
        for (int i = 0; i < 32; i++) s += As[i / 8][i % 8].v[threadIdx.x];
    };
    auto kp_store = [&]() __attribute__((always_inline)) {
        As[threadIdx.x / 8][threadIdx.x % 8] = kp_r0;
    };
    {
        int k = 0;
        if (k < n) {
            kp_fetch(k);
            kp_store();
            __syncthreads();
            for (k += 32; k < n; k += 32) {
                kp_fetch(k);
                kp_compute();
                __syncthreads();
                kp_store();
                __syncthreads();
            }
            kp_compute();
        }
    }
    C[blockIdx.x * 32 + threadIdx.x] = s;
}
