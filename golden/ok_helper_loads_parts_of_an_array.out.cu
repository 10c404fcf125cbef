// The helper's pointer is a part of the caller's array, by an address and by a sum; one helper calls another.
__device__ void load_one(float *to, const float *src, int at)
{
    *to = src[at];
}

__device__ void load_two(float *frag, const float *src, int at)
{
    load_one(&frag[0], src, at);
    load_one(&frag[1], src, at + 128);
}

__device__ void store_four(float *tile, const float *regs)
{
    for (int i = 0; i < 4; ++i)
        tile[threadIdx.x + i * 128] = regs[i];
}

__global__ void __launch_bounds__(128) gemv(const float *__restrict__ A, float *__restrict__ y, int n)
{
    __shared__ __align__(128) float kp_As[2][512];
    const int t = threadIdx.x;
    float sum = 0.0f;

    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0, kp_r1, kp_r2, kp_r3;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        { // load_two(), inlined
            const float *src = A;
            int at = k + t;
            { // load_one(), inlined
                kp_r0 = src[at];
            }
            { // load_one(), inlined
                int kp_in0 = at + 128;
                {
                    int at = kp_in0;
                    kp_r1 = src[at];
                }
            }
        }
        { // load_two(), inlined
            const float *src = A;
            int at = k + t + 256;
            { // load_one(), inlined
                kp_r2 = src[at];
            }
            { // load_one(), inlined
                int kp_in0 = at + 128;
                {
                    int at = kp_in0;
                    kp_r3 = src[at];
                }
            }
        }
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage];
        for (int j = 0; j < 16; ++j)
            sum += As[(j * 33 + t * 5) % 512] * (t + j);
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage];
        float frag[4];
        { // load_two(), inlined
            { // load_one(), inlined
                *(&frag[0]) = kp_r0;
            }
            { // load_one(), inlined
                {
                    *(&frag[1]) = kp_r1;
                }
            }
        }
        { // load_two(), inlined
            { // load_one(), inlined
                *(&(frag + 2)[0]) = kp_r2;
            }
            { // load_one(), inlined
                {
                    *(&(frag + 2)[1]) = kp_r3;
                }
            }
        }
        { // store_four(), inlined
            auto &tile = As;
            for (int i = 0; i < 4; ++i)
                tile[threadIdx.x + i * 128] = frag[i];
        }
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_fetch(k);
            kp_store(kp_stage);
            __syncthreads();
            for (k += 512; k < n; k += 512) {
                kp_fetch(k);
                kp_compute(kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    y[blockIdx.x * 128 + t] = sum;
}
