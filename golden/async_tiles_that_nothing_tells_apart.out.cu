// kpipe: --no-widen --no-runtime-checks
// No test, no cp.async: a store into one of the tiles may be the other one's. Registers keep the
// order of both.
// kpipe 0.1.0: pipelined as kp_pipelined::scores (launches that this file does not show still come here)
__global__ void scores(const float *__restrict__ K, const float *__restrict__ V,
                       float *__restrict__ out, int n, int d, int columns)
{
    extern __shared__ float buffer[];
    float *Ks = buffer, *Vs = buffer + columns * d;
    float sum = 0.0f;

    for (int k0 = 0; k0 < n; k0 += columns) {
        for (int i = threadIdx.x; i < columns * d; i += blockDim.x) {
            Ks[i] = K[k0 * d + i];
            Vs[i] = V[k0 * d + i];
        }
        __syncthreads();
        for (int i = 0; i < columns * d; i++)
            sum += Ks[i] * Vs[(i + threadIdx.x) % (columns * d)];
        __syncthreads();
    }
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
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

static __global__ void scores(const float *__restrict__ K, const float *__restrict__ V,
                       float *__restrict__ out, int n, int d, int columns)
{
    extern __shared__ float buffer[];
    float *Ks = buffer, *Vs = buffer + columns * d;
    float sum = 0.0f;

    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    unsigned kp_stride; // bytes of one stage
    asm("mov.u32 %0, %%dynamic_smem_size;" : "=r"(kp_stride));
    kp_stride = kp_stride / 2 / 128 * 128;
    auto kp_Ks = Ks;
    auto kp_Vs = Vs;
    float kp_r0[4], kp_r1[4];
    auto kp_fetch = [&](int k0) __attribute__((always_inline)) {
        memset(kp_r0, 0, sizeof(kp_r0));
        memset(kp_r1, 0, sizeof(kp_r1));
        #pragma unroll
        for (int i = threadIdx.x, kp_i = 0; kp_i < 4 && i < columns * d; i += blockDim.x, ++kp_i) {
            kp_r0[kp_i] = K[k0 * d + i];
            kp_r1[kp_i] = V[k0 * d + i];
        }
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto Ks = (decltype(kp_Ks))((char *)kp_Ks + kp_stage * kp_stride);
        auto Vs = (decltype(kp_Vs))((char *)kp_Vs + kp_stage * kp_stride);
        for (int i = 0; i < columns * d; i++)
            sum += Ks[i] * Vs[(i + threadIdx.x) % (columns * d)];
    };
    auto kp_store = [&](int k0, int kp_stage) __attribute__((always_inline)) {
        auto Ks = (decltype(kp_Ks))((char *)kp_Ks + kp_stage * kp_stride);
        auto Vs = (decltype(kp_Vs))((char *)kp_Vs + kp_stage * kp_stride);
        {
            int i = threadIdx.x;
            #pragma unroll
            for (int kp_i = 0; kp_i < 4 && i < columns * d; i += blockDim.x, ++kp_i) {
                Ks[i] = kp_r0[kp_i];
                Vs[i] = kp_r1[kp_i];
            }
            for (; i < columns * d; i += blockDim.x) {
                Ks[i] = K[k0 * d + i];
                Vs[i] = V[k0 * d + i];
            }
        }
    };
    {
        int k0 = 0;
        if (k0 < n) {
            int kp_stage = 0;
            kp_fetch(k0);
            kp_store(k0, kp_stage);
            __syncthreads();
            for (k0 += columns; k0 < n; k0 += columns) {
                kp_fetch(k0);
                kp_compute(kp_stage);
                kp_store(k0, kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}
} // namespace kp_pipelined

void run(const float *K, const float *V, float *out, int n, int d, int columns)
{
    {
        const dim3 kp_block = 128;
        const size_t kp_bytes = 2 * columns * d * sizeof(float);
        const size_t kp_staged = 2 * ((kp_bytes + 127) / 128 * 128);
        if (kp_pipelined::kp_has_room((const void *)kp_pipelined::scores, kp_staged,
            (const void *)scores, kp_bytes, kp_block, true))
            kp_pipelined::scores<<<2, kp_block, kp_staged>>>(K, V, out, n, d, columns);
        else
            scores<<<2, kp_block, kp_bytes>>>(K, V, out, n, d, columns);
    }
}
