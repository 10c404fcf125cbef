// kpipe: --variant ldg
// How long the dynamic array is stands in a variable of the caller.
// kpipe 0.1.0: pipelined as kp_pipelined::gemv (launches that this file does not show still come here)
static __global__ void gemv(const float *__restrict__ A, const float *__restrict__ x,
                            float *__restrict__ y, int n)
{
    extern __shared__ float xs[];
    const int t = threadIdx.x;
    const int row = blockIdx.x * blockDim.x + t;
    float sum = 0.0f;

    for (int k = 0; k < n; k += blockDim.x) {
        xs[t] = x[k + t];
        __syncthreads();
        for (int j = 0; j < blockDim.x; ++j)
            sum += A[(k + j) * n + row] * xs[j];
        __syncthreads();
    }
    y[row] = sum;
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

static __global__ void gemv(const float *__restrict__ A, const float *__restrict__ x,
                            float *__restrict__ y, int n)
{
    extern __shared__ float xs[];
    const int t = threadIdx.x;
    const int row = blockIdx.x * blockDim.x + t;
    float sum = 0.0f;

    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    unsigned kp_stride; // bytes of one stage
    asm("mov.u32 %0, %%dynamic_smem_size;" : "=r"(kp_stride));
    kp_stride = kp_stride / 2 / 128 * 128;
    auto kp_xs = xs;
    float kp_r0;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        kp_r0 = x[k + t];
    };
    auto kp_compute = [&](int k, int kp_stage) __attribute__((always_inline)) {
        auto xs = (decltype(kp_xs))((char *)kp_xs + kp_stage * kp_stride);
        for (int j = 0; j < blockDim.x; ++j)
            sum += A[(k + j) * n + row] * xs[j];
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto xs = (decltype(kp_xs))((char *)kp_xs + kp_stage * kp_stride);
        xs[t] = kp_r0;
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_fetch(k);
            kp_store(kp_stage);
            __syncthreads();
            int kp_k = k;
            for (k += blockDim.x; k < n; k += blockDim.x) {
                kp_fetch(k);
                kp_compute(kp_k, kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_k = k;
                kp_stage ^= 1;
            }
            kp_compute(kp_k, kp_stage);
            __syncthreads();
        }
    }
    y[row] = sum;
}
} // namespace kp_pipelined

void launch_gemv(const float *A, const float *x, float *y, int n, int threads, size_t bytes)
{
    {
        const dim3 kp_block = threads;
        const size_t kp_bytes = bytes;
        const size_t kp_staged = 2 * ((kp_bytes + 127) / 128 * 128);
        if (kp_pipelined::kp_has_room((const void *)kp_pipelined::gemv, kp_staged,
            (const void *)gemv, kp_bytes, kp_block, false))
            kp_pipelined::gemv<<<n / threads, kp_block, kp_staged>>>(A, x, y, n);
        else
            gemv<<<n / threads, kp_block, kp_bytes>>>(A, x, y, n);
    }
}
