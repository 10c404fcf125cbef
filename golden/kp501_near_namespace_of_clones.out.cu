// kpipe: --variant ldg
// In the namespace that clones are in are clones alone.
__device__ inline float scaled(float x) { return x; }
namespace kp_pipelined
{
static __global__ void other(float *p) { *p = scaled(*p); }
}

// kpipe 0.1.0: pipelined as kp_pipelined::sums (launches that this file does not show still come here)
__global__ void sums(const float *__restrict__ in, float *__restrict__ out, int n)
{
    __shared__ float tile[8192];
    const int t = threadIdx.x;
    float s = 0.0f;

    for (int i = 0; i < n; i += 8192) {
        for (int j = t; j < 8192; j += 128)
            tile[j] = in[i + j];
        __syncthreads();
        for (int j = 0; j < 8192; ++j)
            s += scaled(tile[j]);
        __syncthreads();
    }
    out[blockIdx.x * 128 + t] = s;
}

namespace kp_pipelined
{
// Can the pipelined kernel be launched like that, and with as many blocks per SM if that is asked?
static bool kp_has_room(const void *staged, size_t staged_bytes, const void *plain, size_t bytes,
                        dim3 block, bool keep_blocks)
{
    const int threads = int(block.x * block.y * block.z);
    int device, most, blocks, blocks_before;
    cudaFuncAttributes has;
    if (cudaGetDevice(&device) != cudaSuccess ||
        cudaDeviceGetAttribute(&most, cudaDevAttrMaxSharedMemoryPerBlockOptin, device) !=
            cudaSuccess ||
        cudaFuncGetAttributes(&has, staged) != cudaSuccess ||
        threads > has.maxThreadsPerBlock || has.sharedSizeBytes + staged_bytes > size_t(most))
        return false;
    if (cudaFuncSetAttribute(staged, cudaFuncAttributeMaxDynamicSharedMemorySize,
                             most - int(has.sharedSizeBytes)) != cudaSuccess)
        return false;
    return !keep_blocks ||
           (cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, staged, threads,
                                                          staged_bytes) == cudaSuccess &&
            cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks_before, plain, threads,
                                                          bytes) == cudaSuccess &&
            blocks >= blocks_before);
}

extern __shared__ __align__(128) unsigned char kp_smem[];

struct kp_sums_shared { // 65536 bytes
    alignas(128) float kp_tile[2][8192];
};

static __global__ __launch_bounds__(128) void sums(const float *__restrict__ in, float *__restrict__ out, int n)
{
    auto &kp_tile = reinterpret_cast<kp_sums_shared *>(kp_smem)->kp_tile;
    const int t = threadIdx.x;
    float s = 0.0f;

    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0[64];
    auto kp_fetch = [&](int i) __attribute__((always_inline)) {
        #pragma unroll
        for (int j = t, kp_i = 0; kp_i < 64; j += 128, ++kp_i)
            if (j < 8192)
                kp_r0[kp_i] = in[i + j];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        for (int j = 0; j < 8192; ++j)
            s += scaled(tile[j]);
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        #pragma unroll
        for (int j = t, kp_i = 0; kp_i < 64; j += 128, ++kp_i)
            if (j < 8192)
                tile[j] = kp_r0[kp_i];
    };
    {
        int i = 0;
        if (i < n) {
            int kp_stage = 0;
            kp_fetch(i);
            kp_store(kp_stage);
            __syncthreads();
            for (i += 8192; i < n; i += 8192) {
                kp_fetch(i);
                kp_compute(kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    out[blockIdx.x * 128 + t] = s;
}
} // namespace kp_pipelined

void run(const float *in, float *out, int n) { {
    const dim3 kp_block = 128;
    const size_t kp_staged = sizeof(kp_pipelined::kp_sums_shared);
    if (kp_pipelined::kp_has_room((const void *)kp_pipelined::sums, kp_staged,
        (const void *)sums, 0, kp_block, false))
        kp_pipelined::sums<<<1, kp_block, kp_staged>>>(in, out, n);
    else
        sums<<<1, kp_block>>>(in, out, n);
} }
