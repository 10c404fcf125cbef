// kpipe: --variant cp-async
// A member of a packed class does not lie where cp.async could read it: nvcc splits such a load.
#pragma pack(push, 1)
struct Block {
    short scale;
    unsigned quants[4];
};
#pragma pack(pop)

__global__ void sum(const Block *__restrict__ blocks, float *__restrict__ out, int n)
{
    __shared__ __align__(128) unsigned kp_tile[2][128];
    const int t = threadIdx.x;
    float acc = 0.0f;

    static_assert(sizeof(Block) == 18 && alignof(Block) == 1,
                  "kpipe: sizeof(Block) or alignof(Block) has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    unsigned int kp_r0;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        kp_r0 = blocks[(k + t) / 4].quants[t & 3];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        for (int j = 0; j < 128; ++j)
            acc += tile[j] & 15;
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
    out[blockIdx.x * 128 + t] = acc;
}

void launch(const Block *blocks, float *out, int n)
{
    sum<<<4, 128>>>(blocks, out, n);
}
