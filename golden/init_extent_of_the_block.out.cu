// The host chooses the tile, which is the block's extent; the sizes are in braces.
// kpipe 0.1.0: pipelined as kp_pipelined::product (launches that this file does not show still come here)
__global__ void product(const float *A, const float *B, float *C, int n, int m, int k, int width)
{
    extern __shared__ float memory[];
    float *As { memory }, *Bs { &memory[width * width] };
    int tx { static_cast<int>(threadIdx.x) }, ty { static_cast<int>(threadIdx.y) };
    int row { static_cast<int>(blockIdx.y) * width + ty }, col { static_cast<int>(blockIdx.x) * width + tx };
    int tiles { (m + width - 1) / width };
    float sum { 0 };

    for (int t { 0 }; t < tiles; ++t) {
        As[ty * width + tx] = row < n && t * width + tx < m ? A[row * m + t * width + tx] : 0;
        Bs[ty * width + tx] = t * width + ty < m && col < k ? B[(t * width + ty) * k + col] : 0;
        __syncthreads();
        for (int i { 0 }; i < width; i++)
            sum += As[ty * width + i] * Bs[i * width + tx];
        __syncthreads();
    }
    if (row < n && col < k)
        C[row * k + col] = sum;
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

static __global__ void product(const float *A, const float *B, float *C, int n, int m, int k, int width)
{
    extern __shared__ float memory[];
    float *As { memory }, *Bs { &memory[width * width] };
    int tx { static_cast<int>(threadIdx.x) }, ty { static_cast<int>(threadIdx.y) };
    int row { static_cast<int>(blockIdx.y) * width + ty }, col { static_cast<int>(blockIdx.x) * width + tx };
    int tiles { (m + width - 1) / width };
    float sum { 0 };

    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    unsigned kp_stride; // bytes of one stage
    asm("mov.u32 %0, %%dynamic_smem_size;" : "=r"(kp_stride));
    kp_stride = kp_stride / 2 / 128 * 128;
    auto kp_As = As;
    auto kp_Bs = Bs;
    float kp_r0, kp_r1;
    auto kp_fetch = [&](int t) __attribute__((always_inline)) {
        kp_r0 = row < n && t * width + tx < m ? A[row * m + t * width + tx] : 0;
        kp_r1 = t * width + ty < m && col < k ? B[(t * width + ty) * k + col] : 0;
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto As = (decltype(kp_As))((char *)kp_As + kp_stage * kp_stride);
        auto Bs = (decltype(kp_Bs))((char *)kp_Bs + kp_stage * kp_stride);
        for (int i { 0 }; i < width; i++)
            sum += As[ty * width + i] * Bs[i * width + tx];
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto As = (decltype(kp_As))((char *)kp_As + kp_stage * kp_stride);
        auto Bs = (decltype(kp_Bs))((char *)kp_Bs + kp_stage * kp_stride);
        As[ty * width + tx] = kp_r0;
        Bs[ty * width + tx] = kp_r1;
    };
    {
        int t { 0 };
        if (t < tiles) {
            int kp_stage = 0;
            kp_fetch(t);
            kp_store(kp_stage);
            __syncthreads();
            for (++t; t < tiles; ++t) {
                kp_fetch(t);
                kp_compute(kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    if (row < n && col < k)
        C[row * k + col] = sum;
}
} // namespace kp_pipelined

void run(const float *A, const float *B, float *C, int n, int m, int k, int width)
{
    dim3 block(width, width), grid((k + width - 1) / width, (n + width - 1) / width);

    {
        const dim3 kp_block = block;
        const size_t kp_bytes = 2 * width * width * sizeof(float);
        const size_t kp_staged = 2 * ((kp_bytes + 127) / 128 * 128);
        if (kp_pipelined::kp_has_room((const void *)kp_pipelined::product, kp_staged,
            (const void *)product, kp_bytes, kp_block, true))
            kp_pipelined::product<<<grid, kp_block, kp_staged>>>(A, B, C, n, m, k, width);
        else
            product<<<grid, kp_block, kp_bytes>>>(A, B, C, n, m, k, width);
    }
}
