// Each warp has a tile of its own, and ends with a barrier of its own: behind the loop it stores results where further stages of another warp's tile would lie.
// kpipe 0.1.0: pipelined as kp_pipelined::sums (launches that this file does not show still come here)
__global__ void sums(const float *__restrict__ A, float *__restrict__ y, int n)
{
    extern __shared__ float smem[];
    const int t = threadIdx.x, lane = t % 32, warp = t / 32;
    float *tile = smem + warp * 64;
    float acc = 0.0f;

    for (int k = 0; k < n; k += 64) {
        tile[lane] = A[warp * n + k + lane];
        tile[lane + 32] = A[warp * n + k + lane + 32];
        __syncwarp();
        for (int i = 0; i < 64; i++)
            acc = acc * 0.5f + tile[i ^ lane];
        __syncwarp();
    }
    smem[256 + t * 4] = acc;
    __syncthreads();
    y[blockIdx.x * 128 + t] = smem[256 + (127 - t) * 4];
}

namespace kp_pipelined
{
static __global__ __launch_bounds__(128) void sums(const float *__restrict__ A, float *__restrict__ y, int n)
{
    extern __shared__ float smem[];
    const int t = threadIdx.x, lane = t % 32, warp = t / 32;
    float *tile = smem + warp * 64;
    float acc = 0.0f;

    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    constexpr unsigned kp_stride = 1024; // bytes of one stage, of 2
    auto kp_smem = smem;
    auto kp_tile = tile;
    float kp_r0, kp_r1;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        kp_r0 = A[warp * n + k + lane];
        kp_r1 = A[warp * n + k + lane + 32];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto tile = (decltype(kp_tile))((char *)kp_tile + kp_stage * kp_stride);
        for (int i = 0; i < 64; i++)
            acc = acc * 0.5f + tile[i ^ lane];
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto tile = (decltype(kp_tile))((char *)kp_tile + kp_stage * kp_stride);
        tile[lane] = kp_r0;
        tile[lane + 32] = kp_r1;
    };
    int kp_stage = 0;
    {
        int k = 0;
        if (k < n) {
            kp_fetch(k);
            kp_store(kp_stage);
            __syncwarp();
            for (k += 64; k < n; k += 64) {
                kp_fetch(k);
                kp_compute(kp_stage);
                kp_store(kp_stage ^ 1);
                __syncwarp();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
            __syncwarp();
        }
    }
    { // from here on, the shared memory of the last iteration
    auto smem = (decltype(kp_smem))((char *)kp_smem + kp_stage * kp_stride);
    smem[256 + t * 4] = acc;
    __syncthreads();
    y[blockIdx.x * 128 + t] = smem[256 + (127 - t) * 4];
    }
}
} // namespace kp_pipelined

void launch(const float *A, float *y, int blocks, int n)
{
    kp_pipelined::sums<<<blocks, 128, (256 + 128 * 4) * sizeof(float) + 1024>>>(A, y, n);
}
