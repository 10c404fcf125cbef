// kpipe: --stages 2
// A block's own rows in front of the tiles, of a length that the run knows: the block, which the
// launch says, has as many warps as there are rows.
#include <cuda_pipeline_primitives.h>

#define ROWS 8
#define KEYS 32
#define DEEPEST 128
// kpipe 0.1.0: pipelined as kp_pipelined::attention (launches that this file does not show still come here)
__global__ void attention(const float *__restrict__ Q, const float *__restrict__ K,
                          const float *__restrict__ V, float *__restrict__ O, int n, int depth)
{
    extern __shared__ float memory[];
    float *Qs = memory, *Ks = Qs + ROWS * depth, *Vs = Ks + KEYS * depth;
    const int warp = threadIdx.x / 32, lane = threadIdx.x % 32, row = blockIdx.x * ROWS + warp;
    for (int i = threadIdx.x; i < ROWS * depth; i += blockDim.x)
        if (blockIdx.x * ROWS + i / depth < n)
            Qs[i] = Q[blockIdx.x * ROWS * depth + i];
    float most = -1e30f, all = 0, sum[DEEPEST / 32] = {};
    for (int first = 0; first < n; first += KEYS) {
        for (int i = threadIdx.x; i < KEYS * depth; i += blockDim.x) {
            const int key = first + i / depth;
            Ks[i] = key < n ? K[key * depth + i % depth] : 0.0f;
            Vs[i] = key < n ? V[key * depth + i % depth] : 0.0f;
        }
        __syncthreads();
        if (row < n) {
            float s = -1e30f;
            if (first + lane < n) {
                s = 0;
                for (int d = 0; d < depth; ++d)
                    s += Qs[warp * depth + d] * Ks[lane * depth + d];
            }
            float m = s;
            for (int o = 16; o > 0; o /= 2)
                m = fmaxf(m, __shfl_xor_sync(0xffffffff, m, o));
            m = fmaxf(m, most);
            const float p = first + lane < n ? __expf(s - m) : 0.0f, less = __expf(most - m);
            all = all * less + p;
            most = m;
            for (int i = 0; i < DEEPEST / 32; ++i)
                sum[i] *= less;
            for (int j = 0; j < KEYS; ++j) {
                const float q = __shfl_sync(0xffffffff, p, j);
                for (int i = 0; i < DEEPEST / 32; ++i)
                    if (lane + 32 * i < depth)
                        sum[i] += q * Vs[j * depth + lane + 32 * i];
            }
        }
        __syncthreads();
    }
    for (int o = 16; o > 0; o /= 2)
        all += __shfl_xor_sync(0xffffffff, all, o);
    if (row < n)
        for (int i = 0; i < DEEPEST / 32; ++i)
            if (lane + 32 * i < depth)
                O[row * depth + lane + 32 * i] = sum[i] / all;
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

static __global__ void attention(const float *__restrict__ Q, const float *__restrict__ K,
                          const float *__restrict__ V, float *__restrict__ O, int n, int depth)
{
    extern __shared__ float memory[];
    float *Qs = memory, *Ks = Qs + ROWS * depth, *Vs = Ks + KEYS * depth;
    const int warp = threadIdx.x / 32, lane = threadIdx.x % 32, row = blockIdx.x * ROWS + warp;
    for (int i = threadIdx.x; i < ROWS * depth; i += blockDim.x)
        if (blockIdx.x * ROWS + i / depth < n)
            Qs[i] = Q[blockIdx.x * ROWS * depth + i];
    float most = -1e30f, all = 0, sum[DEEPEST / 32] = {};
    // kpipe: memory in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide = reinterpret_cast<size_t>(memory) % 16 == 0 && depth % 4 == 0 &&
        reinterpret_cast<size_t>(K) % 16 == 0 && reinterpret_cast<size_t>(V) % 16 == 0;
    static_assert(ROWS == 8 && KEYS == 32 && DEEPEST == 128,
                  "kpipe: ROWS, KEYS or DEEPEST has changed: run kpipe again");
    // kpipe: pipelined where these hold, else the loop as written
    const bool kp_apart =
        kp_wide &&
        size_t(depth) <= 2147483647 &&
        32LL * depth <= 2147483392LL &&
        blockDim.x == 256 &&
        blockDim.y == 1 &&
        blockDim.z == 1;
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_apart) {
        unsigned kp_stride; // bytes of one stage
        asm("mov.u32 %0, %%dynamic_smem_size;" : "=r"(kp_stride));
        kp_stride = kp_stride / 2 / 128 * 128;
        auto kp_Ks = Ks;
        auto kp_Vs = Vs;
        auto kp_load = [&](int first, int kp_stage) __attribute__((always_inline)) {
            auto Ks = (decltype(kp_Ks))((char *)kp_Ks + kp_stage * kp_stride);
            auto Vs = (decltype(kp_Vs))((char *)kp_Vs + kp_stage * kp_stride);
            {
                for (int kp_v = threadIdx.x; kp_v < (KEYS * depth) / 4; kp_v += blockDim.x) {
                    const int i = kp_v * 4;
                    const int key = first + i / depth;
                    if (key < n)
                        __pipeline_memcpy_async(&Ks[i], &K[key * depth + i % depth], sizeof(float4));
                    else
                        *reinterpret_cast<float4 *>(&Ks[i]) = make_float4(0, 0, 0, 0);
                    if (key < n)
                        __pipeline_memcpy_async(&Vs[i], &V[key * depth + i % depth], sizeof(float4));
                    else
                        *reinterpret_cast<float4 *>(&Vs[i]) = make_float4(0, 0, 0, 0);
                }
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](int first, int kp_stage) __attribute__((always_inline)) {
            auto Ks = (decltype(kp_Ks))((char *)kp_Ks + kp_stage * kp_stride);
            auto Vs = (decltype(kp_Vs))((char *)kp_Vs + kp_stage * kp_stride);
            if (row < n) {
                float s = -1e30f;
                if (first + lane < n) {
                    s = 0;
                    for (int d = 0; d < depth; ++d)
                        s += Qs[warp * depth + d] * Ks[lane * depth + d];
                }
                float m = s;
                for (int o = 16; o > 0; o /= 2)
                    m = fmaxf(m, __shfl_xor_sync(0xffffffff, m, o));
                m = fmaxf(m, most);
                const float p = first + lane < n ? __expf(s - m) : 0.0f, less = __expf(most - m);
                all = all * less + p;
                most = m;
                for (int i = 0; i < DEEPEST / 32; ++i)
                    sum[i] *= less;
                for (int j = 0; j < KEYS; ++j) {
                    const float q = __shfl_sync(0xffffffff, p, j);
                    for (int i = 0; i < DEEPEST / 32; ++i)
                        if (lane + 32 * i < depth)
                            sum[i] += q * Vs[j * depth + lane + 32 * i];
                }
            }
        };
        {
            int first = 0;
            if (first < n) {
                int kp_stage = 0;
                kp_load(first, kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                int kp_first = first;
                for (first += KEYS; first < n; first += KEYS) {
                    kp_load(first, kp_stage ^ 1);
                    kp_compute(kp_first, kp_stage);
                    __pipeline_wait_prior(0);
                    __syncthreads();
                    kp_first = first;
                    kp_stage ^= 1;
                }
                kp_compute(kp_first, kp_stage);
            }
        }
    } else { // kpipe: as written
        for (int first = 0; first < n; first += KEYS) {
            for (int i = threadIdx.x; i < KEYS * depth; i += blockDim.x) {
                const int key = first + i / depth;
                Ks[i] = key < n ? K[key * depth + i % depth] : 0.0f;
                Vs[i] = key < n ? V[key * depth + i % depth] : 0.0f;
            }
            __syncthreads();
            if (row < n) {
                float s = -1e30f;
                if (first + lane < n) {
                    s = 0;
                    for (int d = 0; d < depth; ++d)
                        s += Qs[warp * depth + d] * Ks[lane * depth + d];
                }
                float m = s;
                for (int o = 16; o > 0; o /= 2)
                    m = fmaxf(m, __shfl_xor_sync(0xffffffff, m, o));
                m = fmaxf(m, most);
                const float p = first + lane < n ? __expf(s - m) : 0.0f, less = __expf(most - m);
                all = all * less + p;
                most = m;
                for (int i = 0; i < DEEPEST / 32; ++i)
                    sum[i] *= less;
                for (int j = 0; j < KEYS; ++j) {
                    const float q = __shfl_sync(0xffffffff, p, j);
                    for (int i = 0; i < DEEPEST / 32; ++i)
                        if (lane + 32 * i < depth)
                            sum[i] += q * Vs[j * depth + lane + 32 * i];
                }
            }
            __syncthreads();
        }
    }
    for (int o = 16; o > 0; o /= 2)
        all += __shfl_xor_sync(0xffffffff, all, o);
    if (row < n)
        for (int i = 0; i < DEEPEST / 32; ++i)
            if (lane + 32 * i < depth)
                O[row * depth + lane + 32 * i] = sum[i] / all;
}
} // namespace kp_pipelined

void run(const float *Q, const float *K, const float *V, float *O, int n, int depth)
{
    {
        const dim3 kp_block = ROWS * 32;
        const size_t kp_bytes = (ROWS + 2 * KEYS) * depth * sizeof(float);
        const size_t kp_staged = 2 * ((kp_bytes + 127) / 128 * 128);
        if (kp_pipelined::kp_has_room((const void *)kp_pipelined::attention, kp_staged,
            (const void *)attention, kp_bytes, kp_block, false))
            kp_pipelined::attention<<<(n + ROWS - 1) / ROWS, kp_block, kp_staged>>>(
        Q, K, V, O, n, depth);
        else
            attention<<<(n + ROWS - 1) / ROWS, kp_block, kp_bytes>>>(
        Q, K, V, O, n, depth);
    }
}
